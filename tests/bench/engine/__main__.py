"""`make bench-engine`: our rules beside RLCard's, in the same run, and all rule sets in one table."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Self

from games.engine import RULESETS
from tests.bench.environments import python_with
from tests.bench.tables import table
from tests.processes import CODE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.bench.engine.working import Figures

HERE = Path(__file__).parent
COMPARED = "clash-classic"
PATIENCE = 120
ENVIRONMENT = "rlcard environment"
WORK = f"""\
Four players at random in one process; every seat plays one of its legal actions, all equally likely. Per second of
processor time, so that what else the machine does counts little; the sides take turns.
  ours                  {COMPARED}, the whole rules: legal actions of the seat on turn (wilds by color, calls and
                        catches among them), one of them chosen by Python's generator, `apply` to a new state that
                        leaves the old one as it was, with its events, and that seat's whole view, its legal actions
                        included. Deals and closed windows are paid for.
  {ENVIRONMENT}    RLCard 1.2.0's `uno` as it is run with its own random agents: the agent's `step`, the
                        environment's `step` (legal actions, the move on a state changed in place, the next seat's
                        state as a dictionary and as a 4x4x15 array). No calls, no catches; a round ends with the
                        first seat out. Deals are paid for. This is what the last line compares with.
  the same, our choice  the same without its agents: Python's generator chooses there too.
  rlcard game           the bare game below it, our choice: no array and no action numbers."""


class Worker:
    """A side's process, asked for one measurement at a time."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, cwd=CODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **task: object) -> Figures:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        answer: Figures = json.loads(self._process.stdout.readline())
        return answer

    def speed(self, **task: object) -> float:
        figures = self.ask(**task)
        return figures["moves"] / figures["seconds"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=PATIENCE)


def compare(ours: Worker, rlcard: Worker, *, rounds: int, moves: int) -> Mapping[str, Sequence[float]]:
    """Moves per second of each side, round by round, the sides taking turns."""
    sides: dict[str, tuple[Worker, dict[str, Any]]] = {
        "ours": (ours, {"work": "play", "ruleset": COMPARED, "look": "own view"}),
        ENVIRONMENT: (rlcard, {"work": "environment", "agents": True}),
        "the same, our choice": (rlcard, {"work": "environment", "agents": False}),
        "rlcard game": (rlcard, {"work": "game"}),
    }
    speeds: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds):
        for name, (worker, task) in sides.items():
            speeds[name].append(worker.speed(**task, moves=moves, seed=number))
    return speeds


def comparison(speeds: Mapping[str, Sequence[float]]) -> str:
    rows = [
        [name, *(f"{figure:,.0f}" for figure in (median(found), min(found), max(found))), f"{_ratio(speeds, name):.2f}"]
        for name, found in speeds.items()
    ]
    return table([COMPARED, "moves/s", "lowest", "highest", "ours / this"], rows)


def _ratio(speeds: Mapping[str, Sequence[float]], name: str) -> float:
    """Ours to theirs: the median over the pairs."""
    return median(mine / theirs for mine, theirs in zip(speeds["ours"], speeds[name], strict=True))


def all_rulesets(ours: Worker, *, rounds: int, moves: int) -> str:
    """The table of every rule set that seats four."""
    rows = []
    for ruleset in RULESETS.values():
        by_look = [
            median(
                ours.speed(work="play", ruleset=ruleset.id, look=look, moves=moves, seed=number)
                for number in range(rounds)
            )
            for look in ("own view", "all views")
        ]
        states = [ours.ask(work="encode", ruleset=ruleset.id, states=2000, seed=number) for number in range(rounds)]
        rows.append(
            [
                ruleset.id,
                *(f"{speed:,.0f}" for speed in by_look),
                f"{median(each['bytes'] for each in states):.0f}",
                f"{max(each['most_bytes'] for each in states):.0f}",
                *(_microseconds([each[way] for each in states]) for way in ("encode_us", "decode_us")),
            ]
        )
    head = [
        "rule set",
        "moves/s, own view",
        "all four views",
        "bytes",
        "most",
        "encode us (least)",
        "decode us (least)",
    ]
    return table(head, rows)


def _microseconds(rounds: list[float]) -> str:
    """The median of the rounds and the least of them: what else the machine does only adds to a time so short."""
    return f"{median(rounds):.1f} ({min(rounds):.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="paired rounds")
    parser.add_argument("--moves", type=int, default=30_000, help="moves a round")
    asked = parser.parse_args()
    python = python_with("rlcard", HERE / "rlcard.txt")
    print(f"engine: Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"{WORK}\n")
    with (
        Worker(sys.executable, "-m", "tests.bench.engine.ours") as ours,
        Worker(str(python), str(HERE / "rlcard_side.py")) as rlcard,
    ):
        speeds = compare(ours, rlcard, rounds=asked.rounds, moves=asked.moves)
        print(
            f"Medians of {asked.rounds} rounds of {asked.moves:,} moves in turn; the ratio is the median of the pairs'."
        )
        print(f"{comparison(speeds)}\n")
        print("Every rule set: the same, and `apply` with all four seats' views; the binary form of its states.")
        print(f"{all_rulesets(ours, rounds=3, moves=asked.moves // 2)}\n")
    mine, theirs = median(speeds["ours"]), median(speeds[ENVIRONMENT])
    ratio = _ratio(speeds, ENVIRONMENT)
    print(f"engine: ours {mine:.0f} moves/s, rlcard {theirs:.0f} moves/s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
