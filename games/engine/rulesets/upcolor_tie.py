"""Up-color: the draw for the win among seats with equal totals.

The set-aside cards of the last round are cut into an upper half, the larger if they are odd, and a
lower half. In ascending order each tied seat draws the top card of a pile; the piles alternate, the
upper one first. The strongest color wins; the seats equal at the top draw again and the alternation
goes on. A pile that is used up is shuffled and used again.
"""

from collections.abc import Sequence

from games.engine.cards import Card, Color
from games.engine.events import TieDrawn
from games.engine.seats import Seat
from games.engine.shuffle import shuffled
from games.engine.state import R
from games.engine.step import Chance, Step

STRENGTH = (Color.GREEN, Color.YELLOW, Color.BLUE, Color.RED, Color.VIOLET, Color.BLACK)
"""The colors, strongest first."""
_MOST_DRAWS = 1000
"""A draw repeated so often is one that its chance cannot decide: shuffled cards decide far sooner."""


class _Pile:
    """One half of the set-aside cards."""

    __slots__ = ("_cards", "_drawn")

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = tuple(cards)
        self._drawn = 0

    def draw(self, chance: Chance) -> Card:
        """The top card; the pile is shuffled first if it is used up."""
        if self._drawn == len(self._cards):
            self._cards, self._drawn = shuffled(self._cards, chance), 0
        self._drawn += 1
        return self._cards[self._drawn - 1]


def draw_for_the_win(step: Step[R], tied: tuple[Seat, ...], cards: tuple[Card, ...]) -> Seat | None:
    """The tied seat that draws the strongest card; None where no draw can decide.

    Args:
        step: told of each card drawn.
        tied: in ascending order.
        cards: the set-aside cards, top first. Fewer than two, or of one color alone, decide nothing;
            no full deck sets such cards aside. Nor does a chance that always gives the same order
            to two halves alike.
    """
    if len(set(cards)) < 2:
        return None
    half = (len(cards) + 1) // 2
    pile, other = _Pile(cards[:half]), _Pile(cards[half:])
    for _ in range(_MOST_DRAWS):
        drawn: dict[Seat, Card] = {}
        for seat in tied:
            drawn[seat] = pile.draw(step.chance)
            step.tell(TieDrawn(seat, drawn[seat]))
            pile, other = other, pile
        best = min(map(_weakness, drawn.values()))
        tied = tuple([seat for seat, card in drawn.items() if _weakness(card) == best])
        if len(tied) == 1:
            return tied[0]
    return None


def _weakness(card: Card) -> int:
    return len(STRENGTH) if card.color is None else STRENGTH.index(card.color)
