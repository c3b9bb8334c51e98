"""One change of a room: read it with all that a step wants to know, take the step, commit, and again if need be.

Every change is a pure step of `games.live.room`, committed against the version it was decided on and decided anew when
somebody else was first. Nothing here is refused for being stale: a wish about the room means the room as it is now.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, NamedTuple

from games.engine import RoundOver
from games.live import failpoints, leases, store
from games.live.match import Live, over, read_match
from games.live.pipe import StoreError, StoreUnavailable, Unreadable
from games.live.room import MatchPhase, Room, RoomCode, RoomRefused, decode_room, encode_room
from games.live.store import Answer, Change, Committed, Conflict, Gone, Loaded, Repeated
from games.live.table import Durations
from games.services.dispatch import send_on_soon

MOST_TRIES: Final = 100
"""Each lost race means that somebody else's change went through; people never come to so many."""
PAGE: Final = 1000
"""How many keys of the store are walked over at once."""
DONE: Final = b"ok"
"""The outcome stored under the id of an act that went through."""

log = logging.getLogger(__name__)


class RoomBusy(StoreUnavailable):
    """Others changed the room each time we tried."""


class Moment(NamedTuple):
    """A room as a step finds it: who is present, and the match it plays or played last, if that is still kept."""

    room: Room
    loaded: Loaded
    present: frozenset[str]
    match: Live | None

    @property
    def phase(self) -> MatchPhase | None:
        if self.match is None:
            return None
        if over(self.match):
            return MatchPhase.OVER
        between = isinstance(self.match.state.decision, RoundOver)
        return MatchPhase.BETWEEN if between else MatchPhase.PLAYING


class Step(NamedTuple):
    """What a step makes of a room, and the match changes that belong into the same commit."""

    room: Room
    others: tuple[Change, ...] = ()


async def load_room(room_id: str) -> tuple[Room, Loaded] | None:
    """A room that is open, or waits with its match, or None. Raises StoreUnavailable."""
    loaded = await store.load("room", room_id)
    if loaded is None:
        return None
    room = decode_room(loaded.state)
    return None if room.closed else (room, loaded)


async def open_rooms() -> AsyncIterator[Room]:
    """Every room that is open, in no order: a walk through the whole store. Raises StoreUnavailable.

    One that cannot be read, be it that newer code has written it, is passed over.
    """
    cursor = b"0"
    while True:
        cursor, keys = await store.pipe().call("SCAN", cursor, "MATCH", "{s*}:room:*", "COUNT", PAGE)
        for key in keys:
            name = key.decode().rpartition(":room:")[2]
            if ":" in name:
                continue
            try:
                found = await load_room(name)
            except (Unreadable, StoreError, ValueError) as error:
                log.warning("Room %s was passed over: %s", name, error)
                continue
            if found is not None:
                yield found[0]
        if cursor == b"0":
            return


async def moment_of(room_id: str, loaded: Loaded | None = None, *, even_aside: bool = False) -> Moment:
    """The room with all that a step wants to know; one whose match was put aside only if that was asked for.

    Raises RoomRefused(closed, aside), StoreUnavailable.
    """
    if loaded is None:
        loaded = await store.load("room", room_id)
    room = decode_room(loaded.state) if loaded is not None else None
    if loaded is None or room is None or room.closed:
        raise RoomRefused(RoomCode.CLOSED)
    if room.aside and not even_aside:
        raise RoomRefused(RoomCode.ASIDE)
    present = await leases.present_members(room.id, [member.id for member in room.members])
    return Moment(room, loaded, present, await _match_of(room))


async def change_room(room_id: str, step: Callable[[Moment], Awaitable[Step]], *, act: str | None = None) -> Room:
    """Commit a step, deciding it anew each time somebody else was first; the room as it is then.

    Raises RoomRefused, StoreUnavailable, RoomBusy.
    """
    loaded: Loaded | None = None
    for _ in range(MOST_TRIES):
        moment = await moment_of(room_id, loaded)
        changed = await step(moment)
        if changed.room == moment.room and not changed.others:
            return moment.room
        match await _commit(room_change(moment, changed.room, act), changed.others):
            case Committed():
                await send_on_soon(key for change in changed.others for key in change.outbox)
                return changed.room
            case Repeated(_, again):
                return decode_room(again.state)
            case Conflict(found, 0):
                loaded = found
            case Gone():
                raise RoomRefused(RoomCode.CLOSED)
            case _:
                loaded = None
    raise RoomBusy


async def _commit(change: Change, others: tuple[Change, ...]) -> Answer:
    """Commit; where somebody asked for it the seams lie around it."""
    if change.act is None:
        return await store.commit(change, *others)
    await failpoints.reach("before_room")
    answer = await store.commit(change, *others)
    await failpoints.reach("after_room")
    return answer


def room_change(moment: Moment, room: Room, act: str | None = None) -> Change:
    """The room's part of a commit; every change begins its idle hour anew, or the time for which its match waits."""
    durations = Durations.from_settings()
    return Change(
        kind="room",
        id=room.id,
        expect=(moment.loaded.epoch, moment.loaded.version),
        state=encode_room(room),
        act=act,
        outcome=DONE if act else b"",
        due={"expiry": durations.aside + durations.lobby if room.aside else durations.lobby},
        held=moment.loaded,
    )


async def _match_of(room: Room) -> Live | None:
    if room.match_id is None:
        return None
    played = await store.load("match", room.match_id)
    return None if played is None else read_match(room.match_id, played)
