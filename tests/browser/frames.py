"""What the pages were sent, held against what their seats may know.

The truth is the match's own log, played again by the engine: for every version the hands as they really were.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from games import engine
from games.engine import Seat, Started

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.engine import Match
    from games.live.log import LogEntry

Json = Any
CARD = re.compile(r"^(wild(-draw-four)?|(red|blue|yellow|green)-([0-9]|skip|reverse|draw-two))$")
FRAMES = {
    "welcome": {"type", "schema", "build", "you", "now"},
    "room": {"type", "epoch", "version", "room"},
    "match": {"type", "id", "epoch", "version", "view", "legal", "events"},
    "outcome": {"type", "id", "ok", "code"},
    "beat": {"type", "now", "room", "match", "recorded"},
    "closing": {"type", "reason", "after"},
}
VIEW = {
    "ruleset", "family", "phase", "round", "length", "teams", "dealer", "dealing", "you", "seats", "turn", "choosing",
    "direction", "window", "timers", "aside", "sheet", "totals", "result", "hand", "drawn", "top", "active",
    "draw_count", "out",
}  # fmt: skip
SEAT = {"member", "name", "kind", "away", "left", "ready", "timeouts", "count", "total", "place"}
LEGAL = {"play", "draw", "keep", "choose", "announce", "arm", "catch", "return"}


class Truth:
    """A clash match as it really was at each version, which pages and log count alike: it has no return window."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        self._versions: list[int] = []
        self._states: list[Match] = []
        for entry in entries:
            self._states.append(self._after(entry))
            self._versions.append(entry.version)

    def _after(self, entry: LogEntry) -> Match:
        action, orders = entry.action, iter(entry.orders)

        def chance(_: int) -> Sequence[int]:
            return next(orders)

        if isinstance(action, Started):
            return engine.start(
                action.ruleset,
                seats=action.seats,
                length=action.length,
                teams=action.teams,
                dealer=action.dealer,
                chance=chance,
            )[0]
        return engine.apply(self._states[-1], entry.actor, action, chance)[0]

    def at(self, version: int) -> Match:
        """The match at a version: that of the last action up to it."""
        return self._states[bisect_right(self._versions, version) - 1]

    @property
    def last(self) -> Match:
        return self._states[-1]


def check_frames(name: str, texts: Iterable[str], truth: Truth) -> int:
    """Fails if a frame shows its seat anything that is hidden from it; the number of views looked at."""
    views = 0
    for text in texts:
        frame = json.loads(text)
        kind = frame["type"]
        unknown = set(frame) - FRAMES[kind]
        assert not unknown, f"{name}: a {kind} frame has {unknown}"
        if kind == "match":
            check_view(name, frame, truth)
            views += 1
        else:
            found = [(path, value) for path, value in strings(frame) if CARD.match(value)]
            assert not found, f"{name}: a {kind} frame names cards: {found}"
    return views


def check_view(name: str, frame: Json, truth: Truth) -> None:
    view, state = frame["view"], truth.at(frame["version"])
    seat = Seat(view["you"]["seat"])
    assert set(view) <= VIEW, f"{name}: the view has {set(view) - VIEW}"
    assert set(frame["legal"] or ()) <= LEGAL
    for each in view["seats"]:
        assert set(each) == SEAT, f"{name}: a seat has {set(each) ^ SEAT}"
    real = engine.view(state, seat)
    assert [held["card"] for held in view["hand"]] == [held.card.code for held in real.hand], (
        f"{name}: version {frame['version']} shows another hand than seat {seat}'s"
    )
    assert [each["count"] for each in view["seats"]] == list(real.counts)
    top = real.family._asdict()["top"]
    assert view["top"] == (top.code if top else None)
    for path, value in strings(frame):
        if CARD.match(value):
            assert path in {"view/hand/card", "view/top"} or may_tell(path, frame, seat), (
                f"{name}: {value} stands in {path} of version {frame['version']}"
            )


def may_tell(path: str, frame: Json, seat: int) -> bool:
    """Whether events may name cards there: those that lie open, and the seat's own draws."""
    if path == "events/card":
        return all(event["kind"] in {"played", "opened"} for event in frame["events"] if event.get("card"))
    own = [event for event in frame["events"] if event.get("cards")]
    return path == "events/cards" and all(event["kind"] == "drew" and event["seat"] == seat for event in own)


def strings(value: Json, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a JSON value with its path; places in lists do not count."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, path)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings(item, f"{path}/{key}" if path else key)


def handles_by_round(texts: Iterable[str]) -> dict[int, set[str]]:
    """The handles of cards that a seat was given in each round."""
    found: dict[int, set[str]] = {}
    for text in texts:
        frame = json.loads(text)
        if frame["type"] == "match":
            found.setdefault(frame["view"]["round"], set()).update(held["id"] for held in frame["view"]["hand"])
    return found
