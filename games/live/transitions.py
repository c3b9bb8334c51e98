"""Every way in which a match goes on, as pure steps: from a match at one version to the change to be committed.

Nothing here reads a clock or the store. What is not allowed raises `ActRefused` and changes nothing; None means that
there is nothing to do. Whoever commits a transition takes its `after(...)` as the match's next version.
"""

import secrets
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from games import engine
from games.engine import (
    Action,
    Announce,
    CallReturn,
    Catch,
    Deal,
    Event,
    Match,
    MatchOver,
    Recorder,
    Refused,
    Replaced,
    Returned,
    ReturnWindow,
    RoundOver,
    Seat,
    SeatAction,
    SeatKind,
    Timeout,
    WindowCloses,
)
from games.live.chance import chance
from games.live.deadlines import Deadlines, after_action, after_deal, after_round, asks_the_same, turn_begins
from games.live.endings import KEPT, outbox_of, outbox_of_abandoned, with_sheet_row
from games.live.log import Why, log_entry
from games.live.match import Live, LiveMatch, LiveSeat, encode_match, is_person, over
from games.live.store import Change, Loaded

TIMEOUTS_TO_LEAVE = 3
MOST_RETURNS = 5
"""How often one may leave and come back in a round: every time the others read of it, and the log keeps it."""


class ActRefused(Exception):
    """The act is not allowed now; `code` is the wire's name for why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Transition(NamedTuple):
    """What to commit, and what the match is once it is committed."""

    change: Change
    match: LiveMatch
    state: Match
    events: tuple[Event, ...]

    def after(self, live: Live, loaded: Loaded) -> Live:
        return Live(live.id, loaded, self.match, self.state)


class Guards(msgspec.Struct, frozen=True):
    """What the store must find true beside the version: see `Change`."""

    act: str | None = None
    before: str | None = None
    after: str | None = None
    free: str | None = None
    lapsed: str | None = None


NO_GUARDS = Guards()


def seat_acts(live: Live, seat: Seat, action: SeatAction, version: int, act: str) -> Transition:
    """A person's act, decided on the version his seat saw."""
    match, state = live.match, live.state
    check_seat(live, seat)
    if version < match.acted:
        raise ActRefused("stale")
    guards = Guards(
        act=act, before=_judged_by(live, action), free=f"catch:{seat}" if isinstance(action, Catch) else None
    )
    if isinstance(action, CallReturn):
        return _answer_return(live, match, seat, action, guards)
    match = _have_acted(match, seat)
    if match.dealing:
        match = replace(match, dealing=False)
    try:
        return _play(live, match, seat, engine.canonical(state, seat, action), guards)
    except Refused as refusal:
        raise ActRefused(refusal.code) from None


def check_seat(live: Live, seat: Seat) -> None:
    """Raise ActRefused when the seat's person may not act now."""
    if live.state.kinds[seat] is SeatKind.REPLACEMENT:
        raise ActRefused("replaced")
    if over(live):
        raise ActRefused("round_over")


def _judged_by(live: Live, action: SeatAction) -> str | None:
    """The deadline after which the act comes too late."""
    kind = "window" if isinstance(action, Announce | Catch | CallReturn) else "turn"
    return kind if kind in live.loaded.due else None


def computer_acts(live: Live, seat: Seat, action: SeatAction, why: Why | None = None) -> Transition:
    """A computer's act, and its reason for the log; only one is ever made of a version."""
    guards = Guards(act=f"bot:{live.loaded.version}")
    if isinstance(action, CallReturn):
        return _answer_return(live, live.match, seat, action, guards, why=why)
    return _play(live, live.match, seat, engine.canonical(live.state, seat, action), guards, why=why)


def turn_runs_out(live: Live) -> Transition | None:
    """The turn timer ran out; the third time in a row counts as leaving."""
    seat = live.state.turn
    if seat is None or not is_person(live.state, seat):
        return None
    who = live.match.seats[seat]
    who = replace(who, timeouts=who.timeouts + 1)
    step = _play(live, with_seat(live.match, seat, who), None, Timeout(seat), Guards(after="turn"))
    if who.timeouts >= TIMEOUTS_TO_LEAVE:
        step.change.due[f"leave:{seat}"] = 0
    return step


def window_runs_out(live: Live) -> Transition | None:
    """The last-card window or the return window has run out."""
    if live.state.window is None:
        return None
    return _play(live, live.match, None, WindowCloses(), Guards(after="window"))


def first_turn_waits_no_longer(live: Live) -> Transition | None:
    """The first turn's clock starts, whether or not every page has shown the deal."""
    if not live.match.dealing:
        return None
    return _clock_starts(live, live.match, Guards(after="first_turn"))


def next_round(live: Live, guards: Guards = NO_GUARDS) -> Transition | None:
    """Deal the next round; who has left is played by a computer again."""
    if over(live) or not isinstance(live.state.decision, RoundOver):
        return None
    match = replace(
        live.match,
        seats=tuple(replace(seat, ready=False, aside=False, returns=0) for seat in live.match.seats),
        secret=secrets.token_bytes(16),
        dealing=True,
        round_started=live.loaded.now,
    )
    return _play(live, match, None, Deal(_kinds_to_deal(match)), guards)


def ready(live: Live, seat: Seat, act: str | None = None) -> Transition | None:
    """The seat's page shows the deal; between rounds: its person wants the next one. The last to say so starts it."""
    if over(live):
        return None
    who = live.match.seats[seat]
    waits_to_return = live.state.kinds[seat] is SeatKind.REPLACEMENT and seat not in live.state.returned
    if who.left or waits_to_return:
        if who.returns >= MOST_RETURNS:
            raise ActRefused("replaced")
        return back(live, seat, act)
    between = isinstance(live.state.decision, RoundOver)
    if who.ready or not (between or live.match.dealing):
        return None
    match = with_seat(live.match, seat, replace(who, ready=True, aside=False))
    guards = Guards(act=act)
    if not _all_ready(match):
        return note(live, match, {}, guards)
    if between:
        return next_round(live, guards)
    return _clock_starts(live, match, guards)


def goes_away(live: Live, seat: Seat) -> Transition | None:
    """The seat's lease has lapsed: it is kept for a while, its turn timer running."""
    who = live.match.seats[seat]
    if over(live) or who.away or who.left:
        return None
    match = with_seat(live.match, seat, replace(who, away=True, ready=False, aside=False))
    guards = Guards(lapsed=f"{match.room_id}|{who.member}")
    return note(live, match, {f"away:{seat}": match.durations.absence}, guards)


def back(live: Live, seat: Seat, act: str | None = None) -> Transition | None:
    """The person is there again: the seat is his at once, or from the next round on if a computer has taken it over."""
    who = live.match.seats[seat]
    if over(live) or not (who.away or who.left or live.state.kinds[seat] is SeatKind.REPLACEMENT):
        return None
    watches = live.state.kinds[seat] is SeatKind.REPLACEMENT
    if watches and not who.away and not who.left and seat in live.state.returned:
        return None
    if who.left and who.returns >= MOST_RETURNS:
        return None
    # Being there is not acting: the turns that ran out still count, or he could let all of them run out.
    timeouts = 0 if who.left or watches else who.timeouts
    who = replace(who, away=False, left=False, timeouts=timeouts, returns=who.returns + who.left)
    match = with_seat(live.match, seat, who)
    due = _without_absence(live, seat)
    if watches and seat not in live.state.returned:
        step = _play(live, match, None, Returned(seat), Guards(act=act))
        step.change.due.update(due)
        return step
    if isinstance(live.state.decision, RoundOver):
        due |= after_round(live.loaded, live.state, match)
    return note(live, match, due, Guards(act=act))


def leaves(live: Live, seat: Seat, guards: Guards = NO_GUARDS) -> Transition | None:
    """The seat's person has gone: a labelled computer finishes the round for him."""
    who = live.match.seats[seat]
    if over(live) or who.left:
        return None
    match = with_seat(live.match, seat, replace(who, away=False, left=True, ready=False, aside=False))
    due = _without_absence(live, seat)
    if is_person(live.state, seat) or seat in live.state.returned:
        step = _play(live, match, None, Replaced(seat), guards)
        step.change.due.update(due)
        return step
    return note(live, match, due, guards)


def bears_name(live: Live, seat: Seat, name: str) -> Transition | None:
    """The seat's person is called something else from now on."""
    who = live.match.seats[seat]
    if who.name == name:
        return None
    return note(live, with_seat(live.match, seat, replace(who, name=name)), {}, NO_GUARDS)


def absence_ends(live: Live, seat: Seat) -> Transition | None:
    """The time for which an absent person's seat is kept is over, unless a page of his has come at this instant."""
    who = live.match.seats[seat]
    guards = Guards(after=f"away:{seat}", lapsed=f"{live.match.room_id}|{who.member}")
    return leaves(live, seat, guards) if who.away else None


def stays_away(live: Live, seat: Seat) -> Transition | None:
    """So many turns of a seat have run out that its person has left, unless he has acted since."""
    timed_out = live.match.seats[seat].timeouts >= TIMEOUTS_TO_LEAVE
    return leaves(live, seat, Guards(after=f"leave:{seat}")) if timed_out else None


def gives_up(live: Live) -> Transition | None:
    """Nobody has come back: the match is closed and leaves no result."""
    return None if over(live) else closes(live, live.match, Guards(after="expiry"))


def closed_by_staff(live: Live) -> Transition | None:
    """Staff end the match: it is closed and leaves no result."""
    return None if over(live) else closes(live, live.match, NO_GUARDS)


def closes(live: Live, match: LiveMatch, guards: Guards) -> Transition:
    """The match, as given, ends here without a winner."""
    match = replace(match, closed=True, shown=match.shown + 1, acted=match.shown + 1)
    step = note(live, match, dict.fromkeys(live.loaded.due), guards)
    step.change.expire = KEPT
    step.change.outbox = outbox_of_abandoned(live.id, match, live.state, live.loaded.now)
    return step


def _answer_return(
    live: Live, match: LiveMatch, seat: Seat, action: CallReturn, guards: Guards, *, why: Why | None = None
) -> Transition:
    """Nobody but the seat itself may notice its answer: the version seen by the others stays."""
    try:
        return _play(live, match, seat, action, guards, secretly=True, why=why)
    except Refused as refusal:
        raise ActRefused(refusal.code) from None


def _play(
    live: Live,
    match: LiveMatch,
    actor: Seat | None,
    action: Action,
    guards: Guards,
    *,
    secretly: bool = False,
    why: Why | None = None,
) -> Transition:
    """Let the engine carry out an action, and draw everything that follows from it. Raises the engine's Refused."""
    was = live.state
    recorder = Recorder(chance)
    state, events = engine.apply(was, actor, action, recorder)
    if secretly and state.window is not None:
        match = replace(match, answered=(*match.answered, actor))
    else:
        match = _shown_to_all(match, was, state, comes_or_goes=isinstance(action, Replaced | Returned))
    change = Change(
        kind="match",
        id=live.id,
        expect=live.version,
        state=b"",
        act=guards.act,
        log=log_entry(actor, action, recorder.orders, guards.act, live.loaded.version + 1, why=why),
        due={},
        before=guards.before,
        after=guards.after,
        free=guards.free,
        lapsed=guards.lapsed,
        held=live.loaded,
    )
    if state.rounds_played != was.rounds_played:
        match = _at_rounds_end(match, state)
        change.outbox = outbox_of(live.id, match, state, live.loaded.now)
    change.due = _deadlines(live, state, match, action)
    if state.result is not None and was.result is None:
        change.expire = KEPT
    match = replace(match, state=engine.encode(state))
    change.state = encode_match(match)
    return Transition(change, match, state, events)


def _shown_to_all(match: LiveMatch, was: Match, state: Match, *, comes_or_goes: bool) -> LiveMatch:
    """The match after a change that every seat sees."""
    # Whoever has answered is one ahead while this very window is open; a return may open the next at once.
    open_still = state.window is not None and state.window_number == was.window_number
    shown = match.shown + (2 if isinstance(was.window, ReturnWindow) and not open_still else 1)
    # Whoever comes and goes makes nobody's act stale, or he could have all of them refused.
    acted = match.acted if comes_or_goes and asks_the_same(was, state) else shown
    if open_still:
        return replace(match, shown=shown, acted=acted)
    return replace(_have_acted(match, *match.answered), shown=shown, acted=acted, answered=())


def _have_acted(match: LiveMatch, *seats: int) -> LiveMatch:
    """The turns of these seats that ran out are no longer the last of theirs."""
    for seat in seats:
        if match.seats[seat].timeouts:
            match = with_seat(match, Seat(seat), replace(match.seats[seat], timeouts=0))
    return match


def _at_rounds_end(match: LiveMatch, state: Match) -> LiveMatch:
    match = with_sheet_row(match, state)
    return replace(match, seats=tuple(replace(seat, ready=False) for seat in match.seats), dealing=False)


def _deadlines(live: Live, state: Match, match: LiveMatch, action: Action) -> Deadlines:
    if isinstance(action, Deal):
        return after_deal(live.loaded, state, match)
    if isinstance(live.state.decision, RoundOver | MatchOver):
        return after_round(live.loaded, state, match)
    if isinstance(action, Replaced | Returned) and asks_the_same(live.state, state):
        # Whoever comes and goes sets back nobody's clock, and no computer's pause.
        return {}
    return after_action(live.loaded, live.state, state, match)


def note(live: Live, match: LiveMatch, due: Deadlines, guards: Guards = NO_GUARDS) -> Transition:
    """A change of the envelope alone: no act of anybody becomes stale by it."""
    if match.shown == live.match.shown:
        match = replace(match, shown=match.shown + 1)
    change = Change(
        kind="match",
        id=live.id,
        expect=live.version,
        state=encode_match(match),
        act=guards.act,
        due=due,
        after=guards.after,
        lapsed=guards.lapsed,
        held=live.loaded,
    )
    return Transition(change, match, live.state, ())


def _clock_starts(live: Live, match: LiveMatch, guards: Guards) -> Transition:
    due = turn_begins(live.loaded, live.state, match)
    return note(live, replace(match, dealing=False), due, guards)


def with_seat(match: LiveMatch, seat: Seat, who: LiveSeat) -> LiveMatch:
    """The match with somebody else, or the same in another state, in a seat."""
    seats = list(match.seats)
    seats[seat] = who
    return replace(match, seats=tuple(seats))


def _all_ready(match: LiveMatch) -> bool:
    """Who is gone does not block."""
    return all(who.ready or who.computer or who.away or who.left for who in match.seats)


def _without_absence(live: Live, seat: Seat) -> Deadlines:
    return {kind: None for kind in (f"away:{seat}", f"leave:{seat}") if kind in live.loaded.due}


def _kinds_to_deal(match: LiveMatch) -> tuple[SeatKind, ...]:
    return tuple(
        SeatKind.COMPUTER if who.computer else SeatKind.REPLACEMENT if who.left else SeatKind.PERSON
        for who in match.seats
    )
