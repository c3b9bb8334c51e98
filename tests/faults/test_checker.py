"""The checker on matches that nothing happens to: it has nothing to say, and it has seen everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.history import judge
from tests.faults.run import Run
from tests.faults.tables import RULESETS, short_table
from tests.faults.witness import acknowledged, all_play

if TYPE_CHECKING:
    from tests.faults.faulty_site import FaultySite


QUICK = ("clash-classic", "duel-daynight", "upcolor")


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(ruleset, marks=() if ruleset in QUICK else pytest.mark.nightly) for ruleset in RULESETS],
)
async def test_a_match_without_faults_keeps_every_invariant(site: FaultySite, ruleset: str) -> None:
    run = Run(0, site)
    witnesses = await run.seat(table=short_table(ruleset))
    await all_play(witnesses, lambda: all(one.match and one.view["phase"] == "over" for one in witnesses))
    verdict = judge(site, witnesses)
    assert not verdict.broken, verdict.broken[:5]
    assert verdict.acknowledged > 10
    assert verdict.acknowledged == acknowledged(witnesses)
