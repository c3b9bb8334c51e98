"""Taking one's seat to another device."""

import re
from collections.abc import Callable

import pytest

from games.live import store
from tests.rooms.conftest import Browser

pytestmark = pytest.mark.django_db(transaction=True)

Browsers = Callable[..., Browser]


async def offer(browser: Browser) -> tuple[str, str]:
    """The address of a room and that of the seat in it, handed over by its maker."""
    room = (await browser.post("/rooms/", {"name": "Ana"}))["Location"]
    page = await browser.post(f"{room}handover/")
    assert page.status_code == 200
    assert page.context["qr"].startswith("data:image/svg+xml")
    return room, "/" + page.context["link"].split("/", 3)[3]


async def test_the_seat_comes_along_to_the_other_device(browser: Browsers) -> None:
    room, seat = await offer(browser())
    phone = browser()
    page = await phone.get(seat)
    assert page.context["name"] == "Ana"
    assert (await phone.get(room)).templates[0].name == "join.html"
    taken = await phone.post(seat)
    assert (taken.status_code, taken["Location"]) == (302, room)
    assert (await phone.get(room)).templates[0].name == "room.html"


async def test_looking_at_the_offer_does_not_use_it_up(browser: Browsers) -> None:
    _, seat = await offer(browser())
    for _ in range(3):
        assert (await browser().get(seat)).status_code == 200
    assert (await browser().post(seat)).status_code == 302


async def test_an_offer_works_once(browser: Browsers) -> None:
    _, seat = await offer(browser())
    await browser().post(seat)
    for answer in (await browser().post(seat), await browser().get(seat)):
        assert (answer.status_code, answer.context["answer"]) == (410, "seat_gone")


async def test_an_offer_lasts_two_minutes(browser: Browsers) -> None:
    await offer(browser())
    (key,) = await store.pipe().call("KEYS", "handover:*")
    assert 110 <= await store.pipe().call("TTL", key) <= 120


async def test_the_store_does_not_know_the_token(browser: Browsers) -> None:
    _, seat = await offer(browser())
    token = seat.strip("/").split("/")[1]
    assert re.fullmatch("[a-z2-7]{26}", token)
    (key,) = await store.pipe().call("KEYS", "handover:*")
    assert token.encode() not in key
    assert token.encode() not in await store.pipe().call("GET", key)


async def test_only_a_member_hands_a_seat_over(browser: Browsers) -> None:
    room, _ = await offer(browser())
    answer = await browser().post(f"{room}handover/")
    assert (answer.status_code, answer["Location"]) == (302, room)


async def test_taking_a_seat_gives_the_device_a_new_session_key(browser: Browsers) -> None:
    _, seat = await offer(browser())
    phone = browser()
    await phone.post("/rooms/", {"name": "Bea"})
    before = phone.cookies["sessionid"].value
    await phone.post(seat)
    assert phone.cookies["sessionid"].value != before
