"""A page that opens in the middle of a round asks what was told before: its own seat's part, and nobody else's."""

import json
from collections.abc import Callable

import pytest
from pytest_django import Settings

from games.services.room_changes import load_room
from tests.rooms.between import look, match_between_rounds
from tests.rooms.conftest import Browser, Lobby

pytestmark = pytest.mark.django_db(transaction=True)

Browsers = Callable[..., Browser]


async def played(browser: Browsers) -> tuple[str, str, list[Browser]]:
    """A room's question for the past, its match after a round, and the browsers of the two who played it."""
    ana, bea = browser(), browser()
    room_id = (await ana.post("/rooms/", {"name": "Ana"}))["Location"].split("/")[2]
    await bea.post(f"/room/{room_id}/join/", {"name": "Bea"})
    found = await load_room(room_id)
    assert found is not None
    lobby = Lobby(found[0])
    for member in ("m1", "m2"):
        await lobby.opens_page(member)
    return f"/room/{room_id}/past/", await match_between_rounds(lobby), [ana, bea]


async def test_each_seat_is_told_its_own_cards_and_of_the_other_s_their_number(browser: Browsers) -> None:
    address, match_id, people = await played(browser)
    live = await look(match_id)
    for seat, person in enumerate(people):
        response = await person.get(address)
        assert response.status_code == 200
        past = json.loads(response.content)
        assert (past["match"], past["epoch"]) == (match_id, live.loaded.epoch)
        assert past["version"] == live.match.version_for(seat)
        assert past["events"]
        for event in past["events"]:
            if event["kind"] == "drew":
                assert (event["cards"] is not None) == (event["seat"] == seat)


async def test_nobody_else_is_told_anything(browser: Browsers) -> None:
    address, _, _ = await played(browser)
    stranger = browser()
    assert (await stranger.get(address)).status_code == 404
    await stranger.post("/rooms/", {"name": "Cleo"})
    assert (await stranger.get(address)).status_code == 404


async def test_before_a_match_there_is_nothing_to_tell(browser: Browsers) -> None:
    ana = browser()
    address = (await ana.post("/rooms/", {"name": "Ana"}))["Location"]
    assert (await ana.get(f"{address}past/")).status_code == 404


async def test_whoever_asks_without_end_is_slowed_down(browser: Browsers, settings: Settings) -> None:
    settings.COLORCLASH_LIMITS = {**settings.COLORCLASH_LIMITS, "pasts_minute": 1}
    address, _, (ana, _) = await played(browser)
    assert (await ana.get(address)).status_code == 200
    assert (await ana.get(address)).status_code == 429
