"""What is measured, a line of the table each: one level against another at a table, or at RLCard's."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, Self

from games.computers import Level
from games.engine import RULESETS
from tests.bench.computers.arena import ORACLE, Player, play_round
from tests.bench.computers.measuring import Played
from tests.bench.environments import python_with
from tests.processes import CODE

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
RLCARD_REQUIREMENTS = HERE.parent / "engine" / "rlcard.txt"
RLCARD = "rlcard"
PATIENCE = 60


class Line(NamedTuple):
    """Who is measured against whom, and what is hoped for. At RLCard's table the others are one of its agents."""

    ruleset: str
    seats: int
    level: Player
    against: str
    goal: float | None = None

    @property
    def fair(self) -> float:
        """The share of an equal."""
        return 1 / self.seats

    def name(self, milliseconds: float, seed: int) -> str:
        """What its figures are kept under."""
        return f"{self.ruleset}/{self.seats}/{self.level}/{self.against}/{milliseconds:g} ms/{seed}"


def lines() -> Iterator[Line]:
    """Each rule set at its fewest seats and at four: hard against normal, normal against easy, hard against easies.

    Beside it stands what one takes at four who sees all cards, held to the same goal: that is out of reach where he
    misses it.
    """
    for ruleset in RULESETS.values():
        fewest = ruleset.seats[0]
        two = fewest == 2
        yield Line(ruleset.id, fewest, Level.HARD, Level.NORMAL, 0.55 if two else None)
        yield Line(ruleset.id, fewest, Level.NORMAL, Level.EASY)
        yield Line(ruleset.id, fewest, Level.HARD, Level.EASY, 0.60 if two else None)
        yield Line(ruleset.id, 4, Level.HARD, Level.NORMAL)
        yield Line(ruleset.id, 4, Level.NORMAL, Level.EASY)
        yield Line(ruleset.id, 4, Level.HARD, Level.EASY, 1.3 / 4)
        yield Line(ruleset.id, 4, ORACLE, Level.EASY, 1.3 / 4)
        yield Line(ruleset.id, 4, ORACLE, Level.NORMAL)
    yield Line(RLCARD, 2, Level.HARD, "random", 0.60)
    yield Line(RLCARD, 2, Level.HARD, "rule", 0.55)


def play_deal(line: Line, deal: int, milliseconds: float, seed: int) -> Played:
    """Play a deal from every seat, the measured level in one and the other level in all the others."""
    outcomes = []
    for seat in range(line.seats):
        levels: list[Player] = [Level(line.against)] * line.seats
        levels[seat] = line.level
        outcome = play_round(line.ruleset, levels, measured=seat, seed=f"{seed}:{deal}", milliseconds=milliseconds)
        outcomes.append((outcome.shares[seat], outcome.longest))
    return Played(fmean(share for share, _ in outcomes), max(longest for _, longest in outcomes))


class RLCardTable:
    """RLCard's process, asked for one round at a time."""

    def __init__(self, line: Line, milliseconds: float) -> None:
        python = python_with(RLCARD, RLCARD_REQUIREMENTS)
        command = [str(python), str(HERE / "rlcard_side.py"), line.level, line.against, str(milliseconds)]
        self._process = subprocess.Popen(command, cwd=CODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play_deal(self, deal: int) -> Played:
        """Play a deal from both seats; the thinking is not told apart from RLCard's own."""
        return Played(fmean(self._share(deal, seat) for seat in range(2)), 0.0)

    def _share(self, deal: int, seat: int) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{deal} {seat}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=PATIENCE)


class Watch:
    """How long measuring may still go on."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._ends
