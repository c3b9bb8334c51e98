"""The store killed, hung, and its replies lost; everything killed at once: faults 3, 7, 8 and 19."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.kept import read_kept
from tests.faults.run import Run
from tests.faults.witness import more_acts, on_turn, play_some, playing, simple_act, until_they_agree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.faulty_site import FaultySite
    from tests.faults.witness import Witness

RESYNC_SECONDS = 10.0
UNKNOWN_SECONDS = 2.0
"""An act that the store does not answer fails within this time."""
SCHEDULING = 0.5
"""Seconds that a machine busy with other tests may add."""
ABSENT_SECONDS = 2.0


def epochs(witnesses: Sequence[Witness]) -> list[int]:
    return [one.match["epoch"] for one in witnesses]


async def until_resynced(witnesses: Sequence[Witness], before: list[int], seconds: float = RESYNC_SECONDS) -> None:
    """Every page of the room shows a newer epoch, and all the same."""
    deadline = time.monotonic() + seconds

    def behind() -> list[Witness]:
        return [one for one, old in zip(witnesses, before, strict=True) if one.match.get("epoch", 0) <= old]

    while (late := behind()) and time.monotonic() < deadline:
        await late[0].hear_news(0.05)
    assert not late, f"{[one.name for one in late]} not resynced within {seconds} s"
    await until_they_agree(witnesses, max(0.5, deadline - time.monotonic()))


async def through_the_proxy(site: FaultySite, witnesses: list[Witness]) -> list[Witness]:
    """All their pages at the web process whose store can be spoiled; who has been answered has arrived altogether."""
    for witness in witnesses:
        witness.bases = [site.base_url(1)]
        await witness.come_back()
        await witness.act_surely(witness.act_message({"kind": "ready"}))
    await play_some(witnesses, 1)
    return witnesses


async def test_03_the_reply_of_a_commit_is_lost(site: FaultySite) -> None:
    """The page is told within two seconds that nobody knows; its repeat brings the first outcome and plays no card."""
    run = Run(3, site)
    witnesses = await through_the_proxy(site, await run.seat(people=2))
    mine = await on_turn(witnesses)
    message = mine.act_message(simple_act(mine))
    version = mine.match["version"]
    site.store_proxies["web1"].back.swallows = True
    asked = time.monotonic()
    outcome = await mine.ask_once(message)
    assert outcome is not None
    assert outcome["code"] == "unknown"
    assert time.monotonic() - asked < UNKNOWN_SECONDS + SCHEDULING
    site.store_proxies["web1"].heal()
    assert (await mine.act_surely(message))["ok"]
    assert mine.match["version"] > version
    await play_some(witnesses, 10)
    await run.verdict()


async def test_03_every_reply_of_the_store_is_five_seconds_late(site: FaultySite) -> None:
    """As long as it lasts acts are unknown within two seconds; then each is done once."""
    run = Run(3, site)
    witnesses = await through_the_proxy(site, await run.seat("duel-classic", people=2))
    mine = await on_turn(witnesses)
    message = mine.act_message(simple_act(mine))
    with site.outage():
        site.store_proxies["web1"].back.delay = 5.0
        outcome = await mine.ask_once(message)
        assert outcome is not None
        assert outcome["code"] == "unknown"
        site.store_proxies["web1"].heal()
    await mine.act_surely(message)
    await play_some(witnesses, 10)
    await run.verdict()


async def test_07_a_store_killed_and_started_again_from_its_log(site: FaultySite) -> None:
    """No acknowledged act is lost, and every page is resynced within ten seconds."""
    run = Run(7, site)
    rooms = [await run.seat(ruleset) for ruleset in ("clash-classic", "duel-daynight", "upcolor")]
    async with playing(*rooms):
        await asyncio.gather(*[more_acts(room, 10) for room in rooms])
        before = [epochs(room) for room in rooms]
        with site.outage():
            site.kill("store")
            site.start_again("store")
        await asyncio.gather(*[more_acts(room, 5) for room in rooms])
    await asyncio.gather(*[until_resynced(room, old) for room, old in zip(rooms, before, strict=True)])
    await run.verdict()


async def test_08_a_store_that_hangs_for_ten_seconds(site: FaultySite) -> None:
    """Acts fail within two seconds as unknown; everything recovers by itself, the act is done once."""
    run = Run(8, site)
    witnesses = await run.seat("clash-family")
    await play_some(witnesses, 8)
    mine = await on_turn(witnesses)
    message = mine.act_message(simple_act(mine))
    with site.outage():
        site["store"].pause()
        for _ in range(3):
            asked = time.monotonic()
            outcome = await mine.ask_once(message)
            assert outcome is not None
            assert outcome["code"] == "unknown"
            assert time.monotonic() - asked < UNKNOWN_SECONDS + SCHEDULING
        await site.down(4.0)
        site["store"].resume()
    await mine.act_surely(message)
    await until_they_agree(witnesses, RESYNC_SECONDS)
    await play_some(witnesses, 10)
    await run.verdict()


@pytest.mark.nightly
@pytest.mark.parametrize("setting", ["maxmemory", "min-replicas-to-write"])
async def test_08_a_store_that_answers_and_takes_nothing(site: FaultySite, setting: str) -> None:
    """Full, or cut off from its replicas: acts are unknown, no page is closed; then the act is done once.

    Web processes and clocks live on; Celery ends a worker on some of its errors, and whoever watches over it starts it.
    """
    run = Run(8, site)
    witnesses = await run.seat("clash-family")
    await play_some(witnesses, 8)
    mine = await on_turn(witnesses)
    message = mine.act_message(simple_act(mine))
    ours = [site[name] for name in ("web1", "web2", "clock1", "clock2")]
    with site.outage(), site.redis() as client:
        before = client.config_get(setting)[setting]
        client.config_set(setting, 1)
        try:
            for _ in range(3):
                outcome = await mine.ask_once(message)
                assert outcome is not None
                assert outcome["code"] == "unknown"
            await site.down(4.0)
        finally:
            client.config_set(setting, before)
    assert all(process.alive for process in ours)
    assert [one.close_code for one in witnesses] == [None] * len(witnesses)
    await mine.act_surely(message)
    await until_they_agree(witnesses, RESYNC_SECONDS)
    await play_some(witnesses, 10)
    await run.verdict()


@pytest.mark.parametrize("seed", [1, *[pytest.param(seed, marks=pytest.mark.nightly) for seed in (2, 3, 4)]])
async def test_19_everything_killed_and_started_in_any_order(site: FaultySite, seed: int) -> None:
    """Matches resume with nothing lost, and who was absent has his whole time again."""
    run = Run(19, site)
    rooms = [await run.seat("clash-classic", people=4), await run.seat("duel-siege", people=2)]
    *present, absent = rooms[0]
    async with playing(*rooms):
        await asyncio.gather(*[more_acts(room, 10) for room in rooms])
    await absent.vanish()
    seat = absent.seat
    match_id = present[0].match["id"]
    await present[0].until(lambda: present[0].view["seats"][seat]["away"], "that he is away")
    await site.down(ABSENT_SECONDS)
    with site.outage():
        order = list(site.processes)
        for name in order:
            site.kill(name)
        random.Random(seed).shuffle(order)
        began = time.monotonic()
        for name in order:
            site[name].start()
        await asyncio.gather(*[asyncio.to_thread(site.wait_for_web, number) for number in (1, 2)])
    for witness in (*present, *rooms[1]):
        await witness.come_back()
    await present[0].until(lambda: present[0].view["seats"][seat]["away"], "that he is away")
    kept = read_kept(site, match_id)
    left = (kept.due[f"away:{seat}"] - kept.now) / 1000
    whole = site.durations["absence"] - (time.monotonic() - began)
    assert left > whole, "his time has not begun afresh"
    await absent.come_back()
    async with playing(*rooms):
        await asyncio.gather(*[more_acts(room, 5) for room in rooms])
    await run.verdict()
