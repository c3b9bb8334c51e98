"""What ends somebody's play acts at once, whichever web process has his page: signing out, a new password, a sanction.

Pages close, the seat of who was sanctioned goes on without him, an unfit name vanishes.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
from typing import TYPE_CHECKING

import pytest

from tests.accounts.people import PASSWORD
from tests.live.player import Browser, Player, seated_room
from tests.live.sites import FAST, LONG_MATCH, MANY_ROOMS
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

DECIDES = """
import sys, time
from datetime import timedelta
from django.utils import timezone
from accounts.models import Identity, User
from accounts.sanctions import impose
staff, _ = User.objects.get_or_create(email="staff@example.org", is_staff=True)
ana = Identity.objects.filter(name={name!r}).latest("created")
ends = timezone.now() + timedelta(days=1) if {kind!r} == "suspension" else None
impose(identity_id=ana.pk, kind={kind!r}, ground="name", staff=staff, reason="a test", ends=ends)
print(time.time())
"""
SIGNS_UP = """
from tests.accounts.people import account
account("Dora", "dora@example.org")
"""
CLOSES = """
import asyncio, time
from accounts.models import User
from games.services.watch import close_room
staff, _ = User.objects.get_or_create(email="staff@example.org", is_staff=True)
asyncio.run(close_room(room_id={room!r}, staff=staff, reason="a test"))
print(time.time())
"""


@pytest.fixture(scope="module")
def site() -> Iterator[LiveSite]:
    running = LiveSite(webs=2, clocks=0, workers=False, durations=FAST, limits=MANY_ROOMS)
    running.start()
    yield running
    running.close()


@pytest.fixture(autouse=True)
async def _pages_close() -> AsyncIterator[None]:
    yield
    for player in list(Player.open_pages):
        await player.close()


async def staff(site: LiveSite, what: str, **named: str) -> float:
    """Somebody of the staff acts, in a process of his own; when it was done."""
    said = await asyncio.to_thread(site.manage, "shell", "--no-imports", "-c", what.format(**named))
    return float(said.split()[-1])


async def end_of(page: Player) -> float:
    """When the page's socket was closed."""
    await page.until(lambda: page.close_code is not None, "the end", seconds=60)
    return time.time()


async def page_elsewhere(site: LiveSite, browser: Browser) -> Player:
    """A page in a room of its own that this browser has open at the other web process."""
    path = await asyncio.to_thread(browser.post, "/rooms/", name="Dora")
    page = Player("Dora", browser, path.split("/")[2])
    await page.open(site.base_url(2))
    await page.until(lambda: page.room, "the room")
    return page


async def test_signing_out_and_a_new_password_close_pages_at_other_processes_within_two_seconds(site: LiveSite) -> None:
    await asyncio.to_thread(site.manage, "shell", "--no-imports", "-c", SIGNS_UP)
    phone, desk, laptop = (Browser(site.base_url(1)) for _ in range(3))
    for device in (phone, desk, laptop):
        await asyncio.to_thread(device.post, "/accounts/login/", login="dora@example.org", password=PASSWORD)
    on_phone, on_laptop = await page_elsewhere(site, phone), await page_elsewhere(site, laptop)

    end = asyncio.create_task(end_of(on_laptop))
    await asyncio.to_thread(laptop.post, "/accounts/logout/")
    signed_out = time.time()
    assert await end - signed_out < 2
    assert (on_laptop.close_code, on_phone.close_code) == (4401, None)

    end = asyncio.create_task(end_of(on_phone))
    another = f"{PASSWORD}, again"
    typed = {"oldpassword": PASSWORD, "password1": another, "password2": another}
    await asyncio.to_thread(desk.post, "/accounts/password/change/", **typed)
    changed = time.time()
    assert await end - changed < 2
    assert on_phone.close_code == 4401


async def test_who_is_suspended_is_out_within_two_seconds_and_the_others_read_only_that_he_left(site: LiveSite) -> None:
    ana, ben, cal = await seated_room([site.base_url(1), site.base_url(2)], ["Ana", "Ben", "Cal"], table=LONG_MATCH)
    closed_at, decided = await asyncio.gather(end_of(ana), staff(site, DECIDES, name="Ana", kind="suspension"))
    assert ana.close_code == 4410
    assert closed_at - decided < 2
    await ben.until(lambda: ben.view["seats"][ana_seat(ben)]["kind"] == "replacement", "a computer in her place")
    await ben.until(lambda: len(ben.room["room"]["members"]) == 2, "the room without her")
    said = json.dumps(cal.frames + ben.frames)
    assert "suspen" not in said
    assert "sanction" not in said
    with pytest.raises(urllib.error.HTTPError) as refused:
        await asyncio.to_thread(ana.browser.get, "/")
    assert refused.value.code == 403
    assert "You cannot play until" in refused.value.read().decode()
    again = await Player("Ana", ana.browser, ana.room_id).open()
    await again.until(lambda: again.close_code is not None, "the closed door")
    assert again.close_code == 4410


def ana_seat(other: Player) -> int:
    return next(number for number, seat in enumerate(other.view["seats"]) if seat["name"] == "Ana")


async def test_a_name_that_is_reset_vanishes_from_the_room_and_the_match(site: LiveSite) -> None:
    zoe, ben = await seated_room([site.base_url()], ["Zoe", "Ben"], table=LONG_MATCH)
    await staff(site, DECIDES, name="Zoe", kind="name_reset")
    await ben.until(lambda: "Zoe" not in json.dumps(ben.room), "the room with another name")
    await ben.until(lambda: "Zoe" not in json.dumps(ben.view), "the match with another name")
    assert zoe.close_code is None


async def test_it_acts_on_who_has_no_page_open_and_he_reads_it_when_he_comes(site: LiveSite) -> None:
    """A name that is reset, and then a suspension: the others see no more of either than of who is there."""
    ivy, ben = await seated_room([site.base_url()], ["Ivy", "Ben"], table=LONG_MATCH)
    await ivy.close()
    await staff(site, DECIDES, name="Ivy", kind="name_reset")
    await ben.until(lambda: "Ivy" not in json.dumps([ben.room, ben.view]), "the match with another name")
    page = await asyncio.to_thread(ivy.browser.get, f"/room/{ivy.room_id}/")
    assert "decision about you" in page
    told = await asyncio.to_thread(ivy.browser.get, "/told/")
    assert "Your name has been changed" in told
    (name,) = (seat["name"] for seat in ben.view["seats"] if seat["name"] != "Ben")
    await staff(site, DECIDES, name=name, kind="suspension")
    await ben.until(lambda: len(ben.room["room"]["members"]) == 1, "the room without her")
    await ben.until(lambda: "replacement" in {seat["kind"] for seat in ben.view["seats"]}, "a computer in her place")


async def test_a_room_that_staff_close_is_closed_with_its_match(site: LiveSite) -> None:
    dan, eva = await seated_room([site.base_url()], ["Dan", "Eva"], table=LONG_MATCH)
    await staff(site, CLOSES, room=dan.room_id)
    await dan.until(lambda: dan.close_code is not None, "the end")
    await eva.until(lambda: eva.close_code is not None, "the end")
    assert dan.close_code == eva.close_code == 4404
    rows = site.rows("SELECT reason, object_id FROM accounts_auditline WHERE act = 'close_room'")
    assert ("a test", dan.room_id) in rows
