"""How a room's next match begins: who sits where, and the one commit of room and match."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from accounts.animals import any_animal
from games.live import leases, store
from games.live.opening import NewSeat, new_match
from games.live.pipe import StoreError
from games.live.room import Member, Room, encode_room, with_match
from games.live.store import Change, Committed, Conflict
from games.live.table import Durations

FAST: Final = {"computer_least": 200, "computer_most": 400}
"""The pauses, in ms, of computers that play fast."""


def next_match(room: Room, members: Sequence[Member], now: int) -> tuple[Room, Change]:
    """The room as its match begins, and the change that makes the match. Computers sit after the people."""
    durations = Durations.from_settings()
    if room.fast:
        quicker = {name: min(ms, getattr(durations, name)) for name, ms in FAST.items()}
        durations = replace(durations, **quicker)
    match_id, opening = new_match(
        room_id=room.id,
        room_code=room.code,
        seats=[*_people(members), *_computers(room, members)],
        table=room.table,
        durations=durations,
        now=now,
        opener=None if room.opener is None else str(room.opener),
    )
    return with_match(room, match_id, members), opening


async def make_with_match(room: Room, now: int) -> bool:
    """Make a room together with its first match; False when somebody else has made it meanwhile.

    Its people are expected for the length of a lease: whoever has not come by then is absent like anybody else.
    Raises StoreUnavailable.
    """
    durations = Durations.from_settings()
    await leases.expect(room.id, [member.id for member in room.members], now + durations.lease)
    begun, opening = next_match(room, room.members, now)
    making = Change(
        kind="room",
        id=room.id,
        expect=None,
        state=encode_room(begun),
        due={"expiry": durations.lobby},
    )
    match await store.commit(making, opening):
        case Committed():
            return True
        case Conflict(_, 0):
            return False
        case refused:
            raise StoreError(f"a room could not be made with its match: {refused}")


def _people(members: Sequence[Member]) -> list[NewSeat]:
    return [NewSeat(str(member.identity), member.id, member.name, "person") for member in members]


def _computers(room: Room, members: Sequence[Member]) -> list[NewSeat]:
    """Each bears an animal's name, so that one can be told from another; pages say beside it what it is."""
    names = [member.name for member in members]
    for _ in room.computers:
        names.append(any_animal(names))
    seats = zip(names[len(members) :], room.computers, strict=True)
    return [NewSeat(None, None, name, "computer", level) for name, level in seats]
