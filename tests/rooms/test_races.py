"""What happens when several want the same at once, and what would happen without the guard."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

import pytest

from accounts.models import Identity
from games.live import store
from games.live.opening import NewSeat, new_match
from games.live.room import encode_room, join
from games.live.table import Durations
from games.protocol.lobby import SetReady, StartMatch
from games.services.room_changes import moment_of
from games.services.rooms import Outcome, act_in_room
from tests.rooms.conftest import Browser, Lobby

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = 20
DONE = Outcome(ok=True)


async def test_twenty_come_for_the_last_seat_and_one_sits(browser: Callable[..., Browser], lobby: Lobby) -> None:
    for name in ("Bea", "Cal", "Dan", "Eva"):
        await lobby.comes(name)
    barrier = asyncio.Barrier(CROWD)

    async def comes(name: str) -> tuple[int, str]:
        client = browser()
        await barrier.wait()
        response = await client.post(f"/room/{lobby.id}/join/", {"name": name})
        return response.status_code, response.context["answer"] if response.status_code == 200 else "sits"

    answers = await asyncio.gather(*[comes(f"Guest {n}") for n in range(CROWD)])
    assert sorted(answers) == [(200, "full")] * (CROWD - 1) + [(302, "sits")]
    assert len((await lobby.room()).members) == 6


async def test_by_the_letters_nineteen_of_them_read_the_one_answer(
    browser: Callable[..., Browser], lobby: Lobby
) -> None:
    for name in ("Bea", "Cal", "Dan", "Eva", "Fay"):
        await lobby.comes(name)
    answers = [await browser().post("/code/", {"code": code}) for code in (lobby.code, "ZZZZZZ")]
    assert {(answer.status_code, answer.context["problem"]) for answer in answers} == {(404, "code_unknown")}


async def test_control_without_the_version_twenty_are_told_they_sit(lobby: Lobby) -> None:
    """Each decides on the room it read and writes over whatever came in between."""
    barrier = asyncio.Barrier(CROWD)

    async def comes() -> bool:
        identity = (await Identity.objects.acreate(name="Guest")).pk
        moment = await moment_of(lobby.id)
        joined, _ = join(moment.room, identity=identity, name="Guest", opens=(), now=moment.loaded.now, phase=None)
        await barrier.wait()
        while True:
            latest = await store.load("room", lobby.id)
            assert latest is not None
            change = store.Change(
                kind="room", id=lobby.id, expect=(latest.epoch, latest.version), state=encode_room(joined)
            )
            if isinstance(await store.commit(change), store.Committed):
                return True

    assert all(await asyncio.gather(*[comes() for _ in range(CROWD)]))
    assert len((await lobby.room()).members) == 2


async def press_start(lobby: Lobby) -> Outcome:
    return await act_in_room(room_id=lobby.id, member_id="m1", request=StartMatch(), act_id=uuid4().hex)


async def deals() -> int:
    """How many matches lie in the store."""
    return len([key for key in await store.pipe().call("KEYS", "*:match:*") if key.count(b":") == 2])


async def test_start_pressed_at_once_deals_once(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    await act_in_room(room_id=lobby.id, member_id="m2", request=SetReady(ready=True), act_id=uuid4().hex)
    outcomes = await asyncio.gather(*[press_start(lobby) for _ in range(8)])
    assert outcomes.count(DONE) == 1
    assert {outcome.code for outcome in outcomes} == {None, "in_play"}
    assert await deals() == 1


async def test_control_a_match_that_is_not_tied_to_its_room_is_dealt_each_time(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    room = await lobby.room()
    for _ in range(2):
        _, opening = new_match(
            room_id=room.id,
            room_code=room.code,
            seats=[NewSeat(str(member.identity), member.id, member.name, "person") for member in room.members],
            table=room.table,
            durations=Durations.from_settings(),
            now=await store.now(),
        )
        assert isinstance(await store.commit(opening), store.Committed)
    assert await deals() == 2


async def test_two_who_take_one_handed_over_seat(browser: Callable[..., Browser]) -> None:
    ana = browser()
    address = (await ana.post("/rooms/", {"name": "Ana"}))["Location"]
    link = (await ana.post(f"{address}handover/")).context["link"]
    path = "/" + link.split("/", 3)[3]
    answers = await asyncio.gather(*[browser().post(path) for _ in range(5)])
    assert sorted(answer.status_code for answer in answers) == [302, 410, 410, 410, 410]
