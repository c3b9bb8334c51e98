"""What a seat remembers of a shedding round: the cards it has seen laid, and what it knows of the other hands.

Everything here is read off the views that the seat has had since the deal, one after each action. What cannot be read
off them is not known, and is later guessed. Of another seat's card one may know a face (two-faced cards show the one
that is down, and a flip turns what was seen) and what it probably is not: whoever draws rather than plays has, as a
rule, nothing that fits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Protocol, cast

from games.engine import Card, Color, Rank, Seat, Side, View


class SheddingFacts(Protocol):
    """What the shedding families show alike."""

    top: Card
    active: Color | None
    draw_count: int


Unfit = tuple[Color | None, Rank | None]
"""A color and a rank, neither of which a card is likely to have."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of which a face may be known: the one that is up, and the one that is down."""

    up: Card | None = None
    down: Card | None = None
    unfit: tuple[Unfit, ...] = ()

    def turned(self) -> "Slot":
        return Slot(self.down, self.up)

    def may_be(self, face: Card) -> bool:
        """Whether the face is likely, after what the seat did not play."""
        return all(face.color is not None and face.color is not color and face.rank is not rank
                   for color, rank in self.unfit)  # fmt: skip


_BLANK = Slot()


@dataclass(slots=True)
class Memory:
    """What a seat knows at its last view.

    Attributes:
        hands: per seat, what is known of each of its cards, in the order of its hand; nothing of the seat's own.
        laid: the discards, the top card last.
        own_down: the faces that are down of the seat's own cards, by serial, where it has seen them.
    """

    hands: list[list[Slot]]
    laid: list[Slot]
    own_down: dict[int, Card] = field(default_factory=dict)


def remember(view: View, history: Sequence[View]) -> Memory:
    """Read the history since the deal, up to and with the view."""
    seen = [past for past in history if past.round_number == view.round_number]
    if not seen or seen[-1] != view:
        seen.append(view)
    memory = _begin(seen[0])
    for before, after in pairwise(seen):
        _go_on(memory, before, after)
    return memory


def facts_of(view: View) -> SheddingFacts:
    """The family's part of a shedding game's view."""
    return cast("SheddingFacts", view.family)


def side_of(view: View) -> Side | None:
    """Which side is up at a table of two-faced cards."""
    side: Side | None = getattr(view.family, "side", None)
    return side


def _faces(view: View, seat: int) -> tuple[Card, ...] | None:
    faces: dict[str, tuple[Card, ...]] | None = getattr(view.family, "faces", None)
    return None if faces is None else faces.get(str(seat))


def pile_face(view: View) -> Card | None:
    faces: dict[str, tuple[Card, ...]] = getattr(view.family, "faces", None) or {}
    return faces["draw"][0] if "draw" in faces else None


def _begin(view: View) -> Memory:
    hands = []
    for seat, count in enumerate(view.counts):
        faces = None if seat == view.seat else _faces(view, seat)
        hands.append([] if seat == view.seat else [Slot(down=face) for face in faces or ()] or [_BLANK] * count)
    return Memory(hands, [Slot(facts_of(view).top)])


def _go_on(memory: Memory, before: View, after: View) -> None:
    """Take in what one action has changed."""
    was, now = facts_of(before), facts_of(after)
    if now.draw_count > was.draw_count:
        del memory.laid[:-1]
    actor = before.turn
    played = actor is not None and _has_played(before, after, actor)
    flipped = side_of(before) is not side_of(after)
    gone = _laid_by(memory, before, after, actor) if played and actor is not None else None
    if gone is not None:
        memory.laid.append(gone if flipped else replace(gone, up=now.top, unfit=()))
    elif actor is not None and actor not in (before.seat, after.turn):
        unfit = (was.active, was.top.rank)
        memory.hands[actor] = [replace(slot, unfit=(*slot.unfit, unfit)) for slot in memory.hands[actor]]
    _learn_own(memory, before, after)
    if flipped:
        memory.hands = [[slot.turned() for slot in hand] for hand in memory.hands]
        memory.laid = [slot.turned() for slot in memory.laid]
        memory.laid[-1] = replace(memory.laid[-1], up=now.top)
    for seat, count in enumerate(after.counts):
        if seat != after.seat:
            memory.hands[seat] = _fitted(memory.hands[seat], count, _faces(after, seat))


def _has_played(before: View, after: View, actor: Seat) -> bool:
    if facts_of(after).top is not facts_of(before).top and side_of(before) is side_of(after):
        return True
    return after.counts[actor] < before.counts[actor]


def _laid_by(memory: Memory, before: View, after: View, actor: Seat) -> Slot:
    """Take the card that was laid out of what is known of its seat's hand."""
    if actor == before.seat:
        held = {card.serial for card in after.hand}
        gone = next((card for card in before.hand if card.serial not in held), None)
        return _BLANK if gone is None else Slot(gone.card, memory.own_down.get(gone.serial))
    hand = memory.hands[actor]
    if not hand:
        return _BLANK
    return hand.pop(_place_laid(hand, before, after, actor))


def _place_laid(hand: list[Slot], before: View, after: View, actor: Seat) -> int:
    """Which card of the hand it was: by the faces that are down, else one of those it may have been."""
    faces, left = _faces(before, actor), _faces(after, actor)
    if faces and left is not None and len(left) < len(faces) and side_of(before) is side_of(after):
        return next((place for place, face in enumerate(left) if faces[place] is not face), len(left))
    top = facts_of(after).top
    if side_of(before) is not side_of(after):
        # The table has turned with the play: on top lies the face that was seen from below.
        return next((place for place, slot in enumerate(hand) if slot.down is top), len(hand) - 1)
    likely = [place for place, slot in enumerate(hand) if slot.may_be(top)]
    return likely[-1] if likely else len(hand) - 1


def _learn_own(memory: Memory, before: View, after: View) -> None:
    """A card drawn from the pile whose face was shown is known; a flip shows what was down."""
    if side_of(after) is None:
        return
    known = {card.serial: card.card for card in before.hand}
    drawn = [card.serial for card in after.hand if card.serial not in known]
    shown = pile_face(before)
    if drawn and shown is not None:
        memory.own_down[drawn[0]] = shown
    if side_of(before) is not side_of(after):
        memory.own_down = known
    held = {card.serial for card in after.hand}
    memory.own_down = {serial: face for serial, face in memory.own_down.items() if serial in held}


def _fitted(hand: list[Slot], count: int, faces: tuple[Card, ...] | None) -> list[Slot]:
    """The hand with as many cards as it has now; the last ones are those just drawn."""
    fitted = [*hand[:count], *[_BLANK] * (count - len(hand))]
    if faces is None:
        return fitted
    return [
        slot if slot.down is face else Slot(slot.up if slot.down is None else None, face)
        for slot, face in zip(fitted, faces, strict=True)
    ]
