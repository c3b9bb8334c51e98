"""What can be known and guessed in Up-color: who holds nothing of a color, what is still out, who will take a trick."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from games.computers.choice import Facts, Reason, Why
from games.computers.shedding import Liking
from games.engine import (
    RULESETS,
    CallReturn,
    Card,
    Play,
    ReturnWindow,
    Seat,
    SeatAction,
    View,
    card,
)

GREEN, YELLOW, BLUE, RED, VIOLET, BLACK = map(card, ("green", "yellow", "blue", "red", "violet", "black"))
COLORS = (GREEN, YELLOW, BLUE, RED, VIOLET, BLACK)
NEXT = {GREEN: YELLOW, YELLOW: BLUE, BLUE: RED, RED: VIOLET}
TRIES = 40
COMES_BACK = 1.0
"""A trick that is likely one's own, in cards held."""
COUNTS_FOR_OTHERS = 0.2
"""Each card that another seat will likely take, in cards held."""


class TrickMemory:
    """What a seat knows at its last view.

    Attributes:
        seen: the cards laid this round, by color.
        voids: per seat, the colors of which it holds nothing: it passed, or led something else while holding green.
    """

    def __init__(self, view: View, history: Sequence[View]) -> None:
        self.seen: Counter[Card] = Counter()
        self.voids: list[set[Card]] = [set() for _ in view.counts]
        past = [each for each in history if each.round_number == view.round_number]
        if not past or past[-1] != view:
            past.append(view)
        self._take_in((), None, past[0])
        for before, after in pairwise(past):
            known: Any = before.family
            self._take_in(known.trick, known.trick_owner, after)

    def _take_in(self, trick: tuple[Card, ...], owner: Seat | None, view: View) -> None:
        family: Any = view.family
        laid = family.trick if family.trick[: len(trick)] != trick else family.trick[len(trick) :]
        self.seen.update(laid)
        if len(laid) == 1 and len(family.trick) == 1:
            if laid[0] is not GREEN:
                self.voids[family.trick_owner].add(GREEN)
        elif len(laid) == 1 and owner is not None and laid[0] is not GREEN:
            self._passed(view, owner, family.trick_owner, laid[0])
        if isinstance(view.decision, ReturnWindow) and family.trick[-1] in NEXT:
            self._passed(view, family.trick_owner, family.trick_owner, NEXT[family.trick[-1]])
        elif view.turn is not None and family.trick_owner is not None:
            self._passed(view, family.trick_owner, view.turn, NEXT[family.trick[-1]])

    def _passed(self, view: View, owner: Seat, until: Seat, color: Card) -> None:
        """Every seat between the trick's owner and another has nothing of the color."""
        seats = len(view.counts)
        seat = (owner + view.direction) % seats
        while seat not in (until, owner):
            self.voids[seat].add(color)
            seat = (seat + view.direction) % seats

    def unseen(self, view: View) -> Counter[Card]:
        """The cards of which the seat does not know where they are."""
        left = Counter(RULESETS[view.ruleset].rules.deck(range))
        left.subtract(self.seen)
        left.subtract(held.card for held in view.hand)
        return +left


class TrickDealer:
    """Deals guesses of the hands of an Up-color round, as counts of the colors."""

    def __init__(self, view: View, memory: TrickMemory, rng: Random) -> None:
        self._view, self._rng = view, rng
        self._pool = [COLORS.index(face) for face in memory.unseen(view).elements()]
        self._voids = [{COLORS.index(face) for face in voids} for voids in memory.voids]
        others = [seat for seat in range(len(view.counts)) if seat != view.seat]
        self._order = sorted(others, key=lambda seat: -len(self._voids[seat]))
        self._own = [sum(held.card is face for held in view.hand) for face in COLORS]

    def deal(self) -> list[list[int]] | None:
        """Hands that agree with what the seat has seen; None if none were found."""
        for _ in range(TRIES):
            hands = self._attempt()
            if hands is not None:
                return hands
        return None

    def _attempt(self) -> list[list[int]] | None:
        self._rng.shuffle(self._pool)
        pool = self._pool
        hands = [self._own] * len(self._voids)
        for seat in self._order:
            voids, wanted = self._voids[seat], self._view.counts[seat]
            hand, left = [0] * len(COLORS), []
            for color in pool:
                if wanted and color not in voids:
                    hand[color] += 1
                    wanted -= 1
                else:
                    left.append(color)
            if wanted or not any(hand[:-1]):
                # A seat without a playable card would have ended the round.
                return None
            hands[seat], pool = hand, left
        return hands


def liking(view: View, memory: TrickMemory, action: SeatAction) -> Liking:
    """How gladly a seat leads a color, or answers the return window."""
    family: Any = view.family
    if isinstance(action, Play) and not family.trick:
        return _lead(view, memory, action.card)
    if isinstance(action, CallReturn):
        return _return(view, call=action.call)
    return Liking(0.0, Reason(Why.FORCED))


def _lead(view: View, memory: TrickMemory, face: Card) -> Liking:
    """Lead the color held most, so that one's own hand goes on with it; a little more gladly what comes back."""
    held = sum(card.card is face for card in view.hand)
    owner, count = expected(view, memory, face, view.direction)
    partner = view.teams and owner == (view.seat + 2) % len(view.counts)
    facts: Facts = {"color": face.code, "held": held, "cards": count, "seat": int(owner)}
    if owner == view.seat or partner:
        return Liking(held + COMES_BACK, Reason(Why.LIKELY_TRICK, facts))
    return Liking(held - COUNTS_FOR_OTHERS * count, Reason(Why.MOST_HELD, facts))


def _return(view: View, *, call: bool) -> Liking:
    """Return whatever another seat is about to collect."""
    family: Any = view.family
    facts: Facts = {"cards": len(family.trick), "seat": int(family.trick_owner)}
    ours = {int(view.seat), (view.seat + 2) % len(view.counts)} if view.teams else {int(view.seat)}
    if call:
        return Liking(float(family.trick_owner not in ours), Reason(Why.RETURNS, facts))
    return Liking(0.5, Reason(Why.KEEPS_GREEN, facts))


def expected(view: View, memory: TrickMemory, face: Card, direction: int) -> tuple[Seat, int]:
    """Who takes a trick begun with a card, and how large it gets, if every seat holds what it may hold.

    A color of which nothing is out any more is held by nobody but the seat itself.
    """
    seats = len(view.counts)
    own = Counter(held.card for held in view.hand)
    own[face] -= 1
    out = memory.unseen(view)
    owner, count = int(view.seat), 1
    following = NEXT.get(face)
    while following is not None:
        for step in range(1, seats):
            seat = (owner + direction * step) % seats
            holds = (
                own[following] > 0 if seat == view.seat else out[following] > 0 and following not in memory.voids[seat]
            )
            if holds:
                owner, count = seat, count + 1
                break
        else:
            break
        following = NEXT.get(following)
    return Seat(owner), count
