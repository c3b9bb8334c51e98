"""The ways into a room: making it, the link, the six letters."""

import asyncio
from typing import Final, NamedTuple
from uuid import UUID

from billing.services import apremium_tables_of
from games.live import room as lobby
from games.live import store
from games.live.pipe import StoreError, in_time
from games.live.room import MatchPhase, Member, Room, RoomCode, RoomRefused, encode_room, member_of, new_room
from games.live.store import Change, Committed
from games.live.table import Durations
from games.services.codes import find_room, reserve_code
from games.services.room_changes import Moment, Step, change_room, moment_of

__all__ = ["Doorway", "doorway", "join_room", "make_room", "room_behind_code"]

REFUSAL_SECONDS: Final = 0.1
"""Every code that opens nothing is answered after this time, so that the time tells nothing about the room."""


class Doorway(NamedTuple):
    """What somebody at a room's link finds: a member's own place, or places left, or why there are none."""

    room: Room
    member: Member | None
    host: str
    seats_left: int
    in_play: bool
    returns: bool
    refusal: RoomCode | None


@in_time()
async def make_room(*, identity: UUID, name: str) -> tuple[Room, Member]:
    """A room with its maker in it. Raises StoreUnavailable."""
    opens = await apremium_tables_of(identity)
    room_id = store.new_id(store.any_shard())
    code = await reserve_code(room_id)
    room = new_room(room_id=room_id, code=code, identity=identity, name=name, opens=opens, now=await store.now())
    change = Change(
        kind="room",
        id=room_id,
        expect=None,
        state=encode_room(room),
        due={"expiry": Durations.from_settings().lobby},
    )
    answer = await store.commit(change)
    if not isinstance(answer, Committed):
        raise StoreError(f"a new room's id is taken: {answer}")
    return room, room.members[0]


async def doorway(room_id: str, identity: UUID | None) -> Doorway | None:
    """The room as its link finds it, None when it is closed or never was. Raises StoreUnavailable."""
    try:
        moment = await moment_of(room_id)
    except RoomRefused:
        return None
    return _doorway(moment, identity)


@in_time()
async def join_room(*, room_id: str, identity: UUID, name: str) -> tuple[Room, Member]:
    """Take a place, or keep the one already taken. Raises RoomRefused, StoreUnavailable.

    Of any number who come for the last place at once, one gets it: each is decided on the room as the one before left
    it.
    """
    opens = await apremium_tables_of(identity)

    async def step(moment: Moment) -> Step:
        joined, _ = lobby.join(
            moment.room,
            identity=identity,
            name=name,
            opens=opens,
            now=moment.loaded.now,
            phase=moment.phase,
            former=_former_member(moment, identity),
        )
        return Step(joined)

    room = await change_room(room_id, step)
    member = member_of(room, identity)
    if member is None:
        raise RoomRefused(RoomCode.CLOSED)
    return room, member


async def room_behind_code(code: str, identity: UUID | None) -> str | None:
    """The room to go to, None alike and after the same time for wrong codes and for full and closed rooms."""
    loop = asyncio.get_running_loop()
    answer_at = loop.time() + REFUSAL_SECONDS
    room_id = await find_room(code)
    door = await doorway(room_id or store.new_id(store.any_shard()), identity)
    if door is None or (door.member is None and door.refusal is not None):
        await asyncio.sleep(max(0.0, answer_at - loop.time()))
        return None
    return door.room.id


def _doorway(moment: Moment, identity: UUID | None) -> Doorway:
    room, phase = moment.room, moment.phase
    host_id = lobby.host_of(room, moment.present)
    host = next((member.name for member in room.members if member.id == host_id), "")
    left = lobby.seats_left(room, now=moment.loaded.now, phase=phase)
    in_play = lobby.is_running(phase)
    return Doorway(
        room=room,
        member=member_of(room, identity) if identity is not None else None,
        host=host,
        seats_left=left,
        in_play=in_play,
        returns=_former_member(moment, identity) is not None,
        refusal=_refusal(room, identity, left, phase),
    )


def _former_member(moment: Moment, identity: UUID | None) -> str | None:
    """Which member of the running match this was who has left the room since."""
    if moment.match is None or not lobby.is_running(moment.phase):
        return None
    here = {member.id for member in moment.room.members}
    seats = moment.match.match.seats
    return next((seat.member for seat in seats if seat.identity == str(identity) and seat.member not in here), None)


def _refusal(room: Room, identity: UUID | None, left: int, phase: MatchPhase | None) -> RoomCode | None:
    if identity in room.removed:
        return RoomCode.REMOVED
    if left == 0:
        return RoomCode.IN_PLAY if lobby.is_running(phase) else RoomCode.FULL
    return None
