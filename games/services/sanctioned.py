"""What a sanction does in play, at once: open pages close, the seat goes to a computer, an unfit name vanishes.

Whoever decides does not know where the person sits. It is announced to all web processes, and the one that holds a
page of his acts at once; then every room is looked at, for he may have a seat without a page open.
"""

import logging
from functools import partial
from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import transaction

from accounts.animals import MARK
from accounts.models import Identity
from accounts.sanction_models import Sanction
from accounts.sanctions import no_quick_play, sanctions_of, standing
from accounts.services import aname_of
from accounts.signing import keys_signed_in_as
from games.live import room as lobby
from games.live import tickets
from games.live.pipe import StoreUnavailable
from games.live.play import carry_out
from games.live.revoke import Reason, close_sockets_from_sync
from games.live.room import RoomRefused, member_of
from games.live.transitions import bears_name
from games.models import MatchSeat
from games.services.room_changes import Moment, Step, change_room, moment_of, open_rooms
from games.services.rooms import take_out

log = logging.getLogger(__name__)


def act_on_sanction(identity_id: UUID) -> None:
    """Somebody has been sanctioned: act on it as soon as the decision is in the database."""
    transaction.on_commit(partial(_act, identity_id), robust=True)


async def follow_everywhere(reason: Reason, identity: str) -> None:
    """What becomes of all rooms in which a sanctioned person has a place, whether or not he has a page there."""
    try:
        async for room in open_rooms():
            if (member := member_of(room, UUID(identity))) is not None:
                await follow_on_page(reason, room.id, member.id, identity)
    except StoreUnavailable as error:
        log.error("Not every room was looked at for a sanction of %s: %s", identity, error)  # noqa: TRY400 (the store's)


async def follow_on_page(reason: Reason, room_id: str, member_id: str, identity: str) -> None:
    """What becomes of a room and its match in which a sanctioned person has a page. Repeating it changes nothing."""
    if reason == "suspended":
        await take_out(room_id, member_id)
    elif reason == "renamed":
        await _show_name(room_id, member_id, await aname_of(UUID(identity)))


def _act(identity_id: UUID) -> None:
    if no_quick_play(identity_id) is not None:
        async_to_sync(_leave_the_bench)(identity_id)
    latest = sanctions_of(identity_id).filter(identity=identity_id).first()
    if latest is not None and latest.kind == Sanction.Kind.NAME_RESET:
        name = Identity.objects.values_list("name", flat=True).get(pk=identity_id)
        MatchSeat.objects.filter(identity=identity_id).exclude(name__startswith=MARK).update(name=name)
        _tell("renamed", identity_id)
    if standing(identity_id) is not None:
        _tell("suspended", identity_id)
        for key in keys_signed_in_as(identity_id):  # also where a guest's seat is kept there
            close_sockets_from_sync(reason="suspended", session=key)


def _tell(reason: Reason, identity_id: UUID) -> None:
    close_sockets_from_sync(reason=reason, identity=str(identity_id))
    async_to_sync(follow_everywhere)(reason, str(identity_id))


async def _leave_the_bench(identity_id: UUID) -> None:
    try:
        await tickets.give_up(identity_id)
    except StoreUnavailable:
        log.warning("The ticket of %s could not be taken back; it lapses by itself", identity_id)


async def _show_name(room_id: str, member_id: str, name: str) -> None:
    async def step(moment: Moment) -> Step:
        return Step(lobby.rename(moment.room, member_id, name))

    try:
        await change_room(room_id, step)
        moment = await moment_of(room_id)
    except RoomRefused:
        return
    live = moment.match
    seat = live.match.seat_of(member_id) if live is not None else None
    shown = next((member.name for member in moment.room.members if member.id == member_id), None)
    if live is not None and seat is not None and shown is not None:
        await carry_out(live, lambda now: bears_name(now, seat, shown))
