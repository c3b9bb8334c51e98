"""Controls: without a guard there is damage, and the checker sees it.

The guard is taken out of the test's own processes or database; with all of them in place the same runs find nothing.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.faults.faulty_site import SHORT, FaultySite
from tests.faults.history import judge_match
from tests.faults.kept import wait_for_ledger
from tests.faults.run import Run
from tests.faults.tables import short_table
from tests.faults.witness import all_play, more_acts, playing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.faults.history import Verdict
    from tests.faults.witness import Witness


@pytest.fixture
def new_site() -> Iterator[Callable[..., FaultySite]]:
    """Makes a site of the test's own, not started yet."""
    made: list[FaultySite] = []

    def make(**options: Any) -> FaultySite:  # noqa: ANN401
        made.append(FaultySite(**options))
        return made[-1]

    yield make
    for site in made:
        site.close()


def verdict_on(site: FaultySite, witnesses: list[Witness]) -> Verdict:
    return judge_match(site, witnesses[0].match["id"], witnesses)


async def test_without_compare_and_set_the_checker_sees_lost_updates(new_site: Callable[..., FaultySite]) -> None:
    site = new_site(clocks=1, workers=False)
    site.spoil("without-compare-and-set", "web1", "web2", "clock1")
    site.start()
    witnesses = await Run(0, site).seat(people=4, thinks=0)
    for witness in witnesses:
        witness.catches, witness.arms = 1.0, 0.0
    async with playing(witnesses):
        await more_acts(witnesses, 250)
    verdict = verdict_on(site, witnesses)
    assert {"I1", "I2"} & set(verdict.invariants), "two processes never met on one version"


async def test_without_act_ids_the_checker_sees_an_act_done_and_denied(new_site: Callable[..., FaultySite]) -> None:
    site = new_site(clocks=1, workers=False)
    site.spoil("without-act-id", "web1", "web2")
    site["web1"].environment["COLORCLASH_FAILPOINT"] = "after_commit=kill@4"
    site.start()
    witnesses = await Run(0, site).seat(people=2)
    async with playing(witnesses):
        await asyncio.to_thread(site["web1"].wait_for_end)
    assert "I1" in verdict_on(site, witnesses).invariants


async def test_without_the_unique_key_the_checker_sees_doubled_lines(new_site: Callable[..., FaultySite]) -> None:
    site = new_site(webs=1, clocks=1)
    site["ledger"].environment["COLORCLASH_FAILPOINT"] = "after_ledger=kill"
    site.write("drop index ledger_line_once")
    site.start()
    witnesses = await Run(0, site).seat(table=short_table("duel-classic"), people=2, thinks=0)
    await all_play(witnesses, lambda: all(one.match and one.view["phase"] == "over" for one in witnesses))
    await asyncio.to_thread(site["ledger"].wait_for_end)
    await asyncio.to_thread(site.mend)
    await asyncio.to_thread(wait_for_ledger, site, witnesses[0].match["id"])
    assert verdict_on(site, witnesses).invariants == ["I5"]


@pytest.mark.nightly
async def test_without_the_deadlines_guard_the_checker_sees_turns_cut_short(
    new_site: Callable[..., FaultySite],
) -> None:
    """Both clocks act on what was due, the slower one on what came after it."""
    site = new_site(webs=1, workers=False, proxied=("clock1", "clock2"), durations={**SHORT, "turn": 1.0})
    site.spoil("without-deadline", "clock1", "clock2")
    for proxy in site.store_proxies.values():
        proxy.back.delay = 0.1
    site.start()
    witnesses = await Run(0, site).seat(people=3, thinks=0)
    async with asyncio.timeout(30):
        while "I6" not in verdict_on(site, witnesses).invariants:
            await witnesses[0].hear_news(0.5)
