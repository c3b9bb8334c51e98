"""Quick play and practice on a running site: several web processes, some of them killed, and the clock at work."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.live.player import Browser, Player, play_on
from tests.live.sites import ABSENT, OPEN_LIMITS
from tests.processes import wait_until
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

LIMITS = {**OPEN_LIMITS, "tickets_minute": 1000, "tickets_hour": 1000}
CHOICE = {"ruleset": "clash-classic", "seats": "3", "length": "1"}


@pytest.fixture(scope="module")
def site() -> Iterator[LiveSite]:
    running = LiveSite(webs=2, clocks=1, workers=True, durations=ABSENT, limits=LIMITS)
    running.start()
    yield running
    running.close()


@pytest.fixture(autouse=True)
async def _pages_close() -> AsyncIterator[None]:
    yield
    for player in list(Player.open_pages):
        await player.close()


class Stranger(Browser):
    """Somebody who wants to play with anybody, and goes on asking until he does."""

    room = ""

    def say(self, path: str, **fields: str) -> dict[str, Any] | str:
        """What a form's answer says: JSON, or the path that it leads to."""
        if not self.cookie("csrftoken"):
            self.get("/")
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": self.cookie("csrftoken"), **fields}).encode()
        request = urllib.request.Request(self.base_url + path, data, {"Origin": self.base_url})
        with self._opener.open(request, timeout=10) as answer:
            if answer.headers.get_content_type() == "application/json":
                state: dict[str, Any] = json.loads(answer.read())
                return state
            leads_to: str = answer.geturl()
            return urllib.parse.urlsplit(leads_to).path

    def has_come_before(self) -> None:
        """His browser knows who he is: whoever is new, and never gets the answer to his first form, is nobody yet."""
        self.say("/quick/", ruleset="clash-classic", seats="6", length="5")
        self.say("/quick/leave/")

    def finds_a_table(self, other_url: str) -> str:
        """The path of his room. When his web process dies, he goes on asking by the other one."""
        wait_until(lambda: self._asks(other_url), "a table")
        return self.room

    def _asks(self, other_url: str) -> bool:
        try:
            said = self.say("/quick/ticket/")
            if isinstance(said, dict) and said["state"] == "none":
                said = self.say("/quick/", **CHOICE)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            self.base_url = other_url
            return False
        self.room = said.get("room", "") if isinstance(said, dict) else said
        return self.room.startswith("/room/")


def arm(site: LiveSite, name: str, failpoint: str) -> None:
    site.kill(name)
    site[name].environment = {**site[name].environment, "COLORCLASH_FAILPOINT": failpoint}
    site.start_again(name)


@pytest.mark.parametrize("seam", ["before_room", "after_room"])
async def test_a_web_process_killed_while_it_sets_a_table_seats_nobody_twice_and_loses_nobody(
    site: LiveSite, seam: str
) -> None:
    arm(site, "web1", f"{seam}=kill")
    arm(site, "web2", "")
    strangers = [Stranger(site.base_url(1 + number % 2)) for number in range(6)]
    for stranger in strangers:
        await asyncio.to_thread(stranger.has_come_before)
    seeks = [asyncio.to_thread(stranger.finds_a_table, site.base_url(2)) for stranger in strangers]
    rooms = await asyncio.gather(*seeks)
    assert sorted(Counter(rooms).values()) == [3, 3]
    for stranger, room in zip(strangers, rooms, strict=True):
        stranger.base_url = site.base_url(2)
        player = await Player("", stranger, room.split("/")[2]).open()
        await player.until(partial(player.__getattribute__, "match"), "the match")
        assert len(player.view["seats"]) == 3


async def test_somebody_who_does_not_show_up_is_replaced_and_a_host_is_nobody(site: LiveSite) -> None:
    arm(site, "web1", "")
    strangers = [Stranger(site.base_url(1)) for _ in range(3)]
    for stranger in strangers:
        await asyncio.to_thread(stranger.has_come_before)
    seeks = [asyncio.to_thread(stranger.finds_a_table, site.base_url(1)) for stranger in strangers]
    (room,) = set(await asyncio.gather(*seeks))
    here = [Player("", stranger, room.split("/")[2]) for stranger in strangers[:2]]
    for player in here:
        await player.open()
    ana = here[0]
    await ana.until(lambda: ana.match, "the match")
    assert [seat["kind"] for seat in ana.view["seats"]] == ["person"] * 3
    assert ana.room["room"]["host"] is None
    await ana.until(lambda: "replacement" in [seat["kind"] for seat in ana.view["seats"]], "a computer in his place")
    assert [seat["kind"] for seat in ana.view["seats"]].count("person") == 2


async def test_practice_is_played_to_its_end_and_stands_in_the_ledger_as_practice(site: LiveSite) -> None:
    arm(site, "web1", "")
    browser = Browser(site.base_url(1))
    choice = {"ruleset": "clash-classic", "computer1": "easy", "computer2": "hard", "length": "1", "fast": "on"}
    path = await asyncio.to_thread(lambda: browser.post("/practice/", **choice))
    ana = Player("Ana", browser, path.split("/")[2])
    await ana.open()
    await ana.until(lambda: ana.match, "the match")
    assert ana.view["timers"]["turn"] is None
    await play_on([ana], lambda: ana.view["phase"] == "over", seconds=120)
    match_id = ana.match["id"]
    rows = "select practice from games_match where id = %s and ended is not null"
    await asyncio.to_thread(wait_until, lambda: site.rows(rows, match_id), "the match in the ledger")
    assert all(practice for (practice,) in site.rows(rows, match_id))
    lines = site.rows("select identity_id, practice from games_ledgerline where match_id = %s", match_id)
    assert lines
    assert all(practice for _, practice in lines)
