"""Playing a guess on by a fast policy, and judging the position that comes of it.

The policy is greedy: it lays what is worth laying by its rank and by the colors held, and draws when nothing fits. It
leaves nothing to chance, so that two actions tried in the same guess differ by what they do and not by luck. A seat in
it looks at its own guessed hand and at the table, not at the others' hands. Playing on stops after a few turns:
what a hand is worth then is known better from many rounds than from one more played to its end.
"""

from math import exp
from typing import Any

from games import engine
from games.computers.guess import Guess, acted
from games.computers.values import HAND_VALUES, HandValues
from games.engine import Action, Chance, Keep, Play, Rank, Seat

EAGERNESS: dict[Rank | None, float] = {
    **dict.fromkeys(tuple(Rank)[:10], 10.0),
    Rank.SKIP: 10.5,
    Rank.REVERSE: 10.5,
    Rank.SKIP_EVERYONE: 10.5,
    Rank.DRAW_TWO: 10.5,
    Rank.DRAW_ONE: 10.0,
    Rank.DRAW_FIVE: 11.0,
    Rank.BOMB: 9.5,
    Rank.SHIELD: 6.0,
    Rank.FLIP: 9.5,
    Rank.CLOCK: 9.5,
    Rank.WILD: 4.0,
    Rank.WILD_DRAW_FOUR: 4.5,
    Rank.HUNT: 5.0,
}
"""How gladly the policy lays a rank."""
COLOR_HELD = 0.5
"""How much more gladly for each card of the color that it holds."""
FEW_CARDS = 2
WILD_KEPT = 5.5
"""Cards laid less gladly than this are kept when just drawn, by a seat with more than a few."""


class SheddingPlayout:
    """Plays guesses of one rule set on."""

    def __init__(self, ruleset: str, chance: Chance, *, turns: int) -> None:
        self._values = HAND_VALUES[ruleset]
        self._chance, self._turns = chance, turns

    def shares(self, guess: Guess, out_before: int) -> list[float]:
        """How probably each seat is the next to go out, after some turns of play; `out_before` are out already."""
        last_turn = guess.round.turn_number + self._turns
        while True:
            table = guess.round
            decided = _decided(table, out_before)
            if decided is not None:
                return decided
            if table.turn_number >= last_turn and table.drawn_card is None:
                return judged(guess, self._values)
            seat = table.decision.seat
            action = quick_action(table, seat, engine.legal_actions(guess, seat))
            guess = acted(guess, seat, action, self._chance)


def _decided(table: Any, out_before: int) -> list[float] | None:
    """The shares once somebody has gone out, or nobody will."""
    hands = table.hands
    out = getattr(table, "out", None)
    if out is not None:
        if len(out) > out_before:
            winner = out[out_before].seat
            return [float(seat == winner) for seat in range(len(hands))]
    elif () in hands:
        return [float(not hand) for hand in hands]
    return None if table.result is None else [1 / len(hands)] * len(hands)


def quick_action(table: Any, seat: Seat, legal: tuple[Action, ...]) -> Action:
    """What the policy does; it never lays a wild just drawn while it holds many cards."""
    if len(legal) == 1:
        return legal[0]
    hand = table.hands[seat]
    held: dict[Any, int] = {}
    for card in hand:
        color = card.card.color
        held[color] = held.get(color, 0) + 1
    best, most = legal[-1], -1.0 if type(legal[-1]) is not Keep or len(hand) <= FEW_CARDS else WILD_KEPT
    for action in legal:
        if type(action) is Play:
            card = action.card
            color = action.color if card.color is None else card.color
            worth = EAGERNESS[card.rank] + COLOR_HELD * held.get(color, 0)
            if worth > most:
                best, most = action, worth
    return best


def judged(guess: Guess, values: HandValues) -> list[float]:
    """How probably each seat goes out next, by its hand and its place in turn."""
    table = guess.round
    hands = table.hands
    turn, direction, seats = table.decision.seat, table.direction, len(hands)
    weights = []
    for seat, hand in enumerate(hands):
        if hand:
            weights.append(
                exp(-burden(table, seat, hand, values) - values.waiting * ((seat - turn) * direction % seats))
            )
        else:
            weights.append(0.0)
    total = sum(weights)
    return [weight / total for weight in weights]


def burden(table: Any, seat: int, hand: Any, values: HandValues) -> float:
    """How far a hand is from being empty."""
    costs = values.costs
    cost: float = sum([costs[held.card.rank] for held in hand])
    count = len(hand)
    if count <= FEW_CARDS:
        cost -= values.one_left if count == 1 else values.two_left
    stack = getattr(table, "stack", None)
    if stack is not None and seat == table.decision.seat and seat not in table.shields:
        cost += values.pending * stack.cards
    shields = getattr(table, "shields", None)
    if shields and seat in shields:
        cost -= values.shield
    fuse = getattr(table, "fuse", None)
    if fuse is not None and (seat - table.decision.seat) * table.direction % len(table.hands) == fuse.left % len(
        table.hands
    ):
        cost += values.fuse * fuse.size
    return cost
