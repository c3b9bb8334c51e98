"""What sensible players know about the shedding games: how gladly each action is done, and why.

The scores are comparable among the actions of one moment only. They look at the view and at what is remembered of the
cards laid; each rule of thumb is a function of its own.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.computers.choice import Facts, Reason, Why
from games.computers.memory import Memory
from games.engine import ChooseColor, Color, Draw, Keep, Play, Rank, Seat, SeatAction, View

NUMBERS = tuple(Rank)[:10]
FEW_CARDS = 2
LARGE_STACK = 4
PAIR = 2
PASSES_OF_A_NEW_FUSE = 4
TURN_TAKERS = frozenset((Rank.SKIP, Rank.REVERSE, Rank.SKIP_EVERYONE))
PENALTIES = {Rank.DRAW_ONE: 1, Rank.DRAW_TWO: 2, Rank.WILD_DRAW_FOUR: 4, Rank.DRAW_FIVE: 5, Rank.HUNT: 4}
NO_LIKING = 0.0


class Liking(NamedTuple):
    """How gladly something is done, and why."""

    score: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class Standpoint:
    """What the rules of thumb look at.

    Attributes:
        held: the seat's cards by color.
        laid: the cards seen laid, by color: what many of are gone is hard to follow.
        danger: the next seat is about to go out.
    """

    view: View
    held: Counter[Color | None]
    laid: Counter[Color | None]
    danger: bool

    @property
    def family(self) -> Any:  # noqa: ANN401 (of whichever family)
        return self.view.family

    @property
    def size(self) -> int:
        return len(self.view.hand)

    def count(self, *ranks: Rank) -> int:
        """How many cards of these ranks the seat holds."""
        return sum(card.card.rank in ranks for card in self.view.hand)


def standpoint(view: View, memory: Memory) -> Standpoint:
    """Where the seat stands."""
    held = Counter(card.card.color for card in view.hand)
    laid = Counter(slot.up.color for slot in memory.laid if slot.up is not None)
    following = following_seat(view)
    return Standpoint(view, held, laid, 0 < view.counts[following] <= FEW_CARDS)


def following_seat(view: View, steps: int = 1) -> Seat:
    """The seat that is so many turns behind this one, seats that are out passed over."""
    seat = int(view.seat)
    for _ in range(steps):
        seat = (seat + view.direction) % len(view.counts)
        while not view.counts[seat]:
            seat = (seat + view.direction) % len(view.counts)
    return Seat(seat)


def liking(here: Standpoint, action: SeatAction) -> Liking:
    """How gladly the seat does the action."""
    match action:
        case Play():
            return _play(here, action)
        case ChooseColor(color):
            return Liking(_color_worth(here, color), Reason(Why.MOST_HELD, {"color": str(color)}))
        case Draw():
            return _draw(here)
        case Keep():
            return Liking(5.5 if here.size > FEW_CARDS else -1.0, Reason(Why.KEEPS_CARD))
        case _:
            return Liking(NO_LIKING, Reason(Why.PASSES))


def _draw(here: Standpoint) -> Liking:
    pending = getattr(here.family, "pending", None)
    if pending is not None:
        return Liking(-50.0, Reason(Why.TAKES_STACK, {"cards": pending.cards}))
    return Liking(-50.0, Reason(Why.NOTHING_FITS))


def _play(here: Standpoint, play: Play) -> Liking:
    if here.size == 1:
        return Liking(1000.0, Reason(Why.LAST_CARD, {"card": play.card.code}))
    rank = play.card.rank
    answer = _answer(here, play)
    if answer is not None:
        return answer
    fuse = _fuse(here, play)
    if fuse is not None:
        return fuse
    color = play.color if play.card.color is None else play.card.color
    worth = _color_worth(here, color)
    facts: Facts = {"card": play.card.code, "color": str(color), "cards": here.held[color]}
    if rank in TURN_TAKERS and _plays_again(here, play):
        return Liking(11.0 + worth, Reason(Why.TAKES_TURN, facts))
    if rank in PENALTIES:
        return _penalty(here, play, worth, facts)
    if rank is Rank.SHIELD:
        return Liking(2.0 + worth, Reason(Why.NOTHING_ELSE, facts))
    if rank is Rank.WILD:
        return Liking((8.0 if here.danger else 2.0) + worth, Reason(Why.MOST_HELD, facts))
    high = NUMBERS.index(rank) / 10 if rank in NUMBERS else 0.5
    return Liking(10.0 + worth + high, _plain_reason(rank, facts))


def _plain_reason(rank: Rank | None, facts: Facts) -> Reason:
    """Why a card is laid that does nothing of note: its color goes on, or the points it would cost are gone."""
    if int(facts["cards"]) > 1:
        return Reason(Why.FOLLOWS_SUIT, facts)
    return Reason(Why.HIGH_CARD if rank in NUMBERS else Why.NOTHING_ELSE, facts)


def _color_worth(here: Standpoint, color: Color | None) -> float:
    """The color that is held most; among equals the one of which most is gone, for the others to follow with less."""
    return 0.5 * here.held[color] + 0.02 * here.laid[color]


def _plays_again(here: Standpoint, play: Play) -> bool:
    """Whether the turn comes straight back, to a hand that can use it."""
    returns = play.card.rank is Rank.SKIP_EVERYONE or sum(map(bool, here.view.counts)) == PAIR
    return returns and any(
        card.card is not play.card and (card.card.color in (None, play.card.color) or card.card.rank is play.card.rank)
        for card in here.view.hand
    )


def _penalty(here: Standpoint, play: Play, worth: float, facts: Facts) -> Liking:
    """A penalty is for a seat about to go out; else a Draw Two is held against Draw Twos that may come."""
    rank = play.card.rank
    if here.danger:
        hurt: Facts = {"card": play.card.code, "seat": int(following_seat(here.view))}
        return Liking(15.0 + worth, Reason(Why.HURTS_LEADER, hurt))
    if play.card.color is None:
        return Liking(1.0 + worth, Reason(Why.NOTHING_ELSE, facts))
    if _stacks(here) and rank is not None and here.count(rank) == 1:
        return Liking(6.0 + worth, Reason(Why.NOTHING_ELSE, facts))
    return Liking(10.5 + worth, _plain_reason(rank, facts))


def _stacks(here: Standpoint) -> bool:
    """Whether penalties are answered at this table, rather than falling at once."""
    return hasattr(here.family, "pending")


def _answer(here: Standpoint, play: Play) -> Liking | None:
    """A stack is answered; a small one with a penalty card, a large one with the Shield, kept for it."""
    pending = getattr(here.family, "pending", None)
    if pending is None:
        return None
    facts: Facts = {"card": play.card.code, "cards": pending.cards}
    if play.card.rank is Rank.SHIELD:
        return Liking(25.0 if pending.cards >= LARGE_STACK else 15.0, Reason(Why.BLOCKS_STACK, facts))
    color = play.color if play.card.color is None else play.card.color
    dear = 3.0 if play.card.color is None else 0.0
    return Liking(20.0 - dear + _color_worth(here, color), Reason(Why.ANSWERS_STACK, facts))


def _fuse(here: Standpoint, play: Play) -> Liking | None:
    """Skip and Reverse are kept for the fuse: laid when it would end here, and only then while anything else fits."""
    fuse = getattr(here.family, "fuse", None)
    if fuse is None or play.card.rank not in (Rank.SKIP, Rank.REVERSE, Rank.BOMB):
        return None
    seat = here.view.seat
    hit, plain = fuse_ends(here.view, play.card.rank), fuse_ends(here.view, None)
    facts = {"card": play.card.code, "cards": fuse.size, "seat": int(hit)}
    if plain == seat and hit != seat:
        return Liking(30.0, Reason(Why.MOVES_FUSE, facts))
    return Liking(-5.0 if hit == seat else 3.0, Reason(Why.NOTHING_ELSE, facts))


def fuse_ends(view: View, rank: Rank | None) -> Seat:
    """Where the burning fuse goes off if the seat on turn lays a card of that rank and nobody turns it again."""
    family: Any = view.family
    seats, left = len(view.counts), family.fuse.left
    steps: int = left
    if rank is Rank.BOMB:
        steps = PASSES_OF_A_NEW_FUSE
    elif rank is Rank.SKIP or (rank is Rank.REVERSE and seats == PAIR):
        steps = left + 1
    elif rank is Rank.REVERSE:
        steps = -left
    return Seat((view.seat + view.direction * steps) % seats)
