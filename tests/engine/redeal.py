"""Dealing anew what a seat may not see, and looking whether the seat could tell.

Hidden are the faces in the other hands and in the draw pile or among the set-aside cards, and on
two-faced cards the faces that are down, but those of the other hands and of the pile's top card.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from games.engine import (
    Action,
    Card,
    Event,
    HeldCard,
    Match,
    Play,
    Refused,
    Seat,
    View,
    apply,
    card,
    legal_actions,
    redact,
    view,
)
from games.engine.cards import two_faced
from games.engine.events import Drew, Hunted, Reshuffled, TableFlipped, TieDrawn
from games.engine.rulesets.upcolor_round import UpcolorRound
from games.engine.shedding import SheddingRound, ordered
from games.engine.state import Round
from tests.engine.walk import Walk, shuffler

See = Callable[[Match, Seat], View]
Hear = Callable[[Event, Seat], Event]
ABOUT_TO_BE_DRAWN = 20
"""Cards from the top of the pile that a single action may bring to light."""


class _Faces:
    """Faces that are hidden, each at its place, to be put back in another order."""

    def __init__(self) -> None:
        self.places: list[tuple[list[Card], int]] = []

    def hide(self, cards: list[Card], start: int = 0, stop: int | None = None) -> None:
        """The cards from start up to stop are hidden."""
        self.places += [(cards, place) for place in range(start, len(cards) if stop is None else stop)]

    def mix(self, rng: random.Random) -> None:
        """Put the hidden faces back in another order."""
        faces = [cards[place] for cards, place in self.places]
        rng.shuffle(faces)
        for (cards, place), face in zip(self.places, faces, strict=True):
            cards[place] = face


@dataclass(frozen=True, slots=True)
class Still:
    """What keeps its place because an action is about to bring it to light.

    Attributes:
        shown: a card of another seat.
        to_viewer: whether the viewer is about to draw.
        pile: whether the action may bring faces that are down to the top of the pile.
    """

    shown: tuple[Seat, Card] | None = None
    to_viewer: bool = False
    pile: bool = False


NOTHING = Still()


def redealt(match: Match, viewer: Seat, rng: random.Random, still: Still = NOTHING) -> Match:
    """The match with everything dealt anew that the viewer may not see; the match is not changed."""
    was = match.round
    hands = [[held.card.face for held in hand] for hand in was.hands]
    up = _Faces()
    for seat, hand in enumerate(hands):
        kept = hand.index(still.shown[1]) if still.shown is not None and still.shown[0] == seat else None
        if seat != viewer:
            up.hide(hand, 0, kept)
            up.hide(hand, len(hand) if kept is None else kept + 1)
    if isinstance(was, UpcolorRound):
        return match.with_round(_redealt_upcolor(was, hands, up, viewer, rng))
    assert isinstance(was, SheddingRound)
    pile = [held.face for held in was.draw_pile]
    up.hide(pile, 0, len(pile) - ABOUT_TO_BE_DRAWN if still.to_viewer else None)
    up.mix(rng)
    if was.top.down is not None:
        return match.with_round(_with_downs(was, hands, pile, viewer, rng, keep_top=still.pile))
    return match.with_round(_placed(was, _held(was, hands), tuple(pile), was.discard_pile))


def _redealt_upcolor(
    was: UpcolorRound, hands: list[list[Card]], up: _Faces, viewer: Seat, rng: random.Random
) -> UpcolorRound:
    """Deal hands and set-aside cards anew, and with them the answers that are still unseen."""
    aside = list(was.set_aside)
    up.hide(aside)
    up.mix(rng)
    green = card("green")
    answers = tuple(
        was.answers[seat] if seat == viewer else rng.choice((None, True, False)) if green in hand else None
        for seat, hand in enumerate(hands)
    )
    dealt = tuple(_held(was, hands))
    return replace(was, hands=dealt, set_aside=tuple(aside), answers=answers if was.window else was.answers)


def _with_downs(
    was: SheddingRound, hands: list[list[Card]], pile: list[Card], viewer: Seat, rng: random.Random, *, keep_top: bool
) -> SheddingRound:
    """Deal the faces that are down as well, where the viewer does not see them."""
    below = [[held.card.turned().face for held in hand] for hand in was.hands]
    pile_below = [held.turned().face for held in was.draw_pile]
    discards_below = [held.turned().face for held in was.discard_pile]
    down = _Faces()
    down.hide(below[viewer])
    down.hide(pile_below, 0, len(pile) - (ABOUT_TO_BE_DRAWN if keep_top else 1))
    down.hide(discards_below)
    down.mix(rng)
    both = [list(map(two_faced, *sides)) for sides in zip(hands, below, strict=True)]
    discards = tuple(map(two_faced, [held.face for held in was.discard_pile], discards_below))
    return _placed(was, _held(was, both), tuple(map(two_faced, pile, pile_below)), discards)


def _held(was: Round, hands: list[list[Card]]) -> list[tuple[HeldCard, ...]]:
    """Hands with the serials that their places had."""
    return [
        ordered(tuple(HeldCard(held.serial, face) for held, face in zip(old, hand, strict=True)))
        for old, hand in zip(was.hands, hands, strict=True)
    ]


def _placed(
    was: SheddingRound, hands: list[tuple[HeldCard, ...]], pile: tuple[Card, ...], discards: tuple[Card, ...]
) -> SheddingRound:
    drawn = was.drawn_card
    if drawn is not None and was.turn is not None:
        drawn = next(held for held in hands[was.turn] if held.serial == drawn.serial)
    return replace(was, hands=tuple(hands), draw_pile=pile, discard_pile=discards, drawn_card=drawn)


def leak_in_view(match: Match, viewer: Seat, rng: random.Random, see: See = view) -> str | None:
    """What the viewer could tell from its view alone; None if nothing."""
    other = redealt(match, viewer, rng)
    seen, seen_anew = repr(see(match, viewer)).encode(), repr(see(other, viewer)).encode()
    return None if seen == seen_anew else f"{seen!r} or {seen_anew!r}"


class Comparison:
    """Looks for leaks over a random match; `compared` counts the actions that could be compared."""

    def __init__(self, see: See = view, hear: Hear = redact) -> None:
        self._see, self._hear = see, hear
        self.compared = 0
        self.moves = 0

    def over(self, ruleset: str, seed: int) -> str | None:
        """The first leak of a match, in what a seat sees or hears; None if there is none."""
        rng = random.Random(seed)
        for move in Walk(ruleset, seed):
            viewer = Seat(rng.randrange(len(move.after.kinds)))
            leak = leak_in_view(move.after, viewer, rng, self._see)
            leak = leak or self._leak_in_events(move.before, move.actor, move.action, viewer, rng)
            if leak is not None:
                return leak
        return None

    def _leak_in_events(
        self, before: Match, actor: Seat | None, action: Action, viewer: Seat, rng: random.Random
    ) -> str | None:
        if before.round.result is not None:
            return None
        self.moves += 1
        other = redealt(before, viewer, rng, self._still(before, actor, action, viewer))
        told = self._outcome(before, actor, action, viewer)
        told_anew = self._outcome(other, actor, action, viewer)
        if told is None or told_anew is None or told.public != told_anew.public:
            return None
        self.compared += 1
        return None if told.private == told_anew.private else f"{told.private!r} or {told_anew.private!r}"

    @staticmethod
    def _still(before: Match, actor: Seat | None, action: Action, viewer: Seat) -> Still:
        _, events = apply(before, actor, action, shuffler(random.Random(0)))
        to_viewer = any(isinstance(event, Drew | Hunted) and event.seat == viewer for event in events)
        turn = before.turn
        if isinstance(action, Play) and actor is not None and actor != viewer:
            return Still((actor, action.card), to_viewer, pile=True)
        forced = [play for play in legal_actions(before, turn) if isinstance(play, Play)] if turn is not None else []
        if isinstance(before.round, UpcolorRound) and turn is not None and turn != viewer and forced:
            return Still((turn, forced[0].card), to_viewer, pile=True)
        return Still(None, to_viewer, pile=True)

    def _outcome(self, match: Match, actor: Seat | None, action: Action, viewer: Seat) -> "Outcome | None":
        """What comes of an action; None if it cannot be compared: it is not legal, or lays cards open."""
        chance = shuffler(random.Random(0))
        try:
            after, events = apply(match, actor, action, chance)
        except Refused:
            return None
        two_sided = isinstance(match.round, SheddingRound) and match.round.top.down is not None
        turned = two_sided and any(isinstance(event, TableFlipped | Reshuffled) for event in events)
        if turned or any(isinstance(event, TieDrawn) for event in events):
            return None
        heard = [self._hear(event, viewer) for event in events]
        return Outcome(after, events, repr((heard, self._see(after, viewer))).encode())


class Outcome:
    """What came of an action: what the rules make public of it, and what the viewer saw and heard."""

    def __init__(self, after: Match, events: tuple[Event, ...], private: bytes) -> None:
        told = tuple([(type(event), getattr(event, "seat", None)) for event in events])
        counts = tuple(map(len, after.round.hands))
        self.public = (told, counts, after.turn, after.totals, after.round.result)
        self.private = private
