"""Rooms and running matches as staff may watch them: what everybody at the table sees, and no hand. Closing a room."""

from typing import Any, Final, NamedTuple

from asgiref.sync import sync_to_async

from accounts.audit import StaffRefused, reason_given, write_audit
from accounts.models import User
from games import engine
from games.engine import Seat
from games.live import helped, leases, store
from games.live import room as lobby
from games.live.match import Live, over
from games.live.pipe import StoreUnavailable
from games.live.play import carry_out
from games.live.revoke import close_sockets
from games.live.room import Room, RoomRefused
from games.live.transitions import closed_by_staff
from games.protocol.events import plain
from games.services.codes import retire_code
from games.services.dispatch import send_on_soon
from games.services.room_changes import moment_of, open_rooms, room_change

MOST: Final = 200
"""How many rooms are listed."""
PUBLIC: Final = (
    "top", "active", "draw_count", "out", "pending", "fuse", "clock", "side", "shields", "trick", "trick_owner",
    "captured", "set_aside",
)  # fmt: skip
"""What a family shows to all seats alike."""
CLOSED_SECONDS: Final = 10


class RoomLine(NamedTuple):
    """A room in the list."""

    id: str
    code: str
    way: str
    ruleset: str
    names: tuple[str, ...]
    in_play: bool


class Watched(NamedTuple):
    """A room, who is present, and the public side of its match."""

    room: Room
    present: frozenset[str]
    match: dict[str, Any] | None


async def computers_helped() -> list[int]:
    """How often the clock had to play for a computer, today and on the six days before. Raises StoreUnavailable."""
    return await helped.last_days()


async def rooms_now() -> list[RoomLine]:
    """Some of the rooms that are open, at most two hundred. Raises StoreUnavailable."""
    found: list[RoomLine] = []
    async for room in open_rooms():
        found.append(_line(room))
        if len(found) == MOST:
            break
    return sorted(found, key=lambda line: line.id)


async def watch(room_id: str) -> Watched | None:
    """A room as it stands; None when it is closed. Raises StoreUnavailable."""
    try:
        moment = await moment_of(room_id)
    except RoomRefused:
        return None
    present = await leases.present_members(room_id, [member.id for member in moment.room.members])
    return Watched(moment.room, frozenset(present), public_side(moment.match) if moment.match is not None else None)


def public_side(live: Live) -> dict[str, Any]:
    """What every seat of a match sees alike, as plain values. It holds no hand and nothing face down."""
    view = engine.view(live.state, Seat(0))
    family = view.family._asdict()
    return {
        "id": live.id,
        "over": over(live),
        "ruleset": view.ruleset,
        "round": view.round_number,
        "turn": view.turn,
        "direction": view.direction,
        "seats": [
            {"name": who.name, "kind": view.kinds[seat].value, "cards": view.counts[seat], "total": view.totals[seat]}
            for seat, who in enumerate(live.match.seats)
        ],
        "table": {name: plain(family[name]) for name in PUBLIC if family.get(name) is not None},
    }


async def close_room(*, room_id: str, staff: User, reason: str) -> None:
    """Close a room with its match, which then has no winner; its pages close at once.

    The line of the record comes first: nothing is closed without one, whatever fails on the way.
    Raises StaffRefused: no_reason, closed. Raises StoreUnavailable: then it is unknown whether it is closed.
    """
    kept = reason_given(reason)
    try:
        moment = await moment_of(room_id)
    except RoomRefused as refused:
        raise StaffRefused("closed") from refused
    await sync_to_async(write_audit)(
        staff=staff,
        act="close_room",
        object_kind="room",
        object_id=room_id,
        reason=kept,
        details={"match": moment.room.match_id or "", "code": moment.room.code},
    )
    if moment.match is not None and not over(moment.match):
        known = await carry_out(moment.match, closed_by_staff)
        if known is not None:
            await send_on_soon(known.outbox)
        moment = await moment_of(room_id)
    change = room_change(moment, lobby.close(moment.room))
    change.due = dict.fromkeys(moment.loaded.due)
    change.expire = CLOSED_SECONDS
    if not isinstance(await store.commit(change), store.Committed):
        raise StoreUnavailable
    if moment.room.code:
        await retire_code(moment.room.code)
    await close_sockets(reason="closed", room_id=room_id)


def _line(room: Room) -> RoomLine:
    names = tuple(member.name for member in room.members)
    return RoomLine(room.id, room.code, room.way.value, room.table.ruleset, names, room.match_id is not None)
