"""A match over real processes: two web processes serve it, everybody commits to one store."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tests.live.player import Player, play_on, seated_room

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.site import LiveSite

FAST = {"window": 0.2, "first_turn": 0.2, "between": 0.3, "computer_least": 0.05, "computer_most": 0.1}


async def test_two_web_processes_serve_one_match(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(webs=2, durations=FAST, limits={"frames_per_second": 1000, "frames_burst": 1000})
    table = {"ruleset": "clash-classic", "length": {"rounds": 1}, "timer": 30}
    players = await seated_room([site.base_url(1), site.base_url(2)], ["Ana", "Ben", "Cem"], table=table)
    await play_on(players, lambda: all(player.view["phase"] == "over" for player in players))
    views = [player.view for player in players]
    assert views[0]["result"] == views[1]["result"] == views[2]["result"]
    assert views[0]["totals"] == views[1]["totals"]


async def test_pages_are_counted_over_all_web_processes_and_a_killed_one_locks_nobody_out(
    live_site: Callable[..., LiveSite],
) -> None:
    limits = {"rooms_minute": 1000, "sockets_per_identity": 3}
    site = live_site(webs=2, clocks=0, workers=False, durations=FAST, limits=limits)
    host = await asyncio.to_thread(Player.host, site.base_url(1), "Ana")
    paths = [await asyncio.to_thread(host.browser.post, "/rooms/", name="Ana") for _ in range(3)]
    pages = [host, *[Player("Ana", host.browser, path.split("/")[2]) for path in paths]]
    for number, page in enumerate(pages):
        await page.open(site.base_url(number % 2 + 1))
        await page.until(partial(answered, page), "an answer")
    assert [page.close_code for page in pages] == [None, None, None, 4029]
    site.kill("web1")
    for page in pages[:3]:
        await page.close()
        await page.open(site.base_url(2))
        await page.until(partial(answered, page), "an answer")
    assert [page.close_code for page in pages[:3]] == [None, None, None]


def answered(page: Player) -> bool:
    return bool(page.room) or page.close_code is not None
