"""The hourly comparison: what no notice told us is found out by asking."""

import logging
from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from billing.gateway import ProviderRefused, ProviderUnavailable, ShopClosed
from billing.kind import shop_kind
from billing.models import Purchase, Refund
from billing.services.fulfil import fulfil
from billing.services.notices import ask_for_missed, follow_event, unsettled
from billing.services.purchases import give_up
from billing.services.refunds import send_refund

OVERLAP: Final = timedelta(hours=3)
"""Events are asked for from this long before the newest known one: they come in any order."""
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
    try:
        ask_for_missed(overlap=OVERLAP)
        for event_id in unsettled():
            follow_event(event_id=event_id)
    except (ProviderUnavailable, ProviderRefused, ShopClosed) as error:
        log.warning("The provider's events are left for the next hour: %s", error)
    looked_at = 0
    for purchase in _to_compare()[:AT_ONCE]:
        looked_at += _compare(purchase)
    return looked_at


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
