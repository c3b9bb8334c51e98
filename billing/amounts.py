"""Amounts of money: whole numbers of the smallest unit inside, written out only for readers."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from babel.numbers import format_currency, format_decimal, get_currency_precision
from django.utils.translation import get_language

WHOLE: Final = 10_000
"""Hundredths of a percent in the whole."""


def vat_in(amount: int, rate: int) -> int:
    """How much of an amount is VAT at that rate, in hundredths of a percent."""
    return int((Decimal(amount) * rate / (WHOLE + rate)).quantize(Decimal(1), ROUND_HALF_UP))


def shown_amount(amount: int, currency: str) -> str:
    """Such as €4.99, or 4,99 € where that is how it is written."""
    code = currency.upper()
    value = Decimal(amount) / (10 ** get_currency_precision(code))
    return str(format_currency(value, code, locale=_language()))


def shown_rate(rate: int) -> str:
    """Such as 20 or 5.5."""
    return str(format_decimal(Decimal(rate) / 100, locale=_language()))


def _language() -> str:
    return (get_language() or "en").replace("-", "_")
