"""A slow referee for Up-color, written from the rules alone, that shares nothing with the engine.

It tells a round as a story: a generator that runs through the round from its first card to its
last, says what may be done whenever somebody must do something, and is sent what was done.
Cards are letters (k is black), hands are lists, and nothing is kept that could be counted anew.
"""

from collections.abc import Generator
from dataclasses import dataclass

NEXT = {"g": "y", "y": "b", "b": "r", "r": "v"}


@dataclass
class MustLay:
    """The seat is to lay one of these cards; `leads` if it begins a trick."""

    seat: int
    legal: set[str]
    leads: bool


@dataclass
class MayCall:
    """The window is open for the seats that hold a green; to be sent: the seats that call."""

    holders: set[int]
    winning: int
    table: str


@dataclass
class Told:
    """How the round went: the cards of each seat, and what they and the blacks come to."""

    captured: list[str]
    points: list[int]
    winners: set[int]


Question = MustLay | MayCall
Answer = tuple[str, set[int]]
"""The card laid, or HAND_ON, and the seats that call."""
HAND_ON = "hand on"
Story = Generator[Question, Answer, Told]


def round_of(hands: list[list[str]], leader: int) -> Story:
    """A round without a quarte; idle leaders are sent on forever."""
    captured = ["" for _ in hands]
    while True:
        able = [seat for seat in clockwise(leader, len(hands)) if any(held in "gybr" for held in hands[seat])]
        if not able:
            return tell(hands, captured, None)
        leader = able[0]
        legal = {"g"} if "g" in hands[leader] else {held for held in hands[leader] if held in "ybr"}
        laid, _ = yield MustLay(leader, legal, leads=True)
        if laid == HAND_ON:
            leader = (leader + 1) % len(hands)
            continue
        hands[leader].remove(laid)
        winner, table, spent = yield from stack_of_tricks(hands, leader, laid)
        captured[winner] += table
        if spent:
            return tell(hands, captured, winner)
        leader = winner


def stack_of_tricks(
    hands: list[list[str]], seat: int, table: str
) -> Generator[Question, Answer, tuple[int, str, bool]]:
    """A trick and all the returns on it: who wins which cards, and whether the round is over."""
    step = 1
    while True:
        if not any(held != "k" for held in hands[seat]):
            return seat, table, True
        seat, table, spent = yield from trick_from(hands, seat, table, step)
        if spent:
            return seat, table, True
        holders = {holder for holder, held in enumerate(hands) if "g" in held}
        _, callers = yield MayCall(holders, seat, table)
        if len(callers) != 1:
            return seat, table, False
        [seat] = callers
        hands[seat].remove("g")
        table += "g"
        step = -step


def trick_from(
    hands: list[list[str]], seat: int, table: str, step: int
) -> Generator[Question, Answer, tuple[int, str, bool]]:
    """One trick after its first card, laid by the seat."""
    asked = seat
    while table[-1] != "v":
        asked = (asked + step) % len(hands)
        if asked == seat:
            break
        if NEXT[table[-1]] in hands[asked]:
            laid, _ = yield MustLay(asked, {NEXT[table[-1]]}, leads=False)
            hands[asked].remove(laid)
            table += laid
            seat = asked
            if not any(held != "k" for held in hands[seat]):
                return seat, table, True
    return seat, table, False


def clockwise(first: int, seats: int) -> list[int]:
    """All seats, the first one first."""
    return [(first + step) % seats for step in range(seats)]


def tell(hands: list[list[str]], captured: list[str], spent: int | None) -> Told:
    """The points of a finished round."""
    most = max(len(won) for won in captured)
    points = [len(won) for won in captured]
    if spent is not None:
        points[spent] -= hands[spent].count("k")
    return Told(captured, points, {seat for seat, won in enumerate(captured) if won and len(won) == most})
