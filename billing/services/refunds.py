"""Money back: by the buyer's button while nothing was used, by staff with a reason; written down before it is sent."""

import logging
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.models import User
from billing import gateway
from billing.gateway import ProviderRefused, ProviderUnavailable
from billing.models import Entitlement, Purchase, Refund
from billing.services.fulfil import fulfil, weigh
from billing.services.giving import settle_grant
from billing.services.history import LONGEST_REASON, Kind, add_line

BUYERS_DAYS: Final = timedelta(days=14)
BY_THE_BUYER: Final = "asked for by the buyer"

log = logging.getLogger(__name__)


class RefundRefused(ValueError):
    """No money is sent back; `code` says why: no_reason, amount, not_paid, used, too_late, oneself."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def refund_by_buyer(*, purchase_id: UUID) -> Refund:
    """All of it, within 14 days, while nothing was used. Raises RefundRefused."""
    with transaction.atomic():
        purchase = Purchase.objects.select_for_update().get(pk=purchase_id)
        # Locked too, so that no round ends with it just now.
        Entitlement.objects.select_for_update().filter(purchase=purchase).first()
        if (why := why_not_refunded(purchase)) is not None:
            raise RefundRefused(why)
        refund = _write_down(purchase, _left(purchase), BY_THE_BUYER, None)
    send_refund(refund_id=refund.pk)
    return refund


def refund_by_staff(*, purchase_id: UUID, amount: int | None, staff: User, reason: str) -> Refund:
    """A part of it, or all that is left of it when no amount is given. Raises RefundRefused."""
    if not reason.strip():
        raise RefundRefused("no_reason")
    with transaction.atomic():
        purchase = Purchase.objects.select_for_update().get(pk=purchase_id)
        if staff in {purchase.buyer, purchase.holder.user}:
            raise RefundRefused("oneself")
        if purchase.state != Purchase.State.PAID or purchase.payment_intent is None:
            raise RefundRefused("not_paid")
        wanted = _left(purchase) if amount is None else amount
        if not 0 < wanted <= _left(purchase):
            raise RefundRefused("amount")
        refund = _write_down(purchase, wanted, reason.strip()[:LONGEST_REASON], staff)
        write_audit(
            staff=staff,
            act="refund",
            object_kind="purchase",
            object_id=purchase.pk,
            reason=reason,
            details={"amount": wanted, "currency": purchase.currency},
        )
    send_refund(refund_id=refund.pk)
    return refund


def why_not_refunded(purchase: Purchase) -> str | None:
    """Why the buyer's button is not there; None when it is."""
    if purchase.state != Purchase.State.PAID or purchase.payment_intent is None or purchase.paid_at is None:
        return "not_paid"
    if purchase.reversed or _left(purchase) == 0:
        return "not_paid"
    if timezone.now() - purchase.paid_at > BUYERS_DAYS:
        return "too_late"
    if purchase.gift:
        code = getattr(purchase, "gift_code", None)
        return "used" if code is not None and code.redeemed_at is not None else None
    held = Entitlement.objects.filter(purchase=purchase).first()
    return "used" if held is not None and held.used_at is not None else None


def send_refund(*, refund_id: UUID) -> None:
    """Have the provider send it; without an answer it stays asked for, and the hourly comparison asks again."""
    refund = Refund.objects.select_related("purchase").get(pk=refund_id)
    intent = refund.purchase.payment_intent
    if refund.state != Refund.State.ASKED or intent is None:
        return
    try:
        gateway.send_refund(payment_intent=intent, amount=refund.amount, request=str(refund.pk))
        fulfil(purchase_id=refund.purchase_id)
    except ProviderUnavailable as error:
        log.warning("The refund %s may have been sent or not: %s", refund.pk, error)
    except ProviderRefused as refused:
        log.error("The provider sends no refund for %s: %s", refund.purchase.number, refused)  # noqa: TRY400
        _fail(refund, refused.code)


@transaction.atomic
def _fail(refund: Refund, code: str) -> None:
    """The provider does not send it: what it had withdrawn comes back."""
    purchase = Purchase.objects.select_for_update().get(pk=refund.purchase_id)
    failed = Refund.objects.filter(pk=refund.pk, state=Refund.State.ASKED).update(state=Refund.State.FAILED)
    if not failed:
        return
    add_line(Kind.REFUND_FAILED, purchase=purchase, amount=refund.amount, reference=str(refund.pk), reason=code)
    _settle(purchase)


def _write_down(purchase: Purchase, amount: int, reason: str, staff: User | None) -> Refund:
    """The request, and what follows from it at once: what is to be paid back opens nothing any more."""
    refund = Refund.objects.create(purchase=purchase, amount=amount, reason=reason, staff=staff)
    add_line(Kind.REFUND_ASKED, purchase=purchase, amount=amount, reference=str(refund.pk), reason=reason, staff=staff)
    _settle(purchase)
    return refund


def _settle(purchase: Purchase) -> None:
    """Counts as newer than any answer of the provider's that was asked for before."""
    purchase.looked += 1
    weigh(purchase)
    purchase.save()
    settle_grant(purchase)


def _left(purchase: Purchase) -> int:
    """How much of what came in has not been sent back."""
    return (purchase.paid_amount or 0) - purchase.refunded
