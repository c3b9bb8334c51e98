"""The one writer of the history of purchases and entitlements."""

from typing import Final

from accounts.models import User
from billing.models import Entitlement, HistoryLine, Purchase

LONGEST_REASON: Final = 200
Kind = HistoryLine.Kind


def add_line(
    kind: HistoryLine.Kind,
    *,
    purchase: Purchase | None = None,
    entitlement: Entitlement | None = None,
    amount: int | None = None,
    reference: str = "",
    reason: str = "",
    staff: User | None = None,
) -> None:
    """Add a step. Called within the transaction that takes it."""
    HistoryLine.objects.create(
        kind=kind,
        purchase=purchase,
        entitlement=entitlement,
        amount=amount,
        reference=reference[:255],
        reason=reason[:LONGEST_REASON],
        staff=staff,
    )
