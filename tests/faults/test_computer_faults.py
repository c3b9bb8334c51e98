"""A computer's task that fails, hangs, answers nonsense, comes late or twice: fault 15."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from games.engine import SeatKind
from tests.faults.faulty_site import FaultySite
from tests.faults.kept import read_kept
from tests.faults.measures import counter
from tests.faults.replayed import replay_log
from tests.faults.run import Run
from tests.faults.tables import short_table
from tests.faults.witness import all_play, more_acts, playing
from tests.processes import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.witness import Witness

ACT_SECONDS = 5.0
QUEUE = "celery:computers"
HELPED = "colorclash_computers_helped_total"


@pytest.fixture(scope="module")
def computer_site() -> Iterator[FaultySite]:
    """One clock, whose counters are open to the staff, and a worker for computers that a test starts itself."""
    running = FaultySite(webs=1, clocks=1)
    running["clock1"].environment["COLORCLASH_METRICS_PORT"] = str(free_port())
    running.start()
    yield running
    running.close()


@pytest.fixture
def site(computer_site: FaultySite) -> Iterator[FaultySite]:
    computer_site.mend()
    yield computer_site
    computer_site.mend()


def helped(site: FaultySite) -> float:
    """How often the clock has played for a computer, as the staff see it."""
    return counter(site["clock1"].environment["COLORCLASH_METRICS_PORT"], HELPED)


async def two_and_a_computer(run: Run) -> tuple[list[Witness], Witness]:
    """Three people, of whom one leaves at once."""
    witnesses = await run.seat(table=short_table("clash-classic", length={"rounds": 3}))
    *others, leaver = witnesses
    assert (await leaver.act("leave"))["ok"]
    return others, leaver


def waits_for_computers(site: FaultySite, match_id: str) -> list[float]:
    """How long (s) each act of a computer took after the entry before it."""
    steps = replay_log(read_kept(site, match_id).entries)
    return [
        (step.entry.at - before.entry.at) / 1000
        for before, step in pairwise(steps)
        if step.entry.actor is not None and before.after.kinds[step.entry.actor] is not SeatKind.PERSON
    ]


@pytest.mark.parametrize(
    "how",
    [
        "computer-hangs",
        pytest.param("computer-raises", marks=pytest.mark.nightly),
        pytest.param("computer-nonsense", marks=pytest.mark.nightly),
    ],
)
async def test_15_a_computer_that_fails(site: FaultySite, how: str) -> None:
    """A legal act all the same within five seconds, and a counter that the staff see."""
    before = await asyncio.to_thread(helped, site)
    site.kill("computers")
    site.spoil(how, "computers")
    site.start_again("computers")
    run = Run(15, site)
    others, _ = await two_and_a_computer(run)
    async with playing(others):
        await more_acts(others, 12)
    waits = waits_for_computers(site, others[0].match["id"])
    assert len(waits) > 1
    assert max(waits) < ACT_SECONDS
    assert await asyncio.to_thread(helped, site) > before
    await run.verdict()


@pytest.mark.nightly
@pytest.mark.parametrize("how", ["an-hour-ahead", "an-hour-behind"])
async def test_15_a_worker_whose_clock_is_wrong(site: FaultySite, how: str) -> None:
    """It thinks as every other one does, and the clock need not play for it."""
    site.kill("computers")
    site.spoil(how, "computers")
    await asyncio.to_thread(site.start_and_wait_for_work, "computers")
    await asyncio.to_thread(site.wait_for_empty_queue, QUEUE, site.tasks_taken())
    before = await asyncio.to_thread(helped, site)
    run = Run(15, site)
    others, _ = await two_and_a_computer(run)
    async with playing(others):
        await more_acts(others, 12)
    acts = len(waits_for_computers(site, others[0].match["id"]))
    assert acts > 1
    assert await asyncio.to_thread(helped, site) - before < acts / 2, "a busy machine may cost it one or the other"
    await run.verdict()


async def test_15_tasks_that_come_late_and_ten_times(site: FaultySite) -> None:
    """They do nothing: neither twice for the computer, nor ever for the person who is back in his seat."""
    site.kill("computers")
    run = Run(15, site)
    others, leaver = await two_and_a_computer(run)
    async with playing(others):
        tasks = await asyncio.to_thread(tasks_sent, site, 2)
        site.start_again("computers")
        with site.redis() as client:
            client.rpush(QUEUE, *(tasks * 10))
        await more_acts(others, 5)
    await leaver.come_back()
    everybody = [*others, leaver]
    await all_play(everybody, lambda: leaver.view["round"] >= 2 and not leaver.view["you"]["watching"])
    with site.redis() as client:
        client.rpush(QUEUE, *(tasks * 10))
    async with playing(everybody):
        await more_acts(everybody, 10)
    await run.verdict()


def tasks_sent(site: FaultySite, count: int, seconds: float = 30.0) -> list[bytes]:
    """The tasks for computers that wait in the broker, once there are so many."""
    deadline = time.monotonic() + seconds
    with site.redis() as client:
        waiting = partial(client.lrange, QUEUE, 0, -1)
        while len(found := waiting()) < count:
            assert time.monotonic() < deadline, "no task was sent"
        return list(found)
