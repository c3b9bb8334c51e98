"""A page's consumer, spoken to as Daphne speaks to it: how it lets people in, and what it leaves behind."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from games.consumers import RoomConsumer
from games.live import leases, store
from games.live.leases import Lease
from games.live.pulse import beat
from games.live.revoke import close_sockets
from games.live.room import member_named
from games.live.sockets import Closing
from games.services import matches
from games.services.recheck import look_again
from games.services.rooms import member_arrived, member_gone
from tests.rooms.conftest import Lobby
from tests.rooms.test_recheck import Guest, comes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _hub_ends() -> AsyncIterator[None]:
    yield
    await matches.stop_hub()


class Wire:
    """The browser's end."""

    def __init__(self, guest: Guest, room_id: str) -> None:
        self.sent: list[dict[str, Any]] = []
        self.let_in = asyncio.Event()
        self.answered = asyncio.Event()
        self.closed = asyncio.Event()
        self.arrives: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.arrives.put_nowait({"type": "websocket.connect"})
        self.scope = {
            "type": "websocket",
            "cookies": {settings.SESSION_COOKIE_NAME: guest.session.session_key},
            "client": ["192.0.2.1", 1],
            "headers": [],
            "url_route": {"kwargs": {"room_id": room_id}},
        }

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self.closed.set()
        if '"type":"room"' in message.get("text", ""):
            self.let_in.set()
        if '"outcome"' in message.get("text", ""):
            self.answered.set()

    async def runs(self) -> None:
        await RoomConsumer()(self.scope, self.arrives.get, self.send)


async def test_a_page_whose_consumer_ends_in_an_error_is_no_longer_among_the_hubs(lobby: Lobby) -> None:
    wire = Wire(await comes(lobby, "Bea"), lobby.id)
    runs = asyncio.create_task(wire.runs())
    async with asyncio.timeout(10):
        await wire.let_in.wait()
    assert set(matches.hub().places) == {lobby.id}
    wire.arrives.put_nowait({"type": "websocket.nothing known"})
    with pytest.raises(ValueError, match="nothing known"):
        await runs
    assert matches.hub().places == {}


def renames(was: str, becomes: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"alter table {was} rename to {becomes}")


async def test_whom_the_database_cannot_tell_is_asked_to_come_back(lobby: Lobby) -> None:
    wire = Wire(await comes(lobby, "Bea"), lobby.id)
    wire.arrives.put_nowait({"type": "websocket.disconnect", "code": Closing.RESTART.code})
    await sync_to_async(renames)("django_session", "django_session_gone")
    try:
        await wire.runs()
    finally:
        await sync_to_async(renames)("django_session_gone", "django_session")
    note, close = wire.sent[-2:]
    assert json.loads(note["text"])["reason"] == "restart"
    assert close["code"] == Closing.RESTART.code


@pytest.mark.parametrize("ended", [None, "told", "looked at", "unheard"])
async def test_who_loses_his_line_while_the_database_is_silent_comes_back_unless_his_session_has_ended(
    lobby: Lobby, ended: str | None
) -> None:
    """In whatever way its end has come to this process, or may have passed it by."""
    bea = await comes(lobby, "Bea")
    page, again = Wire(bea, lobby.id), Wire(bea, lobby.id)
    runs = asyncio.create_task(page.runs())
    async with asyncio.timeout(10):
        await page.let_in.wait()
    hub = matches.hub()
    async with asyncio.timeout(10):
        while hub.known_here(bea.session.session_key or "", lobby.id) is None:
            await look_again(hub, asyncio.get_running_loop().time())
    page.arrives.put_nowait({"type": "websocket.disconnect", "code": 1006})
    await runs
    match ended:
        case "told":
            await close_sockets(reason="signed_out", session=bea.session.session_key)
            async with asyncio.timeout(10):
                while hub.lost.find(bea.session.session_key or "", lobby.id, 0.0) is not None:
                    await store.now()
        case "looked at":
            await sync_to_async(bea.session.flush)()
            await look_again(hub, asyncio.get_running_loop().time())
        case "unheard":
            hub._missed()
        case _:
            pass
    await sync_to_async(renames)("django_session", "django_session_gone")
    try:
        runs = asyncio.create_task(again.runs())
        async with asyncio.timeout(10):
            await (again.let_in if ended is None else again.closed).wait()
    finally:
        await sync_to_async(renames)("django_session_gone", "django_session")
    assert again.let_in.is_set() is (ended is None)
    again.arrives.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await runs


async def test_a_handshake_whose_browser_has_gone_takes_the_seat_from_no_page(lobby: Lobby) -> None:
    """As when a process stood still, and whoever waited for it is at another one by now."""
    bea = await comes(lobby, "Bea")
    page, ghost = Wire(bea, lobby.id), Wire(bea, lobby.id)
    runs = asyncio.create_task(page.runs())
    async with asyncio.timeout(10):
        await page.let_in.wait()
    ghost.arrives.put_nowait({"type": "websocket.disconnect", "code": 1006})
    await ghost.runs()
    assert not any(each["type"] == "websocket.close" for each in page.sent)
    page.arrives.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await runs


async def test_whose_page_was_silent_for_a_lease_is_in_the_room_again_once_it_is_heard(lobby: Lobby) -> None:
    """Else a newcomer to the full room could have his place, though he sits there."""
    bea = await comes(lobby, "Bea")
    wire = Wire(bea, lobby.id)
    runs = asyncio.create_task(wire.runs())
    async with asyncio.timeout(10):
        await wire.let_in.wait()
        place = matches.hub().places[lobby.id]
        (socket,) = place.sockets.values()
        await leases.give_up(Lease(lobby.id, bea.member, socket.token), 0)
        await member_gone(lobby.id, bea.member)
        assert member_named(await lobby.room(), bea.member).away is not None
        await beat(matches.hub(), [place])
        while member_named(await lobby.room(), bea.member).away is not None:
            pass
    wire.arrives.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await runs


async def test_who_comes_while_the_database_is_silent_is_in_his_room_all_the_same(lobby: Lobby) -> None:
    """What he may open is as the room knew it."""
    bea = await lobby.comes("Bea")
    page = Lease(lobby.id, bea.id, "page", take=True)
    await leases.renew([page], 60_000)
    await leases.give_up(page, 0)
    await member_gone(lobby.id, bea.id)
    assert member_named(await lobby.room(), bea.id).away is not None
    await sync_to_async(renames)("billing_entitlement", "billing_entitlement_gone")
    try:
        await member_arrived(lobby.id, bea.id)
    finally:
        await sync_to_async(renames)("billing_entitlement_gone", "billing_entitlement")
    assert member_named(await lobby.room(), bea.id).away is None


async def test_what_the_database_is_needed_for_waits_and_costs_nobody_his_page(lobby: Lobby) -> None:
    wire = Wire(await comes(lobby, "Bea"), lobby.id)
    runs = asyncio.create_task(wire.runs())
    async with asyncio.timeout(10):
        await wire.let_in.wait()
    do = {"kind": "rename", "name": "Beatrice"}
    asked = json.dumps({"type": "room", "id": "0" * 16, "epoch": 1, "version": 1, "do": do})
    await sync_to_async(renames)("accounts_identity", "accounts_identity_gone")
    try:
        assert await outcome(wire, asked) == {"type": "outcome", "id": "0" * 16, "ok": False, "code": "unknown"}
    finally:
        await sync_to_async(renames)("accounts_identity_gone", "accounts_identity")
    assert (await outcome(wire, asked))["ok"]
    wire.arrives.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await runs


async def outcome(wire: Wire, text: str) -> dict[str, Any]:
    """The answer to what the page says."""
    wire.answered.clear()
    wire.arrives.put_nowait({"type": "websocket.receive", "text": text})
    async with asyncio.timeout(10):
        await wire.answered.wait()
    answer: dict[str, Any] = json.loads([each for each in wire.sent if '"outcome"' in each.get("text", "")][-1]["text"])
    return answer
