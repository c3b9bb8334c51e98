"""One action being carried out: the only place where a round is written to."""

from collections.abc import Callable, Sequence
from typing import Generic

from games.engine.events import Event
from games.engine.results import ScoreLine
from games.engine.seats import Seat, SeatKind
from games.engine.state import MatchState, R

Chance = Callable[[int], Sequence[int]]
"""Where every random thing comes from: `chance(n)` is an order of range(n).

Whoever calls the engine keeps what it returned beside the action, so that a replay needs no
generator.
"""


class Step(Generic[R]):
    """A copy of the round to write to, what may change of the match, and what happened so far."""

    __slots__ = ("chance", "events", "match", "round")

    def __init__(self, match: MatchState[R], chance: Chance) -> None:
        self.match = match
        self.round = match.round.copy()
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def is_person(self, seat: Seat) -> bool:
        """Whether a person plays the seat now."""
        return self.match.kinds[seat] is SeatKind.PERSON

    def is_replaced(self, seat: Seat) -> bool:
        """Whether a computer finishes the seat's round for somebody who left."""
        return self.match.kinds[seat] is SeatKind.REPLACEMENT

    def score(self, *lines: ScoreLine) -> None:
        """Write lines on the score sheet; points and totals change with them."""
        points, totals = list(self.round.points), list(self.match.totals)
        for line in lines:
            points[line.seat] += line.points
            totals[line.seat] += line.points
        self.round.lines += lines
        self.round.points = tuple(points)
        self.match = self.match._replace(totals=tuple(totals))

    def finish(self) -> tuple[MatchState[R], tuple[Event, ...]]:
        """The state after the action, and what happened."""
        return self.match.with_round(self.round), tuple(self.events)
