"""A sign-out whose message was lost reaches open pages all the same: they are looked at again."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import redis
from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from accounts.models import Identity, User
from accounts.sanction_models import Sanction
from accounts.services import ensure_guest, hand_over_identity
from accounts.sessions import SessionStore
from games.live.hub import Hub
from games.live.pages import Page
from games.live.revoke import close_sockets
from games.live.sockets import Closing, Socket
from games.protocol.lobby import LeaveRoom, RemoveMember, RoomRequest
from games.services.recheck import look_again, recheck
from games.services.rooms import act_in_room
from tests.rooms.conftest import Lobby

pytestmark = pytest.mark.django_db(transaction=True)


class Guest:
    """A member with a browser, and the code that his page was closed with."""

    def __init__(self, session: SessionStore, identity: UUID, member: str) -> None:
        self.session = session
        self.identity = identity
        self.member = member
        self.code: int | None = None
        self.closed = asyncio.Event()

    async def opens(self, hub: Hub, room_id: str, *, judged: float | None = None) -> None:
        socket = Socket(
            page=Page(str(self.identity), "192.0.2.1", room_id),
            member=self.member,
            session=self.session.session_key or "",
            judged=asyncio.get_running_loop().time() if judged is None else judged,
            send=self._takes,
            close=self._closes,
        )
        await hub.join(socket)

    async def _takes(self, frame: str) -> None:
        pass

    async def _closes(self, code: int) -> None:
        self.code = code
        self.closed.set()


async def comes(lobby: Lobby, name: str) -> Guest:
    session = SessionStore()

    def plays() -> UUID:
        identity = ensure_guest(session=session, name=name)
        session.save()
        return identity.pk

    identity = await sync_to_async(plays)()
    return Guest(session, identity, (await lobby.comes(name, identity)).id)


@pytest.fixture
async def hub(lobby: Lobby, own_database: None) -> AsyncIterator[Hub]:
    """The hub of the lobby's room. A sanction is written for good: it goes into a database of the test's own."""
    del lobby, own_database
    await sync_to_async(connections.close_all)()

    async def nothing_ends(entries: tuple[str, ...]) -> None:
        raise AssertionError(f"nobody plays: {entries}")

    made = Hub(send_on=nothing_ends)
    yield made
    await made.stop()


async def looked_at(hub: Hub) -> None:
    await look_again(hub, asyncio.get_running_loop().time())


async def in_database(change: Callable[[], Any]) -> None:
    await sync_to_async(change)()


async def test_a_page_whose_session_has_ended_is_asked_to_come_back_to_the_door(lobby: Lobby, hub: Hub) -> None:
    bea, cal = await comes(lobby, "Bea"), await comes(lobby, "Cal")
    for guest in (bea, cal):
        await guest.opens(hub, lobby.id)
    await looked_at(hub)
    assert (bea.code, cal.code) == (None, None)
    await in_database(bea.session.flush)
    await looked_at(hub)
    assert (bea.code, cal.code) == (Closing.RESTART.code, None)


@pytest.mark.parametrize(("kind", "code"), [("suspension", Closing.SUSPENDED.code), ("no_quick_play", None)])
async def test_whoever_may_not_play_any_more_is_put_out_though_nobody_told_his_page(
    lobby: Lobby, hub: Hub, kind: str, code: int | None
) -> None:
    """Of two people the one with the sanction, and only by one that takes him out of play."""
    bea, cal = await comes(lobby, "Bea"), await comes(lobby, "Cal")
    for guest in (bea, cal):
        await guest.opens(hub, lobby.id)
    staff = await User.objects.acreate(email="staff@example.org", is_staff=True)
    ends = timezone.now() + timedelta(days=1)
    await Sanction.objects.acreate(identity_id=bea.identity, kind=kind, ground="leaving", ends=ends, decided_by=staff)
    await looked_at(hub)
    assert (bea.code, cal.code) == (code, None)


async def test_a_page_judged_a_moment_ago_is_not_looked_at(lobby: Lobby, hub: Hub) -> None:
    bea = await comes(lobby, "Bea")
    before = asyncio.get_running_loop().time()
    await bea.opens(hub, lobby.id)
    await in_database(bea.session.flush)
    await look_again(hub, before - 1)
    assert bea.code is None


async def test_a_password_change_reaches_who_took_over_a_seat_before_it(lobby: Lobby, hub: Hub) -> None:
    bea, cal = await comes(lobby, "Bea"), await comes(lobby, "Cal")

    def takes_over() -> None:
        user = User.objects.create_user("bea@example.org", "a long pass phrase")
        Identity.objects.filter(pk=bea.identity).update(kind=Identity.Kind.ACCOUNT, user=user)
        hand_over_identity(session=cal.session, identity_id=bea.identity)
        cal.session.save()

    await in_database(takes_over)
    taken = Guest(cal.session, bea.identity, bea.member)
    await taken.opens(hub, lobby.id)
    await looked_at(hub)
    assert taken.code is None
    await in_database(lambda: User.objects.update(others_out=timezone.now()))
    await looked_at(hub)
    assert taken.code == Closing.RESTART.code


async def test_a_page_that_is_let_in_just_as_its_session_ends_is_closed_too(lobby: Lobby, hub: Hub) -> None:
    bea = await comes(lobby, "Bea")
    cal = await comes(lobby, "Cal")
    await cal.opens(hub, lobby.id)
    judged = asyncio.get_running_loop().time()
    await close_sockets(reason="signed_out", session=bea.session.session_key)
    await close_sockets(reason="signed_out", session=cal.session.session_key)
    async with asyncio.timeout(10):
        await cal.closed.wait()
    await bea.opens(hub, lobby.id, judged=judged)
    assert bea.code == Closing.SIGNED_OUT.code
    back = Guest(bea.session, bea.identity, bea.member)
    await back.opens(hub, lobby.id)
    assert back.code is None


@pytest.mark.parametrize(
    ("by", "request_", "closing"), [("m1", RemoveMember("m2"), Closing.REMOVED), ("m2", LeaveRoom(), Closing.LEFT)]
)
async def test_who_is_no_member_any_more_once_he_is_let_in_reads_why(
    lobby: Lobby, hub: Hub, by: str, request_: RoomRequest, closing: Closing
) -> None:
    """He was one when it was looked up who has come."""
    bea, cal = await comes(lobby, "Bea"), await comes(lobby, "Cal")
    await cal.opens(hub, lobby.id)
    assert (await act_in_room(room_id=lobby.id, member_id=by, request=request_, act_id="0" * 16)).ok
    await bea.opens(hub, lobby.id)
    assert (bea.code, cal.code) == (closing.code, None)


async def test_a_sign_out_that_fell_into_a_loss_of_the_messages_connection_closes_the_page_within_seconds(
    lobby: Lobby, hub: Hub, redis_url: str
) -> None:
    bea, cal = await comes(lobby, "Bea"), await comes(lobby, "Cal")
    for guest in (bea, cal):
        await guest.opens(hub, lobby.id)
    await in_database(bea.session.flush)
    hub.start(recheck(hub))
    with redis.Redis.from_url(redis_url) as client:
        assert client.client_kill_filter(_type="pubsub") >= 1
    async with asyncio.timeout(5):
        await bea.closed.wait()
    assert (bea.code, cal.code) == (Closing.RESTART.code, None)
