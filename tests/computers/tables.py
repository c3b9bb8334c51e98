"""Rounds set down for computers to choose in, and rounds that they play among themselves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from games import engine
from games.computers import Budget, Choice, Level, choose
from games.engine import (
    RULESETS,
    Clock,
    Color,
    Fuse,
    Length,
    Play,
    Position,
    ReturnWindow,
    Seat,
    SeatAction,
    SeatKind,
    Side,
    Stack,
    Standing,
    View,
    WindowCloses,
    card,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.engine import Match

PLAYOUTS = Budget(playouts=240)
FEW_PLAYOUTS = Budget(playouts=12)


def set_down(
    ruleset: str,
    *hands: str,
    discard: str = "red-9",
    draw: str = "green-1 blue-2 yellow-3 red-4 green-5 blue-6 yellow-7 red-8",
    active: str | None = None,
    turn: int = 0,
    direction: int = 1,
    pending: Stack | None = None,
    fuse: Fuse | None = None,
    clock: Clock | None = None,
    side: Side = Side.DAY,
    shields: Sequence[int] = (),
    kinds: Sequence[SeatKind] | None = None,
    **upcolor: Any,  # noqa: ANN401 (further fields of a position)
) -> Match:
    """A round in its middle; hands and piles as codes with spaces between."""
    seats = len(hands)
    piles: dict[str, Any] = {"draw": _cards(draw), "discard": _cards(discard)} if ruleset != "upcolor" else {}
    position = Position(
        hands=tuple(map(_cards, hands)),
        active=None if active is None else Color(active),
        turn=Seat(turn),
        direction=direction,
        dealer=Seat((turn - 1) % seats),
        pending=pending,
        fuse=fuse,
        clock=clock,
        side=side,
        shields=tuple(map(Seat, shields)),
        kinds=tuple(kinds or [SeatKind.COMPUTER] * seats),
        **piles,
        **upcolor,
    )
    return engine.set_down(ruleset, position, Standing(length=Length(rounds=1), totals=(0,) * seats), range)[0]


def _cards(codes: str) -> tuple[engine.Card, ...]:
    return tuple(map(card, codes.split()))


def choice(match: Match, level: Level, seat: int = 0, *, budget: Budget = PLAYOUTS, seed: str = "seed") -> Choice:
    """What a computer of that level does now in that seat, having seen nothing before."""
    seen = engine.view(match, Seat(seat))
    return choose(level, seen, [seen], seed=seed, budget=budget)


def laid(match: Match, level: Level, seat: int = 0, **how: Any) -> str:  # noqa: ANN401
    """The card that a computer of that level lays now, or the name of what else it does."""
    action = choice(match, level, seat, **how).action
    return action.card.code if isinstance(action, Play) else type(action).__name__.lower()


class Moment(NamedTuple):
    """A computer about to choose: the match that it does not see, and what it sees and has seen."""

    match: Match
    view: View
    history: tuple[View, ...]


class Table:
    """A round that computers of one level play among themselves; iterate over it for every choice made."""

    def __init__(self, ruleset: str, seats: int, level: Level, seed: int, budget: Budget = FEW_PLAYOUTS) -> None:
        self._rng = random.Random(seed)
        self._level, self._budget, self._seed = level, budget, seed
        self.seats = [Seat(seat) for seat in range(seats)]
        self.match, _ = engine.start(
            ruleset,
            seats=[SeatKind.COMPUTER] * seats,
            length=Length(rounds=1),
            dealer=Seat(0),
            chance=self._chance,
        )
        self.histories = [[engine.view(self.match, seat)] for seat in self.seats]

    def _chance(self, size: int) -> list[int]:
        return self._rng.sample(range(size), size)

    def __iter__(self) -> Iterator[tuple[Moment, Choice]]:
        while self.match.round.result is None:
            in_window = isinstance(self.match.decision, ReturnWindow)
            for seat in self.seats:
                view = engine.view(self.match, seat)
                if view.legal and (in_window or seat == self.match.turn):
                    moment = Moment(self.match, view, tuple(self.histories[seat]))
                    chosen = choose(self._level, view, self.histories[seat], seed=f"{self._seed}", budget=self._budget)
                    yield moment, chosen
                    assert chosen.action is not None
                    self._act(seat, chosen.action)
                    if not in_window:
                        break
            if in_window:
                self.match, _ = engine.apply(self.match, None, WindowCloses(), self._chance)
                self._look()

    def _act(self, seat: Seat, action: SeatAction) -> None:
        self.match, _ = engine.apply(self.match, seat, action, self._chance)
        self._look()

    def _look(self) -> None:
        for seat in self.seats:
            self.histories[seat].append(engine.view(self.match, seat))


def tables_of_every_size() -> list[tuple[str, int]]:
    """Every rule set with every number of seats."""
    return [(each.id, seats) for each in RULESETS.values() for seats in range(each.seats[0], each.seats[1] + 1)]
