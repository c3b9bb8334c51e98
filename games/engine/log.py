"""The log of a match: its start and every accepted action, each with what chance returned.

Who starts a match or applies an action through a `Recorder` gets the orders to keep; `replay`
plays a log again and needs no generator.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.match import Match, apply, start
from games.engine.results import Length
from games.engine.seats import Seat, SeatKind
from games.engine.step import Chance

Orders = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Started:
    """How a match was started."""

    ruleset: str
    seats: tuple[SeatKind, ...]
    length: Length
    teams: bool
    dealer: Seat
    orders: Orders


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted action: of a seat, or of the clock (no actor)."""

    actor: Seat | None
    action: Action
    orders: Orders


@dataclass(frozen=True, slots=True)
class Log:
    """A whole match."""

    started: Started
    entries: tuple[Entry, ...]


class Recorder:
    """A chance that keeps what it returned."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._orders: list[tuple[int, ...]] = []

    def __call__(self, size: int) -> Sequence[int]:
        order = tuple(self._chance(size))
        self._orders.append(order)
        return order

    @property
    def orders(self) -> Orders:
        """What was returned so far, in order."""
        return tuple(self._orders)


class _Recorded:
    """A chance that returns what was kept."""

    def __init__(self, orders: Orders) -> None:
        self._orders = iter(orders)

    def __call__(self, size: int) -> Sequence[int]:
        order = next(self._orders, None)
        if order is None or len(order) != size:
            raise ValueError("the log does not hold the orders that its match needs")
        return order


def steps(log: Log) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """The match after its start and after each action, in order, with what happened in between.

    Raises:
        ValueError: the log lacks an order that chance returned.
        Refused: the log has an action that was not legal.
    """
    was = log.started
    match, events = start(
        was.ruleset,
        seats=was.seats,
        length=was.length,
        teams=was.teams,
        dealer=was.dealer,
        chance=_Recorded(was.orders),
    )
    yield match, events
    for entry in log.entries:
        match, events = apply(match, entry.actor, entry.action, _Recorded(entry.orders))
        yield match, events


def states(log: Log) -> Iterator[Match]:
    """The same without what happened. Raises as `steps` does."""
    for match, _ in steps(log):
        yield match


def replay(log: Log) -> Match:
    """The match at the end of its log. Raises as `states` does."""
    *_, last = states(log)
    return last
