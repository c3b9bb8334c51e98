"""The easy level: a beginner, who lays what comes to hand and makes a beginner's mistakes."""

from random import Random

from games.computers.choice import Choice, Reason, Why
from games.computers.normal import call
from games.engine import CallReturn, Draw, Keep, Play, SeatAction, View

CATCHES = 0.15
OVERLOOKS = 0.2
"""How often it draws, or keeps what it drew, with a card in hand that fits."""
RETURNS = 0.3


def choose(view: View, rng: Random) -> Choice:
    """What the seat does now."""
    called = call(view.legal, rng, CATCHES)
    if called is not None:
        return called
    actions = [action for action in view.legal if isinstance(action, SeatAction)]
    answers = [action for action in actions if isinstance(action, CallReturn)]
    if answers:
        returns = rng.random() < RETURNS
        return Choice(CallReturn(call=returns), Reason(Why.BY_CHANCE))
    plays = [action for action in actions if isinstance(action, Play)]
    idle = [action for action in actions if isinstance(action, Draw | Keep)]
    if plays and idle and len(view.hand) > 1 and rng.random() < OVERLOOKS:
        return Choice(idle[0], Reason(Why.OVERLOOKED))
    if plays:
        play = rng.choice(plays)
        return Choice(play, Reason(Why.BY_CHANCE, {"card": play.card.code}))
    return Choice(rng.choice(actions), Reason(Why.NOTHING_FITS))
