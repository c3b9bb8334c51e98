"""Cards as values.

A face is a rank and a color, or one of them alone. Cards are interned, so equal cards are one object
and are compared and hashed by identity. There are no card ids: an id given before the shuffle would
tell its holder what the card is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Color(StrEnum):
    """Every color of every rule set; each rule set says which of them it plays with."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    VIOLET = "violet"
    BLACK = "black"


class Rank(StrEnum):
    """What a face shows beside its color."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "skip"
    REVERSE = "reverse"
    DRAW_TWO = "draw-two"
    BOMB = "bomb"
    SHIELD = "shield"
    DRAW_ONE = "draw-one"
    DRAW_FIVE = "draw-five"
    FLIP = "flip"
    CLOCK = "clock"
    SKIP_EVERYONE = "skip-everyone"
    WILD = "wild"
    WILD_DRAW_FOUR = "wild-draw-four"
    HUNT = "hunt"


NUMBERS = tuple(Rank)[:10]
"""The ranks zero to nine."""
WILDS = (Rank.WILD, Rank.WILD_DRAW_FOUR, Rank.HUNT)
"""The ranks without a color of their own: who plays one chooses the color."""
FOUR_COLORS = (Color.RED, Color.BLUE, Color.YELLOW, Color.GREEN)
"""The colors of the shedding games."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it lies: the face that is up, and for a card of Day & Night the one that is down.

    Rules, scores and hands go by the face that is up. Equal cards are one object.

    Attributes:
        rank: None for a card of Up-color, which is nothing but its color.
        color: None for a wild.
        code: the notation of the scenario files, such as "red-5", "wild-draw-four" or, the face
            that is up first, "red-3/blue-draw-five".
        number: the place of the face that is up in the fixed order of all faces. Hands are shown
            in this order, and a face is stored under it, so a number once given never changes.
        down: the face that is down; None for a card with one face.
        face: the face that is up, by itself.
    """

    rank: Rank | None
    color: Color | None
    code: str
    number: int
    down: "Card | None" = None
    face: "Card" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "face", self if self.down is None else FACES[self.number])

    def turned(self) -> "Card":
        """The card with its other face up; one with a single face stays as it is."""
        return self if self.down is None else two_faced(self.down, self.face)

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.code,)


class HeldCard(NamedTuple):
    """A card in a hand.

    `serial` counts the cards its seat has drawn this round. It says nothing about the face, stays
    with the card while it is held, and dies with the round's shuffle.
    """

    serial: int
    card: Card


def _faces() -> Iterator[Card]:
    number = 0
    for color in Color:
        for rank in Rank:
            if rank not in WILDS and color in FOUR_COLORS:
                yield Card(rank, color, f"{color}-{rank}", number)
                number += 1
    for rank in WILDS:
        yield Card(rank, None, str(rank), number)
        number += 1
    for color in Color:
        yield Card(None, color, str(color), number)
        number += 1


FACES = tuple(_faces())
"""All faces, each at the place that its number says."""
NO_CARD = Card(None, None, "", len(FACES))
"""What lies on top of an empty pile: it has neither rank nor color."""
_BY_CODE = {face.code: face for face in FACES}
_TWO_FACED: dict[tuple[Card, Card], Card] = {}


def card(code: str) -> Card:
    """The card written as code.

    Raises:
        ValueError: no card is written so.
    """
    up, slash, down = code.partition("/")
    if slash:
        return two_faced(card(up), card(down))
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(f"no card is written {code!r}") from None


def two_faced(up: Card, down: Card) -> Card:
    """The card with these two faces, the first one up."""
    found = _TWO_FACED.get((up, down))
    if found is None:
        found = Card(up.rank, up.color, f"{up.code}/{down.code}", up.number, down)
        _TWO_FACED[up, down] = found
    return found
