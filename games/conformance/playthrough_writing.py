"""Positions, acts and what holds after them, written as a scenario file has them.

A playthrough must hold for every implementation of the rules, so what the rules leave open is left
out: which way play ran, what was pending and who saw what, once a round is over.
"""

import json
from typing import assert_never

from games.conformance.observing import Observation
from games.conformance.reading import Json, Scenario
from games.engine import (
    Action,
    Announce,
    CallReturn,
    Catch,
    ChooseColor,
    Deal,
    Draw,
    Event,
    HeldCard,
    Keep,
    Match,
    Play,
    Replaced,
    Returned,
    RoundResult,
    Seat,
    SeatAction,
    Timeout,
    WindowCloses,
    view,
)
from games.engine.state import Round

_EVERYWHERE = ("turn", "direction", "counts", "banners", "legal", "totals", "match", "window")
_OF_FAMILIES = (
    "active", "top", "draw_count", "pending", "fuse", "clock", "side", "shields", "out", "trick", "trick_owner",
    "captured",
)  # fmt: skip
_WHERE_THERE_ARE_ANY = frozenset({"side", "shields"})
_WHILE_THE_ROUND_RUNS = frozenset({"direction", "pending", "fuse", "clock", "shields", "sees", "trick", "trick_owner"})


def written_deal(dealt: Round) -> Json:
    """The cards of a round just dealt, with the opening card still to be turned if there is one."""
    written: Json = {"hands": [[held.card.code for held in _in_order_of_drawing(hand)] for hand in dealt.hands]}
    if (pile := getattr(dealt, "draw_pile", None)) is not None:
        written |= {"draw": [lying.code for lying in reversed(pile)], "opening": True}
    if (set_aside := getattr(dealt, "set_aside", None)) is not None:
        written["set_aside"] = [lying.code for lying in set_aside]
    return written


def _in_order_of_drawing(hand: tuple[HeldCard, ...]) -> list[HeldCard]:
    return sorted(hand, key=lambda held: held.serial)


def written_act(actor: Seat | None, action: Action) -> Json:
    """The act of a step.

    Raises:
        ValueError: scenarios have no such act, or write it otherwise.
    """
    match action:
        case WindowCloses():
            return {"window": "closes"}
        case Timeout(seat):
            return {"seat": seat, "timeout": True}
        case Replaced(seat):
            return {"seat": seat, "replaced": True}
        case Returned() | Deal():
            raise ValueError(f"scenarios do not write {action} so")
        case _:
            return {"seat": actor, **_written_action(action)}


def _written_action(action: SeatAction) -> Json:
    match action:
        case Play():
            return _written_play(action)
        case ChooseColor(color):
            return {"choose": str(color)}
        case Catch(caught):
            return {"catch": caught}
        case CallReturn(call):
            return {"return": call}
        case Draw() | Keep() | Announce():
            return {type(action).__name__.lower(): True}
        case _:
            assert_never(action)


def _written_play(play: Play) -> Json:
    written: Json = {"play": play.card.code}
    if play.color is not None:
        written["color"] = str(play.color)
    if play.announce:
        written["announce"] = True
    return written


def written_expectation(match: Match, events: tuple[Event, ...]) -> Json:
    """Everything that must hold after a step."""
    seen = Observation(match, events)
    own = view(match, Seat(0)).family._asdict()
    seats = range(len(match.kinds))
    expected = {key: seen.value(key) for key in _EVERYWHERE}
    expected["hands"] = seen.value("hands", {str(seat): [] for seat in seats})
    expected["round"] = _written_result(match.round.result, teams=match.teams)
    for key in _OF_FAMILIES:
        if key in own and (own[key] is not None or key not in _WHERE_THERE_ARE_ANY):
            expected[key] = seen.value(key, [])
    if "draw_count" in own:
        expected["pending"] = seen.value("pending")  # to be looked for wherever cards are drawn
    if own.get("faces") is not None:
        asked = [{"seat": seat, "of": of, "faces": []} for seat in seats for of in (*seats, "draw")]
        expected["sees"] = seen.value("sees", asked)
    over = match.round.result is not None
    return {key: value for key, value in expected.items() if not (over and key in _WHILE_THE_ROUND_RUNS)}


def _written_result(result: RoundResult | None, *, teams: bool) -> Json | None:
    if result is None:
        return None
    written: Json = {"points": list(result.points), "reason": str(result.reason)}
    if len(result.winners) > 1:
        written["winners"] = list(result.winners)
    else:
        written["winner"] = next(iter(result.winners), None)
    return {**written, "loser": result.loser} if teams else written


def written_file(scenario: Scenario) -> str:
    """The text of a playthrough's file: a line for the setup and one for each step."""
    head = json.dumps({"id": scenario.id, "rule": "a match, played at random", "ruleset": scenario.ruleset})
    steps = ",\n  ".join(map(json.dumps, scenario.steps))
    return f'{head[:-1]},\n "setup": {json.dumps(scenario.setup)},\n "steps": [\n  {steps}]}}\n'
