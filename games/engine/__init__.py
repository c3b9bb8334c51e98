"""The rules of all card games: pure functions over immutable values.

The engine knows seats and cards, no people, no clock, no generator and no network. Chance comes in
as `chance(n)`, time as actions of the clock; both are kept in the log, so a replay is exact.
"""

from games.engine.actions import (
    Action,
    Announce,
    CallReturn,
    Catch,
    ChooseColor,
    ClockAction,
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
from games.engine.cards import Card, Color, HeldCard, Rank, card, two_faced
from games.engine.codec import decode, encode
from games.engine.events import Event, Side, banner, redact
from games.engine.hanging import Clock, Fuse, Stack
from games.engine.log import Entry, Log, Recorder, Started, replay, states, steps
from games.engine.match import (
    Match,
    apply,
    canonical,
    clock_actions,
    legal_actions,
    set_down,
    start,
    view,
)
from games.engine.position import Position, Standing
from games.engine.refusals import Refusal, Refused
from games.engine.results import (
    Length,
    LineKind,
    MatchReason,
    MatchResult,
    RoundReason,
    RoundResult,
    ScoreLine,
)
from games.engine.rules import RuleSet
from games.engine.rulesets import RULESETS
from games.engine.seats import Seat, SeatKind
from games.engine.state import (
    Decision,
    LastCard,
    MatchOver,
    MatchState,
    OpeningColor,
    ReturnWindow,
    RoundOver,
    Turn,
    Window,
)
from games.engine.step import Chance
from games.engine.views import FamilyView, View

__all__ = [
    "RULESETS",
    "Action",
    "Announce",
    "CallReturn",
    "Card",
    "Catch",
    "Chance",
    "ChooseColor",
    "Clock",
    "ClockAction",
    "Color",
    "Deal",
    "Decision",
    "Draw",
    "Entry",
    "Event",
    "FamilyView",
    "Fuse",
    "HeldCard",
    "Keep",
    "LastCard",
    "Length",
    "LineKind",
    "Log",
    "Match",
    "MatchOver",
    "MatchReason",
    "MatchResult",
    "MatchState",
    "OpeningColor",
    "Play",
    "Position",
    "Rank",
    "Recorder",
    "Refusal",
    "Refused",
    "Replaced",
    "ReturnWindow",
    "Returned",
    "RoundOver",
    "RoundReason",
    "RoundResult",
    "RuleSet",
    "ScoreLine",
    "Seat",
    "SeatAction",
    "SeatKind",
    "Side",
    "Stack",
    "Standing",
    "Started",
    "Timeout",
    "Turn",
    "View",
    "Window",
    "WindowCloses",
    "apply",
    "banner",
    "canonical",
    "card",
    "clock_actions",
    "decode",
    "encode",
    "legal_actions",
    "redact",
    "replay",
    "set_down",
    "start",
    "states",
    "steps",
    "two_faced",
    "view",
]
