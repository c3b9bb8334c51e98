"""Quick play: a ticket, a bench, a table of people who do not know each other, under animals' names."""

from collections.abc import Sequence
from uuid import UUID

from accounts.animals import any_animal, is_animal
from accounts.sanctions import ablock, akept_apart_from, ano_quick_play
from accounts.services import aname_of
from games.live import failpoints, store, tickets
from games.live import room as lobby
from games.live.pipe import in_time
from games.live.room import RoomRefused, member_of
from games.live.tickets import Bench, Seated, Ticket
from games.live.ways import quick_room, quick_table
from games.services.beginning import make_with_match
from games.services.room_changes import moment_of

__all__ = ["NoQuickPlay", "bench_of", "block_player", "give_up_ticket", "hold_ticket", "take_ticket", "ticket_of"]


class NoQuickPlay(Exception):
    """The person may not wait for a table now: he has been told why, and until when."""


def bench_of(ruleset: str, *, seats: int, rounds: int | None = None, to: int | None = None) -> Bench:
    """Where to wait for such a table; the rule set's own length unless another is chosen. Raises RoomRefused."""
    table = quick_table(ruleset, seats=seats, rounds=rounds, to=to)
    return Bench(ruleset, seats, table.rounds, table.to)


@in_time()
async def take_ticket(identity: UUID, bench: Bench, *, others_behind: Sequence[UUID] = ()) -> Ticket:
    """The person's ticket: the one he has, else a new one. Seated: his room has been made.

    Whom he has blocked, or who has blocked him, is never seated with him. `others_behind` his browser may be kept from
    it, too. Raises NoQuickPlay, StoreUnavailable.
    """
    for one in (identity, *others_behind):
        if await ano_quick_play(one) is not None:
            raise NoQuickPlay
    apart = await akept_apart_from(identity)
    held = await tickets.look(identity)
    used_up = held.room_id if isinstance(held, Seated) and await _led(identity, held) is None else ""
    taken = await tickets.take(identity, bench, used_up=used_up, apart=apart)
    return await _led(identity, taken) or taken


async def block_player(*, blocker_id: UUID, blocked_id: UUID, match_id: str, shown: str) -> None:
    """Never seat these two together again, a table that is waited for now included. Raises StoreUnavailable."""
    await ablock(blocker_id=blocker_id, blocked_id=blocked_id, match_id=match_id, shown=shown)
    await tickets.keep_apart(blocker_id, await akept_apart_from(blocker_id))


@in_time()
async def hold_ticket(identity: UUID) -> Ticket | None:
    """Say that the person still waits. None: he has no ticket, or its match is over. Raises StoreUnavailable."""
    return await _led(identity, await tickets.hold(identity))


async def ticket_of(identity: UUID) -> Ticket | None:
    """The person's ticket, looked at alone; None also when its match is over. Raises StoreUnavailable."""
    held = await tickets.look(identity)
    if isinstance(held, Seated):
        return held if await _is_playing(identity, held.room_id) is not False else None
    return held


@in_time()
async def give_up_ticket(identity: UUID) -> Ticket | None:
    """None: the person waits no longer. Seated: a table was set first. Raises StoreUnavailable."""
    return None if await tickets.give_up(identity) else await hold_ticket(identity)


async def _led(identity: UUID, ticket: Ticket | None) -> Ticket | None:
    """A ticket with its room made, if a table has been set; None when that match is over for this person."""
    if not isinstance(ticket, Seated):
        return ticket
    playing = await _is_playing(identity, ticket.room_id)
    if playing is None:
        playing = await _make_room(ticket.room_id)
    return ticket if playing else None


async def _is_playing(identity: UUID, room_id: str) -> bool | None:
    """Whether the person sits in the room's running match; None when there is no such room (yet)."""
    try:
        moment = await moment_of(room_id)
    except RoomRefused:
        return None
    member = member_of(moment.room, identity)
    return member is not None and lobby.is_running(moment.phase)


async def _make_room(room_id: str) -> bool:
    """Make the room of a table that has been set, unless somebody else does; False when its record is too old."""
    found = await tickets.party_of(room_id)
    if found is None:
        return False
    bench, party = found
    table = quick_table(bench.ruleset, seats=bench.seats, rounds=bench.rounds, to=bench.to)
    now = await store.now()
    people = list(zip(party, await _names(party), strict=True))
    await failpoints.reach("before_room")
    await make_with_match(quick_room(room_id=room_id, table=table, people=people, now=now), now)
    await failpoints.reach("after_room")
    return True


async def _names(party: Sequence[UUID]) -> list[str]:
    """An animal for each: the one he bears already, or any that nobody else here is."""
    names: list[str] = []
    for identity in party:
        own = await aname_of(identity)
        names.append(own if is_animal(own) and own not in names else any_animal(names))
    return names
