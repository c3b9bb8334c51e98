"""How our state comes to match the provider's: one function, whoever calls it, however often.

It asks the provider how the payment stands and writes that down, never what a notice says. What it writes is decided
by a lock on the purchase and by `looked`: an answer that was asked for before the last one was written is thrown away,
so that an older one never comes after a newer one.
"""

import logging
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from billing import gateway
from billing.gateway import DisputeSeen, Payment, ProviderUnavailable, RefundSeen
from billing.models import Dispute, HistoryLine, Purchase, Refund
from billing.services.dispatch import send_task
from billing.services.giving import settle_grant
from billing.services.history import Kind, add_line

TRIES: Final = 20
"""How often others may be quicker before it is left to them."""
AT_THE_PROVIDER: Final = "made at the provider"

log = logging.getLogger(__name__)


def fulfil(*, purchase_id: UUID) -> Purchase:
    """Ask the provider and make our state match: grant, withdraw, bring back, each step a line of the history.

    A purchase without a checkout is left as it is. Raises ProviderUnavailable, ProviderRefused, ShopClosed.
    """
    for _ in range(TRIES):
        known = Purchase.objects.get(pk=purchase_id)
        if known.session_id is None:
            return known
        payment = gateway.look_at(known.session_id)
        written = _write(known, payment)
        if written is not None:
            return written
    raise ProviderUnavailable("others wrote down newer answers again and again")


@transaction.atomic
def _write(known: Purchase, payment: Payment) -> Purchase | None:
    """Write down an answer that was asked for after `known` was read; None when a newer one may have come between."""
    purchase = Purchase.objects.select_for_update().get(pk=known.pk)
    if purchase.looked != known.looked:
        return None
    purchase.looked += 1
    purchase.looked_at = timezone.now()
    if _is_as_ordered(purchase, payment):
        purchase.payment_intent = payment.payment_intent
        _follow_state(purchase, payment)
        for refund in payment.refunds:
            _follow_refund(purchase, refund)
        for dispute in payment.disputes:
            _follow_dispute(purchase, dispute)
        weigh(purchase)
    purchase.save()
    settle_grant(purchase)
    return purchase


def weigh(purchase: Purchase) -> None:
    """How much of the money is on its way back, and whether what stays is enough to open anything."""
    if purchase.state != Purchase.State.PAID or purchase.paid_amount is None:
        return
    backward = purchase.refunds.exclude(state=Refund.State.FAILED).values_list("amount", flat=True)
    purchase.refunded = min(sum(backward), purchase.paid_amount)
    refunded = purchase.paid_amount > 0 and purchase.refunded == purchase.paid_amount
    contested = purchase.disputes.filter(state__in=[Dispute.State.OPEN, Dispute.State.LOST]).exists()
    purchase.reversed = refunded or contested


def _is_as_ordered(purchase: Purchase, payment: Payment) -> bool:
    """Whether the checkout is for this purchase, at its price; where not, nothing is given for it."""
    same = payment.purchase_id == str(purchase.pk) and payment.currency == purchase.currency
    if same and payment.asked == purchase.amount and 0 <= payment.total <= payment.asked:
        return True
    log.error("The checkout %s is not as purchase %s was ordered", payment.session_id, purchase.number)
    if not purchase.history.filter(kind=Kind.MISMATCH).exists():
        add_line(Kind.MISMATCH, purchase=purchase, amount=payment.total, reference=payment.session_id)
    return False


def _follow_state(purchase: Purchase, payment: Payment) -> None:
    state = Purchase.State(payment.state)
    if state == purchase.state:
        return
    if purchase.state == Purchase.State.PAID:
        log.error("Purchase %s was paid and is %s at the provider", purchase.number, state)
        return
    purchase.state = state
    if state == Purchase.State.PAID:
        purchase.paid_at = timezone.now()
        purchase.paid_amount = payment.total
        transaction.on_commit(lambda: send_task("billing.send_confirmation", purchase_id=str(purchase.pk)))
    if state != Purchase.State.OPEN:
        amount = payment.total if state == Purchase.State.PAID else None
        add_line(HistoryLine.Kind(state.value), purchase=purchase, amount=amount, reference=payment.session_id)


def _follow_refund(purchase: Purchase, seen: RefundSeen) -> None:
    ours = purchase.refunds.filter(provider_id=seen.id).first() or _asked_for(purchase, seen)
    if ours is None:
        ours = Refund(purchase=purchase, amount=seen.amount, reason=AT_THE_PROVIDER)
    if ours.provider_id == seen.id and ours.state == seen.state:
        return
    ours.provider_id = seen.id
    ours.state = Refund.State(seen.state)
    ours.save()
    kind = HistoryLine.Kind(f"refund_{seen.state}")
    add_line(kind, purchase=purchase, amount=seen.amount, reference=seen.id, reason=ours.reason)


def _asked_for(purchase: Purchase, seen: RefundSeen) -> Refund | None:
    """Our own request, whose answer we may never have had."""
    asked = purchase.refunds.filter(provider_id__isnull=True)
    return next((each for each in asked if str(each.pk) == seen.request and each.amount == seen.amount), None)


def _follow_dispute(purchase: Purchase, seen: DisputeSeen) -> None:
    ours = purchase.disputes.filter(pk=seen.id).first()
    if ours is None:
        ours = Dispute(provider_id=seen.id, purchase=purchase, amount=seen.amount, reason=seen.reason[:64])
    elif ours.state == seen.state:
        return
    ours.state = Dispute.State(seen.state)
    ours.save()
    add_line(HistoryLine.Kind(f"dispute_{seen.state}"), purchase=purchase, amount=seen.amount, reference=seen.id)
