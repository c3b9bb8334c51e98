"""What is on sale: the staff's choice, for a reason. What was sold keeps its own price."""

from django.db import transaction

from accounts.audit import write_audit
from accounts.models import User
from billing.models import Offer, Price


@transaction.atomic
def save_offer(*, offer: Offer, staff: User, reason: str) -> Offer:
    """Keep an offer as the staff want it. Raises ValidationError, StaffRefused(no_reason)."""
    offer.full_clean()
    offer.save()
    details = {"code": offer.code, "table": offer.table, "term": offer.term, "on_sale": offer.on_sale}
    write_audit(staff=staff, act="save_offer", object_kind="offer", object_id=offer.pk, reason=reason, details=details)
    return offer


@transaction.atomic
def save_price(*, price: Price, staff: User, reason: str) -> Price:
    """Keep what an offer costs in a currency, from now on. Raises ValidationError, StaffRefused(no_reason)."""
    price.full_clean()
    price.save()
    details = {"price": price.amount, "currency": price.currency}
    write_audit(
        staff=staff, act="save_price", object_kind="offer", object_id=price.offer_id, reason=reason, details=details
    )
    return price
