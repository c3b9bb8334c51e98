"""Which deadlines a match has after a change.

Turn: a turn's timer starts when the turn begins, or when the window that held it up closes; drawing never extends it.
Window: the short time of a last-card call or of a return. First turn: how long the first turn's clock waits for pages
that still load. Computer: the pause before a computer moves. Next round, and expiry when nobody is left to play it.
Away and leave, by seat, are set where they arise.
"""

from games import engine
from games.engine import Match, MatchOver, RoundOver, Seat, SeatKind
from games.live.chance import pause_between
from games.live.match import LiveMatch, is_person
from games.live.store import Loaded

Deadlines = dict[str, int | None]


def computer_to_act(state: Match) -> Seat | None:
    """The computer that may do something now: the one on turn, or, in a window, the first that has a call to make."""
    if all(kind is SeatKind.PERSON for kind in state.kinds):
        return None
    if state.window is None:
        turn = state.turn
        return turn if turn is not None and not is_person(state, turn) else None
    for seat in map(Seat, range(len(state.kinds))):
        if not is_person(state, seat) and engine.legal_actions(state, seat):
            return seat
    return None


def asks_the_same(was: Match, state: Match) -> bool:
    """Whether the same seat, as a person or a computer, is still to answer the same question."""
    if (state.turn_number, state.window_number, state.decision) != (was.turn_number, was.window_number, was.decision):
        return False
    if (state.window is None) != (was.window is None) or computer_to_act(state) != computer_to_act(was):
        return False
    return state.turn is None or is_person(state, state.turn) == is_person(was, state.turn)


def after_action(held: Loaded, was: Match, state: Match, match: LiveMatch) -> Deadlines:
    """What changes of the deadlines `held`, once an action has led from `was` to `state`."""
    decision = state.decision
    if isinstance(decision, RoundOver | MatchOver):
        return after_round(held, state, match)
    if state.window is not None:
        change: Deadlines = {}
        if state.window_number != was.window_number:
            change["window"] = match.durations.window
        _set_computer(change, held, state, match)
        return _without(change, held, "turn", "first_turn")
    if match.dealing:
        return _without({}, held, "turn", "window", "computer")
    begins = state.turn_number != was.turn_number or was.window is not None or state.kinds != was.kinds
    if begins or "first_turn" in held.due:
        return turn_begins(held, state, match)
    if state.turn is not None and not is_person(state, state.turn):
        change = {}
        _set_computer(change, held, state, match)
        return change
    return {}


def turn_begins(held: Loaded, state: Match, match: LiveMatch) -> Deadlines:
    """The clock of the seat on turn starts: a person's timer, or a computer's pause."""
    change: Deadlines = {}
    _set_computer(change, held, state, match)
    length = match.durations.turn_of(match.table)
    if length is not None and state.turn is not None and is_person(state, state.turn):
        change["turn"] = length
        return _without(change, held, "window", "first_turn")
    return _without(change, held, "turn", "window", "first_turn")


def after_deal(held: Loaded, state: Match, match: LiveMatch) -> Deadlines:
    """The first turn's clock waits for the pages, unless the round was over as soon as it was dealt."""
    if isinstance(state.decision, RoundOver | MatchOver):
        return after_round(held, state, match)
    change: Deadlines = {"first_turn": match.durations.first_turn}
    return _without(change, held, "turn", "window", "computer", "next_round", "expiry")


def after_round(held: Loaded, state: Match, match: LiveMatch) -> Deadlines:
    """The pause before the next round; without anybody to play it, the match waits for an hour."""
    if state.result is not None or match.closed:
        return dict.fromkeys(held.due)
    somebody_waits = any(not seat.left for seat in match.seats if not seat.computer)
    kind, other = ("next_round", "expiry") if somebody_waits else ("expiry", "next_round")
    length = match.durations.between if somebody_waits else match.durations.lobby
    change: Deadlines = {} if kind in held.due else {kind: length}
    return _without(change, held, "turn", "window", "first_turn", "computer", other)


def _set_computer(change: Deadlines, held: Loaded, state: Match, match: LiveMatch) -> None:
    if computer_to_act(state) is not None:
        change["computer"] = pause_between(match.durations.computer_least, match.durations.computer_most)
    elif "computer" in held.due:
        change["computer"] = None


def _without(change: Deadlines, held: Loaded, *kinds: str) -> Deadlines:
    for kind in kinds:
        if kind in held.due and kind not in change:
            change[kind] = None
    return change
