"""A share measured over deals until it is clear: each deal is played once from every seat, and counts as one figure.

What has been played is kept in a file, a line of JSON for each deal, so that measuring can stop at any time and go on
later. Figures of other computers, thinking times or seeds are of no use and are passed over.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

import games.computers

if TYPE_CHECKING:
    from collections.abc import Sequence

NORMAL_95 = 1.96
FEWEST = 30
"""Deals before the first look at the interval."""
EVERY = 10
"""Deals between two looks."""


class Played(NamedTuple):
    """A deal played from every seat: the measured player's share of the wins, and its longest thinking in seconds."""

    share: float
    longest: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A share of the rounds won, with half the width of its 95 % interval, over so many deals and rounds."""

    share: float
    half: float
    deals: int
    rounds: int
    longest: float = 0.0

    def is_clear_of(self, share: float) -> bool:
        return abs(self.share - share) > self.half

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.half:.1f} %"


def measured(by_deal: Sequence[Played], seats: int) -> Measured:
    """What the deals' mean shares tell; the deals, not the rounds, are independent."""
    shares = [deal.share for deal in by_deal]
    half = NORMAL_95 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    longest = max((deal.longest for deal in by_deal), default=0.0)
    return Measured(fmean(shares or [1 / seats]), half, len(shares), seats * len(shares), longest)


def is_settled(by_deal: Sequence[Played], seats: int, *, clear_of: Sequence[float], most: int) -> bool:
    """Whether the interval is clear of these shares, as seen at every few deals, or the deals are used up."""
    if len(by_deal) >= most:
        return True
    found = measured(by_deal[: len(by_deal) // EVERY * EVERY], seats)
    return found.deals >= FEWEST and all(found.is_clear_of(share) for share in clear_of)


class Results:
    """The file of what has been played, deal by deal."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._computers = _fingerprint()
        self._played: dict[str, list[Played]] = defaultdict(list)
        if path.exists():
            for written in path.read_text(encoding="utf-8").splitlines():
                line, deal, share, longest, computers = json.loads(written)
                if computers == self._computers and deal == len(self._played[line]):
                    self._played[line].append(Played(share, longest))

    def of(self, line: str) -> list[Played]:
        """The deals of a line, in order."""
        return self._played[line]

    def add(self, line: str, played: Played) -> None:
        """Keep the line's next deal."""
        entry = (line, len(self._played[line]), *played, self._computers)
        self._played[line].append(played)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _fingerprint() -> str:
    """Which computers are measured: it changes with their sources."""
    sources = sorted(Path(games.computers.__file__).parent.glob("*.py"))
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
