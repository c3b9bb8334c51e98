"""Up-color rounds played on from guessed hands to their end.

A round is some forty cards of which most are forced, so it is played here on counts of colors, many times quicker than
by the engine; tests/computers/test_tricks.py holds every trick to the engine's.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.computers.upcolor import COLORS, TrickDealer, TrickMemory
from games.engine import CallReturn, Play, SeatAction, View

GREEN, VIOLET, BLACK = 0, 4, 5
"""Places of colors in `COLORS`."""
CALLS = 0.6
"""How often a seat with a green that does not own the trick calls a return in a playout."""
CARDS = 8.0
"""By how many cards more than the best other seat a round counts as won for certain; by as many fewer, as lost."""
UNSURE = 2.0
"""By how many cards held a lead in a playout may be off."""
LUCK = 61
"""Random numbers drawn for a deal; every action is tried with the same."""


class TrickTable:
    """A round being played on.

    Attributes:
        hands: per seat, how many cards it holds of each color.
        captured: per seat.
        size: cards of the trick on the table.
        last: the color of its last card, which its owner laid.
        spent: the seat that ended the round by running out of playable cards.
    """

    __slots__ = ("captured", "direction", "hands", "last", "owner", "size", "spent")

    def __init__(self, hands: Sequence[Sequence[int]], captured: Sequence[int], direction: int) -> None:
        self.hands = [list(hand) for hand in hands]
        self.captured = list(captured)
        self.direction = direction
        self.size, self.last, self.owner = 0, VIOLET, 0
        self.spent: int | None = None

    def lay(self, seat: int, color: int) -> None:
        """Lay a card; the seat that lays its last playable one ends the round and takes the trick."""
        hand = self.hands[seat]
        hand[color] -= 1
        self.size += 1
        self.owner, self.last = seat, color
        if not any(hand[:BLACK]):
            self.spent = seat
            self.collect()

    def follower(self) -> int | None:
        """Who must follow; nobody once the trick has ended."""
        if self.last < VIOLET:
            seats, following = len(self.hands), self.last + 1
            seat = self.owner
            for _ in range(seats - 1):
                seat = (seat + self.direction) % seats
                if self.hands[seat][following]:
                    return seat
        return None

    def call(self, seat: int) -> None:
        """Lay a green as the only return called: play turns."""
        self.direction = -self.direction
        self.lay(seat, GREEN)

    def collect(self) -> None:
        """Give the trick to its owner."""
        self.captured[self.owner] += self.size
        self.size, self.direction = 0, 1

    def leader(self) -> int | None:
        """Who leads after the trick was collected; nobody if no seat can."""
        seats = len(self.hands)
        for step in range(seats):
            seat = (self.owner + step) % seats
            if any(self.hands[seat][:VIOLET]):
                return seat
        return None

    def points(self) -> list[int]:
        """What the round has brought each seat."""
        points = list(self.captured)
        if self.spent is not None:
            points[self.spent] -= self.hands[self.spent][BLACK]
        return points


class Luck:
    """Random numbers, the same again from the start for every action tried."""

    __slots__ = ("_next", "_numbers")

    def __init__(self, numbers: Sequence[float]) -> None:
        self._numbers = numbers
        self._next = -1

    def draw(self) -> float:
        self._next = (self._next + 1) % LUCK
        return self._numbers[self._next]


def play_on(table: TrickTable, luck: Luck) -> None:
    """Play on from a card just laid to the end of the round."""
    while table.spent is None:
        seat = table.follower()
        if seat is not None:
            table.lay(seat, table.last + 1)
        elif not close(table, callers(table, luck), luck):
            return


def callers(table: TrickTable, luck: Luck) -> list[int]:
    """Who calls a return in the window: now and then, everybody who can on what another seat would take."""
    return [
        seat for seat, hand in enumerate(table.hands) if hand[GREEN] and seat != table.owner and luck.draw() < CALLS
    ]


def close(table: TrickTable, called: Sequence[int], luck: Luck) -> bool:
    """Close the return window: one return is played, else the trick collected and the next led, if anybody can."""
    if len(called) == 1:
        table.call(called[0])
        return True
    table.collect()
    leader = table.leader()
    if leader is None:
        return False
    hand = table.hands[leader]
    if hand[GREEN]:
        color = GREEN
    else:
        color = max((c for c in range(1, VIOLET) if hand[c]), key=lambda c: hand[c] + UNSURE * luck.draw())
    table.lay(leader, color)
    return True


def share(view: View, table: TrickTable) -> float:
    """How well the round has gone for the seat, from 0 to 1: whether it is won, and by how many cards."""
    points, seat = table.points(), view.seat
    if view.teams:
        mine, other = points[seat] + points[(seat + 2) % 4], points[(seat + 1) % 4] + points[(seat + 3) % 4]
        won = (mine > other) + 0.5 * (mine == other)
    else:
        mine, other = points[seat], max(count for place, count in enumerate(points) if place != seat)
        most = max(table.captured)
        won = (table.captured[seat] == most) / table.captured.count(most)
    ahead = min(1.0, max(0.0, 0.5 + (mine - other) / (2 * CARDS)))
    return 0.5 * won + 0.5 * ahead


def values(view: View, history: Sequence[View], rng: Random) -> Callable[[Sequence[SeatAction]], list[float] | None]:
    """Deals once and tells how well the seat does after each action."""
    dealer = TrickDealer(view, TrickMemory(view, history), rng)

    def of(actions: Sequence[SeatAction]) -> list[float] | None:
        hands = dealer.deal()
        if hands is None:
            return None
        numbers = [rng.random() for _ in range(LUCK)]
        return [share(view, tried(view, hands, action, Luck(numbers))) for action in actions]

    return of


def tried(view: View, hands: Sequence[Sequence[int]], action: SeatAction, luck: Luck) -> TrickTable:
    """The end of the round that begins with the seat's action."""
    family: Any = view.family
    table = TrickTable(hands, family.captured, view.direction)
    if family.trick:
        table.size, table.owner, table.last = len(family.trick), family.trick_owner, COLORS.index(family.trick[-1])
    if isinstance(action, Play):
        table.lay(view.seat, COLORS.index(action.card))
        play_on(table, luck)
        return table
    called = [seat for seat in callers(table, luck) if seat != view.seat]
    if action == CallReturn(call=True):
        called.append(view.seat)
    if close(table, called, luck):
        play_on(table, luck)
    return table
