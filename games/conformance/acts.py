"""A scenario's act, as an action of the engine in canonical form."""

from games.conformance.reading import Json, ScenarioError, read_card, read_flag, read_seat, read_text
from games.engine import (
    RULESETS,
    Announce,
    CallReturn,
    Catch,
    ChooseColor,
    ClockAction,
    Color,
    Draw,
    Keep,
    Match,
    Play,
    Replaced,
    Seat,
    SeatAction,
    Timeout,
    WindowCloses,
    canonical,
    clock_actions,
    view,
)

_SEAT_ACTS = ("play", "draw", "keep", "choose", "catch", "return", "timeout", "replaced")
_PLAIN_ACTS: dict[str, SeatAction] = {"draw": Draw(), "keep": Keep(), "announce": Announce()}
_ACTS = (*_SEAT_ACTS, "window", "deal")
STEP_KEYS = frozenset({*_ACTS, "seat", "color", "announce", "expect", "refused"})


def name_of_act(step: Json) -> str | None:
    """Which act a step holds, None for a pure check.

    Raises:
        ScenarioError: it holds several, or a seat with nothing to do.
    """
    found = [key for key in _ACTS if key in step]
    if not found and "announce" in step:
        found = ["announce"]
    if len(found) > 1:
        raise ScenarioError(f"one act a step, not {' and '.join(found)}")
    if not found:
        if "seat" in step or "color" in step:
            raise ScenarioError("a seat or a color without an act")
        return None
    if (found[0] in ("window", "deal")) is ("seat" in step):
        raise ScenarioError(f"{found[0]} and seat do not fit")
    return found[0]


def read_act(match: Match, name: str, step: Json) -> tuple[Seat | None, SeatAction | ClockAction]:
    """The act of a step, and who does it: a seat, or the clock.

    Raises:
        ScenarioError: it is written wrongly, or no act of this rule set.
    """
    if name == "window":
        return None, _window(match, step)
    seat = read_seat(step["seat"], "seat", len(match.kinds))
    if name in ("timeout", "replaced"):
        _require_true(step, name)
        return None, Timeout(seat) if name == "timeout" else Replaced(seat)
    if name in ("draw", "keep") and not RULESETS[match.ruleset].rules.has_draw_pile:
        raise ScenarioError(f"nobody can {name} in this rule set")
    return seat, canonical(match, seat, _action(match, seat, name, step))


def _action(match: Match, seat: Seat, name: str, step: Json) -> SeatAction:
    if name == "play":
        return _play(match, seat, step)
    if name == "choose":
        return ChooseColor(_color(step["choose"], "choose"))
    if name == "catch":
        return Catch(read_seat(step["catch"], "catch", len(match.kinds)))
    if name == "return":
        return CallReturn(read_flag(step["return"], "return"))
    _require_true(step, name)
    return _PLAIN_ACTS[name]


def _window(match: Match, step: Json) -> WindowCloses:
    if read_text(step["window"], "window") != "closes":
        raise ScenarioError("a window closes and nothing else")
    if WindowCloses() not in clock_actions(match):
        raise ScenarioError("no window is open")
    return WindowCloses()


def _require_true(step: Json, name: str) -> None:
    if step[name] is not True:
        raise ScenarioError(f"{name} is true or left out")


def _play(match: Match, seat: Seat, step: Json) -> Play:
    """Of equal faces the first in the hand as listed, after a draw the drawn card itself."""
    face = read_card(step["play"], "play")
    own = view(match, seat)
    serials = [held.serial for held in own.hand if held.card is face]
    serial = own.drawn if own.drawn in serials else min(serials, default=None)
    color = None if step.get("color") is None else _color(step["color"], "color")
    return Play(face, color, read_flag(step.get("announce", False), "announce"), serial)


def _color(value: object, name: str) -> Color:
    """The color named; a name that is none stands for one that nobody may choose."""
    written = read_text(value, name)
    return Color(written) if written in tuple(Color) else Color.BLACK
