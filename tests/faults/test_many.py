"""Faults under a crowd: 500 sockets on one web process, 500 matches in one store: faults 2 and 7."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.crowd import seat_crowd
from tests.faults.faulty_site import SHORT, FaultySite
from tests.faults.history import Verdict, judge_match
from tests.faults.report import REPORT
from tests.faults.witness import play_some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.witness import Witness

BACK_SECONDS = 10.0
ROOMS = [6, pytest.param(250, marks=pytest.mark.nightly)]
MATCHES = [pytest.param(500, marks=pytest.mark.nightly)]


@pytest.fixture(scope="module")
def crowd_site() -> Iterator[FaultySite]:
    running = FaultySite(workers=False, durations={**SHORT, "turn": 600.0, "beat": 5.0, "lease": 12.0, "pause": 5.0})
    running.start()
    yield running
    running.close()


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Iterator[FaultySite]:
    """A few rooms fit into the site that all share."""
    crowded = request.node.get_closest_marker("nightly") is not None
    running: FaultySite = request.getfixturevalue("crowd_site" if crowded else "shared_site")
    running.mend()
    yield running
    running.mend()


def judge_all(site: FaultySite, fault: int, crowd: list[list[Witness]]) -> None:
    verdict = Verdict()
    for room in crowd:
        match_id = next(one.frame["id"] for one in room[0].heard if one.frame["type"] == "match")
        verdict += judge_match(site, match_id, room, outages=site.outages)
    REPORT.add(fault, verdict)
    assert not verdict.broken, verdict.broken[:10]


async def everybody_comes_back(crowd: list[list[Witness]]) -> list[float]:
    """How long after the loss each page showed its match again, sorted."""
    everybody = [witness for room in crowd for witness in room]

    async def back(witness: Witness) -> float:
        await witness.until(lambda: witness.close_code is not None, "the end", 30)
        began = time.monotonic()
        await witness.come_back()
        return time.monotonic() - began

    return sorted(await asyncio.gather(*map(back, everybody)))


def nobody_lost_his_seat(crowd: list[list[Witness]]) -> bool:
    seats = [seat for room in crowd for one in room for seat in one.view["seats"]]
    return all(seat["kind"] == "person" and not seat["left"] for seat in seats)


@pytest.mark.parametrize("rooms", ROOMS)
async def test_02_a_web_process_killed_with_all_its_sockets(site: FaultySite, rooms: int) -> None:
    """All are back at the other process within ten seconds, no seat is lost."""
    crowd = await seat_crowd(site, rooms, 2, bases=site.bases)
    site.kill("web1")
    back = await everybody_comes_back(crowd)
    assert back[-1] < BACK_SECONDS
    assert nobody_lost_his_seat(crowd)
    await play_some(crowd[0], 10)
    judge_all(site, 2, crowd)


@pytest.mark.parametrize("rooms", ROOMS)
async def test_02_a_web_process_stopped_in_good_order_with_all_its_sockets(site: FaultySite, rooms: int) -> None:
    """Every page is told to come back within some time of its own choosing, and all are back within ten seconds."""
    crowd = await seat_crowd(site, rooms, 2, bases=site.bases)
    await asyncio.to_thread(site["web1"].stop)
    back = await everybody_comes_back(crowd)
    assert back[-1] < BACK_SECONDS
    closings = [one.closing for room in crowd for one in room]
    assert back[-1] - back[0] > 0.2, "they all came at once"
    assert all(closing is None or closing["reason"] == "restart" for closing in closings)
    assert nobody_lost_his_seat(crowd)
    judge_all(site, 2, crowd)


@pytest.mark.parametrize("matches", MATCHES)
async def test_07_a_store_with_many_matches_killed_and_started_again(site: FaultySite, matches: int) -> None:
    """Every page of every match is resynced within ten seconds of the store's start."""
    crowd = await seat_crowd(site, matches, 2, bases=site.bases)
    for number, room in enumerate(crowd):
        for witness in room[: number % 2]:
            await witness.vanish()
            await witness.open(site.base_url(2))
            await witness.until(lambda witness=witness: witness.match, "the match", 30)  # type: ignore[misc]
    await asyncio.gather(*[play_some(room, 3) for room in crowd[:50]])
    everybody = [witness for room in crowd for witness in room]
    epochs = {witness.name: witness.match["epoch"] for witness in everybody}
    with site.outage():
        site.kill("store")
        site.start_again("store")
        began = time.monotonic()
    for witness in everybody:
        await witness.until(
            lambda witness=witness: witness.match["epoch"] > epochs[witness.name],  # type: ignore[misc]
            "a newer epoch",
            max(0.1, BACK_SECONDS - (time.monotonic() - began)),
        )
    await asyncio.gather(*[play_some(room, 3) for room in crowd[:50]])
    judge_all(site, 7, crowd)
