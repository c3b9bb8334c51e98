"""The site's doors, as a browser comes to them."""

import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.test import RequestFactory
from pytest_django import Settings

from accounts.models import Identity
from games.live import store
from games.services.entrance import REFUSAL_SECONDS
from games.services.room_changes import load_room
from games.services.rooms import expire_room
from games.views import as_localhost
from tests.rooms.conftest import Browser, Lobby

pytestmark = pytest.mark.django_db(transaction=True)

Browsers = Callable[..., Browser]
NO_CODE = "ZZZZZZ"
TICK = 0.01
"""Seconds by which an event loop's clock may wake earlier than another clock says."""


class Page(Protocol):
    """What the test client gives."""

    content: bytes


def text(response: Page) -> str:
    return response.content.decode()


def field_with_the_cursor(response: Page) -> str:
    """The id of the one field that has it from the start: on a phone it also brings what is wrong into sight."""
    (field,) = re.findall(r"<input[^>]* autofocus[^>]*>", text(response))
    return str(field).split('id="')[1].split('"')[0]


async def make_room(browser: Browser, name: str = "Ana") -> str:
    """The address of a room that this browser has made."""
    response = await browser.post("/rooms/", {"name": name})
    assert response.status_code == 302
    return response["Location"]


async def code_of(address: str) -> str:
    found = await load_room(address.strip("/").split("/")[1])
    assert found is not None
    return found[0].code


async def names_in(address: str) -> list[str]:
    found = await load_room(address.strip("/").split("/")[1])
    assert found is not None
    return [member.name for member in found[0].members]


async def test_a_guest_makes_a_room_and_is_its_host(browser: Browsers) -> None:
    ana = browser()
    address = await make_room(ana, " Ana ")
    assert re.fullmatch(r"/room/[0-9a-f]{2}[a-z2-7]{26}/", address)
    page = await ana.get(address)
    assert page.status_code == 200
    assert page.templates[0].name == "room.html"
    assert page.context["code"] == await code_of(address)
    assert await names_in(address) == ["Ana"]


async def test_others_come_by_the_link(browser: Browsers) -> None:
    address = await make_room(browser())
    bea = browser()
    page = await bea.get(address)
    assert page.templates[0].name == "join.html"
    assert page.context["host"] == "Ana"
    assert page.context["members"] == ["Ana"]
    assert page.context["seats_left"] == 5
    response = await bea.post(f"{address}join/", {"name": "Ana"})
    assert response["Location"] == address
    assert await names_in(address) == ["Ana", "Ana 2"]
    assert (await bea.get(address)).templates[0].name == "room.html"


@pytest.mark.parametrize(
    ("host", "comes_from", "shown"),
    [
        ("192.168.1.20:8000", "192.168.1.20", "http://localhost:8000/room/x/"),
        ("192.168.1.20", "192.168.1.20", "http://localhost:80/room/x/"),
        ("192.168.1.20:8000", "192.168.1.21", ""),
        ("127.0.0.1:8000", "127.0.0.1", ""),
    ],
)
def test_who_opened_the_room_as_localhost_is_shown_the_way_back_on_his_own_invitation(
    settings: Settings, host: str, comes_from: str, shown: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/room/x/", HTTP_HOST=host, REMOTE_ADDR=comes_from)
    assert as_localhost(request, "/room/x/") == shown


async def test_a_messenger_shows_a_preview_of_the_link(browser: Browsers) -> None:
    address = await make_room(browser(), 'Ana "A"')
    page = text(await browser().get(address))
    assert f'<meta property="og:url" content="http://testserver{address}">' in page
    assert '<meta property="og:title" content="Join the room of Ana &quot;A&quot;">' in page
    said = "Color Clash · Classic. A card table is waiting for you: 5 seats left."
    assert f'<meta property="og:description" content="{said}">' in page


async def test_others_come_by_the_letters(browser: Browsers) -> None:
    address = await make_room(browser())
    code = await code_of(address)
    typed = f" {code[:3].lower()}-{code[3:].lower()} "
    response = await browser().post("/code/", {"code": typed})
    assert (response.status_code, response["Location"]) == (302, address)


async def test_the_link_of_one_s_own_room_leads_back_to_the_seat(browser: Browsers) -> None:
    ana = browser()
    address = await make_room(ana)
    await ana.post(f"{address}join/", {"name": "Somebody else"})
    await ana.post("/code/", {"code": await code_of(address)})
    assert await names_in(address) == ["Ana"]
    front = await ana.get("/")
    assert front.context["seat"]["code"] == await code_of(address)
    assert front.context["name"] == "Ana"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "name_empty"),
        ("  ", "name_empty"),
        ("n" * 21, "name_too_long"),
        ("A\u202ena", "name_characters"),
        ("A\x00", "name_characters"),
    ],
)
async def test_a_name_that_cannot_be_shown_is_asked_again(browser: Browsers, name: str, problem: str) -> None:
    response = await browser().post("/rooms/", {"name": name})
    assert (response.status_code, response.context["problem"], response.context["problem_in"]) == (422, problem, "make")
    assert field_with_the_cursor(response) == "make-name"
    address = await make_room(browser())
    response = await browser().post(f"{address}join/", {"name": name})
    assert (response.status_code, response.context["problem"]) == (422, problem)
    assert await names_in(address) == ["Ana"]
    assert await Identity.objects.acount() == 1


async def fill(lobby: Lobby) -> None:
    for name in ("Bea", "Cal", "Dan", "Eva", "Fay"):
        await lobby.comes(name)


async def test_a_full_room_says_so_at_its_link_and_makes_nobody(browser: Browsers, lobby: Lobby) -> None:
    await fill(lobby)
    people = await Identity.objects.acount()
    gus = browser()
    for response in (
        await gus.get(f"/room/{lobby.id}/"),
        await gus.post(f"/room/{lobby.id}/join/", {"name": "Gus"}),
    ):
        assert (response.status_code, response.context["answer"]) == (200, "full")
    assert await Identity.objects.acount() == people


async def test_wrong_full_and_closed_codes_read_alike(browser: Browsers, lobby: Lobby) -> None:
    await fill(lobby)
    closed = await make_room(browser())
    closed_code = await code_of(closed)
    await close(closed)
    pages = set()
    for code in (NO_CODE, lobby.code, closed_code):
        response = await browser().post("/code/", {"code": code})
        assert response.context["problem"] == "code_unknown"
        assert field_with_the_cursor(response) == "code"
        page = text(response).replace(code, "CODE")
        pages.add((response.status_code, re.sub(r'value="[A-Za-z0-9]{64}"', "", page), str(sorted(response.headers))))
    assert len(pages) == 1
    assert pages.pop()[0] == 404


async def close(address: str) -> None:
    """What the clock does when a room's idle hour is over."""
    room_id = address.strip("/").split("/")[1]
    loaded = await store.load("room", room_id)
    assert loaded is not None
    change = store.Change(
        kind="room", id=room_id, expect=(loaded.epoch, loaded.version), state=loaded.state, due={"expiry": 0}
    )
    assert isinstance(await store.commit(change), store.Committed)
    await expire_room(room_id)


async def test_wrong_and_full_codes_are_answered_after_the_same_wait(browser: Browsers, lobby: Lobby) -> None:
    await fill(lobby)
    gus = browser()
    for code in (NO_CODE, lobby.code):
        began = time.perf_counter()
        assert (await gus.post("/code/", {"code": code})).status_code == 404
        assert time.perf_counter() - began >= REFUSAL_SECONDS - TICK


async def test_a_closed_room_s_link_says_so(browser: Browsers) -> None:
    address = await make_room(browser())
    await close(address)
    for response in (await browser().get(address), await browser().post(f"{address}join/", {"name": "Bea"})):
        assert (response.status_code, response.context["answer"]) == (404, "closed")


async def test_no_code_at_all_is_not_an_attempt(browser: Browsers) -> None:
    gus = browser()
    for _ in range(15):
        response = await gus.post("/code/", {"code": "ABC"})
        assert (response.status_code, response.context["problem"]) == (422, "code_bad")


async def test_wrong_codes_are_slowed_down_and_right_ones_with_them(browser: Browsers) -> None:
    address = await make_room(browser())
    gus = browser()
    for _ in range(10):
        assert (await gus.post("/code/", {"code": NO_CODE})).status_code == 404
    response = await gus.post("/code/", {"code": await code_of(address)})
    assert (response.status_code, response.context["answer"]) == (429, "slow_down")
    assert 1 <= int(response["Retry-After"]) <= 60
    assert (await browser().post("/code/", {"code": NO_CODE})).status_code == 404


async def test_right_codes_are_never_slowed_down(browser: Browsers) -> None:
    code = await code_of(await make_room(browser()))
    bea = browser()
    for _ in range(15):
        assert (await bea.post("/code/", {"code": code})).status_code == 302


async def test_making_and_joining_have_limits_too(browser: Browsers, settings: Settings) -> None:
    settings.COLORCLASH_LIMITS = {"rooms_minute": 1, "joins_minute": 1}
    ana, bea = browser(), browser()
    address = await make_room(ana)
    assert (await ana.post("/rooms/", {"name": "Ana"})).status_code == 429
    assert (await bea.post(f"{address}join/", {"name": "Bea"})).status_code == 302
    assert (await bea.post(f"{address}join/", {"name": "Bea"})).status_code == 429


async def test_a_forwarded_address_from_anybody_is_not_believed(browser: Browsers) -> None:
    gus = browser()
    for n in range(10):
        await gus.post("/code/", {"code": NO_CODE}, headers={"X-Forwarded-For": f"203.0.113.{n}"})
    response = await gus.post("/code/", {"code": NO_CODE}, headers={"X-Forwarded-For": "203.0.113.77"})
    assert response.status_code == 429


async def test_who_comes_from_ever_other_addresses_is_counted_as_a_person(
    browser: Browsers, settings: Settings
) -> None:
    settings.TRUST_PROXY = True
    settings.COLORCLASH_LIMITS = {"rooms_minute": 2, "codes_minute": 2}
    ana = browser()
    for path, wish, fine in (("/rooms/", {"name": "Ana"}, 302), ("/code/", {"code": NO_CODE}, 404)):
        answers = [
            await ana.post(path, wish, headers={"X-Forwarded-For": f"203.0.113.{number}"}) for number in range(4)
        ]
        # The first room is made by somebody whom nobody knows yet.
        assert [answer.status_code for answer in answers[-2:]] == [429 if path == "/code/" else fine, 429]


async def test_nothing_changes_by_looking(browser: Browsers) -> None:
    address = await make_room(browser())
    gus = browser()
    for path, page in (
        ("/rooms/", "/"),
        ("/code/", "/"),
        (f"{address}join/", address),
        (f"{address}handover/", address),
    ):
        response = await gus.get(path)
        assert (response.status_code, response.headers.get("Location")) == (302, page)
    assert (await gus.get("/language/")).status_code == 405
    people = await Identity.objects.acount()
    for path in ("/", address, f"{address}qr.svg", "/texts/fr.js", "/en/rules/clash/"):
        response = await gus.get(path)
        assert response.status_code == 200, path
    assert await Identity.objects.acount() == people
    assert await names_in(address) == ["Ana"]


async def test_every_change_needs_its_token(browser: Browsers) -> None:
    address = await make_room(browser())
    strict = browser(enforce_csrf_checks=True)
    for path in ("/rooms/", "/code/", f"{address}join/", f"{address}handover/", f"/seat/{'a' * 26}/", "/language/"):
        assert (await strict.post(path, {"name": "Gus", "code": NO_CODE})).status_code == 403


async def test_an_address_that_is_not_ours_says_what_to_do(browser: Browsers, caplog: pytest.LogCaptureFixture) -> None:
    stranger = browser(host="evil.example")
    response = await stranger.get("/")
    assert response.status_code == 400
    assert "start it again" in text(response)
    assert '<html lang="fr">' in text(await stranger.get("/", headers={"Accept-Language": "fr"}))
    assert not [record for record in caplog.records if record.exc_info]


async def test_personal_pages_are_kept_nowhere(browser: Browsers) -> None:
    ana = browser()
    address = await make_room(ana)
    front = await ana.get("/")
    assert "no-store" in front["Cache-Control"]
    assert front["X-Robots-Tag"] == "all"
    for response in (
        await ana.get(address),
        await browser().get(address),
        await ana.post(f"{address}handover/"),
        await ana.post("/rooms/", {"name": ""}),
    ):
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex"


async def test_the_qr_code_is_a_picture_without_style(browser: Browsers) -> None:
    address = await make_room(browser())
    picture = await browser().get(f"{address}qr.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert text(picture).startswith("<svg")
    assert "style" not in text(picture)


async def test_a_link_made_on_the_machine_itself_works_elsewhere(browser: Browsers, settings: Settings) -> None:
    settings.COLORCLASH_PUBLIC_URL = "http://192.0.2.10:8000"
    address = await make_room(browser())
    page = await browser(host="localhost:8000").get(address)
    assert page.context["link"] == f"http://192.0.2.10:8000{address}"
    page = await browser().get(address)
    assert page.context["link"] == f"http://testserver{address}"


async def test_a_silent_store_is_said_so_and_soon(browser: Browsers, settings: Settings) -> None:
    address = await make_room(browser())
    await store.close()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    began = time.perf_counter()
    response = await browser().get(address)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert time.perf_counter() - began < 3
    await store.close()


@asynccontextmanager
async def database_away() -> AsyncIterator[None]:
    await sync_to_async(connections.close_all)()
    place = connection.settings_dict
    name, place["NAME"] = place["NAME"], "/nowhere/at/all"
    yield
    place["NAME"] = name


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Back in a moment"), ("fr", "De retour dans un instant"), ("es", "Volvemos")]
)
async def test_a_silent_database_is_said_so(browser: Browsers, language: str, title: str) -> None:
    ana = browser()
    ana.raise_request_exception = False
    address = await make_room(ana)
    async with database_away():
        response = await ana.get(address, headers={"Accept-Language": language})
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert title in text(response)
    assert (await ana.get(address)).status_code == 200


async def test_a_guest_is_known_on_his_next_page_though_no_cache_answers(browser: Browsers, settings: Settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    ana = browser()
    address = await make_room(ana)
    assert (await ana.get(address)).context["link"] == f"http://testserver{address}"


async def test_names_are_shown_as_text(browser: Browsers) -> None:
    address = await make_room(browser(), "<b>&'\"</b>")
    page = text(await browser().get(address))
    assert "<b>&'" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize("address", ["/room/zz/", f"/room/00{'a' * 26}/x/", "/seat/short/", "/texts/de.js", "/room/"])
async def test_addresses_of_nothing_are_not_found(browser: Browsers, address: str) -> None:
    assert (await browser().get(address)).status_code == 404
