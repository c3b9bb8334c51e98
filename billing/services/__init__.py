"""What the games ask of billing: may this host open this table, spend, give back; and what staff grant by hand."""

from billing.services.entitlements import (
    EVENING,
    EntitlementRefused,
    amay_open_table,
    apremium_tables_of,
    give_back,
    grant,
    matches_spent_since,
    may_open_table,
    premium_tables_of,
    spend,
    withdraw,
)

__all__ = [
    "EVENING",
    "EntitlementRefused",
    "amay_open_table",
    "apremium_tables_of",
    "give_back",
    "grant",
    "matches_spent_since",
    "may_open_table",
    "premium_tables_of",
    "spend",
    "withdraw",
]
