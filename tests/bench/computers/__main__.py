"""`make bench-computers`: how often each level wins, from every seat of the same deals, with 95 % intervals.

It may be stopped at any time and goes on where it was: the deals played are kept in a file below `build/`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

from games.computers import Level
from tests.bench.computers.arena import ORACLE
from tests.bench.computers.lines import RLCARD, Line, RLCardTable, Watch, lines, play_deal
from tests.bench.computers.measuring import EVERY, FEWEST, Measured, Results, is_settled, measured
from tests.bench.environments import BUILD
from tests.bench.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.computers.measuring import Played

HEAD = [
    "rule set", "seats", "measured", "against", "share", "fair", "goal", "deals", "rounds", "longest ms", "verdict",
]  # fmt: skip
EXPLAINED = """\
Each deal is played once from every seat, the others being the other level; a deal counts as one figure, so that the
rounds of a deal may depend on each other. The share is of rounds won (Color Clash: first out; no winner: shared alike).
Time is processor time of one core a move; the longest is the measured level's. A line is settled when its interval is
clear of {settled}, at most after {most} deals; since the interval is looked at again and again, the last look is a
little bold. The deals played are kept in {path}."""


def row(line: Line, found: Measured) -> list[str]:
    against = f"its {line.against} agent" if line.ruleset == RLCARD else f"{line.against}s"
    shown = "" if line.goal is None else f"{100 * line.goal:.1f} %"
    longest = f"{1000 * found.longest:.0f}" if found.longest else ""
    counts = [str(found.deals), str(found.rounds), longest]
    share = f"{100 * line.fair:.1f} %"
    return [line.ruleset, str(line.seats), line.level, against, str(found), share, shown, *counts, verdict(line, found)]


def verdict(line: Line, found: Measured) -> str:
    """What the interval says of the fair share and of the goal."""
    if found.deals < FEWEST:
        return "too few deals"
    said = "open"
    if found.is_clear_of(line.fair):
        said = "better" if found.share > line.fair else "worse"
    if line.goal is None:
        return said
    reached = found.share - found.half >= line.goal
    missed = found.share + found.half < line.goal
    return f"{said}, goal {'reached' if reached else 'missed' if missed else 'not shown'}"


def wanted(line: Line, asked: argparse.Namespace) -> bool:
    """Whether the line is among those asked for."""
    filters = ((asked.ruleset, line.ruleset), (asked.seats, line.seats), (asked.level, line.level),
               (asked.against, line.against))  # fmt: skip
    return all(not chosen or value in chosen for chosen, value in filters)


class Measuring:
    """The lines asked for, measured in turns, a few deals each, so that all of them get on."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self._asked = asked
        self._results = Results(asked.results)
        self._watch = Watch(asked.minutes * 60)
        self.lines = [line for line in lines() if wanted(line, asked)]

    def found(self, line: Line) -> Measured:
        return measured(self._of(line), line.seats)

    def run(self) -> None:
        """Measure until every line is settled or the time is up."""
        with ProcessPoolExecutor(self._asked.processes) as pool:
            while still_open := [line for line in self.lines if not self._is_settled(line)]:
                for line in still_open:
                    self._go_on(line, pool)
                    if self._watch.is_over:
                        return

    def _of(self, line: Line) -> Sequence[Played]:
        return self._results.of(self._name(line))

    def _name(self, line: Line) -> str:
        return line.name(self._asked.milliseconds, self._asked.seed)

    def _is_settled(self, line: Line) -> bool:
        goals = [line.goal] if self._asked.goals and line.goal is not None else []
        return is_settled(self._of(line), line.seats, clear_of=[line.fair, *goals], most=self._asked.most)

    def _go_on(self, line: Line, pool: ProcessPoolExecutor) -> None:
        """Play the line's next few deals."""
        first = len(self._of(line))
        deals = range(first, min(first + EVERY, self._asked.most))
        for played in self._play(line, deals, pool):
            self._results.add(self._name(line), played)
        print("  ".join(row(line, self.found(line))), file=sys.stderr, flush=True)

    def _play(self, line: Line, deals: range, pool: ProcessPoolExecutor) -> Iterator[Played]:
        milliseconds, seed = self._asked.milliseconds, self._asked.seed
        if line.ruleset == RLCARD:
            with RLCardTable(line, milliseconds) as their:
                for deal in deals:
                    yield their.play_deal(deal)
        else:
            yield from pool.map(play_deal, repeat(line), deals, repeat(milliseconds), repeat(seed))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-computers", description=__doc__)
    parser.add_argument("--milliseconds", type=float, default=30)
    parser.add_argument("--most", type=int, default=2_000, help="deals a line")
    parser.add_argument("--minutes", type=float, default=600, help="all in all, in this run")
    parser.add_argument("--processes", type=int, default=1, help="rounds played side by side")
    parser.add_argument("--goals", action="store_true", help="go on until the interval is clear of the goal, too")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--results", type=Path, default=BUILD / "computers.jsonl", help="where the deals are kept")
    parser.add_argument("--ruleset", action="append", help=f"only this one (or {RLCARD}); may be repeated")
    parser.add_argument("--seats", type=int, action="append", help="only so many")
    parser.add_argument("--level", choices=[*Level, ORACLE], action="append", help="only this measured player")
    parser.add_argument("--against", action="append", help="only against this level or agent")
    asked = parser.parse_args()
    print(
        f"computers: Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, "
        f"{asked.milliseconds:g} ms a move"
    )
    settled = "the fair share and of the goal" if asked.goals else "the fair share"
    print(EXPLAINED.format(settled=settled, most=asked.most, path=asked.results), end="\n\n", flush=True)
    measuring = Measuring(asked)
    try:
        measuring.run()
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
    print(table(HEAD, [row(line, measuring.found(line)) for line in measuring.lines]))


if __name__ == "__main__":
    main()
