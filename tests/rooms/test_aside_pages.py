"""The room's link while its match waits: what its people see, who is back, and the button."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.claims import claim_guest
from accounts.models import Identity, User
from games.live import store
from games.models import AsideMatch
from games.protocol.lobby import PutAside
from games.services.aside_keeping import end_overdue, keep_aside
from games.services.room_changes import load_room
from games.services.rooms import act_in_room
from tests.rooms.between import look, match_between_rounds
from tests.rooms.conftest import Lobby
from tests.rooms.test_doors import make_room, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rooms.conftest import Browser

pytestmark = pytest.mark.django_db(transaction=True)


class Waits(NamedTuple):
    """Ana's and Bea's browsers, the room's address, and its match."""

    ana: Browser
    bea: Browser
    address: str
    match_id: str


@pytest.fixture(params=["recorded", "not recorded yet"])
async def waits(browser: Callable[..., Browser], request: pytest.FixtureRequest) -> Waits:
    """A match that both have put aside."""
    ana, bea = browser(), browser()
    address = await make_room(ana)
    await bea.post(f"{address}join/", {"name": "Bea"})
    found = await load_room(address.split("/")[2])
    assert found is not None
    lobby = Lobby(found[0])
    for member in ("m1", "m2"):
        await lobby.opens_page(member)
    match_id = await match_between_rounds(lobby)
    for member in ("m1", "m2"):
        outcome = await act_in_room(room_id=lobby.id, member_id=member, request=PutAside(wish=True), act_id=uuid4().hex)
        assert outcome.ok
    if request.param == "recorded":
        keys = await store.pipe().call("HKEYS", f"{{s{match_id[:2]}}}:outbox")
        (key,) = [key.decode() for key in keys if b"aside" in key]
        await sync_to_async(keep_aside)(outbox_key=key)
    return Waits(ana, bea, address, match_id)


async def says_back(browser: Browser, address: str) -> dict[str, object]:
    answer: dict[str, object] = json.loads((await browser.post(f"{address}aside/back/")).content)
    return answer


async def test_the_link_leads_to_the_match_that_waits_and_the_button_brings_it_back(waits: Waits) -> None:
    page = await waits.ana.get(waits.address, follow=True)
    assert page.templates[0].name == "aside.html"
    assert [(each["name"], each["here"], each["mine"]) for each in page.context["people"]] == [
        ("Ana", False, True),
        ("Bea", False, False),
    ]
    assert await says_back(waits.ana, waits.address) == {"state": "waiting", "here": ["m1"], "all": False}
    refused = await waits.ana.post(f"{waits.address}aside/resume/")
    assert refused.status_code == 409
    assert "still missing" in text(refused)
    assert await says_back(waits.bea, waits.address) == {"state": "waiting", "here": ["m1", "m2"], "all": True}
    went_on = await waits.ana.post(f"{waits.address}aside/resume/", follow=True)
    assert went_on.templates[0].name == "room.html"
    assert (await look(waits.match_id)).match.aside == 0
    assert await says_back(waits.bea, waits.address) == {"state": "open"}
    again = await waits.bea.post(f"{waits.address}aside/resume/", follow=True)
    assert again.templates[0].name == "room.html"
    assert (await waits.bea.get(f"{waits.address}aside/"))["Location"] == waits.address


async def test_looking_at_it_changes_nothing(waits: Waits) -> None:
    for _ in range(2):
        page = await waits.ana.get(f"{waits.address}aside/")
        assert not any(each["here"] for each in page.context["people"])


async def test_others_read_that_it_is_not_for_them(waits: Waits, browser: Callable[..., Browser]) -> None:
    stranger = browser()
    page = await stranger.get(waits.address, follow=True)
    assert page.status_code == 403
    assert "A match waits here" in text(page)
    assert "Bea" not in text(page)
    assert (await stranger.post(f"{waits.address}aside/resume/")).status_code in {302, 403}
    typed_too_late = await stranger.post(f"{waits.address}join/", {"name": "Cal"})
    assert typed_too_late.headers["Location"] == f"{waits.address}aside/"
    assert await says_back(stranger, waits.address) == {"state": "none"}
    assert (await waits.ana.get(f"{waits.address}aside/")).status_code == 200


async def test_who_has_signed_in_meanwhile_reads_how_he_comes_back(waits: Waits) -> None:
    session = await waits.ana.asession()
    guest = await session.aget("identity")
    user = await User.objects.acreate(email="ana@example.org")
    own = await Identity.objects.acreate(kind=Identity.Kind.ACCOUNT, user=user, name="Anabel")
    await session.aupdate({"identity": str(own.pk), "guests": [guest]})
    await session.asave()
    page = await waits.ana.get(f"{waits.address}aside/")
    assert page.status_code == 403
    assert "You played it as Ana, without your account." in text(page)
    assert 'href="/account/claim/"' in text(page)
    await sync_to_async(claim_guest)(guest_id=UUID(guest), user=user)
    assert (await waits.ana.get(f"{waits.address}aside/")).templates[0].name == "aside.html"


async def test_the_front_page_and_the_list_of_matches_lead_back_to_it(waits: Waits) -> None:
    front = await waits.ana.get("/")
    assert front.context["seat"] == {"room_id": waits.address.split("/")[2], "waits": True}
    if not await AsideMatch.objects.aexists():
        return
    assert f"{waits.address}aside/" in text(await waits.ana.get("/history/"))
    await says_back(waits.bea, waits.address)
    await waits.ana.post(f"{waits.address}aside/resume/")
    assert f"{waits.address}aside/" not in text(await waits.ana.get("/history/"))


async def test_who_comes_too_late_finds_what_is_left_of_the_match(
    waits: Waits, browser: Callable[..., Browser]
) -> None:
    await AsideMatch.objects.aupdate(since=timezone.now() - timedelta(days=31), until=timezone.now())
    if not await sync_to_async(end_overdue)():
        return
    left = f"/history/{waits.match_id}/"
    assert left in text(await waits.ana.get(waits.address))
    assert "It has no winner." in text(await waits.ana.get(left))
    stranger = await browser().get(waits.address)
    assert (stranger.status_code, left in text(stranger)) == (404, False)


async def test_a_room_without_a_match_that_waits_is_closed(browser: Callable[..., Browser]) -> None:
    ana = browser()
    await make_room(ana)
    nowhere = "/room/" + store.new_id(3) + "/"
    assert (await ana.get(nowhere)).status_code == 404
    assert (await ana.get(f"{nowhere}aside/"))["Location"] == nowhere
    assert await says_back(ana, nowhere) == {"state": "open"}
