"""A player who sees all cards: the hard level's search, with the true deal in place of guesses.

Nobody may play so; it is measured beside the levels, to tell how much of a table's luck no search can take away.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.computers import normal, tricks
from games.computers.guess import Guess, acted, chance_of
from games.computers.hard import CATCHES, TURNS, search, worth_trying
from games.computers.playout import SheddingPlayout
from games.computers.upcolor import COLORS
from games.engine import RULESETS, OpeningColor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.computers import Budget
    from games.computers.hard import Values
    from games.engine import Match, SeatAction, View


def choose(match: Match, view: View, history: Sequence[View], *, seed: str, budget: Budget) -> SeatAction | None:
    """What the seat does that the view belongs to; None lets a window pass."""
    rng = Random(seed)
    called = normal.call(view.legal, rng, CATCHES)
    if called is not None:
        return called.action
    tried = worth_trying(view, normal.likings(view, history))
    if len(tried) == 1 or isinstance(view.decision, OpeningColor):
        return tried[0][0]
    in_tricks = RULESETS[view.ruleset].family == "upcolor"
    values = _trick_values(match, view, rng) if in_tricks else _shedding_values(match, view, rng)
    return search(tried, values, budget).trials[0].action


def _trick_values(match: Match, view: View, rng: Random) -> Values:
    hands = [[sum(held.card is face for held in hand) for face in COLORS] for hand in match.round.hands]

    def values(actions: Sequence[SeatAction]) -> list[float]:
        numbers = [rng.random() for _ in range(tricks.LUCK)]
        return [tricks.share(view, tricks.tried(view, hands, action, tricks.Luck(numbers))) for action in actions]

    return values


def _shedding_values(match: Match, view: View, rng: Random) -> Values:
    chance = chance_of(rng)
    playout = SheddingPlayout(view.ruleset, chance, turns=TURNS)
    out_before = len(getattr(view.family, "out", ()))

    def values(actions: Sequence[SeatAction]) -> list[float]:
        return [
            playout.shares(acted(Guess(match), view.seat, action, chance), out_before)[view.seat] for action in actions
        ]

    return values
