"""Random matches: legal play with time-outs, catches, leaving and coming back among it."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.engine import (
    RULESETS,
    Action,
    Chance,
    Entry,
    Event,
    Length,
    Log,
    Match,
    Play,
    Recorder,
    Refused,
    Replaced,
    Returned,
    Seat,
    SeatKind,
    Started,
    Timeout,
    apply,
    clock_actions,
    legal_actions,
    start,
)

MOST_MOVES = 6000
"""No random match of three rounds is longer, by far."""


class Move(NamedTuple):
    """One accepted action of a random match."""

    before: Match
    actor: Seat | None
    action: Action
    after: Match
    events: tuple[Event, ...]


def shuffler(rng: random.Random) -> Chance:
    """A chance drawn from a generator."""

    def chance(size: int) -> list[int]:
        order = list(range(size))
        rng.shuffle(order)
        return order

    return chance


class Walk:
    """A random match; iterate over it for its moves, then read `final` and `log`."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self._rng = random.Random(seed)
        facts = RULESETS[ruleset]
        few, many = facts.seats
        seats = self._rng.randint(few, many)
        teams = seats == facts.team_seats and self._rng.random() < 0.5
        kinds = [SeatKind.PERSON] * seats
        if self._rng.random() < 0.3 and not teams:
            kinds[1:] = [SeatKind.COMPUTER] * (seats - 1)
        length = Length(losses=1) if teams else Length(rounds=self._rng.choice((1, 3)))
        dealer = Seat(self._rng.randrange(seats))
        self._chance = shuffler(self._rng)
        recorder = Recorder(self._chance)
        self.final, self.opening = start(
            ruleset, seats=kinds, length=length, teams=teams, dealer=dealer, chance=recorder
        )
        self._started = Started(ruleset, tuple(kinds), length, teams, dealer, recorder.orders)
        self._entries: list[Entry] = []

    @property
    def log(self) -> Log:
        return Log(self._started, tuple(self._entries))

    def __iter__(self) -> Iterator[Move]:
        while self.final.result is None:
            assert len(self._entries) < MOST_MOVES, "the match does not end"
            before = self.final
            actor, action = self._choose()
            recorder = Recorder(self._chance)
            self.final, events = apply(before, actor, action, recorder)
            self._entries.append(Entry(actor, action, recorder.orders))
            yield Move(before, actor, action, self.final, events)

    def _choose(self) -> tuple[Seat | None, Action]:
        match, rng = self.final, self._rng
        if rng.random() < 0.01:
            left = self._leaving_or_returning()
            if left is not None:
                return None, left
        everything = possible(match)
        plays = [(actor, action) for actor, action in everything if isinstance(action, Play)]
        if plays and rng.random() < 0.8:
            return rng.choice(plays)
        patient = [(actor, action) for actor, action in everything if not isinstance(action, Timeout)]
        return rng.choice(patient if patient and rng.random() < 0.9 else everything)

    def _leaving_or_returning(self) -> Action | None:
        match = self.final
        seat = Seat(self._rng.randrange(len(match.kinds)))
        kind = match.kinds[seat]
        if kind is SeatKind.COMPUTER:
            return None
        waiting = kind is SeatKind.REPLACEMENT and seat not in match.returned
        return Returned(seat) if waiting else Replaced(seat)


def possible(match: Match) -> list[tuple[Seat | None, Action]]:
    """Everything that the seats and the clock may do now."""
    seats = [Seat(seat) for seat in range(len(match.kinds))]
    by_seats = [(seat, action) for seat in seats for action in legal_actions(match, seat)]
    return [*by_seats, *[(None, action) for action in clock_actions(match)]]


def accepted(match: Match, actor: Seat | None, action: Action) -> bool:
    """Whether the engine carries the action out."""
    try:
        apply(match, actor, action, range)
    except Refused:
        return False
    return True
