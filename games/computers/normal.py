"""The normal level: the tactics of the table, the same for the same view, history and seed."""

from collections.abc import Sequence
from random import Random

from games.computers import shedding, upcolor
from games.computers.choice import Choice, Reason, Why
from games.computers.memory import remember
from games.computers.shedding import Liking
from games.computers.upcolor import TrickMemory
from games.engine import RULESETS, Action, Announce, Catch, SeatAction, View

CATCHES = 0.5
"""How often it notices a call that was missed."""


def choose(view: View, history: Sequence[View], rng: Random) -> Choice:
    """What the seat does now."""
    called = call(view.legal, rng, CATCHES)
    if called is not None:
        return called
    judged = likings(view, history)
    action, best = max(judged, key=lambda each: (each[1].score, rng.random()))
    return Choice(action, best.reason)


def call(legal: Sequence[Action], rng: Random, catches: float) -> Choice | None:
    """Call the own last card; catch, or fail to notice, another's missed call."""
    for action in legal:
        if isinstance(action, Announce):
            return Choice(action, Reason(Why.CALLS))
        if isinstance(action, Catch):
            if rng.random() < catches:
                return Choice(action, Reason(Why.CATCHES, {"seat": int(action.seat)}))
            return Choice(None, Reason(Why.PASSES, {"seat": int(action.seat)}))
    return None


def likings(view: View, history: Sequence[View]) -> list[tuple[SeatAction, Liking]]:
    """Every legal action with how gladly it is done."""
    actions = [action for action in view.legal if isinstance(action, SeatAction)]
    if RULESETS[view.ruleset].family == "upcolor":
        tricks = TrickMemory(view, history)
        return [(action, upcolor.liking(view, tricks, action)) for action in actions]
    here = shedding.standpoint(view, remember(view, history))
    return [(action, shedding.liking(here, action)) for action in actions]
