"""A computer's turn as the live service sees it: whose it is, and what is done when no thought comes in time."""

from games import engine
from games.engine import Announce, Draw, Keep, Match, Play, Seat, SeatAction
from games.live.deadlines import computer_to_act
from games.live.match import Live
from games.live.transitions import Transition, computer_acts


def plain_action(state: Match, seat: Seat) -> SeatAction | None:
    """A legal action that needs no thought: draw or keep before a card is played; a window just passes."""
    legal = engine.legal_actions(state, seat)
    for kind in (Announce, Draw, Keep, Play):
        for action in legal:
            if isinstance(action, kind):
                return action
    if state.window is not None:
        return None
    for action in legal:
        if isinstance(action, SeatAction):
            return action
    return None


def plays_plainly(live: Live) -> Transition | None:
    """The transition of the computer whose thought has not come."""
    seat = computer_to_act(live.state)
    if seat is None:
        return None
    action = plain_action(live.state, seat)
    return None if action is None else computer_acts(live, seat, action)
