"""Clock processes killed around a deadline, too many of them, and none for a while: fault 5."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from games.engine import Timeout
from tests.faults.faulty_site import SHORT, FaultySite
from tests.faults.kept import read_kept
from tests.faults.run import Run
from tests.faults.witness import more_acts, playing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.live.log import LogEntry
    from tests.faults.witness import Witness

TURN, GRACE, PAUSE = 1.5, 1.0, 2.0
WEBS = ("web1", "web2")
CLOCKS = ("clock1", "clock2", "clock3", "clock4")


@pytest.fixture(scope="module")
def clock_site() -> Iterator[FaultySite]:
    """Turns that run out quickly, and four clocks."""
    running = FaultySite(clocks=4, durations={**SHORT, "turn": TURN, "grace": GRACE, "pause": PAUSE})
    running.start()
    yield running
    running.close()


@pytest.fixture
def site(clock_site: FaultySite) -> Iterator[FaultySite]:
    clock_site.mend()
    yield clock_site
    clock_site.mend()


def timeouts(site: FaultySite, witnesses: Sequence[Witness]) -> list[LogEntry]:
    """The turns of the witnesses' match that have run out."""
    entries = read_kept(site, witnesses[0].match["id"]).entries
    return [entry for entry in entries if isinstance(entry.action, Timeout)]


async def until_timeouts(site: FaultySite, witnesses: Sequence[Witness], count: int, seconds: float) -> None:
    """Wait until so many turns have run out."""
    async with asyncio.timeout(seconds):
        while len(timeouts(site, witnesses)) < count:
            await witnesses[0].hear_news(0.1)


@pytest.mark.parametrize("clocks", [4, pytest.param(2, marks=pytest.mark.nightly)])
async def test_05_several_clocks_act_on_each_deadline_once(site: FaultySite, clocks: int) -> None:
    """Two clocks and four: a turn runs out once, on time, whoever sees it first."""
    for name in CLOCKS[clocks:]:
        site.kill(name)
    run = Run(5, site)
    rooms = [await run.seat(people=2) for _ in range(3)]
    await asyncio.gather(*[until_timeouts(site, room, 3, 20) for room in rooms])
    async with playing(*rooms):
        await asyncio.gather(*[more_acts(room, 5) for room in rooms])
    await run.verdict()


@pytest.mark.parametrize("seam", ["before_due", pytest.param("before_sweep", marks=pytest.mark.nightly)])
async def test_05_a_clock_killed_around_a_deadline(site: FaultySite, seam: str) -> None:
    """Another clock acts on it, once, within two seconds of being there."""
    run = Run(5, site)
    witnesses = await run.seat(people=2)
    for name in CLOCKS[1:]:
        site.kill(name)
    await asyncio.to_thread(site.arm, "clock1", f"{seam}=kill@{8 if seam == 'before_sweep' else 2}")
    with site.outage():
        await asyncio.to_thread(site["clock1"].wait_for_end)
        had = len(timeouts(site, witnesses))
        await asyncio.to_thread(site.start_and_wait_for_sweep, "clock2")
    await until_timeouts(site, witnesses, had + 1, 10)
    await run.verdict()


@pytest.mark.parametrize("seconds", [5.0, pytest.param(60.0, marks=pytest.mark.nightly)])
async def test_05_all_clocks_down_for_a_while(site: FaultySite, seconds: float) -> None:
    """Nothing runs out meanwhile; then every running turn has at least the grace, and the deadlines come in order."""
    run = Run(5, site)
    rooms = [await run.seat(people=2) for _ in range(3)]
    with site.outage():
        for name in CLOCKS:
            site.kill(name)
        before = [len(timeouts(site, room)) for room in rooms]
        await site.down(seconds)
        assert [len(timeouts(site, room)) for room in rooms] == before
        await asyncio.to_thread(site.start_and_wait_for_sweep, "clock3")
    back = site.outages[-1].until
    await asyncio.gather(*[until_timeouts(site, room, had + 1, 10) for room, had in zip(rooms, before, strict=True)])
    first = [timeouts(site, room)[had] for room, had in zip(rooms, before, strict=True)]
    assert all(entry.at >= back + GRACE * 1000 - site.SLACK_MS for entry in first)
    await run.verdict()


async def test_05_all_web_processes_down_while_clocks_run(site: FaultySite) -> None:
    """Nobody could act: as soon as that is noticed nothing runs out, and then every turn has at least the grace."""
    run = Run(5, site)
    witnesses = await run.seat(people=2)
    with site.outage():
        for name in WEBS:
            site.kill(name)
        await site.down(PAUSE)
        before = len(timeouts(site, witnesses))
        await site.down(TURN + PAUSE)
        assert len(timeouts(site, witnesses)) == before
        await asyncio.to_thread(site.start_again, WEBS[0])
    back = site.outages[-1].until
    for witness in witnesses:
        await witness.come_back()
    await until_timeouts(site, witnesses, before + 1, 10)
    assert timeouts(site, witnesses)[before].at >= back + GRACE * 1000 - site.SLACK_MS
    async with playing(witnesses):
        await more_acts(witnesses, 5)
    await run.verdict()


@pytest.mark.nightly
async def test_05_processes_whose_clocks_are_wrong(site: FaultySite) -> None:
    """Deadlines are the store's: a web process an hour ahead and a clock an hour behind change nothing."""
    for name in ("web1", *CLOCKS):
        site.kill(name)
    site.spoil("an-hour-ahead", "web1")
    site.spoil("an-hour-behind", "clock1")
    for name in ("web1", "clock1"):
        await asyncio.to_thread(site.start_again, name)
    run = Run(5, site)
    witnesses = await run.seat(people=2)
    await until_timeouts(site, witnesses, 2, 20)
    async with playing(witnesses):
        await more_acts(witnesses, 5)
    await run.verdict()
