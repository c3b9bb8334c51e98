"""A room that newer code has written, met by processes that still run the code before it."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from accounts.models import Identity
from games.live import store
from games.live.room import SCHEMA, encode_room
from games.services.clock import Clock
from games.services.entrance import make_room
from games.services.room_changes import load_room, open_rooms
from tests.rooms.conftest import Browser, Lobby

pytestmark = pytest.mark.django_db(transaction=True)


async def newer_code_writes(lobby: Lobby) -> None:
    """The room as newer code leaves it, its deadline just come and its member's lease run out."""
    found = await load_room(lobby.id)
    assert found is not None
    room, loaded = found
    change = store.Change(
        kind="room",
        id=room.id,
        expect=(loaded.epoch, loaded.version),
        state=encode_room(replace(room, schema=SCHEMA + 1)),
        due={"expiry": 0},
    )
    assert isinstance(await store.commit(change), store.Committed)
    await store.pipe().call("ZADD", f"{{s{room.id[:2]}}}:lease", await store.now() - 1, f"{room.id}|m1")


async def sweeps(clock: Clock, times: int) -> None:
    for _ in range(times):
        await clock.sweep()
        await asyncio.gather(*clock._tasks, return_exceptions=True)


async def test_a_clock_leaves_the_room_to_a_newer_one_and_says_so_once(
    lobby: Lobby, caplog: pytest.LogCaptureFixture
) -> None:
    await newer_code_writes(lobby)
    caplog.set_level(logging.INFO)
    await sweeps(Clock(), 5)
    said = [record for record in caplog.records if lobby.id in record.getMessage()]
    assert {record.levelname for record in said} == {"INFO"}
    assert len(said) == 2, "once for the deadline, once for the lease"
    loaded = await store.load("room", lobby.id)
    assert loaded is not None
    assert "expiry" in loaded.due


async def test_it_hides_no_other_room_from_who_looks_at_all_of_them(lobby: Lobby) -> None:
    """As a sanction does: somebody may sit without a page in the very last one."""
    await newer_code_writes(lobby)
    ana = await Identity.objects.acreate(name="Ana")
    torn, room = [(await make_room(identity=ana.pk, name="Ana"))[0] for _ in range(2)]
    await store.pipe().call("HSET", store.key_of("room", torn.id), "d:expiry", "torn", "v", "torn")
    await store.pipe().call("SET", store.key_of("room", store.new_id(1)), "no room")
    assert [found.id async for found in open_rooms()] == [room.id]
    versions = await store.versions([("room", torn.id), ("room", room.id)])
    assert versions[0] is None
    assert versions[1] is not None


async def test_a_page_asks_to_wait_a_moment(lobby: Lobby, browser: Callable[..., Browser]) -> None:
    await newer_code_writes(lobby)
    answer = await browser().get(f"/room/{lobby.id}/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
