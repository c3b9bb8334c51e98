"""The taste: one round a day of a premium table against computers, for whoever has not opened it.

The store remembers for each person, table and day the match in which it is had. A match that is lost, or whose result
cannot be recorded, is a fault of ours: then the taste is given back, and the pages say why.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from asgiref.sync import sync_to_async

from games.live import outbox, store
from games.live.records import MatchRecord, RoundRecord
from games.models import Match

SECONDS: Final = 2 * 24 * 3600
BEGIN_SECONDS: Final = 30
"""After so long a taste whose match never began, because a process died meanwhile, is free again."""
BEGINS: Final = b"begins"
GIVEN_BACK: Final = b"given back"

# KEYS: the taste. ARGV: what may be replaced, what stands there now, seconds. Answers 1 when the taste is begun.
TAKE: Final = """
local had = redis.call('GET', KEYS[1])
if had and had ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
"""


async def take_taste(identity: UUID, ruleset: str) -> str | None:
    """Begin the day's taste of a table; its key, or None when it is had. Raises StoreUnavailable."""
    key = _key(str(identity), ruleset, await store.now())
    had = await store.pipe().call("GET", key)
    free = had if await _is_given_back(had) else b""
    return key if await store.pipe().call("EVAL", TAKE, 1, key, free or b"", BEGINS, BEGIN_SECONDS) else None


async def has_taste_in(key: str, match_id: str) -> None:
    """The taste just begun is had in this match."""
    await store.pipe().call("SET", key, match_id, "EX", SECONDS)


async def return_taste(key: str) -> None:
    """The round never began: it may still be had today."""
    await store.pipe().call("DEL", key)


async def given_back(identity: UUID, rulesets: Iterable[str]) -> frozenset[str]:
    """The tables whose taste of today a fault of ours has spoiled and given back. Raises StoreUnavailable."""
    now = await store.now()
    found = {ruleset: await store.pipe().call("GET", _key(str(identity), ruleset, now)) for ruleset in rulesets}
    return frozenset([ruleset for ruleset, had in found.items() if await _is_given_back(had)])


def give_back_taste(record: RoundRecord | MatchRecord) -> None:
    """The result of this practice match is lost by a fault of ours: its taste may be had once more."""
    if not record.practice:
        return
    for seat in record.seats:
        if seat.identity is not None:
            outbox.replace(_key(seat.identity, record.ruleset, record.started_ms), GIVEN_BACK)


async def _is_given_back(had: bytes | None) -> bool:
    if had is None or had == BEGINS:
        return False
    return had == GIVEN_BACK or await sync_to_async(_is_lost)(had.decode())


def _is_lost(match_id: str) -> bool:
    """Whether a match is neither being played nor on its way to the ledger nor there: asked in this order."""
    return not outbox.match_exists(match_id) and not Match.objects.filter(pk=match_id, ended__isnull=False).exists()


def _key(identity: str, ruleset: str, now: int) -> str:
    return f"taste:{identity}:{ruleset}:{datetime.fromtimestamp(now / 1000, UTC).date().isoformat()}"
