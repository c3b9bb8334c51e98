"""What members ask of their room, and what comes to it by itself: people arriving, going, staying away."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, assert_never

from django.db import Error
from msgspec import UNSET
from msgspec.structs import replace

from accounts.names import NameRefused, aclean_name
from accounts.services import arename
from billing.services import amay_open_table, apremium_tables_of
from billing.services.prices import remember_prices
from games.live import room as lobby
from games.live import store, transitions
from games.live.aside import wishes_aside
from games.live.pipe import in_time
from games.live.premium import is_premium, with_opens
from games.live.revoke import close_sockets
from games.live.room import Member, Room, RoomCode, RoomRefused, member_of
from games.live.room_page import room_view
from games.live.store import Change, Committed
from games.live.table import TableSettings
from games.live.transitions import Guards
from games.protocol.lobby import (
    Arrangement,
    ChooseComputers,
    ChooseTable,
    LeaveRoom,
    MoveSeat,
    PutAside,
    Rematch,
    RemoveMember,
    Rename,
    RoomRequest,
    SetReady,
    StartMatch,
)
from games.services.beginning import next_match
from games.services.codes import keep_code, retire_code
from games.services.room_changes import DONE, Moment, Step, change_room, load_room, moment_of, room_change

__all__ = [
    "Outcome",
    "act_in_room",
    "expire_room",
    "load_room",
    "member_arrived",
    "member_gone",
    "member_of",
    "room_view",
    "take_out",
]

CLOSED_SECONDS: Final = 10
"""How long a closed room's last state stays, so that whoever is just changing it reads so."""


log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """The answer to an act in a room; `code` says why not."""

    ok: bool
    code: str | None = None


@in_time()
async def act_in_room(*, room_id: str, member_id: str, request: RoomRequest, act_id: str) -> Outcome:
    """Carry out what a member asks. A repeat of an act that went through is answered as it was the first time.

    Raises StoreUnavailable: then it is unknown whether it was carried out.
    """
    act = f"{member_id}:{act_id}"

    async def step(moment: Moment) -> Step:
        return await _step(moment, member_id, request, act)

    try:
        room = await change_room(room_id, step, act=act)
    except NameRefused as refused:
        return Outcome(ok=False, code=refused.code)
    except RoomRefused as refused:
        done = await store.outcome_of("room", room_id, act)
        return Outcome(ok=True) if done == DONE else Outcome(ok=False, code=refused.code)
    await _afterwards(room, member_id, request)
    return Outcome(ok=True)


async def member_arrived(room_id: str, member_id: str) -> None:
    """A page of the member's is there. Repeating it changes nothing."""
    found = await load_room(room_id)
    member = next((one for one in found[0].members if one.id == member_id), None) if found is not None else None
    if member is None:
        return
    opens: Sequence[str] = member.opens
    try:
        opens = await apremium_tables_of(member.identity)
        await remember_prices()
    except Error as error:
        log.warning("What somebody may open is as it was known before: %s", error)

    async def step(moment: Moment) -> Step:
        return Step(lobby.arrived(moment.room, member_id, opens=opens, now=moment.loaded.now))

    room = await _changed_if_possible(room_id, step)
    if room is not None and room.code:
        await keep_code(room.code)


async def member_gone(room_id: str, member_id: str) -> None:
    """The member's lease has lapsed. Repeating it changes nothing."""

    async def step(moment: Moment) -> Step:
        if member_id in moment.present:
            return Step(moment.room)
        return Step(lobby.gone(moment.room, member_id, now=moment.loaded.now))

    await _changed_if_possible(room_id, step)


async def take_out(room_id: str, member_id: str) -> None:
    """The member has to go. It is no act of his: nobody has left on purpose. Repeating it changes nothing."""

    async def step(moment: Moment) -> Step:
        return Step(lobby.leave(moment.room, member_id), _seat_given_up(moment, member_id))

    await _changed_if_possible(room_id, step)


async def expire_room(room_id: str) -> None:
    """Nothing has changed in the room for its time: close it, unless somebody is there or a match runs."""
    try:
        moment = await moment_of(room_id, even_aside=True)
    except RoomRefused:
        await store.drop_deadline("room", room_id, "expiry", None)
        return
    room = moment.room
    if moment.present or lobby.is_running(moment.phase):
        if room.code:
            await keep_code(room.code)
        change = room_change(moment, room)
        change.after = "expiry"
        await store.commit(change)
        return
    change = room_change(moment, lobby.close(room))
    change.after = "expiry"
    change.due = dict.fromkeys(moment.loaded.due)
    change.expire = CLOSED_SECONDS
    if isinstance(await store.commit(change), Committed) and room.code:
        await retire_code(room.code)


async def _changed_if_possible(room_id: str, step: Callable[[Moment], Awaitable[Step]]) -> Room | None:
    """For what comes by itself: a room that has closed, or a member who has left, needs nothing more."""
    try:
        return await change_room(room_id, step)
    except RoomRefused:
        return None


async def _step(moment: Moment, member_id: str, request: RoomRequest, act: str) -> Step:
    """What a request, by this act, makes of the room. Raises RoomRefused, NameRefused."""
    room, phase = moment.room, moment.phase
    lobby.member_named(room, member_id)
    match request:
        case RemoveMember(whom):
            step = lobby.remove_member(room, member_id, whom, present=moment.present, phase=phase)
            return Step(step, _seat_given_up(moment, whom))
        case PutAside(wish):
            return _put_aside(moment, member_id, wish=wish)
        case LeaveRoom():
            return Step(lobby.leave(room, member_id), _seat_given_up(moment, member_id, act=act))
        case StartMatch():
            seats = lobby.seats_to_start(room, member_id, present=moment.present, phase=phase)
            return await _begin_match(moment, member_id, seats)
        case Rematch():
            seats = lobby.seats_to_play_again(room, member_id, present=moment.present, phase=phase)
            return await _begin_match(moment, member_id, seats)
        case _:
            return Step(await _arranged(moment, member_id, request))


async def _arranged(moment: Moment, member_id: str, request: Arrangement) -> Room:
    """The room with what its people agree on before a match. Raises RoomRefused, NameRefused."""
    room, present, phase = moment.room, moment.present, moment.phase
    match request:
        case SetReady(ready):
            return lobby.set_ready(room, member_id, ready=ready, phase=phase)
        case Rename(name):
            return lobby.rename(room, member_id, await aclean_name(name))
        case ChooseTable():
            if is_premium(request.ruleset):
                # Asked anew: he may have bought it since he came, or have lost it.
                opens = await apremium_tables_of(lobby.member_named(room, member_id).identity)
                room = with_opens(room, member_id, opens)
            return lobby.choose_table(room, member_id, _table_wished(room, request), present=present, phase=phase)
        case MoveSeat(whom, seat):
            return lobby.move_seat(room, member_id, whom, seat, present=present, phase=phase)
        case ChooseComputers(levels, fast):
            return lobby.choose_computers(room, member_id, levels, fast=fast, present=present, phase=phase)
        case _:
            assert_never(request)


async def _begin_match(moment: Moment, member_id: str, seats: list[Member]) -> Step:
    """The room and its match in one commit, so that of two who start at once one deals."""
    room = await _opened(moment.room, member_id)
    begun, opening = next_match(room, seats, moment.loaded.now)
    return Step(begun, (opening,))


async def _opened(room: Room, member_id: str) -> Room:
    """The room with who opens its table now: who opened it before, or else the one who starts.

    Raises RoomRefused(premium).
    """
    if room.opener is None or await amay_open_table(room.opener, room.table.ruleset):
        return room
    starting = lobby.member_named(room, member_id).identity
    if not await amay_open_table(starting, room.table.ruleset):
        raise RoomRefused(RoomCode.PREMIUM)
    return replace(room, opener=starting)


def _put_aside(moment: Moment, member_id: str, *, wish: bool) -> Step:
    """The member's wish; with that of the last one who is asked, room and match leave play in one commit."""
    room, live = moment.room, moment.match
    if live is None:
        raise RoomRefused(RoomCode.NOT_BETWEEN)
    step = wishes_aside(live, room, member_id, wish=wish, phase=moment.phase)
    if step is None:
        return Step(room)
    return Step(replace(room, aside=step.match.aside > 0), (step.change,))


def _seat_given_up(moment: Moment, member_id: str, act: str | None = None) -> tuple[Change, ...]:
    """Whoever leaves the room in a match gives his seat to the computer at once.

    His own act stands in the match's log, which tells leaving on purpose from a failing line.
    """
    if moment.match is None or not lobby.is_running(moment.phase):
        return ()
    seat = moment.match.match.seat_of(member_id)
    step = transitions.leaves(moment.match, seat, Guards(act=act and f"room:{act}")) if seat is not None else None
    return () if step is None else (step.change,)


def _table_wished(room: Room, request: ChooseTable) -> TableSettings:
    """The table asked for. Raises RoomRefused(unknown_ruleset)."""
    same = request.ruleset == room.table.ruleset
    table = room.table if same else lobby.table_of(request.ruleset)
    if request.teams != table.teams:
        table = lobby.with_teams(table, teams=request.teams)
    if not same and room.table.timer is None:
        table = replace(table, timer=None)
    if request.length is not UNSET:
        wish = request.length
        table = replace(table, rounds=wish.rounds, to=wish.to, losses=wish.losses)
    return table if request.timer is UNSET else replace(table, timer=request.timer)


async def _afterwards(room: Room, member_id: str, request: RoomRequest) -> None:
    """What follows outside the room: its committed state does not depend on it."""
    match request:
        case Rename():
            member = next((one for one in room.members if one.id == member_id), None)
            if member is not None:
                await arename(identity_id=member.identity, name=request.name)
        case RemoveMember(whom):
            await close_sockets(room_id=room.id, member=whom, reason="removed")
        case _:
            return
