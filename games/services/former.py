"""Former players in rooms that are still open: nobody there reads their names any more.

A room and its match keep the names under which people came. Once a day, after those whose time is over have gone, every
room is looked at; where one of them was, he is a former player now, on open pages at once.
"""

import logging
from collections.abc import Collection
from functools import partial
from uuid import UUID

from asgiref.sync import sync_to_async

from accounts.animals import FORMER, is_animal
from accounts.models import Identity
from games.engine import Seat
from games.live import room as lobby
from games.live import store
from games.live.match import Live
from games.live.pipe import StoreUnavailable
from games.live.play import carry_out
from games.live.room import RoomRefused, Way
from games.live.transitions import bears_name
from games.services.room_changes import Moment, Step, change_room, moment_of, open_rooms

log = logging.getLogger(__name__)


async def hide_former_names() -> None:
    """Look at every room. One that cannot be changed now waits for the next day."""
    try:
        async for room in open_rooms():
            try:
                await _hide_in(await moment_of(room.id))
            except RoomRefused:
                continue
    except StoreUnavailable as error:
        log.error("Not every room was looked at for former players: %s", error)  # noqa: TRY400 (the store's)
    finally:
        await store.close()


async def _hide_in(moment: Moment) -> None:
    room, live = moment.room, moment.match
    seats = [who.identity for who in live.match.seats if who.identity is not None] if live is not None else []
    gone = await _gone({*(member.identity for member in room.members), *map(UUID, seats)})
    if not gone:
        return
    if room.way is not Way.QUICK:
        await _hide_members(room.id, gone)
    if live is not None:
        await _hide_seats(live, gone)


async def _hide_members(room_id: str, gone: Collection[UUID]) -> None:
    async def step(moment: Moment) -> Step:
        room = moment.room
        for member in room.members:
            if member.identity in gone and not is_animal(member.name):
                room = lobby.rename(room, member.id, FORMER)
        return Step(room)

    await change_room(room_id, step)


async def _hide_seats(live: Live, gone: Collection[UUID]) -> None:
    for number, who in enumerate(live.match.seats):
        if who.identity is not None and UUID(who.identity) in gone and not is_animal(who.name):
            await carry_out(live, partial(bears_name, seat=Seat(number), name=FORMER))


@sync_to_async
def _gone(identities: Collection[UUID]) -> set[UUID]:
    """Those of them who are former players, or were taken away altogether since nothing recorded names them."""
    living = Identity.objects.filter(pk__in=identities).exclude(kind=Identity.Kind.FORMER)
    return set(identities) - set(living.values_list("pk", flat=True))
