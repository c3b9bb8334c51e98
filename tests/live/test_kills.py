"""Processes killed at the worst moment: no acknowledged act is lost, none is carried out twice."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from games.live.log import read_entry
from tests.live.player import Player, play_on, seated_room
from tests.live.sites import FAST, LONG_MATCH, OPEN_LIMITS
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def whole_site() -> Iterator[LiveSite]:
    running = LiveSite(webs=2, clocks=2, workers=False, durations=FAST, limits=OPEN_LIMITS)
    running.start()
    yield running
    running.close()


@pytest.fixture
def site(whole_site: LiveSite) -> Iterator[LiveSite]:
    """The site with everything running, and nothing armed afterwards."""
    for name, process in whole_site.processes.items():
        if not process.alive:
            whole_site.start_again(name)
    yield whole_site
    for name, process in whole_site.processes.items():
        if "COLORCLASH_FAILPOINT" in process.environment:
            process.environment = {**process.environment, "COLORCLASH_FAILPOINT": ""}
            whole_site.kill(name)


def logged_acts(site: LiveSite, match_id: str) -> list[str]:
    """The act ids in the store's log of a match, in order."""
    with site.redis() as client:
        entries: list[bytes] = client.lrange(f"{{s{match_id[:2]}}}:match:{match_id}:log", 0, -1)
    return [entry.act.partition(":")[2] for entry in map(read_entry, entries) if entry.act is not None]


def _is_past(player: Player, epoch: int) -> bool:
    newest: int = player.match["epoch"]
    return newest > epoch


def _has_passed(moment: float) -> bool:
    return asyncio.get_running_loop().time() > moment


def _answered(player: Player, act_id: str) -> bool:
    return act_id in player.outcomes or player.close_code is not None


async def on_turn(players: list[Player]) -> Player:
    """Who may act now."""
    for _ in range(100):
        for player in players:
            if player.random_act() is not None:
                return player
        await players[0].hear_news(0.1)
    raise AssertionError("nobody may act")


def arm(site: LiveSite, name: str, failpoint: str) -> None:
    """Start a process anew with a seam armed."""
    site.kill(name)
    site[name].environment = {**site[name].environment, "COLORCLASH_FAILPOINT": failpoint}
    site.start_again(name)


@pytest.mark.parametrize("seam", ["before_commit", "after_commit", "before_delivery"])
async def test_a_web_process_killed_around_a_commit_loses_and_doubles_nothing(site: LiveSite, seam: str) -> None:
    await asyncio.to_thread(arm, site, "web1", f"{seam}=kill@3")
    players = await seated_room([site.base_url(2)], ["Ana", "Ben"], table=LONG_MATCH)
    for player in players:
        await player.reopen(site.base_url(1))
    sent: list[str] = []
    for _ in range(10):
        player = await on_turn(players)
        message = player.act_message(player.random_act() or {})
        sent.append(message["id"])
        await player.send(message)
        await player.until(partial(_answered, player, message["id"]), "an outcome or the end of the connection")
        if message["id"] not in player.outcomes:
            break
        if not player.outcomes[message["id"]]["ok"]:
            sent.remove(message["id"])
    assert player.close_code is not None, "the process was to be killed"
    for each in players:
        await each.reopen(site.base_url(2))
    outcome = await player.ask(message)
    assert outcome["ok"], outcome
    acts = logged_acts(site, player.match["id"])
    assert [act for act in acts if act in sent] == sent


async def at_rest(players: list[Player]) -> None:
    """Until nothing but a turn runs at the table, and everybody sees it: closed windows and new rounds give cards."""

    def rests(player: Player) -> bool:
        view, newest = player.view, max(each.match["version"] for each in players)
        runs = view["phase"] == "playing" and view["window"] is None and not view["dealing"]
        return runs and player.match["version"] == newest

    for player in players:
        await player.until(partial(rests, player), "the table at rest")


async def test_a_store_killed_and_restarted_has_every_acknowledged_act(site: LiveSite) -> None:
    players = await seated_room([site.base_url(1), site.base_url(2)], ["Ana", "Ben", "Cem"], table=LONG_MATCH)
    acknowledged: list[str] = []

    async def act_once() -> None:
        player = await on_turn(players)
        message = player.act_message(player.random_act() or {})
        if (await player.ask(message))["ok"]:
            acknowledged.append(message["id"])

    for _ in range(15):
        await act_once()
    await at_rest(players)
    hands = [player.view["hand"] for player in players]
    await asyncio.to_thread(site.kill, "store")
    stuck = players[0]
    outcome = await stuck.ask(stuck.act_message({"kind": "draw"}, secrets.token_hex(16)))
    assert outcome == {"type": "outcome", "id": outcome["id"], "ok": False, "code": "unknown"}
    epochs = [player.match["epoch"] for player in players]
    site.start_again("store")
    for number, player in enumerate(players):
        await player.until(partial(_is_past, player, epochs[number]), "a newer epoch")
    assert [player.view["hand"] for player in players] == hands
    for _ in range(5):
        await act_once()
    acts = logged_acts(site, players[0].match["id"])
    assert [act for act in acts if act in acknowledged] == acknowledged


async def test_a_restarted_web_process_says_so_and_everybody_is_back_with_the_same_cards(site: LiveSite) -> None:
    players = await seated_room([site.base_url(1)], ["Ana", "Ben"], table=LONG_MATCH)
    hands = [player.view["hand"] for player in players]
    await asyncio.to_thread(site.restart, "web1")
    for player in players:
        await player.until(partial(player.__getattribute__, "close_code"), "the end")
        assert (player.close_code, player.closing and player.closing["reason"]) == (4012, "restart")
        await player.reopen()
    assert [player.view["hand"] for player in players] == hands
    await players[0].until(lambda: not any(seat["away"] for seat in players[0].view["seats"]), "nobody away")


async def test_a_killed_clock_is_not_missed(site: LiveSite) -> None:
    players = await seated_room([site.base_url(1)], ["Ana", "Ben"], table=LONG_MATCH)
    await asyncio.to_thread(site.kill, "clock1")
    await players[0].until(lambda: players[0].view["timers"]["turn"] is not None, "the first turn's clock")


async def test_without_any_worker_the_clock_plays_for_a_computer_within_five_seconds(site: LiveSite) -> None:
    players = await seated_room([site.base_url(1)], ["Ana", "Ben"], table=LONG_MATCH)
    assert (await players[1].act("leave"))["ok"]
    await players[1].close()

    def ana_may_act() -> Any:  # noqa: ANN401
        return players[0].random_act() is not None

    await players[0].until(ana_may_act, "Ana's turn", 6)
    for _ in range(3):
        await players[0].ask(players[0].act_message(players[0].random_act() or {}))
        await players[0].until(ana_may_act, "Ana's turn", 6)


async def test_one_long_match_over_two_webs_that_are_killed_in_turn(site: LiveSite) -> None:
    players = await seated_room([site.base_url(1), site.base_url(2)], ["Ana", "Ben", "Cem", "Dora"], table=LONG_MATCH)
    for victim, other in ((1, 2), (2, 1)):
        await play_on(players, partial(_has_passed, asyncio.get_running_loop().time() + 1.0))
        await asyncio.to_thread(site.kill, f"web{victim}")
        for player in players:
            if player.close_code is None:
                await player.hear_news(0.3)
            if player.close_code is not None:
                await player.reopen(site.base_url(other))
        await asyncio.to_thread(site.start_again, f"web{victim}")
    versions = {player.match["version"] for player in players}
    assert len(versions) >= 1
