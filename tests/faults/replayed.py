"""A match played again from the store's log: each step's state, events, and what every seat may see of it."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from games import engine
from games.engine import Seat, Started
from games.protocol.events import heard_by
from games.protocol.handles import Handles
from games.protocol.views import Frames, SeatNote, Surroundings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Event, Match
    from games.live.log import LogEntry

AROUND_THE_CARDS = frozenset({"timers", "dealing", "sheet", "phase", "aside"})
"""Parts of a view that the log does not decide (the phase follows from its decision, or from a match given up)."""
AROUND_A_SEAT = frozenset({"member", "name", "away", "left", "ready", "timeouts"})
NO_SECRET = Handles(bytes(16))


class Step:
    """One entry of the log carried out. `before` is None for the start."""

    def __init__(self, entry: LogEntry, before: Match | None, after: Match, events: tuple[Event, ...]) -> None:
        self.entry = entry
        self.before = before
        self.after = after
        self.events = events
        self._shown: dict[int, str] = {}

    def shown_to(self, seat: int) -> str:
        """What a seat sees after the step, as `shown` writes it."""
        found = self._shown.get(seat)
        if found is None:
            frame = json.loads(self._frames.frame(Seat(seat), 0, with_events=False))
            found = self._shown[seat] = shown(frame)
        return found

    def told_to(self, seat: int) -> list[dict[str, Any]]:
        """The step's events as the seat hears them, in JSON's own terms."""
        told: list[dict[str, Any]] = json.loads(json.dumps(heard_by(self.events, Seat(seat))))
        return told

    @cached_property
    def _frames(self) -> Frames:
        state = self.after
        notes = tuple(SeatNote(None, "", None, False, False) for _ in state.kinds)
        around = Surroundings("", 0, notes, {}, dealing=False, sheet=(), closed=False)
        return Frames(lambda seat: engine.view(state, seat), around, NO_SECRET, ())


def replay_log(entries: Sequence[LogEntry]) -> list[Step]:
    """The steps of a log. Raises the engine's Refused, ValueError or TypeError where the log does not hold together."""
    first, *rest = entries
    if not isinstance(first.action, Started):
        raise TypeError("the log does not begin with a start")
    began = first.action
    state, events = engine.start(
        began.ruleset,
        seats=began.seats,
        length=began.length,
        teams=began.teams,
        dealer=began.dealer,
        chance=_kept(began.orders),
    )
    steps = [Step(first, None, state, events)]
    for entry in rest:
        if isinstance(entry.action, Started):
            raise TypeError("the match starts twice")
        before = state
        state, events = engine.apply(before, entry.actor, entry.action, _kept(entry.orders))
        steps.append(Step(entry, before, state, events))
    return steps


def _kept(orders: Sequence[Sequence[int]]) -> engine.Chance:
    left = iter(orders)

    def chance(size: int) -> Sequence[int]:
        order = next(left, None)
        if order is None or len(order) != size:
            raise ValueError("the log lacks an order of its cards")
        return order

    return chance


def shown(frame: dict[str, Any]) -> str:
    """What a match frame shows of the cards and the play: handles by their cards, without what lies around."""
    view = frame["view"]
    faces = {held["id"]: held["card"] for held in view["hand"]}
    kept = {key: value for key, value in view.items() if key not in AROUND_THE_CARDS}
    kept["hand"] = [held["card"] for held in view["hand"]]
    kept["drawn"] = faces.get(view["drawn"])
    kept["seats"] = [{key: value for key, value in seat.items() if key not in AROUND_A_SEAT} for seat in view["seats"]]
    legal = dict(frame["legal"] or {})
    if legal:
        legal["play"] = [(faces.get(play["card"], play["card"]), play["color"]) for play in legal["play"]]
    return json.dumps([kept, legal], sort_keys=True)
