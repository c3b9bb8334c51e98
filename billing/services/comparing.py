"""The hourly comparison: what no notice told us is found out by asking."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from billing.gateway import ProviderRefused, ProviderUnavailable, ShopClosed
from billing.kind import shop_kind
from billing.models import ProviderEvent, Purchase, Refund
from billing.services.fulfil import fulfil
from billing.services.notices import ask_for_missed, follow_event, unsettled
from billing.services.purchases import give_up
from billing.services.refunds import send_refund

OVERLAP: Final = timedelta(hours=3)
"""Events are asked for from this long before the newest known one: they come in any order."""
LATE: Final = timedelta(minutes=10)
"""By then a notice has come, or been brought a second time."""
NOTICED: Final = ("checkout.session.", "payment_intent.", "refund.", "charge.dispute.")
"""Kinds of events of which the provider is asked to send notices."""
LOOKED_AT_DAILY: Final = timedelta(days=200)
"""For so long a payment may still be contested or a refund fail."""
AT_ONCE: Final = 500

log = logging.getLogger(__name__)


def compare() -> int:
    """Make our state match the provider's wherever it may not; how many purchases were looked at.

    One that fails does not keep the others from being looked at: it comes again in an hour.
    """
    if shop_kind() == "closed":
        return 0
    began = timezone.now()
    try:
        ask_for_missed(overlap=OVERLAP)
        for event_id in unsettled():
            follow_event(event_id=event_id)
    except (ProviderUnavailable, ProviderRefused, ShopClosed) as error:
        log.warning("The provider's events are left for the next hour: %s", error)
    _raise_alarm(began)
    looked_at = 0
    for purchase in _to_compare()[:AT_ONCE]:
        looked_at += _compare(purchase)
    return looked_at


def _raise_alarm(began: datetime) -> None:
    """Say loudly which notices should have come long before they were asked for: buyers wait for them."""
    of_ours = ProviderEvent.objects.filter(noticed=False, arrived_at__gte=began, purchase__isnull=False)
    late = [each for each in of_ours.filter(made_at__lt=began - LATE) if each.kind.startswith(NOTICED)]
    if late:
        log.error(
            "%s notices of the provider's never came, such as %s of %s: do its webhook's address and secret fit?",
            len(late),
            late[0],
            late[0].purchase,
        )


def _to_compare() -> QuerySet[Purchase]:
    """Undecided ones and those with an unanswered refund always, paid ones once a day."""
    now = timezone.now()
    undecided = Q(state__in=list(Purchase.UNDECIDED))
    unanswered = Q(refunds__state=Refund.State.ASKED)
    not_today = Q(looked_at__isnull=True) | Q(looked_at__lt=now - timedelta(days=1))
    daily = Q(state=Purchase.State.PAID, created_at__gt=now - LOOKED_AT_DAILY) & not_today
    return Purchase.objects.filter(undecided | unanswered | daily).distinct().order_by("looked_at")


def _compare(purchase: Purchase) -> bool:
    try:
        if purchase.session_id is None:
            if purchase.expires_at < timezone.now():
                give_up(purchase_id=purchase.pk)
            return True
        fulfil(purchase_id=purchase.pk)
        for refund in purchase.refunds.filter(state=Refund.State.ASKED):
            send_refund(refund_id=refund.pk)
    except (ProviderUnavailable, ProviderRefused, ShopClosed) as error:
        log.warning("Purchase %s is left for the next hour: %s", purchase.number, error)
        return False
    return True
