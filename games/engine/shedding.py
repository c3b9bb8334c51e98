"""The steps that the shedding families share: turns, drawing, the reshuffle, the deadlock.

Color Clash and Color Duel are both games of shedding a hand onto a discard pile. What they do
alike is written here once, as functions over a step; what differs is in the families' modules.
"""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar

from games.engine.cards import FOUR_COLORS, NO_CARD, NUMBERS, WILDS, Card, Color, HeldCard, Rank
from games.engine.events import Cause, Dealt, Drew, Opened, Reshuffled
from games.engine.packing import Reader, Writer
from games.engine.position import Position
from games.engine.refusals import Refusal, Refused
from games.engine.seats import Seat
from games.engine.shuffle import shuffled
from games.engine.state import Round, Turn
from games.engine.step import Step

HAND_SIZE = 7
ACTION_POINTS = 20
WILD_POINTS = 50
_by_face = attrgetter("card.number")
_NUMBER_POINTS = {rank: value for value, rank in enumerate(NUMBERS)}


@dataclass(slots=True)
class SheddingRound(Round):
    """The round of a shedding game.

    Attributes:
        draw_pile: its top card is the last one.
        discard_pile: its top card is the last one.
        active: the color to match; None until the color of an opening Wild is chosen.
        drawn_card: what the seat on turn has drawn and may play or keep. It stays out of every
            other seat's view.
        quiet_turns: turns in a row, this one included, without a card played or drawn.
    """

    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    active: Color | None
    drawn_card: HeldCard | None
    quiet_turns: int

    def drawn_by(self, seat: Seat) -> int | None:
        drawn = self.drawn_card
        return None if drawn is None or self.turn != seat else drawn.serial

    @property
    def top(self) -> Card:
        """The top card of the discard pile; a pile is empty only where a position was set down so."""
        pile = self.discard_pile
        return pile[-1] if pile else NO_CARD


S = TypeVar("S", bound=SheddingRound)
TURNS = tuple((Turn(Seat(seat), False), Turn(Seat(seat), True)) for seat in range(6))
"""The decisions of a turn, made once: TURNS[seat][drawn]."""


def points_of(card: Card) -> int:
    """What a card left in a hand counts."""
    if card.rank in WILDS:
        return WILD_POINTS
    return ACTION_POINTS if card.rank is None else _NUMBER_POINTS.get(card.rank, ACTION_POINTS)


def points_of_hand(hand: Sequence[HeldCard]) -> int:
    """What the cards left in a hand count together."""
    return sum([points_of(held.card) for held in hand])


# The deal.


def shared_fields(cards: Sequence[Card], seats: int) -> dict[str, Any]:
    """The fields of a round whose hands are dealt from shuffled cards, the rest being the pile."""
    dealt = [cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(seats)]
    return {
        **empty_fields(dealt),
        "draw_pile": tuple(reversed(cards[HAND_SIZE * seats :])),
        "discard_pile": (),
        "active": None,
    }


def empty_fields(hands: Sequence[Sequence[Card]]) -> dict[str, Any]:
    """The fields of a shedding round whose hands are given and where nothing has happened."""
    return {
        "decision": TURNS[0][False],
        "turn_number": 0,
        "window_number": 0,
        "direction": 1,
        "hands": tuple(ordered(tuple(map(HeldCard, range(len(hand)), hand))) for hand in hands),
        "drawn_counts": tuple(len(hand) for hand in hands),
        "points": (0,) * len(hands),
        "lines": (),
        "result": None,
        "drawn_card": None,
        "quiet_turns": 0,
    }


def position_fields(position: Position) -> dict[str, Any]:
    """The fields of a shedding round set down as a position.

    Raises:
        ValueError: the position has what only Up-color has, an active color among it, or a discard
            pile although the opening card is still to be turned.
    """
    if any(position.captured or ()) or position.trick or position.set_aside:
        raise ValueError("no tricks are taken in this rule set")
    if position.discard and position.opening:
        raise ValueError("there is no discard pile before the opening card is turned")
    if position.active not in {None, *FOUR_COLORS}:
        raise ValueError(f"{position.active} is no color to play on")
    for lying in (position.draw, position.discard, *position.hands):
        _require_ranks(lying)
    own_color = position.discard[-1].color if position.discard else None
    return {
        **empty_fields(position.hands),
        "direction": position.direction,
        "draw_pile": position.draw[::-1],
        "discard_pile": position.discard,
        "active": position.active or own_color,
    }


def _require_ranks(cards: Sequence[Card]) -> None:
    """Refuse the cards of Up-color, which are nothing but a color."""
    strange = [card.code for card in cards for face in (card, card.down) if face is not None and face.rank is None]
    if strange:
        raise ValueError(f"{strange[0]} is no card of this rule set")


def ordered(hand: tuple[HeldCard, ...]) -> tuple[HeldCard, ...]:
    """A hand as it is held: by face where equal faces are equal cards, and in order of drawing."""
    if hand and hand[0].card.down is not None:
        return hand
    return tuple(sorted(sorted(hand), key=_by_face))


def turn_opening_card(step: Step[S], suitable: frozenset[Rank | None]) -> Card:
    """Turn the first suitable card; those before it go back into the pile at random places.

    Raises:
        ValueError: the pile has no suitable card, which no full deck allows.
    """
    round = step.round
    pile = list(round.draw_pile)
    put_back: list[Card] = []
    while pile and pile[-1].rank not in suitable:
        put_back.append(pile.pop())
    if not pile:
        raise ValueError("no card of the draw pile can open the round")
    opening = pile.pop()
    for unsuitable in put_back:
        pile.insert(len(pile) - step.chance(len(pile) + 1)[0], unsuitable)
    round.draw_pile = tuple(pile)
    round.discard_pile = (opening,)
    round.active = opening.color
    step.tell(Dealt(step.match.dealer))
    step.tell(Opened(opening.face))
    return opening


def all_cards(round: SheddingRound) -> tuple[Card, ...]:
    """Every card of the round, wherever it lies."""
    held = [held.card for hand in round.hands for held in hand]
    return (*held, *round.draw_pile, *round.discard_pile)


# Hands and piles.


def held_card(hand: Sequence[HeldCard], card: Card, serial: int | None) -> HeldCard:
    """The card of the hand that a play names.

    Raises:
        Refused: the hand has no such card.
    """
    for held in hand:
        own, lying = held
        if lying.face is card and serial in (None, own):
            return held
    raise Refused(Refusal.NOT_IN_HAND)


def with_hand(round: Round, seat: Seat, hand: tuple[HeldCard, ...]) -> None:
    """Give the seat another hand."""
    hands = list(round.hands)
    hands[seat] = hand
    round.hands = tuple(hands)


def lay(round: SheddingRound, seat: Seat, held: HeldCard, color: Color | None) -> None:
    """Move a card from the seat's hand onto the discard pile; its color, or the chosen one, is active."""
    hand = round.hands[seat]
    place = hand.index(held)
    with_hand(round, seat, hand[:place] + hand[place + 1 :])
    round.discard_pile += (held.card,)
    round.active = color if held.card.color is None else held.card.color
    round.drawn_card = None
    round.quiet_turns = 0


def take(step: Step[S], seat: Seat, count: int, cause: Cause) -> list[HeldCard]:
    """Give a seat cards from the draw pile: `count`, or as many as there are."""
    taken = move_to_hand(step, seat, count)
    step.tell(Drew(seat, len(taken), tuple([held.card.face for held in taken]), cause))
    return taken


def move_to_hand(step: Step[S], seat: Seat, count: int) -> list[HeldCard]:
    """Move the top cards of the draw pile into the seat's hand, as many of them as there are.

    An empty pile is first made anew from every discard but the top card.
    """
    round = step.round
    hand, counts = list(round.hands[seat]), list(round.drawn_counts)
    moved: list[HeldCard] = []
    while len(moved) < count and (round.draw_pile or _reshuffle(step)):
        drawn = HeldCard(counts[seat], round.draw_pile[-1])
        counts[seat] += 1
        round.draw_pile = round.draw_pile[:-1]
        if drawn.card.down is None:
            insort(hand, drawn, key=_by_face)
        else:
            hand.append(drawn)
        moved.append(drawn)
    if moved:
        round.drawn_counts = tuple(counts)
        with_hand(round, seat, tuple(hand))
        round.quiet_turns = 0
    return moved


def _reshuffle(step: Step[S]) -> bool:
    round = step.round
    under = round.discard_pile[:-1]
    if not under:
        return False
    round.draw_pile = shuffled(under, step.chance)[::-1]
    round.discard_pile = round.discard_pile[-1:]
    step.tell(Reshuffled())
    return True


# Turns.


def begin_turn(step: Step[S], seat: Seat) -> None:
    """The turn comes to a seat."""
    round = step.round
    round.decision = TURNS[seat][False]
    round.turn_number += 1
    round.quiet_turns += 1
    round.drawn_card = None


def turn_drawn(round: SheddingRound, seat: Seat, drawn: HeldCard | None) -> None:
    """The seat's turn goes on; it may play or keep `drawn`, or is still to play or draw."""
    round.drawn_card = drawn
    round.decision = TURNS[seat][drawn is not None]


def seats_in(round: SheddingRound) -> int:
    """How many seats hold cards."""
    return len(round.hands) - round.hands.count(())


def is_deadlocked(round: SheddingRound) -> bool:
    """Whether, as a turn ends, twice as many quiet turns have gone by as there are seats in."""
    return round.quiet_turns > 0 and round.quiet_turns >= 2 * seats_in(round)


def require_turn(round: SheddingRound, seat: Seat) -> None:
    """Refuse a seat that is not on turn."""
    if round.decision.seat != seat:
        raise Refused(Refusal.NOT_YOUR_TURN)


def require_drawn_card(round: SheddingRound, held: HeldCard) -> HeldCard:
    """After a draw, refuse every card but the drawn one; of equal cards it is the one to play."""
    drawn = round.drawn_card
    if drawn is None or drawn == held:
        return held
    if drawn.card is held.card and drawn.card.down is None:
        return drawn
    raise Refused(Refusal.ONLY_DRAWN_CARD)


def require_color(card: Card, color: Color | None) -> None:
    """Refuse a wild without one of the four colors."""
    if card.color is not None:
        return
    if color is None:
        raise Refused(Refusal.COLOR_REQUIRED)
    if color not in FOUR_COLORS:
        raise Refused(Refusal.BAD_COLOR)


# The binary form.


def write_piles(round: SheddingRound, writer: Writer) -> None:
    """Write the fields that all shedding rounds share."""
    writer.cards(round.draw_pile)
    writer.cards(round.discard_pile)
    writer.optional(None if round.active is None else FOUR_COLORS.index(round.active))
    writer.optional(None if round.drawn_card is None else round.drawn_card.serial)
    writer.natural(round.quiet_turns)


def read_piles(reader: Reader, shared: dict[str, Any]) -> dict[str, Any]:
    """Read what `write_piles` wrote, given the fields that all families share."""
    draw_pile, discard_pile = reader.cards(), reader.cards()
    color, serial = reader.optional(), reader.optional()
    turn = shared["decision"]
    hand = shared["hands"][turn.seat] if isinstance(turn, Turn) else ()
    drawn = [held for held in hand if held.serial == serial]
    return {
        **shared,
        "draw_pile": draw_pile,
        "discard_pile": discard_pile,
        "active": None if color is None else FOUR_COLORS[color],
        "drawn_card": drawn[0] if drawn else None,
        "quiet_turns": reader.natural(),
    }
