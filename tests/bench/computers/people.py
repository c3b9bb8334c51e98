"""The people of the fifty matches: `python -m tests.bench.computers.people MATCHES RULESET SECONDS PAUSE_MS`.

With the environment of a site: makes the matches, plays the person of each through the live match's own transitions as
soon as it is his turn, and prints how many ms after its pause each computer's move was logged.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")
django.setup()

from games import engine
from games.computers import Budget, Level, choose
from games.engine import Seat
from games.live import store
from games.live.log import read_entry
from games.live.match import read_match
from games.live.opening import NewSeat, new_match
from games.live.table import Durations, TableSettings
from games.live.transitions import seat_acts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.live.log import LogEntry

LOOK = 0.1
PERSON = Seat(0)


async def begin(matches: int, ruleset: str, pause: int) -> list[str]:
    """The ids of new matches, each of one person and three hard computers that pause for exactly so many ms."""
    seats = [NewSeat("i1", "m1", "Ana", "person")]
    seats += [NewSeat(None, None, name, "computer", "hard") for name in ("Bee", "Cat", "Dog")]
    made = []
    for _ in range(matches):
        match_id, change = new_match(
            room_id=store.new_id(store.any_shard()),
            room_code="ABCDEF",
            seats=seats,
            table=TableSettings(ruleset, rounds=1, timer=None),
            durations=Durations(computer_least=pause, computer_most=pause, first_turn=100),
            now=0,
        )
        await store.commit(change)
        made.append(match_id)
    return made


async def play_person(match_id: str) -> None:
    """Do what the person may do, if it is his turn."""
    loaded = await store.load("match", match_id)
    if loaded is None:
        return
    live = read_match(match_id, loaded)
    view = engine.view(live.state, PERSON)
    if view.legal and not live.match.dealing and PERSON in (view.turn, getattr(view.window, "seat", None)):
        chosen = choose(Level.EASY, view, [view], seed=match_id, budget=Budget())
        if chosen.action is not None:
            version = live.match.version_for(PERSON)
            await store.commit(seat_acts(live, PERSON, chosen.action, version, f"m1:{loaded.version}").change)


def lateness(entries: Sequence[LogEntry], pause: int) -> list[int]:
    """How many ms after its pause each computer's move was logged."""
    return [
        after.at - before.at - pause
        for before, after in pairwise(entries)
        if after.actor not in (None, PERSON) and before.version > 1
    ]


async def play(matches: int, ruleset: str, seconds: float, pause: int) -> list[int]:
    """Play for so long; how late the computers were."""
    made = await begin(matches, ruleset, pause)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        await asyncio.gather(*[play_person(match_id) for match_id in made])
        await asyncio.sleep(LOOK)
    late: list[int] = []
    for match_id in made:
        late += lateness([read_entry(entry) for entry in await store.read_log(match_id)], pause)
    await store.close()
    return late


if __name__ == "__main__":
    wanted, table, how_long, paused = sys.argv[1:]
    print(json.dumps(asyncio.run(play(int(wanted), table, float(how_long), int(paused)))))
