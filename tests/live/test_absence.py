"""Who is gone, for how long, and what he finds when he is back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.live.player import Player, seated_room
from tests.live.sites import ABSENT, LONG_MATCH, ONE_ROUND, OPEN_LIMITS
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def site() -> Iterator[LiveSite]:
    running = LiveSite(webs=2, clocks=1, workers=True, durations=ABSENT, limits=OPEN_LIMITS)
    running.start()
    yield running
    running.close()


async def table(site: LiveSite, *names: str, **agreed: Any) -> list[Player]:  # noqa: ANN401
    return await seated_room([site.base_url(1), site.base_url(2)], list(names), table={**LONG_MATCH, **agreed})


def seat_of(watcher: Player, who: Player) -> dict[str, Any]:
    seats: list[dict[str, Any]] = watcher.view["seats"]
    return seats[who.seat]


async def test_a_reload_leaves_no_mark_of_absence(site: LiveSite) -> None:
    ana, ben = await table(site, "Ana", "Ben")
    hand, seen = ben.view["hand"], len(ana.frames)
    for _ in range(5):
        await ben.reopen()
    assert ben.view["hand"] == hand
    views = [frame["view"] for frame in ana.frames[seen:] if frame["type"] == "match"]
    assert not any(seat["away"] for view in views for seat in view["seats"])


async def test_an_absent_seat_is_kept_shown_to_all_and_his_again_when_he_is_back_in_time(site: LiveSite) -> None:
    ana, ben = await table(site, "Ana", "Ben")
    hand = ben.view["hand"]
    await ben.vanish()
    await ana.until(lambda: seat_of(ana, ben)["away"], "that Ben is away")
    assert seat_of(ana, ben)["away"] > ana.frames[0]["now"]
    await ben.reopen(site.base_url(1))
    await ana.until(lambda: seat_of(ana, ben)["away"] is None, "that Ben is back")
    assert seat_of(ana, ben)["kind"] == "person"
    assert ben.view["hand"] == hand


async def test_after_his_time_a_computer_plays_on_and_he_watches_until_the_next_round(site: LiveSite) -> None:
    ana, ben = await table(site, "Ana", "Ben")
    await ben.vanish()
    await ana.until(lambda: seat_of(ana, ben)["kind"] == "replacement", "that a computer plays for Ben")
    await ben.reopen()
    assert ben.view["you"]["watching"]
    assert (await ben.act("draw"))["code"] == "replaced"
    await ana.until(lambda: not seat_of(ana, ben)["left"], "that Ben watches")


async def test_leaving_gives_the_seat_to_a_computer_at_once_and_the_round_goes_on(site: LiveSite) -> None:
    ana, ben, cem = await table(site, "Ana", "Ben", "Cem")
    assert (await ben.act("leave"))["ok"]
    await ben.close()
    await ana.until(lambda: seat_of(ana, ben)["kind"] == "replacement", "that a computer plays for Ben")
    turns = 0
    while turns < 6:
        for player in (ana, cem):
            act = player.random_act()
            if act is not None:
                turns += (await player.ask(player.act_message(act)))["ok"]
        await ana.hear_news(0.1)
    assert ana.view["seats"][ben.seat]["count"] != 0


async def test_who_left_the_room_and_joins_again_watches_his_seat_until_the_next_round(site: LiveSite) -> None:
    ana, ben, _ = await table(site, "Ana", "Ben", "Cem")
    seat = ben.seat
    assert (await ben.ask_room("leave"))["ok"]
    await ben.close()
    await ana.until(lambda: ana.view["seats"][seat]["left"], "that Ben has left")
    await asyncio.to_thread(ben.browser.post, f"/room/{ben.room_id}/join/", name="Ben")
    await ben.reopen()
    assert ben.view["you"] == {"seat": seat, "watching": True}
    await ana.until(lambda: not ana.view["seats"][seat]["left"], "that Ben watches")
    assert ana.view["seats"][seat]["kind"] == "replacement"


async def test_the_last_one_left_wins_by_forfeit_and_the_ledger_has_it(site: LiveSite) -> None:
    ana, ben = await table(site, "Ana", "Ben", **ONE_ROUND)
    assert (await ben.act("leave"))["ok"]
    await ben.close()
    await play_alone(ana)
    assert ana.view["result"] == {"winners": [ana.seat], "reason": "forfeit", "ranking": ana.view["result"]["ranking"]}
    match_id = ana.match["id"]
    for _ in range(100):
        lines = site.rows("select seat, kind, points from games_ledgerline where match_id = %s", match_id)
        if lines:
            break
        await asyncio.sleep(0.1)
    totals = [sum(points for seat, _, points in lines if seat == number) for number in range(2)]
    assert totals == ana.view["totals"]


async def play_alone(player: Player) -> None:
    async with asyncio.timeout(60):
        while player.view["phase"] != "over":
            act = player.random_act()
            if act is None:
                await player.hear_news(0.2)
            else:
                await player.ask(player.act_message(act))


async def test_the_newest_page_of_a_seat_takes_over_in_whichever_process(site: LiveSite) -> None:
    ana, ben = await table(site, "Ana", "Ben")
    for url in (site.base_url(2), site.base_url(1)):
        twin = Player("Ana again", ana.browser, ana.room_id)
        await twin.open(url)
        await twin.until(lambda twin=twin: twin.match, "the match")  # type: ignore[misc]
        await ana.until(lambda ana=ana: ana.close_code, "the end")  # type: ignore[misc]
        assert (ana.close_code, ana.closing and ana.closing["reason"]) == (4409, "elsewhere")
        assert twin.view["hand"] == ana.view["hand"]
        ana = twin
    assert seat_of(ben, ben)["away"] is None


async def test_a_half_open_page_loses_its_lease_though_its_connection_stands(site: LiveSite) -> None:
    ana, ben = await table(site, "Ana", "Ben")
    ben.stop_beating()
    await ana.until(lambda: seat_of(ana, ben)["away"], "that Ben is away")
    await ben.send({"type": "beat", "match": ben.shown()})
    await ana.until(lambda: seat_of(ana, ben)["away"] is None, "that Ben is back")
