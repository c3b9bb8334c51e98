"""Guessed matches: what lies hidden from a seat dealt at random, so that it agrees with what the seat has seen.

This is the only place where a computer gets a match from, and it makes it of the seat's view and memory alone. A guess
is played by computers and lasts for one round.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NewType, cast

from games import engine
from games.computers.memory import Memory, Slot, facts_of, pile_face, side_of
from games.engine import (
    RULESETS,
    Action,
    Card,
    Chance,
    Clock,
    Draw,
    Fuse,
    Length,
    Match,
    Play,
    Position,
    Seat,
    SeatAction,
    SeatKind,
    Side,
    Standing,
    View,
    two_faced,
)

Guess = NewType("Guess", Match)
SHUFFLED_EVERY = 8
TRIES = 5
"""How often a card that is unlikely in its place is drawn again."""


def chance_of(rng: Random) -> Chance:
    """The engine's chance, drawn from a generator."""

    def chance(size: int) -> list[int]:
        return rng.sample(range(size), size)

    return chance


def standing(seats: int) -> Standing:
    """One round that counts for itself."""
    return Standing(length=Length(rounds=1), totals=(0,) * seats)


def acted(guess: Guess, seat: Seat, action: Action, chance: Chance) -> Guess:
    """The guess after an action of a seat. Raises the engine's Refused."""
    return Guess(engine.apply(guess, seat, action, chance)[0])


class SheddingDealer:
    """Deals guesses of a shedding round."""

    def __init__(self, view: View, memory: Memory, rng: Random) -> None:
        self._view, self._memory, self._rng = view, memory, rng
        self._chance = chance_of(rng)
        held = [card for card in view.hand if card.serial != view.drawn]
        self._drawn = next((card for card in view.hand if card.serial == view.drawn), None)
        self._own = held if self._drawn is None else [*held, self._drawn]
        self._two_faced = side_of(view) is not None
        own_slots = [Slot(card.card.face, memory.own_down.get(card.serial)) for card in self._own]
        known = [*own_slots, *memory.laid, *[slot for hand in memory.hands for slot in hand]]
        shown = pile_face(view)
        self._ups, self._downs = _unseen(view, known, () if shown is None else (shown,))
        self._own_slots = own_slots
        self._deals = 0
        places = {card.serial: place for place, card in enumerate(self._own)}
        self._serials = places if self._two_faced else {}

    def deal(self) -> Guess:
        """A match that agrees with the view."""
        ups, downs = self._mixed()
        hands = [[self._filled(slot, ups, downs) for slot in hand] for hand in self._memory.hands]
        hands[self._view.seat] = [self._filled(slot, ups, downs) for slot in self._own_slots]
        discards = [self._filled(slot, ups, downs) for slot in self._memory.laid]
        return self._set_down(hands, discards, self._pile(ups, downs))

    def _mixed(self) -> tuple[list[Card], list[Card]]:
        """The unseen faces in a new order: shuffled now and then, cut anew each time, which takes less long."""
        if self._deals % SHUFFLED_EVERY == 0:
            self._rng.shuffle(self._ups)
            self._rng.shuffle(self._downs)
        self._deals += 1
        return _cut(self._ups, self._rng), _cut(self._downs, self._rng)

    def in_guess(self, action: SeatAction) -> SeatAction:
        """The action as the guess takes it: there, serials count the places of the hand."""
        if isinstance(action, Play):
            serial = None if action.serial is None else self._serials[action.serial]
            return Play(action.card, action.color, announce=False, serial=serial)
        return action

    def _pile(self, ups: list[Card], downs: list[Card]) -> list[Card]:
        """The draw pile, its top card first, from what is left."""
        count = facts_of(self._view).draw_count
        if not self._two_faced:
            return ups[:count]
        slots = [Slot() for _ in range(min(count, len(ups)))]
        shown = pile_face(self._view)
        if slots and shown is not None:
            slots[0] = Slot(down=shown)
        return [self._filled(slot, ups, downs) for slot in slots]

    def _filled(self, slot: Slot, ups: list[Card], downs: list[Card]) -> Card:
        up = slot.up if slot.up is not None else _likely(slot, ups)
        if not self._two_faced:
            return up
        return two_faced(up, slot.down if slot.down is not None else downs.pop())

    def _set_down(self, hands: list[list[Card]], discards: list[Card], pile: list[Card]) -> Guess:
        view = self._view
        family: Any = view.family
        if self._drawn is not None:
            pile.insert(0, hands[view.seat].pop())
        fuse, clock = getattr(family, "fuse", None), getattr(family, "clock", None)
        position = Position(
            hands=tuple(map(tuple, hands)),
            draw=tuple(pile),
            discard=tuple(discards),
            active=family.active,
            turn=cast("Seat", view.turn),
            direction=view.direction,
            dealer=view.dealer,
            pending=getattr(family, "pending", None),
            fuse=None if fuse is None else Fuse(fuse.left, fuse.size),
            clock=None if clock is None else Clock(clock.left),
            side=side_of(view) or Side.DAY,
            shields=getattr(family, "shields", None) or (),
            out=getattr(family, "out", ()),
            kinds=(SeatKind.COMPUTER,) * len(view.counts),
        )
        match, _ = engine.set_down(view.ruleset, position, standing(len(view.counts)), self._chance)
        return Guess(match) if self._drawn is None else acted(Guess(match), view.seat, Draw(), self._chance)


def _cut(faces: list[Card], rng: Random) -> list[Card]:
    place = int(rng.random() * len(faces))
    return faces[place:] + faces[:place]


def _likely(slot: Slot, faces: list[Card]) -> Card:
    """Draw the card for a slot; one that is unlikely there goes back, a few times."""
    if slot.unfit:
        for place in range(len(faces) - 1, max(-1, len(faces) - 1 - TRIES), -1):
            if slot.may_be(faces[place]):
                return faces.pop(place)
    return faces.pop()


def _unseen(view: View, known: Iterable[Slot], shown: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """The faces up and the faces down that the seat has not seen."""
    deck = RULESETS[view.ruleset].rules.deck(range)
    if side_of(view) is Side.NIGHT:
        deck = tuple(card.turned() for card in deck)
    ups = Counter(card.face for card in deck)
    downs = Counter(card.down for card in deck if card.down is not None)
    known = tuple(known)
    ups.subtract(slot.up for slot in known if slot.up is not None)
    downs.subtract([*(slot.down for slot in known if slot.down is not None), *shown])
    return list(ups.elements()), list(downs.elements())
