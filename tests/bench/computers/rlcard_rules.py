"""RLCard's `uno`, for two players, in our engine's terms: what a computer plays on by when it plays there.

What differs from Color Clash: a seat draws only when nothing fits, and then the card drawn is laid at once if it has
the active color, or is a wild (which takes no effect, its color being chosen at random); a Wild Draw Four is legal
only when nothing else is; a Reverse passes the turn on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.computers.values import HAND_VALUES
from games.engine import RULESETS, Action, Color, Draw, Length, Play, Rank, RuleSet, Seat
from games.engine.events import Cause
from games.engine.rulesets.clash import ClashRound, ClashRules
from games.engine.shedding import TURNS, begin_turn, lay, take

if TYPE_CHECKING:
    from games.engine import MatchState
    from games.engine.step import Step

RULESET = "rlcard-uno"
COLORS = tuple(Color)[:4]


@dataclass(frozen=True, slots=True)
class RLCardRules(ClashRules):
    """Color Clash as RLCard has it."""

    def legal_actions(self, match: MatchState[ClashRound], seat: Seat) -> tuple[Action, ...]:
        legal = ClashRules.legal_actions(self, match, seat)
        plays = [action for action in legal if isinstance(action, Play)]
        others = [play for play in plays if play.card.rank is not Rank.WILD_DRAW_FOUR]
        return tuple(others or plays) or (Draw(),)

    def play(self, step: Step[ClashRound], seat: Seat, play: Play) -> None:
        ClashRules.play(self, step, seat, play)
        if play.card.rank is Rank.REVERSE and step.round.result is None:
            step.round.decision = TURNS[1 - seat][False]

    def draw(self, step: Step[ClashRound], seat: Seat) -> None:
        round_ = step.round
        for drawn in take(step, seat, 1, Cause.TURN):
            if drawn.card.color is round_.active:
                self.play(step, seat, Play(drawn.card))
                return
            if drawn.card.color is None:
                lay(round_, seat, drawn, COLORS[step.chance(len(COLORS))[0]])
        begin_turn(step, Seat(1 - seat))


def register() -> None:
    """Let the computers know the rule set, in this process."""
    rules = RLCardRules(calls_itself=True, opens_with_number=True)
    one = Length(rounds=1)
    RULESETS[RULESET] = RuleSet(RULESET, "clash", rules, (2, 2), lengths=(one,), default_length=one)
    HAND_VALUES[RULESET] = HAND_VALUES["clash-classic"]
