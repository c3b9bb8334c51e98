"""Frames as a server sends them, set down by hand, and a socket that tells them to a page."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playwright.sync_api import Page, WebSocketRoute

    from tests.browser.people import Person

Frame = dict[str, Any]
NAMES = ("Ana", "Benoît", "Chloé", "Diego", "Élise", "Farid")
HAND = ("red-5", "red-skip", "blue-2", "yellow-draw-two", "green-6", "wild", "wild-draw-four")
FAMILIES: dict[str, Frame] = {
    "clash": {"top": "red-9", "active": "red", "draw_count": 40, "out": []},
    "duel": {
        "top": "red-9",
        "active": "red",
        "draw_count": 40,
        "pending": None,
        "fuse": None,
        "clock": None,
        "side": None,
        "shields": None,
        "faces": None,
    },
    "upcolor": {"trick": [], "trick_owner": None, "captured": [0, 0, 0], "set_aside": 24},
}
"""What each family's table has beside what all have."""
EPOCH = 7
SKEW = 40 * 365 * 24 * 3600 * 1000
"""How far the store's clock of these frames is from the device's, in milliseconds."""


def now() -> int:
    return int(time.time() * 1000) - SKEW


def handle(place: int) -> str:
    return f"{place:08x}"


def held(cards: Sequence[str]) -> list[Frame]:
    return [{"id": handle(place), "card": code} for place, code in enumerate(cards)]


def legal(play: Iterable[str] = (), **others: object) -> Frame:
    """What may be done; of the cards in `play` (handles) wilds are told by a trailing `*`."""
    none: Frame = {
        "draw": False,
        "keep": False,
        "choose": False,
        "announce": False,
        "arm": False,
        "catch": [],
        "return": False,
    }
    cards = [{"card": each.rstrip("*"), "color": each.endswith("*")} for each in play]
    return {"play": cards, **none, **others}


def view(cards: Sequence[str] = HAND, *, seats: int = 3, family: str = "clash", **others: object) -> Frame:
    """A table with one's own seat first and on turn, of Color Clash if nothing else is said."""
    counts = [len(cards), 5, 1, 7, 12, 3]
    return {
        "ruleset": "clash-classic",
        "family": family,
        "phase": "playing",
        "dealing": False,
        "round": 2,
        "length": {"to": 500},
        "teams": None,
        "dealer": seats - 1,
        "you": {"seat": 0, "watching": False},
        "seats": [seat(place, counts[place]) for place in range(seats)],
        "turn": 0,
        "choosing": None,
        "direction": 1,
        "hand": held(cards),
        "drawn": None,
        "window": None,
        "timers": {"turn": {"due": now() + 31_000, "total": 45_000}, "window": None, "next_round": None},
        "aside": [],
        "sheet": [{"round": 1, "points": [120, *[0] * (seats - 1)], "winners": [0], "reason": "out"}],
        "totals": [120, *[0] * (seats - 1)],
        "result": None,
        **FAMILIES[family],
        **others,
    }


def seat(place: int, count: int, **others: object) -> Frame:
    return {
        "member": f"m{place + 1}",
        "name": NAMES[place],
        "kind": "person",
        "away": None,
        "left": False,
        "count": count,
        "total": 0,
        "place": None,
        "ready": False,
        "timeouts": 0,
        **others,
    }


def table(shown: Frame, *, own: Frame | None, version: int = 1, events: Sequence[Frame] = ()) -> Frame:
    """A match frame."""
    return {
        "type": "match",
        "id": "match",
        "epoch": EPOCH,
        "version": version,
        "view": shown,
        "legal": own,
        "events": list(events),
    }


def lobby(**others: object) -> Frame:
    """A room frame, of a room whose match runs."""
    members = [
        {"id": f"m{place + 1}", "name": NAMES[place], "ready": True, "present": True, "seated": True}
        for place in range(3)
    ]
    room: Frame = {
        "id": "room",
        "code": "KWXBTR",
        "link": "/room/room/",
        "host": "m1",
        "members": members,
        "you": {"id": "m1", "host": True, "ready": True},
        "table": {"ruleset": "clash-classic", "length": {"to": 500}, "timer": 45, "teams": False},
        "choices": {"rulesets": [], "lengths": [{"to": 500}], "timers": [30, 45]},
        "start": {"ok": False, "why": "in_play"},
        "match": {"id": "match", "over": False},
        "seats_left": 3,
        **others,
    }
    return {"type": "room", "epoch": EPOCH, "version": 1, "room": room}


class ToldSocket:
    """The server's end of a page's sockets: says what the test tells it to, and keeps what the page said."""

    def __init__(self, page: Page, *frames: Frame) -> None:
        self.first = [{"type": "welcome", "schema": 1, "build": "", "you": {"member": "m1"}, "now": now()}, *frames]
        self.heard: list[Frame] = []
        self.routes: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/room/*/", self._open)

    def _open(self, route: WebSocketRoute) -> None:
        self.routes.append(route)
        route.on_message(self._hear)
        for frame in self.first:
            self.say(frame)

    def _hear(self, message: str | bytes) -> None:
        self.heard.append(json.loads(message))

    def say(self, frame: Frame) -> None:
        self.routes[-1].send(json.dumps(frame))

    def said(self, kind: str) -> list[Frame]:
        return [frame for frame in self.heard if frame["type"] == kind]

    @property
    def acts(self) -> list[Frame]:
        return self.said("act")


def at_table(person: Person, shown: Frame, own: Frame | None, *events: Frame, version: int = 1) -> ToldSocket:
    """The person's page shows this table."""
    room_id = person.make_room()
    socket = ToldSocket(person.page, lobby(), table(shown, own=own, version=version, events=events))
    person.open_room(room_id)
    return socket
