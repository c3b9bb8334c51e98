"""Fits the figures of games/computers/values.py: `python -m tests.bench.computers.fit RULESET...`.

Rounds are played by the quick policy against itself; at some of the turns the features of every hand are kept with who
went out first in the end. The figures are those under which the outcomes are likeliest, the chance of a seat being
proportional to exp(-burden).
"""

from __future__ import annotations

import argparse
import math
import random
from typing import TYPE_CHECKING, Any

from games import engine
from games.computers.playout import quick_action
from games.computers.values import GROUPS
from games.engine import RULESETS, Length, Seat, SeatKind

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("number", "action", "penalty", "wild", "wild_penalty", "special",
         "one_left", "two_left", "waiting", "pending", "shield", "fuse")  # fmt: skip
SIGNS = (1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, 1)
Features = tuple[float, ...]


def features(table: Any, seat: int) -> Features:
    """What counts for a seat at the beginning of a turn, in the order of NAMES."""
    hand = table.hands[seat]
    ranks = [held.card.rank for held in hand]
    seats, turn = len(table.hands), table.turn
    stack, fuse = getattr(table, "stack", None), getattr(table, "fuse", None)
    shields = getattr(table, "shields", ())
    behind = (seat - turn) * table.direction % seats
    return (
        *(float(sum(rank in group for rank in ranks)) for group in GROUPS),
        float(len(hand) == 1),
        float(len(hand) == 2),
        float(behind),
        float(stack.cards if stack and seat == turn and seat not in shields else 0),
        float(seat in shields),
        float(fuse.size if fuse and behind == fuse.left % seats else 0),
    )


def sample(ruleset: str, rounds: int, rng: random.Random) -> list[tuple[list[Features], int]]:
    """The features of all hands at some turns, and which of them went out first."""
    found: list[tuple[list[Features], int]] = []
    few, many = RULESETS[ruleset].seats
    for number in range(rounds):
        seats = (2, 4)[number % 2] if few <= 2 else many
        match, _ = engine.start(
            ruleset,
            seats=[SeatKind.COMPUTER] * seats,
            length=Length(rounds=1),
            dealer=Seat(0),
            chance=lambda size: rng.sample(range(size), size),
        )
        seen: list[list[Features]] = []
        while match.round.result is None and not getattr(match.round, "out", ()):
            table = match.round
            if table.drawn_card is None and table.active is not None and rng.random() < 0.2:
                seen.append([features(table, seat) for seat in range(seats)])
            seat = table.decision.seat
            action = quick_action(table, seat, engine.legal_actions(match, seat))
            match, _ = engine.apply(match, seat, action, lambda size: rng.sample(range(size), size))
        empty = [seat for seat, hand in enumerate(match.round.hands) if not hand]
        if empty:
            found += [(hands, empty[0]) for hands in seen]
    return found


def fit(found: Sequence[tuple[list[Features], int]], steps: int) -> list[float]:
    """Gradient ascent on the likelihood, each figure with a step of its own (Adagrad)."""
    weights = [0.3] * 6 + [0.0] * 6
    squares = [1e-6] * len(weights)
    for _ in range(steps):
        slope = [0.0] * len(weights)
        for hands, winner in found:
            scores = [math.exp(-sum(map(float.__mul__, weights, hand))) for hand in hands]
            total = sum(scores)
            for seat, hand in enumerate(hands):
                pull = scores[seat] / total - (seat == winner)
                for place, value in enumerate(hand):
                    if value:
                        slope[place] += pull * value
        for place, pull in enumerate(slope):
            step = pull / len(found)
            squares[place] += step * step
            weights[place] += 0.1 * step / math.sqrt(squares[place])
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--steps", type=int, default=80)
    asked = parser.parse_args()
    for ruleset in asked.rulesets:
        found = sample(ruleset, asked.rounds, random.Random(8))
        weights = fit(found, asked.steps)
        shown = ", ".join(
            f"{name} {sign * weight:.2f}" for name, sign, weight in zip(NAMES, SIGNS, weights, strict=True)
        )
        print(f"{ruleset}: {len(found)} turns; {shown}", flush=True)


if __name__ == "__main__":
    main()
