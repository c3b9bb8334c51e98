"""Links that open a receipt for a week without signing in."""

from typing import Final

from django.core import signing

SALT: Final = "billing.receipt"
SECONDS: Final = 7 * 24 * 3600


def receipt_key(number: str) -> str:
    return signing.dumps(number, salt=SALT)


def opens_receipt(key: str, number: str) -> bool:
    """Whether the key is for this purchase, ours, and not too old."""
    try:
        return bool(signing.loads(key, salt=SALT, max_age=SECONDS) == number)
    except signing.BadSignature:
        return False
