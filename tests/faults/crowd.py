"""Many rooms at once: guests made by the site's own services in one go, their pages opened a few at a time."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.faults.tables import long_table
from tests.faults.witness import Witness, begin_match
from tests.live.player import Browser
from tests.processes import CODE, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.faulty_site import FaultySite

SEATING_SECONDS = 300
AT_ONCE = 25
"""Pages that are opened at the same time."""


class CookieBrowser(Browser):
    """A browser of whom nothing is known but its session's cookie."""

    def __init__(self, base_url: str, cookie: str) -> None:
        super().__init__(base_url)
        self._cookie = cookie

    @property
    def header(self) -> str:
        return self._cookie


async def seat_crowd(
    site: FaultySite, rooms: int, people: int, *, bases: Sequence[str], ruleset: str = "clash-classic"
) -> list[list[Witness]]:
    """So many rooms of so many people, every page open at the first of `bases`, every match begun."""
    made = await asyncio.to_thread(_made_rooms, site, rooms, people)
    crowd: list[list[Witness]] = []
    for number, (room_id, cookies) in enumerate(made):
        crowd.append(
            [_witness(site, f"{number}.{seat}", cookie, room_id, bases) for seat, cookie in enumerate(cookies)]
        )
    narrow = asyncio.Semaphore(AT_ONCE)

    async def begin(witnesses: list[Witness]) -> None:
        async with narrow:
            for witness in witnesses:
                await witness.open()
                await witness.until(lambda witness=witness: witness.room, "the room", 30)  # type: ignore[misc]
            await begin_match(witnesses, long_table(ruleset))

    await asyncio.gather(*map(begin, crowd))
    return crowd


def _witness(site: FaultySite, name: str, cookie: str, room_id: str, bases: Sequence[str]) -> Witness:
    witness = Witness(f"Guest {name}", CookieBrowser(site.base_url(1), cookie), room_id, seed=hash(name) % 10_000)
    witness.bases = list(bases)
    return witness


def _made_rooms(site: FaultySite, rooms: int, people: int) -> list[tuple[str, list[str]]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.live.seating", str(rooms), str(people)],
        cwd=CODE,
        env={**os.environ, **SETTINGS, **site["clock1"].environment},
        capture_output=True,
        text=True,
        timeout=SEATING_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(made["room"], made["cookies"]) for made in json.loads(done.stdout)]
