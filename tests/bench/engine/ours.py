"""Our side: random play through the engine's own doors, and the binary form of the states it goes through."""

from __future__ import annotations

import random
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from games import engine
from games.engine import RULESETS, Action, Seat, SeatKind
from tests.bench.engine.working import Figures, answer_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.engine import Match

PLAYERS = 4


class RandomTable:
    """A table at which everybody plays whatever is legal; matches follow each other."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.ruleset = RULESETS[ruleset]
        self.random = random.Random(seed)
        self.match = self._start()

    def _chance(self, size: int) -> list[int]:
        order = list(range(size))
        self.random.shuffle(order)
        return order

    def _start(self) -> Match:
        match, _ = engine.start(
            self.ruleset.id,
            seats=(SeatKind.PERSON,) * PLAYERS,
            length=self.ruleset.default_length,
            dealer=Seat(0),
            chance=self._chance,
        )
        return match

    def play(self, moves: int, look: Callable[[Match, Seat], Any]) -> int:
        """Play so many moves, each: the legal actions of the seat on turn, one of them applied, and a look.

        The clock (a window closed, a round dealt) and new matches are paid for, but do not count.
        """
        choose, chance = self.random.choice, self._chance
        made = 0
        while made < moves:
            match = self.match
            seat = match.turn
            legal: tuple[Action, ...] = () if seat is None else engine.legal_actions(match, seat)
            if seat is not None and legal:
                self.match, _ = engine.apply(match, seat, choose(legal), chance)
                look(self.match, seat)
                made += 1
            elif match.result is None:
                self.match, _ = engine.apply(match, None, engine.clock_actions(match)[0], chance)
            else:
                self.match = self._start()
        return made

    def states(self, count: int) -> Iterator[Match]:
        """The states after so many moves in a row."""
        for _ in range(count):
            self.play(1, engine.view)
            yield self.match


def _all_views(match: Match, _seat: Seat) -> None:
    for seat in range(PLAYERS):
        engine.view(match, Seat(seat))


LOOKS: dict[str, Callable[[Match, Seat], Any]] = {"own view": engine.view, "all views": _all_views}


def play(*, ruleset: str, look: str, moves: int, seed: int) -> Figures:
    """Moves per second of processor time."""
    table = RandomTable(ruleset, seed)
    table.play(moves // 20, LOOKS[look])
    begun = time.process_time()
    made = table.play(moves, LOOKS[look])
    return {"moves": made, "seconds": time.process_time() - begun}


def encode(*, ruleset: str, states: int, seed: int) -> Figures:
    """Sizes in bytes of the states of random play, and the microseconds a state takes each way."""
    met = list(RandomTable(ruleset, seed).states(states))
    begun = time.process_time()
    stored = [engine.encode(match) for match in met]
    between = time.process_time()
    for data in stored:
        engine.decode(data)
    ended = time.process_time()
    return {
        "bytes": median(map(len, stored)),
        "most_bytes": max(map(len, stored)),
        "encode_us": (between - begun) / states * 1e6,
        "decode_us": (ended - between) / states * 1e6,
    }


if __name__ == "__main__":
    answer_tasks({"play": play, "encode": encode})
