"""The engine's doors: start a match, ask what is legal, apply an action, see it as one seat.

Pure functions: a state goes in, a state and what happened come out. Chance and time come in from
outside, as an order of cards and as actions of the clock.
"""

from collections.abc import Sequence
from typing import Any, assert_never

from games.engine.actions import (
    Action,
    Announce,
    CallReturn,
    Catch,
    ChooseColor,
    Deal,
    Draw,
    Keep,
    Play,
    Replaced,
    Returned,
    SeatAction,
    Timeout,
    WindowCloses,
)
from games.engine.events import Event, SeatReplaced, SeatReturned
from games.engine.position import Position, Standing
from games.engine.refusals import Refusal, Refused
from games.engine.results import Length
from games.engine.rules import Rules
from games.engine.rulesets import RULESETS
from games.engine.seats import Seat, SeatKind
from games.engine.shuffle import shuffled
from games.engine.state import MatchOver, MatchState, RoundOver
from games.engine.step import Chance, Step
from games.engine.views import View

Match = MatchState[Any]
"""The state of a match of any family."""
_WINDOW_CLOSES = WindowCloses()
_DEAL = Deal()


def start(
    ruleset: str,
    *,
    seats: Sequence[SeatKind],
    length: Length,
    teams: bool = False,
    dealer: Seat,
    chance: Chance,
) -> tuple[Match, tuple[Event, ...]]:
    """A new match with its first round dealt.

    Raises:
        ValueError: the rule set cannot be played by so many seats, in teams, or to that length.
    """
    facts = RULESETS[ruleset]
    facts.require(seats=len(seats), teams=teams, length=length)
    if not 0 <= dealer < len(seats):
        raise ValueError(f"there is no seat {dealer} to deal")
    cards = shuffled(facts.rules.deck(chance), chance)
    match: Match = MatchState(
        ruleset=ruleset,
        length=length,
        teams=teams,
        kinds=tuple(seats),
        returned=(),
        dealer=dealer,
        totals=(0,) * len(seats),
        rounds_played=0,
        losses=(0, 0),
        result=None,
        round=facts.rules.deal(cards, len(seats)),
    )
    step = Step(match, chance)
    facts.rules.open(step)
    return step.finish()


def set_down(ruleset: str, position: Position, standing: Standing, chance: Chance) -> tuple[Match, tuple[Event, ...]]:
    """A match set down card by card, and what its rules do at once.

    Raises:
        ValueError: the position asks for what the rule set has not.
    """
    facts = RULESETS[ruleset]
    facts.require_seats(seats=len(position.hands), teams=standing.teams)
    if standing.length.losses is not None and not standing.teams:
        raise ValueError("only teams play to a number of losses")
    rules = facts.rules
    match: Match = MatchState(
        ruleset=ruleset,
        length=standing.length,
        teams=standing.teams,
        kinds=position.kinds,
        returned=(),
        dealer=position.dealer,
        totals=standing.totals,
        rounds_played=standing.rounds_played,
        losses=standing.losses,
        result=None,
        round=rules.set_down(position),
    )
    step = Step(match, chance)
    if position.opening:
        rules.open(step)
    else:
        rules.take_up(step, position)
    return step.finish()


def legal_actions(match: Match, seat: Seat) -> tuple[Action, ...]:
    """What the seat may do now, in canonical form; `apply` accepts exactly this of it."""
    if match.round.result is not None:
        return ()
    return RULESETS[match.ruleset].rules.legal_actions(match, seat)


def clock_actions(match: Match) -> tuple[Action, ...]:
    """What the clock may do now.

    `Replaced` and `Returned` are not listed: they are possible at any time for every seat that a
    person plays, or has left. Nor are the deals that say who sits where from then on.
    """
    decision = match.round.decision
    if isinstance(decision, MatchOver):
        return ()
    if isinstance(decision, RoundOver):
        return (_DEAL,)
    window = match.round.window
    turn = match.round.turn
    actions: list[Action] = []
    if turn is not None and (window is None or getattr(window, "seat", None) == turn):
        actions.append(Timeout(turn))
    if window is not None:
        actions.append(_WINDOW_CLOSES)
    return tuple(actions)


def canonical(match: Match, seat: Seat, action: SeatAction) -> SeatAction:
    """The action without the fields that mean nothing here, for adapters."""
    if isinstance(action, Play):
        return RULESETS[match.ruleset].rules.canonical_play(match, seat, action)
    return action


def apply(match: Match, actor: Seat | None, action: Action, chance: Chance) -> tuple[Match, tuple[Event, ...]]:
    """Carry out an action of a seat, or of the clock (no actor).

    Raises:
        Refused: the action is not legal now; the match is as it was.
    """
    rules = RULESETS[match.ruleset].rules
    step: Step[Any] = Step(match, chance)
    if actor is None:
        _apply_clock(rules, step, action)
    else:
        _apply_seat(rules, step, actor, action)
    return step.finish()


def _apply_seat(rules: Rules[Any], step: Step[Any], seat: Seat, action: Action) -> None:
    if step.round.result is not None:
        raise Refused(Refusal.ROUND_OVER)
    if not 0 <= seat < len(step.round.hands):
        raise Refused(Refusal.NOT_YOUR_TURN)
    match action:
        case Play():
            rules.play(step, seat, action)
        case Draw():
            rules.draw(step, seat)
        case Keep():
            rules.keep(step, seat)
        case ChooseColor():
            rules.choose(step, seat, action)
        case Announce():
            rules.announce(step, seat)
        case Catch():
            rules.catch(step, seat, action)
        case CallReturn():
            rules.call_return(step, seat, action)
        case Timeout() | WindowCloses() | Replaced() | Returned() | Deal():
            raise Refused(Refusal.NOT_YOUR_TURN)
        case _:
            assert_never(action)


def _apply_clock(rules: Rules[Any], step: Step[Any], action: Action) -> None:
    match action:
        case Timeout(seat):
            _require_running(step)
            rules.timeout(step, seat)
        case WindowCloses():
            _require_running(step)
            rules.close_window(step)
        case Replaced(seat):
            _replace(rules, step, seat)
        case Returned(seat):
            _let_return(step, seat)
        case Deal(seats):
            _deal(rules, step, seats)
        case Play() | Draw() | Keep() | ChooseColor() | Announce() | Catch() | CallReturn():
            raise Refused(Refusal.ROUND_OVER if step.round.result else Refusal.NOT_YOUR_TURN)
        case _:
            assert_never(action)


def _require_running(step: Step[Any]) -> None:
    if step.round.result is not None:
        raise Refused(Refusal.ROUND_OVER)


def _replace(rules: Rules[Any], step: Step[Any], seat: Seat) -> None:
    """A computer takes over a seat that a person plays, or that waits for its person's return."""
    match = step.match
    if match.result is not None:
        raise Refused(Refusal.ROUND_OVER)
    if not 0 <= seat < len(match.kinds):
        raise Refused(Refusal.NOT_YOUR_TURN)
    if seat in match.returned:
        step.match = match._replace(returned=tuple(s for s in match.returned if s != seat))
        step.tell(SeatReplaced(seat))
        return
    if match.kinds[seat] is not SeatKind.PERSON:
        raise Refused(Refusal.NOT_YOUR_TURN)
    kinds = (*match.kinds[:seat], SeatKind.REPLACEMENT, *match.kinds[seat + 1 :])
    step.match = match._replace(kinds=kinds)
    step.tell(SeatReplaced(seat))
    if step.round.result is None:
        rules.replaced(step, seat)


def _let_return(step: Step[Any], seat: Seat) -> None:
    match = step.match
    if match.result is not None:
        raise Refused(Refusal.ROUND_OVER)
    replaced = 0 <= seat < len(match.kinds) and match.kinds[seat] is SeatKind.REPLACEMENT
    if not replaced or seat in match.returned:
        raise Refused(Refusal.NOT_YOUR_TURN)
    step.match = match._replace(returned=(*match.returned, seat))
    step.tell(SeatReturned(seat))


def _deal(rules: Rules[Any], step: Step[Any], seats: tuple[SeatKind, ...] | None) -> None:
    """Deal the next round: the deal moves one seat clockwise, the cards stay the match's own."""
    match, played = step.match, step.round
    if not isinstance(played.decision, RoundOver):
        raise Refused(Refusal.ROUND_OVER if match.result else Refusal.NOT_YOUR_TURN)
    kinds = seats or tuple(SeatKind.PERSON if seat in match.returned else kind for seat, kind in enumerate(match.kinds))
    if len(kinds) != len(match.kinds):
        raise Refused(Refusal.NOT_YOUR_TURN)
    cards = shuffled(rules.cards(played), step.chance)
    step.round = rules.deal(cards, len(kinds))
    step.round.turn_number = played.turn_number
    step.round.window_number = played.window_number
    dealer = Seat((match.dealer + 1) % len(kinds))
    step.match = match._replace(kinds=kinds, returned=(), dealer=dealer)
    rules.open(step)


def view(match: Match, seat: Seat) -> View:
    """The match as the seat sees it."""
    round = match.round
    rules = RULESETS[match.ruleset].rules
    decision, result = round.decision, round.result
    return View(
        match.ruleset,
        seat,
        match.length,
        match.teams,
        match.rounds_played + (result is None),
        match.dealer,
        rules.players(match),
        match.returned,
        decision,
        decision.seat,
        round.turn_number,
        round.window,
        round.window_number,
        round.direction,
        tuple(map(len, round.hands)),
        rules.own_hand(round, seat),
        round.drawn_by(seat),
        round.points,
        match.totals,
        match.losses,
        result,
        match.result,
        () if result is not None else rules.legal_actions(match, seat),
        rules.family_view(match, seat),
    )
