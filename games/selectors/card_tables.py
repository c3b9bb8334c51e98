"""What pages say of the cards, asked of the rules themselves: which there are, what they count, what answers what."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.engine import (
    RULESETS,
    Card,
    Color,
    Length,
    Match,
    Play,
    Position,
    Rank,
    Seat,
    SeatKind,
    Side,
    Stack,
    Standing,
    apply,
    card,
    legal_actions,
    set_down,
    start,
    two_faced,
    view,
)
from games.engine.cards import FOUR_COLORS, NUMBERS
from games.engine.shedding import points_of

NUMBER: Final = "number"
"""The kind of all cards that show a number."""
_SHOWN: Final = Rank.SEVEN
_TOP, _HELD = Color.RED, Color.GREEN
"""Colors that do not match, so that what may be played is played for its rank."""
_ORDER: Final = ("green", "yellow", "blue", "red", "violet", "black")
_KINDS: Final = (NUMBER, *[rank.value for rank in Rank if rank not in NUMBERS], *_ORDER)


@dataclass(frozen=True, slots=True)
class Deck:
    """One side of a rule set's cards. `side` is None where cards have one face."""

    ruleset: str
    side: Side | None
    faces: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards that differ in color or number alone.

    Attributes:
        kind: a rank, "number", or a color of Up-color.
        face: the code of one of them, to show.
        night: whether it lies on the night side alone.
        least, most: points in a hand at the round's end; zero in Up-color.
        counts: how many are in each deck asked for, in that order.
    """

    kind: str
    face: str
    night: bool
    least: int
    most: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What may be laid on a stack whose last card is of this kind, and how many cards that card adds."""

    last: str
    face: str
    adds: int
    side: Side | None
    answers: tuple[CardKind, ...]


def kind_of(face: Card) -> str:
    """The kind of a face."""
    if face.rank is None:
        return str(face.color)
    return NUMBER if face.rank in NUMBERS else face.rank.value


@cache
def decks_of(ruleset: str) -> tuple[Deck, ...]:
    """The deck of a rule set, side by side where there are two."""
    cards = RULESETS[ruleset].rules.deck(range)
    up = tuple(each.face for each in cards)
    down = tuple(each.down for each in cards if each.down is not None)
    if not down:
        return (Deck(ruleset, None, up),)
    return Deck(ruleset, Side.DAY, up), Deck(ruleset, Side.NIGHT, down)


@cache
def card_kinds(*rulesets: str) -> tuple[CardKind, ...]:
    """Every kind in the decks of these rule sets, numbers first."""
    decks = [deck for ruleset in rulesets for deck in decks_of(ruleset)]
    counts = [Counter(map(kind_of, deck.faces)) for deck in decks]
    found = [kind for kind in _KINDS if any(count[kind] for count in counts)]
    return tuple(_described(kind, place, decks, counts) for place, kind in enumerate(found))


def _described(kind: str, place: int, decks: Sequence[Deck], counts: Sequence[Counter[str]]) -> CardKind:
    faces = {face for deck in decks for face in deck.faces if kind_of(face) == kind}
    color = FOUR_COLORS[place % len(FOUR_COLORS)]
    shown = min(faces, key=lambda face: (face.color is not color, face.rank is not _SHOWN, face.number))
    points = [points_of(face) for face in faces] if shown.rank is not None else [0]
    sides = {deck.side for deck, count in zip(decks, counts, strict=True) if count[kind]}
    return CardKind(
        kind=kind,
        face=shown.code,
        night=sides == {Side.NIGHT},
        least=min(points),
        most=max(points),
        counts=tuple(count[kind] for count in counts),
    )


@cache
def answers_of(ruleset: str) -> tuple[Answers, ...]:
    """For each card that leaves a stack pending, in a real position, what the next player may lay."""
    if not RULESETS[ruleset].rules.has_draw_pile:
        return ()
    kinds = {each.kind: each for each in card_kinds(ruleset)}
    found = []
    for deck in decks_of(ruleset):
        for face in _one_of_each(deck):
            adds = _left_pending(deck, face)
            if adds is not None:
                answers = tuple(kinds[kind] for kind in _answers(deck, Stack(adds, Rank(kind_of(face)))))
                found.append(Answers(kind_of(face), kinds[kind_of(face)].face, adds, deck.side, answers))
    return tuple(found)


@cache
def hand_size(ruleset: str, seats: int) -> int:
    """How many cards everybody is dealt."""
    return view(_dealt(ruleset, seats), Seat(0)).counts[0]


@cache
def shows_opposite_faces(ruleset: str) -> bool:
    """Whether one sees a side of the others' cards."""
    return bool(getattr(view(_dealt(ruleset, RULESETS[ruleset].seats[0]), Seat(0)).family, "faces", None))


def _dealt(ruleset: str, seats: int) -> Match:
    kinds = (SeatKind.PERSON,) * seats
    return start(ruleset, seats=kinds, length=Length(rounds=1), dealer=Seat(0), chance=range)[0]


def _one_of_each(deck: Deck) -> Iterator[Card]:
    """A face of every kind, in the color that is held."""
    seen = set()
    for face in deck.faces:
        if face.color in (None, _HELD) and kind_of(face) not in seen:
            seen.add(kind_of(face))
            yield face


def _left_pending(deck: Deck, face: Card) -> int | None:
    """How many cards wait for the next player after this card; None where none do."""
    filler = card(f"{_TOP}-1")
    match = _position(deck, hand=(face, filler, filler), top=card(f"{_HELD}-1"), pending=None)
    play = next(action for action in legal_actions(match, Seat(0)) if isinstance(action, Play) and action.card is face)
    after, _ = apply(match, Seat(0), play, range)
    pending: Stack | None = getattr(view(after, Seat(1)).family, "pending", None)
    return None if pending is None else pending.cards


def _answers(deck: Deck, pending: Stack) -> list[str]:
    top = next(face for face in deck.faces if face.rank is pending.last and face.color in (None, _TOP))
    match = _position(deck, hand=tuple(_one_of_each(deck)), top=top, pending=pending)
    plays = {kind_of(action.card) for action in legal_actions(match, Seat(0)) if isinstance(action, Play)}
    return [kind for kind in _KINDS if kind in plays]


def _position(deck: Deck, *, hand: tuple[Card, ...], top: Card, pending: Stack | None) -> Match:
    """Two seats with this hand on turn, the top card and the stack as given."""
    filler = card(f"{_TOP}-1")
    position = Position(
        hands=(_lying(deck, hand), _lying(deck, (filler, filler))),
        draw=_lying(deck, (filler,) * 9),
        discard=_lying(deck, (top,)),
        active=_TOP if top.color is None else None,
        turn=Seat(0),
        dealer=Seat(1),
        pending=pending,
        side=deck.side or Side.DAY,
        kinds=(SeatKind.PERSON,) * 2,
    )
    return set_down(deck.ruleset, position, Standing(length=Length(rounds=1), totals=(0, 0)), range)[0]


def _lying(deck: Deck, faces: tuple[Card, ...]) -> tuple[Card, ...]:
    """The faces up; where cards have two, some other face is down."""
    return faces if deck.side is None else tuple(two_faced(face, card(f"{_TOP}-1")) for face in faces)
