"""Quick play's tickets: who waits for which table, and who have been brought together.

A person has one ticket. His page says again and again that it waits, which holds the ticket's lease; a table is set by
whoever's word fills the bench, in the same step of the store. From then on the table's record names its people, and
any process can make their room from it: whoever dies on the way leaves nothing half done.
"""

from collections.abc import Collection
from typing import Final, NamedTuple
from uuid import UUID

from games.live import store
from games.live.pipe import StoreError, Word
from games.live.scripts import GIVE_UP_TICKET, HOLD_TICKET

LEASE_MS: Final = 15_000
"""How long a page that waits may be silent before its ticket is passed over."""
KEEP_APART: Final = """
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'apart', ARGV[1]) end
"""
KEPT_SECONDS: Final = 600
"""How long a ticket, or the record of a table, is kept without a word; a room lasts longer."""


class Bench(NamedTuple):
    """What people wait for together: a rule set, a number of seats, and a length in rounds or points to reach."""

    ruleset: str
    seats: int
    rounds: int | None
    to: int | None

    @property
    def word(self) -> str:
        return f"{self.ruleset}:{self.seats}:{self.rounds or 0}:{self.to or 0}"


class Waiting(NamedTuple):
    """A ticket that waits since then (store ms); `found` of the bench's seats are taken, his own with them."""

    bench: Bench
    since: int
    now: int
    found: int = 1


class Seated(NamedTuple):
    """A ticket for which a table has been set: the id of the room that its people play in."""

    room_id: str


Ticket = Waiting | Seated


async def take(person: UUID, bench: Bench, *, used_up: str = "", apart: Collection[UUID] = ()) -> Ticket:
    """The person's ticket, a new one if he has none or its table `used_up` is over. Raises StoreUnavailable.

    `apart` are those who are not seated with him.
    """
    held = await _hold(person, bench.word, bench.seats, used_up, apart)
    if held is None:
        raise StoreError("a ticket was taken and not given")
    return held


async def keep_apart(person: UUID, apart: Collection[UUID]) -> None:
    """Whoever waits is not seated with these from now on; without a ticket there is nothing to keep."""
    others = "\n".join(["", *(str(other) for other in sorted(apart)), ""])
    await store.pipe().call("EVAL", KEEP_APART, 1, _ticket(person), others)


async def hold(person: UUID) -> Ticket | None:
    """Say that the person still waits; None without a ticket. Raises StoreUnavailable."""
    return await _hold(person, "", 0, "")


async def look(person: UUID) -> Ticket | None:
    """The person's ticket as it lies there; looking holds nothing."""
    (bench, since, table), time = await store.pipe().call_all(
        [("HMGET", _ticket(person), "bench", "since", "table"), ("TIME",)]
    )
    if table is not None:
        return Seated(table.decode())
    if bench is None:
        return None
    return Waiting(_bench(bench.decode()), int(since), int(time[0]) * 1000 + int(time[1]) // 1000)


async def give_up(person: UUID) -> bool:
    """Whether the person waits no longer; False when he already has a table."""
    return bool(await store.run_script(GIVE_UP_TICKET, [_ticket(person)], [str(person)]))


async def party_of(room_id: str) -> tuple[Bench, list[UUID]] | None:
    """For whom a table was set, in the order of their tickets."""
    bench, party = await store.pipe().call("HMGET", f"{{quick}}:table:{room_id}", "bench", "party")
    if bench is None or party is None:
        return None
    return _bench(bench.decode()), [UUID(person) for person in party.decode().split("\n")]


async def _hold(person: UUID, bench: str, seats: int, used_up: str, apart: Collection[UUID] = ()) -> Ticket | None:
    new_table = store.new_id(store.any_shard())
    words: list[Word] = [str(person), bench, seats, LEASE_MS, KEPT_SECONDS, new_table, used_up]
    words += [str(other) for other in sorted(apart)]
    match await store.run_script(HOLD_TICKET, [_ticket(person)], words):
        case [b"table", room_id]:
            return Seated(room_id.decode())
        case [b"waiting", now, held, since, found]:
            return Waiting(_bench(held.decode()), since, now, found)
        case _:
            return None


def _ticket(person: UUID) -> str:
    return f"{{quick}}:ticket:{person}"


def _bench(word: str) -> Bench:
    ruleset, seats, rounds, to = word.split(":")
    return Bench(ruleset, int(seats), int(rounds) or None, int(to) or None)
