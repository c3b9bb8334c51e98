"""Two pages of one person, and what may have been missed between them and the store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from games.live import leases, store
from games.live.opening import NewSeat, new_match
from games.live.pulse import beat
from games.live.revoke import CHANNEL
from games.live.room import encode_room, with_match
from games.live.sockets import Closing
from games.live.store import Change, Committed
from tests.live.test_hub import Page, Table, draw_act, lay, pages, settled, stored

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.usefixtures("open_store")


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    laid = await lay("clash-family", 2)
    yield laid
    for hub in laid.hubs:
        await hub.stop()


# Several pages of one person.


async def test_of_two_pages_that_come_at_once_the_one_that_holds_the_seat_stays(table: Table) -> None:
    """As when a browser opens its tabs again: each is the newer one to the other."""
    hub = table.hub()
    both = [Page(table.room_id, table.members[0]) for _ in range(2)]
    await asyncio.gather(*[hub.join(page.socket) for page in both])
    holder = await leases.holder_of(table.room_id, table.members[0])
    assert [page.code for page in both if page.socket.token == holder] == [None]
    assert sorted(page.code or 0 for page in both) == [0, Closing.ELSEWHERE.code]


async def test_a_late_word_of_a_page_in_between_closes_none_that_came_after_it(table: Table) -> None:
    first, second = table.hub(), table.hub()
    between = await table.page(second, 0)
    page = await table.page(first, 0)
    first._heard(f"room:{table.room_id}", f"holder:{between.socket.member}:{between.socket.token}".encode())
    async with asyncio.timeout(5):
        await between.closed.wait()
        await asyncio.gather(*first._tasks)
    assert (page.code, between.code) == (None, Closing.ELSEWHERE.code)


async def test_the_heartbeat_closes_no_page_that_is_just_coming(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page before it, which it replaces, still holds the seat."""
    hub = table.hub()
    await table.page(table.hub(), 0)
    subscribed = asyncio.Event()

    async def subscribe(*_: str) -> None:
        await subscribed.wait()

    monkeypatch.setattr(hub._hints, "subscribe", subscribe)
    page = Page(table.room_id, table.members[0])
    coming = asyncio.create_task(hub.join(page.socket))
    await asyncio.sleep(0)
    beating = asyncio.create_task(beat(hub, [table.place(hub)]))
    for _ in range(10):
        await store.now()
    subscribed.set()
    await asyncio.gather(coming, beating)
    assert page.code is None
    assert await leases.holder_of(table.room_id, table.members[0]) == page.socket.token


# What cannot be read, and what may have been missed.


async def test_a_revocation_of_newer_code_has_all_open_pages_looked_at(table: Table) -> None:
    hub = table.hub()
    page = await table.page(hub, 0)
    hub.missed_at = 0.0
    hub._heard(CHANNEL, b'{"reason":"moved","identity":"somebody"}')
    assert hub.missed_at >= page.socket.judged
    assert page.code is None


async def test_pages_let_in_before_hints_were_heard_are_looked_at_again(table: Table) -> None:
    """A sign-out that came while the process was starting reached nobody."""
    hub = table.hub()
    page = await table.page(hub, 0)
    await settled(lambda: hub.missed_at >= page.socket.judged)


async def test_an_act_repeated_after_the_rooms_next_match_has_begun_is_answered_as_it_went(table: Table) -> None:
    hub = table.hub()
    mine, _ = await pages(table, hub)
    done, never = draw_act(mine), draw_act(mine, "1" * 16)
    await hub.act(mine.socket, done)
    place = table.place(hub)
    assert place.room is not None
    live = await stored(table)
    match_id, opening = new_match(
        room_id=table.room_id,
        room_code="ABCDEF",
        seats=[NewSeat(seat.identity, seat.member, seat.name, "person") for seat in live.match.seats],
        table=live.match.table,
        durations=live.match.durations,
        now=1,
    )
    assert place.loaded is not None
    seats = [member for member in place.room.members if member.id in place.room.seated]
    room = encode_room(with_match(place.room, match_id, seats))
    at = (place.loaded.epoch, place.loaded.version)
    assert isinstance(
        await store.commit(Change(kind="room", id=table.room_id, expect=at, state=room), opening), Committed
    )
    await settled(lambda: mine.match["id"] == match_id)
    for again in (done, never):
        await hub.act(mine.socket, again)
    assert [frame.get("code") for frame in mine.frames if frame["type"] == "outcome"] == [None, None, "stale"]
