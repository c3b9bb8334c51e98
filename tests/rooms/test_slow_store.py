"""A store that answers, but slowly: an act has one budget for all that it asks, and can be repeated."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from pytest_django import Settings
from redis.connection import parse_url

from accounts.models import Identity
from games.engine import Seat
from games.live.pipe import StoreUnavailable
from games.live.play import Known, act
from games.live.room import member_named
from games.protocol.lobby import SetReady
from games.protocol.messages import Act, DrawAct
from games.services.entrance import join_room
from games.services.rooms import Outcome, act_in_room
from tests.faults.proxy import Proxy
from tests.rooms.between import look, match_between_rounds
from tests.rooms.conftest import Lobby

pytestmark = pytest.mark.django_db(transaction=True)

AT_MOST = 2.0
SLOW = 0.8
"""Less than a call may take, but not than three of them."""


@pytest.fixture
def slow(redis_url: str, settings: Settings) -> Iterator[Proxy]:
    """What lies between this test and the store."""
    place = parse_url(redis_url)  # type: ignore[no-untyped-call]
    proxy = Proxy(Path(place["path"]) if "path" in place else (place["host"], place["port"])).start()
    settings.REDIS_URL = f"redis://:{place.get('password', '')}@127.0.0.1:{proxy.port}/{place.get('db', 0)}"
    yield proxy
    proxy.close()


def now() -> float:
    return asyncio.get_running_loop().time()


async def test_what_somebody_asks_of_his_room_is_answered_in_time_and_done_once_it_is_repeated(
    slow: Proxy, lobby: Lobby
) -> None:
    asked = {"room_id": lobby.id, "member_id": "m1", "act_id": uuid4().hex}
    slow.back.delay = SLOW
    began = now()
    with pytest.raises(StoreUnavailable):
        await act_in_room(request=SetReady(ready=True), **asked)
    assert now() - began < AT_MOST
    slow.heal()
    assert await act_in_room(request=SetReady(ready=True), **asked) == Outcome(ok=True)
    assert member_named(await lobby.room(), "m1").ready


async def test_who_comes_in_is_told_in_time_and_has_one_place_once_he_tries_again(slow: Proxy, lobby: Lobby) -> None:
    bea = await Identity.objects.acreate(name="Bea")
    slow.back.delay = SLOW
    began = now()
    with pytest.raises(StoreUnavailable):
        await join_room(room_id=lobby.id, identity=bea.pk, name="Bea")
    assert now() - began < AT_MOST
    slow.heal()
    await join_room(room_id=lobby.id, identity=bea.pk, name="Bea")
    assert [member.name for member in (await lobby.room()).members] == ["Ana", "Bea"]


async def test_an_act_in_a_match_is_answered_in_time_and_as_it_went_once_it_is_repeated(
    slow: Proxy, lobby: Lobby
) -> None:
    """One that another process has seen more of: the match is read, found to have refused it, and read again."""
    await lobby.comes("Bea")
    known = Known(await look(await match_between_rounds(lobby)))
    live = known.live
    asked = Act(uuid4().hex, live.id, live.loaded.epoch, live.match.shown + 1, DrawAct())
    slow.back.delay = SLOW
    began = now()
    answer = await act(known, Seat(0), "m1", asked)
    assert now() - began < AT_MOST
    slow.heal()
    assert answer.code == "unknown"
    assert (await act(known, Seat(0), "m1", asked)).code == "stale"
