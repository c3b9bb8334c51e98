"""What the shop keeps about somebody, for the copy of one's data. Receipts outlive the account: the law wants it."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from billing.models import Entitlement, Purchase

PURCHASE = (
    "number",
    "created_at",
    "table",
    "term",
    "gift",
    "amount",
    "currency",
    "vat_rate",
    "mail",
    "language",
    "consented_at",
    "state",
    "paid_at",
    "paid_amount",
    "refunded",
    "reversed",
)
RIGHT = ("granted_at", "table", "term", "used_at", "ends_at", "withdrawn_at")


def export_of(identity_id: UUID) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Purchases and entitlements of an identity, as tables by name."""
    return {
        "purchases": list(Purchase.objects.filter(holder=identity_id).order_by("created_at").values(*PURCHASE)),
        "entitlements": list(Entitlement.objects.filter(holder=identity_id).order_by("granted_at").values(*RIGHT)),
    }
