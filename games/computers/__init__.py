"""Computers: they choose among the legal actions of their seat's view, and see nothing else.

A computer is given a seat's view, the views that the seat has had since the deal (one after each action), a seed and a
budget. It never gets a match: what it plays on from are guesses that it deals itself.
"""

from collections.abc import Sequence
from random import Random

from games.computers import easy, hard, normal
from games.computers.choice import Budget, Choice, Facts, Level, Reason, Why
from games.engine import View

__all__ = ["Budget", "Choice", "Facts", "Level", "Reason", "Why", "choose"]


def choose(level: Level, view: View, history: Sequence[View], *, seed: str, budget: Budget) -> Choice:
    """What the seat does now; no action lets a window pass. Repeatable for a budget of playouts alone.

    Raises:
        ValueError: the seat has nothing to choose from.
    """
    if not view.legal:
        raise ValueError("the seat has nothing to do")
    rng = Random(seed)
    match level:
        case Level.EASY:
            return easy.choose(view, rng)
        case Level.NORMAL:
            return normal.choose(view, history, rng)
        case Level.HARD:
            return hard.choose(view, history, rng, budget)
