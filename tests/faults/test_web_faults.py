"""Web processes killed and stopped: faults 1, 2 and 16."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.faults.run import Run
from tests.faults.tables import RULESETS
from tests.faults.witness import more_acts, play_some, playing, until_they_agree

if TYPE_CHECKING:
    from tests.faults.faulty_site import FaultySite
    from tests.faults.witness import Witness

SEAMS = ("before_commit", "after_commit", "before_delivery")
QUICK = {("before_commit", "upcolor"), ("after_commit", "clash-classic"), ("before_delivery", "duel-daynight")}
KILLED_AROUND_A_COMMIT = [
    pytest.param(seam, ruleset, marks=() if (seam, ruleset) in QUICK else pytest.mark.nightly)
    for seam in SEAMS
    for ruleset in RULESETS
]
SEEN_SECONDS = 5.0
"""How long after a fault everybody sees what was done, at the latest."""


def asked_twice(witnesses: list[Witness]) -> set[str]:
    """The ids of acts that were asked for again on another page."""
    pages = {(asked.message["id"], asked.page) for one in witnesses for asked in one.asked}
    return {act_id for act_id, count in Counter(act_id for act_id, _ in pages).items() if count > 1}


@pytest.mark.parametrize(("seam", "ruleset"), KILLED_AROUND_A_COMMIT)
async def test_01_a_web_process_killed_around_a_commit(site: FaultySite, seam: str, ruleset: str) -> None:
    """The act is done once, its asker gets the stored outcome, the others see it within five seconds."""
    await asyncio.to_thread(site.arm, "web1", f"{seam}=kill@6")
    run = Run(1, site)
    witnesses = await run.seat(ruleset)
    async with playing(witnesses):
        await asyncio.to_thread(site["web1"].wait_for_end)
    assert asked_twice(witnesses)
    await until_they_agree(witnesses, SEEN_SECONDS)
    await play_some(witnesses, 10)
    await run.verdict()


@pytest.mark.nightly
async def test_16_a_deploy_that_stops_every_process_in_turn(site: FaultySite) -> None:
    """Nothing is lost, and nobody is blind for more than five seconds."""
    run = Run(16, site)
    rooms = [await run.seat(ruleset, people=people) for ruleset, people in (("clash-classic", 4), ("duel-siege", 2))]
    async with playing(*rooms):
        for name in ("clock1", "web1", "computers", "clock2", "web2", "ledger"):
            await asyncio.to_thread(site.restart, name)
            await asyncio.gather(*[more_acts(room, 2) for room in rooms])
        with site.outage():
            site.restart("store")
        await asyncio.gather(*[more_acts(room, 2) for room in rooms])
    blind = [seconds for room in rooms for one in room for seconds in one.blind]
    assert blind
    assert max(blind) < SEEN_SECONDS
    await run.verdict()
