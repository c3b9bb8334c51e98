"""Processes killed around a match being put aside, kept and gone on with: faults 1, 13 and 18."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.faults.aside import (
    all_are_told,
    aside_on_list,
    facts,
    kept_rows,
    play_on_again,
    press_resume,
    put_aside,
    says_back,
    store_log,
    to_a_pause,
    wait_until_kept,
)
from tests.faults.run import Run
from tests.faults.tables import long_table
from tests.processes import wait_until

if TYPE_CHECKING:
    from tests.faults.faulty_site import FaultySite
    from tests.faults.witness import Witness

QUEUE = "celery:ledger"

nightly = pytest.mark.nightly
pytestmark = pytest.mark.services


async def pausing(site: FaultySite, fault: int, ruleset: str = "duel-classic") -> tuple[Run, list[Witness], str]:
    """People at a pause in which all but the first would like to put their match aside."""
    run = Run(fault, site)
    witnesses = await run.seat(table=long_table(ruleset), people=3 if ruleset == "upcolor" else 2, thinks=0)
    return run, witnesses, await to_a_pause(site, witnesses)


async def waiting(site: FaultySite, fault: int, *, kept: bool) -> tuple[Run, list[Witness], str]:
    """People whose match waits, in the database or (its worker is gone) still in the store."""
    run, witnesses, match_id = await pausing(site, fault)
    if not kept:
        site.kill("ledger")
    await put_aside(witnesses[0])
    await all_are_told(witnesses)
    if kept:
        await asyncio.to_thread(wait_until_kept, site, match_id, witnesses[0].room_id)
    return run, witnesses, match_id


async def goes_on(run: Run, witnesses: list[Witness], match_id: str) -> None:
    """Whoever presses the button finds it going on; the next round is played, recorded and held to all promises."""
    base = run.site.bases[1]
    await asyncio.to_thread(says_back, witnesses, base)
    led = await asyncio.to_thread(press_resume, witnesses[0])
    assert led == f"/room/{witnesses[0].room_id}/"
    assert not await asyncio.to_thread(aside_on_list, witnesses[0])
    await play_on_again(witnesses)
    await run.verdict()
    assert not kept_rows(run.site, match_id)


@pytest.mark.parametrize(
    ("seam", "ruleset"),
    [
        ("after_room", "duel-classic"),
        pytest.param("before_room", "duel-classic", marks=nightly),
        *[pytest.param("after_room", ruleset, marks=nightly) for ruleset in ("clash-family", "upcolor")],
    ],
)
async def test_01_a_web_process_killed_around_the_commit_that_puts_aside(
    site: FaultySite, seam: str, ruleset: str
) -> None:
    """It is put aside once, all are told, the database keeps it though nobody sent its task, and it goes on."""
    run, witnesses, match_id = await pausing(site, 1, ruleset)
    last = witnesses[0]
    await last.vanish()
    await asyncio.to_thread(site.arm, "web1", f"{seam}=kill")
    await last.open(site.bases[0])
    await last.sees(lambda: last.match, "the match")
    log, before = store_log(site, match_id), facts(site, match_id)
    await put_aside(last)
    await asyncio.to_thread(site["web1"].wait_for_end)
    await all_are_told(witnesses)
    await asyncio.to_thread(wait_until_kept, site, match_id, last.room_id)
    assert facts(site, match_id) == before
    await asyncio.to_thread(says_back, witnesses, site.bases[1])
    assert await asyncio.to_thread(press_resume, last)
    assert store_log(site, match_id)[: len(log)] == log
    await goes_on(run, witnesses, match_id)


@nightly
@pytest.mark.parametrize("seam", ["before_ledger", "in_ledger", "after_ledger"])
async def test_13_a_worker_killed_around_the_transaction_that_keeps_it(site: FaultySite, seam: str) -> None:
    """It is kept once within thirty seconds of another worker's start, and nothing of it is recorded twice."""
    run, witnesses, match_id = await pausing(site, 13)
    await asyncio.to_thread(site.arm, "ledger", f"{seam}=kill")
    before = facts(site, match_id)
    await put_aside(witnesses[0])
    await asyncio.to_thread(site["ledger"].wait_for_end)
    await asyncio.to_thread(site.mend)
    await all_are_told(witnesses)
    await asyncio.to_thread(wait_until_kept, site, match_id, witnesses[0].room_id)
    assert facts(site, match_id) == before
    await goes_on(run, witnesses, match_id)


@nightly
@pytest.mark.parametrize("seam", ["in_ledger", "after_ledger"])
async def test_13_it_goes_on_while_the_worker_that_keeps_it_is_dead(site: FaultySite, seam: str) -> None:
    """Whether or not the database has it already, another worker's late delivery takes nothing out of play."""
    run, witnesses, match_id = await pausing(site, 13)
    await asyncio.to_thread(site.arm, "ledger", f"{seam}=kill")
    await put_aside(witnesses[0])
    await asyncio.to_thread(site["ledger"].wait_for_end)
    assert kept_rows(site, match_id) == (seam == "after_ledger")
    await asyncio.to_thread(says_back, witnesses, site.bases[1])
    assert await asyncio.to_thread(press_resume, witnesses[1])
    await asyncio.to_thread(site.mend)
    await goes_on(run, witnesses, match_id)


@nightly
async def test_13_the_task_that_keeps_it_to_several_workers_at_once_and_again_when_it_goes_on(site: FaultySite) -> None:
    """Ten deliveries and two workers keep it once; ten more, while it is played on, do nothing."""
    run, witnesses, match_id = await waiting(site, 13, kept=False)
    with site.redis() as client:
        await asyncio.to_thread(wait_until, lambda: client.llen(QUEUE), "the task is sent")
        tasks = client.lrange(QUEUE, 0, -1)
        client.rpush(QUEUE, *tasks * 9)
    taken = site.tasks_taken()
    with site.another("ledger") as second:
        site.start_again("ledger")
        second.start()
        await asyncio.to_thread(site.wait_for_empty_queue, QUEUE, taken)
        await asyncio.to_thread(wait_until_kept, site, match_id, witnesses[0].room_id)
        await asyncio.to_thread(says_back, witnesses, site.bases[1])
        assert await asyncio.to_thread(press_resume, witnesses[0])
        with site.redis() as client:
            client.rpush(QUEUE, *tasks * 10)
        await asyncio.to_thread(site.wait_for_empty_queue, QUEUE, taken)
    await goes_on(run, witnesses, match_id)


@nightly
@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("seam", ["before_room", "after_room"])
async def test_01_a_web_process_killed_around_the_commit_that_goes_on(
    site: FaultySite, seam: str, *, kept: bool
) -> None:
    """Pressed again at another process it goes on, once, from where it was; no list says that it still waits."""
    run, witnesses, match_id = await waiting(site, 1, kept=kept)
    await asyncio.to_thread(site.arm, "web1", f"{seam}=kill")
    await asyncio.to_thread(says_back, witnesses, site.bases[0])
    assert await asyncio.to_thread(press_resume, witnesses[0]) is None
    await asyncio.to_thread(site["web1"].wait_for_end)
    witnesses[0].browser.base_url = site.bases[1]
    assert await asyncio.to_thread(aside_on_list, witnesses[0]) == (kept and seam == "before_room")
    if not kept:
        site.start_again("ledger")
    await goes_on(run, witnesses, match_id)


@pytest.mark.parametrize("kept", [True, pytest.param(False, marks=nightly)])
async def test_18_all_press_the_button_at_once_at_two_web_processes(site: FaultySite, *, kept: bool) -> None:
    """One of them brings it back, the others find it going on; it is there once."""
    run, witnesses, match_id = await waiting(site, 18, kept=kept)
    for number, one in enumerate(witnesses):
        await asyncio.to_thread(says_back, [one], site.bases[number % 2])
    presses = [partial(press_resume, one) for one in witnesses for _ in range(4)]
    led = await asyncio.gather(*[asyncio.to_thread(press) for press in presses])
    assert set(led) == {f"/room/{witnesses[0].room_id}/"}
    if not kept:
        site.start_again("ledger")
    await goes_on(run, witnesses, match_id)
