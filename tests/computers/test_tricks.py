"""Up-color on counts of colors: every trick goes as the engine's rules have it."""

import random
from typing import Any

import pytest

from games import engine
from games.computers.tricks import TrickTable
from games.computers.upcolor import COLORS
from games.engine import CallReturn, Length, Match, Play, ReturnWindow, RoundReason, Seat, SeatKind, WindowCloses

ROUNDS = 40


def counted(match: Match) -> TrickTable:
    """The round just dealt, on counts."""
    hands = [[sum(held.card is face for held in hand) for face in COLORS] for hand in match.round.hands]
    return TrickTable(hands, match.round.captured, match.round.direction)


class Twice:
    """A round played by the engine and on counts at the same time."""

    def __init__(self, seats: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.match, _ = engine.start(
            "upcolor",
            seats=[SeatKind.COMPUTER] * seats,
            length=Length(rounds=1),
            dealer=Seat(self.random.randrange(seats)),
            chance=lambda size: self.random.sample(range(size), size),
        )
        self.table = counted(self.match)

    def play(self) -> None:
        while self.match.round.result is None:
            if isinstance(self.match.decision, ReturnWindow):
                self._close()
            else:
                self._lay()

    def _lay(self) -> None:
        seat = self.match.turn
        assert seat is not None
        plays = [action for action in engine.legal_actions(self.match, seat) if isinstance(action, Play)]
        play = self.random.choice(plays)
        if self.match.round.trick:
            assert (self.table.follower(), self.table.last + 1) == (seat, COLORS.index(play.card))
        self._apply(seat, play)
        self.table.lay(seat, COLORS.index(play.card))
        self._compare()

    def _close(self) -> None:
        assert self.table.follower() is None
        called = []
        for seat in range(len(self.match.kinds)):
            if engine.legal_actions(self.match, Seat(seat)):
                calls = self.random.random() < 0.5
                self._apply(Seat(seat), CallReturn(call=calls))
                called += [seat] * calls
        self._apply(None, WindowCloses())
        if len(called) == 1:
            self.table.call(called[0])
        else:
            self.table.collect()
            assert self.table.leader() == self.match.turn
        self._compare()

    def _apply(self, seat: Seat | None, action: engine.Action) -> None:
        self.match, _ = engine.apply(self.match, seat, action, range)

    def _compare(self) -> None:
        played: Any = self.match.round
        assert self.table.captured == list(played.captured)
        assert self.table.size == len(played.trick)
        if played.result is None:
            assert self.table.direction == played.direction
        else:
            assert self.table.points() == list(played.points)
            assert self.table.spent is not None or self.table.leader() is None


@pytest.mark.parametrize("seats", [3, 4])
def test_a_round_goes_on_counts_as_it_goes_by_the_rules(seats: int) -> None:
    reasons = set()
    for seed in range(ROUNDS):
        both = Twice(seats, seed)
        both.play()
        reasons.add(both.match.round.result.reason)
    assert RoundReason.SPENT in reasons
