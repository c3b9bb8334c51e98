"""What premium tables cost, as a web process remembers it for its lobbies: no frame waits for the database."""

import time
from typing import Final, NamedTuple

from asgiref.sync import sync_to_async

from billing.kind import shop_kind
from billing.selectors import prices_of_tables

SECONDS: Final = 60.0
"""How long a price is remembered."""


class TablePrice(NamedTuple):
    """An amount in the currency's smallest unit."""

    amount: int
    currency: str


class _Remembered:
    """The prices of this process, and until when they are good."""

    def __init__(self) -> None:
        self.prices: dict[str, TablePrice] = {}
        self.until = 0.0


_remembered = _Remembered()


async def remember_prices() -> None:
    """Read the prices again when those remembered are older than a minute."""
    if time.monotonic() < _remembered.until:
        return
    found = await sync_to_async(_read)()
    _remembered.prices, _remembered.until = found, time.monotonic() + SECONDS


def price_of(ruleset: str) -> TablePrice | None:
    """What a table costs for good, None where it is free, not on sale, or not read yet."""
    return _remembered.prices.get(ruleset)


def _read() -> dict[str, TablePrice]:
    if shop_kind() == "closed":
        return {}
    return {table: TablePrice(*price) for table, price in prices_of_tables().items()}
