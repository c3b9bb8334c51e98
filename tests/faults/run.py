"""One run of a fault: its site, its seed, its witnesses, and the verdict in the end."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

from tests.faults.history import Verdict, judge
from tests.faults.report import REPORT
from tests.faults.tables import NAMES, long_table
from tests.faults.witness import Witness, seat_witnesses

if TYPE_CHECKING:
    from tests.faults.faulty_site import FaultySite

numbers = count(1)


class Run:
    """A fault's number in the list, and what was played while it was there."""

    def __init__(self, fault: int, site: FaultySite) -> None:
        self.fault = fault
        self.site = site
        self.number = next(numbers)
        self.rooms: list[list[Witness]] = []

    async def seat(
        self,
        ruleset: str = "clash-classic",
        *,
        people: int = 3,
        table: dict[str, object] | None = None,
        thinks: float = 0.05,
    ) -> list[Witness]:
        """A room with a match begun, whose people think so many seconds between their acts."""
        names = [f"{name} {self.number}.{len(self.rooms)}" for name in NAMES[:people]]
        witnesses = await seat_witnesses(
            self.site.bases,
            names,
            table=table or long_table(ruleset),
            seed=self.number,
            before_opening=self.site.opens_premium_tables,
        )
        for witness in witnesses:
            witness.thinks = thinks
        self.rooms.append(witnesses)
        return witnesses

    async def verdict(self) -> Verdict:
        """Judge every match of the run, note it for the table, and fail on what is broken."""
        whole = Verdict()
        for witnesses in self.rooms:
            whole += await asyncio.to_thread(judge, self.site, witnesses, outages=self.site.outages)
        REPORT.add(self.fault, whole)
        assert not whole.broken, "\n".join(f"{broken.invariant} {broken.what}" for broken in whole.broken[:20])
        assert not whole.lost
        return whole
