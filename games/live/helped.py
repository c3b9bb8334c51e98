"""How often the clock played for a computer whose worker did not answer, by day: staff see that something fails."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from games.live import store

KEPT_DAYS: Final = 7


def _key(day: date) -> str:
    return f"helped:{day.isoformat()}"


async def _today() -> date:
    return datetime.fromtimestamp(await store.now() / 1000, UTC).date()


async def count() -> None:
    """It has happened once more. Raises StoreUnavailable."""
    key = _key(await _today())
    await store.pipe().call_all([("INCR", key), ("EXPIRE", key, (KEPT_DAYS + 1) * 24 * 3600)])


async def last_days() -> list[int]:
    """How often it happened today and on the six days before. Raises StoreUnavailable."""
    today = await _today()
    keys = [_key(today - timedelta(days=back)) for back in range(KEPT_DAYS)]
    return [int(found or 0) for found in await store.pipe().call_all([("GET", key) for key in keys])]
