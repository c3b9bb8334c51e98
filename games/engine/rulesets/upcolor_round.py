"""A round of Up-color: its cards, what lies where, and what the hands allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.engine.cards import Card, HeldCard, card
from games.engine.packing import Reader, Writer
from games.engine.position import Position
from games.engine.refusals import Refusal
from games.engine.seats import Seat, SeatKind
from games.engine.state import ReturnWindow, Round, Turn, Window

HAND_SIZES = {3: 12, 4: 9}

GREEN, VIOLET, BLACK = card("green"), card("violet"), card("black")
ORDER = (GREEN, card("yellow"), card("blue"), card("red"), VIOLET)
"""The cards that can be laid, each followed by the next."""
FOLLOWING = dict(pairwise(ORDER))
LEADS = frozenset(ORDER[:-1])
FACES = (*ORDER, BLACK)
DECK = tuple(face for face, count in zip(FACES, (5, 14, 14, 14, 7, 6), strict=True) for _ in range(count))

TURNS = tuple(Turn(Seat(seat), drawn=False) for seat in range(4))
RETURN_WINDOW = ReturnWindow()
_ANSWERS = (None, True, False)
"""What a seat may have said in the window, in the order of its binary form."""


@dataclass(slots=True)
class UpcolorRound(Round):
    """A round of Up-color.

    Attributes:
        trick: the cards on the table, in order.
        trick_owner: the seat that laid the last of them; None while there are none.
        captured: per seat, the cards it has collected.
        credited: per seat, those of them that are points: not what a replacement collected.
        taken: the collected cards; of a round set down as a position, those since.
        set_aside: the cards out of play, top first. No seat sees them.
        answers: per seat, whether it calls a return in the open window; None while it has not said.
            No seat sees another's before the window closes.
        idle_turns: turns in a row that ended without a card.
    """

    trick: tuple[Card, ...]
    trick_owner: Seat | None
    captured: tuple[int, ...]
    credited: tuple[int, ...]
    taken: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    answers: tuple[bool | None, ...]
    idle_turns: int

    @property
    def window(self) -> Window | None:
        return RETURN_WINDOW if isinstance(self.decision, ReturnWindow) else None


# Setting a round up.


def untouched(hands: Sequence[Sequence[Card]], set_aside: tuple[Card, ...]) -> UpcolorRound:
    """A round with these hands in which nothing has happened."""
    nothing = (0,) * len(hands)
    return UpcolorRound(
        decision=TURNS[0],
        turn_number=0,
        window_number=0,
        direction=1,
        hands=tuple(tuple(sorted(map(HeldCard, range(len(hand)), hand), key=_place_in_hand)) for hand in hands),
        drawn_counts=tuple(len(hand) for hand in hands),
        points=nothing,
        lines=(),
        result=None,
        trick=(),
        trick_owner=None,
        captured=nothing,
        credited=nothing,
        taken=(),
        set_aside=set_aside,
        answers=(None,) * len(hands),
        idle_turns=0,
    )


def _place_in_hand(held: HeldCard) -> tuple[int, int]:
    return held.card.number, held.serial


def set_down(position: Position) -> UpcolorRound:
    """A round as the position has it.

    Raises:
        ValueError: the position is none of Up-color.
    """
    _require_own_position(position)
    round = untouched(position.hands, position.set_aside)
    round.direction = position.direction
    round.trick = position.trick or ()
    round.trick_owner = position.trick_owner if round.trick else None
    if position.captured is not None:
        round.captured = position.captured
        round.credited = tuple(
            0 if kind is SeatKind.REPLACEMENT else count
            for kind, count in zip(position.kinds, position.captured, strict=True)
        )
    return round


def _require_own_position(position: Position) -> None:
    """Refuse a position that is none of Up-color."""
    trick = position.trick or ()
    named = (*trick, *position.set_aside, *[face for hand in position.hands for face in hand])
    if any(face not in FACES for face in named):
        raise ValueError("the cards of Up-color are nothing but their color")
    if len(position.hands) not in HAND_SIZES:
        raise ValueError("Up-color has three or four seats")
    if position.draw or position.discard or position.active or position.out or position.shields or position.opening:
        raise ValueError("Up-color has no piles, shields or opening card, and nobody goes out")
    if position.pending or position.fuse or position.clock:
        raise ValueError("nothing is pending or burning in Up-color")
    if BLACK in trick or VIOLET in trick[:-1]:
        raise ValueError("no trick has a black card, or goes on after a violet one")
    if trick and position.trick_owner is None:
        raise ValueError("a trick has an owner")


# What the hands allow.


def holds(hand: Sequence[HeldCard], face: Card) -> bool:
    return face in [held.card for held in hand]


def count_of(hand: Sequence[HeldCard], face: Card) -> int:
    return sum(held.card is face for held in hand)


def is_spent(hand: Sequence[HeldCard]) -> bool:
    """Whether the hand has no playable card: black ones are held last."""
    return not hand or hand[0].card is BLACK


def spent_seats(round: UpcolorRound) -> list[Seat]:
    """The seats that cannot play on in a position just set down, the trick's owner first."""
    spent = [Seat(seat) for seat, hand in enumerate(round.hands) if is_spent(hand)]
    return sorted(spent, key=lambda seat: seat != round.trick_owner)


def playable(round: UpcolorRound, seat: Seat) -> list[Card]:
    """The distinct cards that the seat on turn may lead, or the one with which it must follow."""
    hand = round.hands[seat]
    if round.trick:
        forced = FOLLOWING.get(round.trick[-1])
        return [forced] if forced is not None and holds(hand, forced) else []
    if holds(hand, GREEN):
        return [GREEN]
    return [face for face in ORDER if face in LEADS and holds(hand, face)]


def why_not(round: UpcolorRound, hand: Sequence[HeldCard]) -> Refusal:
    """Why a card of the hand cannot be laid now."""
    if round.trick:
        return Refusal.MUST_FOLLOW
    return Refusal.MUST_LEAD_GREEN if holds(hand, GREEN) else Refusal.CANNOT_LEAD


def may_answer(round: UpcolorRound, seat: Seat) -> bool:
    """Whether the open window waits for the seat's answer."""
    return round.answers[seat] is None and holds(round.hands[seat], GREEN)


# The binary form.


def write(round: UpcolorRound, writer: Writer) -> None:
    """Write the fields that only Up-color has."""
    writer.cards(round.trick)
    writer.optional(round.trick_owner)
    writer.naturals(round.captured)
    writer.naturals(round.credited)
    writer.cards(round.taken)
    writer.cards(round.set_aside)
    writer.naturals([_ANSWERS.index(answer) for answer in round.answers])
    writer.natural(round.idle_turns)


def read(shared: dict[str, Any], reader: Reader) -> UpcolorRound:
    """Read what `write` wrote, given the fields that all families share."""
    trick, owner = reader.cards(), reader.optional()
    return UpcolorRound(
        **shared,
        trick=trick,
        trick_owner=None if owner is None else Seat(owner),
        captured=reader.naturals(),
        credited=reader.naturals(),
        taken=reader.cards(),
        set_aside=reader.cards(),
        answers=tuple([_ANSWERS[code] for code in reader.naturals()]),
        idle_turns=reader.natural(),
    )
