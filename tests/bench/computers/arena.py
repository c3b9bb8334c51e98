"""One round among computers: each gets its seat's view and history, as in a live match."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from games import engine
from games.computers import Budget, Level, choose
from games.engine import Length, ReturnWindow, Seat, SeatAction, SeatKind, View, WindowCloses
from tests.bench.computers import oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Match

MOST_ACTIONS = 3000
ORACLE: Final = "oracle"
Player = Level | Literal["oracle"]


class Outcome(NamedTuple):
    """Each seat's share of the round's win, and the longest that the measured seat has thought (seconds)."""

    shares: tuple[float, ...]
    longest: float


def play_round(ruleset: str, levels: Sequence[Player], *, measured: int, seed: str, milliseconds: float) -> Outcome:
    """A round; the seats' luck depends on the seed alone, as far as they do the same."""
    rng = random.Random(seed)

    def chance(size: int) -> list[int]:
        return rng.sample(range(size), size)

    seats = [Seat(seat) for seat in range(len(levels))]
    match, _ = engine.start(
        ruleset, seats=[SeatKind.COMPUTER] * len(levels), length=Length(rounds=1), dealer=Seat(0), chance=chance
    )
    histories: list[list[View]] = [[engine.view(match, seat)] for seat in seats]
    budget = Budget(milliseconds=milliseconds, clock=time.process_time)
    moves, longest = 0, 0.0
    while match.round.result is None and moves < MOST_ACTIONS and not getattr(match.round, "out", ()):
        in_window = isinstance(match.decision, ReturnWindow)
        if in_window:
            asked = [seat for seat in seats if engine.legal_actions(match, seat)]
        else:
            asked = [seat for seat in seats if seat == match.turn]
        for seat in asked:
            begun = time.process_time()
            view = engine.view(match, seat)
            action = _chosen(levels[seat], match, view, histories[seat], seed=f"{seed}:{moves}", budget=budget)
            if seat == measured:
                longest = max(longest, time.process_time() - begun)
            moves += 1
            if action is not None:
                match, _ = engine.apply(match, seat, action, chance)
        if in_window:
            match, _ = engine.apply(match, None, WindowCloses(), chance)
        for seat in seats:
            if levels[seat] is not Level.EASY:
                histories[seat].append(engine.view(match, seat))
    return Outcome(_shares(match), longest)


def _chosen(
    level: Player, match: Match, view: View, history: Sequence[View], *, seed: str, budget: Budget
) -> SeatAction | None:
    if level == ORACLE:
        return oracle.choose(match, view, history, seed=seed, budget=budget)
    return choose(level, view, history, seed=seed, budget=budget).action


def _shares(match: Match) -> tuple[float, ...]:
    out = getattr(match.round, "out", ())
    result = match.round.result
    winners = (out[0].seat,) if out else () if result is None else result.winners
    if not winners:
        return (1 / len(match.kinds),) * len(match.kinds)
    return tuple((seat in winners) / len(winners) for seat in range(len(match.kinds)))
