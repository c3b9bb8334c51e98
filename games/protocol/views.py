"""A match as each seat's page is told it. What all seats see alike is encoded once, the seat's own part beside it.

Everything comes out of engine views, which hold only what their seat may see, and out of `Surroundings`, which knows
no card.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from games.engine import (
    RULESETS,
    Action,
    Announce,
    CallReturn,
    Card,
    Catch,
    ChooseColor,
    Draw,
    Event,
    Keep,
    LastCard,
    Length,
    MatchOver,
    OpeningColor,
    Play,
    RoundOver,
    Seat,
    SeatKind,
    View,
)
from games.engine.views import FamilyView
from games.protocol.events import heard_by, heard_differently, plain
from games.protocol.handles import Handles

_encode = msgspec.json.Encoder().encode


class SeatNote(NamedTuple):
    """What is known of a seat beside its cards.

    `away`: until when (store ms) the absent person's seat is kept; `timeouts`: how many turns in a row ran out.
    """

    member: str | None
    name: str
    away: int | None
    left: bool
    ready: bool
    timeouts: int = 0


class Round(NamedTuple):
    """A finished round on the sheet."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Surroundings(NamedTuple):
    """The match around the cards. `timers`: name -> (due, whole length) in store ms; `closed`: given up by all.

    `aside`: the seats that would like the match to be put aside.
    What time it is now is not among them: a frame may be sent long after its version was made.
    """

    match_id: str
    epoch: int
    seats: tuple[SeatNote, ...]
    timers: dict[str, tuple[int, int]]
    dealing: bool
    sheet: tuple[Round, ...]
    closed: bool
    aside: tuple[int, ...] = ()


class Frames:
    """The frames of one version, made seat by seat as they are asked for."""

    __slots__ = ("_around", "_common", "_events", "_family", "_handles", "_head", "_hear_more", "_heard", "_view_of")

    def __init__(
        self,
        view_of: Callable[[Seat], View],
        around: Surroundings,
        handles: Handles,
        events: tuple[Event, ...],
    ) -> None:
        self._view_of = view_of
        self._around = around
        self._handles = handles
        self._events = events
        self._head = f'{{"type":"match","id":"{around.match_id}","epoch":{around.epoch},"version":'
        self._common = ""
        self._family: tuple[FamilyView, str] | None = None
        self._heard: str | None = None
        self._hear_more = heard_differently(events)

    def frame(self, seat: Seat, version: int, *, with_events: bool) -> str:
        """The frame for a seat; `with_events` when its page had the version before."""
        view = self._view_of(seat)
        if not self._common:
            self._common = f',"view":{{{_members(_common(view, self._around))},'
        own = _own(view, self._handles)
        watching = view.kinds[seat] is SeatKind.REPLACEMENT
        legal = _encode(_legal(view, self._handles)).decode() if view.legal and not watching else "null"
        events = self._events_for(seat) if with_events else "[]"
        return (
            f"{self._head}{version}{self._common}{self._family_part(view.family)}{own}}},"
            f'"legal":{legal},"events":{events}}}'
        )

    def _family_part(self, family: FamilyView) -> str:
        """The family's keys, encoded once for all seats that see the same."""
        if self._family is not None and self._family[0] == family:
            return self._family[1]
        members = _members(plain(family))
        part = f"{members}," if members else ""
        if self._family is None:
            self._family = (family, part)
        return part

    def _events_for(self, seat: Seat) -> str:
        if seat in self._hear_more:
            return _encode(heard_by(self._events, seat)).decode()
        if self._heard is None:
            self._heard = _encode(heard_by(self._events, _NOBODY)).decode()
        return self._heard


_NOBODY = Seat(255)


def _members(fields: dict[str, Any]) -> str:
    """The inside of a JSON object."""
    return _encode(fields)[1:-1].decode()


def _common(view: View, around: Surroundings) -> dict[str, Any]:
    """What every seat sees alike. Of the view only what is public in each is read."""
    decision = view.decision
    return {
        "ruleset": view.ruleset,
        "family": RULESETS[view.ruleset].family,
        "phase": _phase(view, around),
        "round": view.round_number,
        "length": _length(view.length),
        "teams": [[0, 2], [1, 3]] if view.teams else None,
        "dealer": view.dealer,
        "dealing": around.dealing,
        "seats": _seats(view, around.seats),
        "turn": view.turn,
        "choosing": decision.seat if isinstance(decision, OpeningColor) else None,
        "direction": view.direction,
        "window": _window(view),
        "timers": {
            name: {"due": timer[0], "total": timer[1]} if (timer := around.timers.get(name)) else None
            for name in ("turn", "window", "next_round")
        },
        "aside": around.aside,
        "sheet": [
            {"round": number, "points": row.points, "winners": row.winners, "reason": row.reason}
            for number, row in enumerate(around.sheet, 1)
        ],
        "totals": view.totals,
        "result": plain(view.result) if view.result is not None else None,
    }


def _seats(view: View, notes: Sequence[SeatNote]) -> list[dict[str, Any]]:
    out: tuple[Seat, ...] = getattr(view.family, "out", ())
    return [
        {
            "member": note.member,
            "name": note.name,
            "kind": view.kinds[seat],
            "away": note.away,
            "left": note.left,
            "ready": note.ready,
            "timeouts": note.timeouts,
            "count": view.counts[seat],
            "total": view.totals[seat],
            "place": out.index(Seat(seat)) + 1 if seat in out else None,
        }
        for seat, note in enumerate(notes)
    ]


def _phase(view: View, around: Surroundings) -> str:
    if around.closed or isinstance(view.decision, MatchOver):
        return "over"
    return "between" if isinstance(view.decision, RoundOver) else "playing"


def _length(length: Length) -> dict[str, int]:
    if length.rounds is not None:
        return {"rounds": length.rounds}
    if length.to is not None:
        return {"to": length.to}
    return {"losses": length.losses or 0}


def _window(view: View) -> dict[str, Any] | None:
    window = view.window
    if window is None:
        return None
    return {"last_card": window.seat} if isinstance(window, LastCard) else {"return": True}


def _own(view: View, handles: Handles) -> str:
    """What is the seat's alone, as members of the view's object."""
    seat = view.seat
    watching = "true" if view.kinds[seat] is SeatKind.REPLACEMENT else "false"
    drawn = "null" if view.drawn is None else f'"{handles.of(seat, view.drawn)}"'
    hand = handles.hand_on_wire(seat, view.hand)
    return f'"you":{{"seat":{seat},"watching":{watching}}},"hand":{hand},"drawn":{drawn}'


class _Legal:
    """The legal actions of one seat, gathered into what the page asks for."""

    __slots__ = ("cards", "serials", "wire")

    def __init__(self) -> None:
        self.cards: dict[Card, bool] = {}
        self.serials: dict[int, bool] = {}
        self.wire: dict[str, Any] = {
            "draw": False,
            "keep": False,
            "choose": False,
            "announce": False,
            "arm": False,
            "catch": [],
            "return": False,
        }

    def add(self, action: Action) -> None:
        match action:
            case Play():
                colored = action.color is not None
                if action.serial is None:
                    self.cards[action.card] = colored
                else:
                    self.serials[action.serial] = colored
                if action.announce:
                    self.wire["arm"] = True
            case Draw():
                self.wire["draw"] = True
            case Keep():
                self.wire["keep"] = True
            case ChooseColor():
                self.wire["choose"] = True
            case Announce():
                self.wire["announce"] = True
            case Catch():
                self.wire["catch"].append(action.seat)
            case CallReturn():
                self.wire["return"] = True
            case _:
                raise TypeError(f"{action} is the clock's")


def _legal(view: View, handles: Handles) -> dict[str, Any]:
    """What the seat may do, card by card; of equal cards each."""
    legal = _Legal()
    for action in view.legal:
        legal.add(action)
    cards, serials = legal.cards, legal.serials
    legal.wire["play"] = [
        {"card": handles.of(view.seat, serial), "color": cards[card] if card in cards else serials[serial]}
        for serial, card in view.hand
        if card in cards or serial in serials
    ]
    return legal.wire
