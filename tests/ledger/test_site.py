"""The ledger of a running site: what the players saw is what is written, whoever was killed meanwhile."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tests.live.player import play_on, seated_room
from tests.live.sites import FAST, OPEN_LIMITS
from tests.processes import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.live.player import Player
    from tests.site import LiveSite

THREE_ROUNDS = {"ruleset": "clash-classic", "length": {"rounds": 3}, "timer": 30}
RECOVERY = 30
"""Seconds in which everything must be recorded once the worker is back."""


def rounds_shown(player: Player) -> int:
    return len(player.view["sheet"])


def is_over(player: Player) -> bool:
    phase: str = player.view["phase"]
    return phase == "over"


def lines_of(site: LiveSite) -> list[tuple[int, int, int]]:
    """(round, seat, points) as the ledger's lines add up."""
    query = "select round, seat, sum(points) from games_ledgerline group by round, seat order by round, seat"
    return [(row[0], row[1], int(row[2])) for row in site.rows(query)]


def shown_by(player: Player) -> list[tuple[int, int, int]]:
    sheet = player.view["sheet"]
    return [(row["round"], seat, points) for row in sheet for seat, points in enumerate(row["points"])]


async def test_lines_add_up_to_the_totals_shown_though_the_worker_is_killed(
    live_site: Callable[..., LiveSite],
) -> None:
    site = live_site(durations=FAST, limits=OPEN_LIMITS)
    players = await seated_room([site.base_url()], ["Ana", "Ben"], table=THREE_ROUNDS)
    ana = players[0]
    await play_on(players, lambda: rounds_shown(ana) == 1)
    site["ledger"].kill()
    await play_on(players, lambda: rounds_shown(ana) == 2)
    site["ledger"].start()
    await play_on(players, partial(is_over, ana))
    recorded = partial(_is_recorded, site)
    wait_until(recorded, "everything is recorded", RECOVERY)
    assert lines_of(site) == shown_by(ana)
    totals = [sum(points for _, seat, points in lines_of(site) if seat == place) for place in range(2)]
    assert totals == ana.view["totals"]
    assert site.rows("select count(*) from games_deadletter")[0][0] == 0
    assert site.rows("select count(*) from games_storedlog")[0][0] == 1
    for player in players:
        await player.close()


def _is_recorded(site: LiveSite) -> bool:
    with site.redis() as store:
        return not any(store.hlen(key) for key in store.keys("*:outbox")) and bool(lines_of(site))
