"""What holds after a step, by the keys of `expect`, and how it is compared with what must hold.

The match is looked at through the views of its seats, so that a scenario checks these too.
"""

import json
from collections.abc import Callable
from typing import Any

from games.conformance.reading import Json, ScenarioError, read_list, read_object, read_seat
from games.engine import Card, Draw, Event, Keep, LastCard, Match, Play, RoundResult, Seat, banner, view


class Observation:
    """A match after a step, and the events of the step."""

    def __init__(self, match: Match, events: tuple[Event, ...]) -> None:
        self._match = match
        self._events = events
        self._seats = [Seat(seat) for seat in range(len(match.kinds))]
        self._any = view(match, Seat(0))

    def differences(self, expected: Json) -> list[tuple[str, object, object]]:
        """The keys that do not hold: key, expected, got.

        Raises:
            ScenarioError: a key is unknown, or its value is of the wrong kind.
        """
        found = []
        for key, value in expected.items():
            if key not in _KEYS:
                raise ScenarioError(f"unknown key in expect: {key}")
            wanted, got = _KEYS[key](self, value)
            # As JSON, so that neither true nor 1.0 passes for 1.
            if json.dumps(wanted, sort_keys=True) != json.dumps(got, sort_keys=True):
                found.append((key, value, got))
        return found

    def value(self, key: str, asked: object = None) -> object:
        """What holds under a key; `asked` names the parts of a value that is looked at in parts."""
        return _KEYS[key](self, asked)[1]

    def _own(self, name: str, otherwise: object) -> Any:  # noqa: ANN401 (a field of any family)
        return getattr(self._any.family, name, otherwise)

    def turn(self) -> object:
        return self._any.turn

    def direction(self) -> object:
        return self._any.direction

    def active(self) -> object:
        return self._own("active", None)

    def top(self) -> object:
        top = self._own("top", None)
        return None if top is None or not top.code else top.code

    def side(self) -> object:
        return self._own("side", None) or "day"

    def counts(self) -> object:
        return list(self._any.counts)

    def draw_count(self) -> object:
        return self._own("draw_count", 0)

    def pending(self) -> object:
        stack = self._own("pending", None)
        return None if stack is None else {"cards": stack.cards, "last": stack.last}

    def fuse(self) -> object:
        fuse = self._own("fuse", None)
        return None if fuse is None else {"left": fuse.left, "size": fuse.size}

    def clock(self) -> object:
        clock = self._own("clock", None)
        return None if clock is None else {"left": clock.left}

    def banners(self) -> object:
        return [code for event in self._events if (code := banner(event)) is not None]

    def window(self) -> object:
        window = self._any.window
        if window is None:
            return None
        return {"last_card": window.seat} if isinstance(window, LastCard) else {"return": True}

    def out(self) -> object:
        return list(self._own("out", ()))

    def trick(self) -> object:
        return _codes(self._own("trick", ()))

    def trick_owner(self) -> object:
        return self._own("trick_owner", None)

    def captured(self) -> object:
        return list(self._own("captured", (0,) * len(self._seats)))

    def totals(self) -> object:
        return list(self._any.totals)

    def shields(self, wanted: object) -> tuple[object, object]:
        return sorted(read_list(wanted, "shields"), key=str), sorted(self._own("shields", None) or ())

    def hands(self, wanted: object) -> tuple[object, object]:
        hands = {str(seat): sorted(held.card.code for held in view(self._match, seat).hand) for seat in self._seats}
        asked = read_object(wanted, "hands", frozenset(hands))
        return (
            {seat: _sorted_texts(cards, "hands") for seat, cards in asked.items()},
            {seat: hands[seat] for seat in asked},
        )

    def legal(self, wanted: object) -> tuple[object, object]:
        if self._any.turn is None or wanted is None:
            return wanted, None if self._any.turn is None else self._legal_of(self._any.turn)
        asked = dict(read_object(wanted, "legal", frozenset({"cards", "draw", "keep"})))
        if "cards" in asked:
            asked["cards"] = _sorted_texts(asked["cards"], "legal: cards")
        legal = self._legal_of(self._any.turn)
        return asked, {key: legal[key] for key in asked}

    def _legal_of(self, seat: Seat) -> Json:
        legal = view(self._match, seat).legal
        faces = {action.card.code for action in legal if isinstance(action, Play)}
        return {"cards": sorted(faces), "draw": Draw() in legal, "keep": Keep() in legal}

    def sees(self, wanted: object) -> tuple[object, object]:
        asked, got = [], []
        for entry in read_list(wanted, "sees"):
            one = dict(read_object(entry, "sees", frozenset({"seat", "of", "faces"})))
            viewer, of = read_seat(one.get("seat"), "sees: seat", len(self._seats)), one.get("of")
            if of != "draw":
                read_seat(of, "sees: of (a seat, or draw)", len(self._seats))
            faces = getattr(view(self._match, viewer).family, "faces", None) or {}
            asked.append({**one, "faces": _sorted_texts(one.get("faces"), "sees: faces")})
            got.append({**one, "faces": sorted(_codes(faces.get(str(of), ())))})
        return asked, got

    def round(self, wanted: object) -> tuple[object, object]:
        result = self._any.round_result
        got = None if result is None else _described(result)
        if got is None or wanted is None:
            return wanted, got
        asked = dict(read_object(wanted, "round", frozenset(got)))
        if "winners" in asked:
            asked["winners"] = sorted(read_list(asked["winners"], "winners"), key=str)
        return asked, {key: got[key] for key in asked}

    def match(self, wanted: object) -> tuple[object, object]:
        result = self._any.result
        got = None if result is None else {"winners": sorted(result.winners), "reason": result.reason}
        if wanted is None:
            return None, got
        asked = dict(read_object(wanted, "match", frozenset({"winners", "reason"})))
        asked["winners"] = sorted(read_list(asked.get("winners"), "winners"), key=str)
        return asked, got


def _described(result: RoundResult) -> Json:
    shared = sorted(result.winners)
    return {
        "winner": shared if len(shared) > 1 else next(iter(shared), None),
        "winners": shared,
        "points": list(result.points),
        "reason": result.reason,
        "loser": result.loser,
    }


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [shown.code for shown in cards]


def _sorted_texts(value: object, name: str) -> list[str]:
    return sorted(str(text) for text in read_list(value, name))


def _plain(read: Callable[[Observation], object]) -> Callable[[Observation, object], tuple[object, object]]:
    """A key whose value is compared as it is written."""
    return lambda observation, wanted: (wanted, read(observation))


_KEYS: dict[str, Callable[[Observation, object], tuple[object, object]]] = {
    "turn": _plain(Observation.turn),
    "direction": _plain(Observation.direction),
    "active": _plain(Observation.active),
    "top": _plain(Observation.top),
    "side": _plain(Observation.side),
    "counts": _plain(Observation.counts),
    "draw_count": _plain(Observation.draw_count),
    "pending": _plain(Observation.pending),
    "fuse": _plain(Observation.fuse),
    "clock": _plain(Observation.clock),
    "banners": _plain(Observation.banners),
    "window": _plain(Observation.window),
    "out": _plain(Observation.out),
    "trick": _plain(Observation.trick),
    "trick_owner": _plain(Observation.trick_owner),
    "captured": _plain(Observation.captured),
    "totals": _plain(Observation.totals),
    "shields": Observation.shields,
    "hands": Observation.hands,
    "legal": Observation.legal,
    "sees": Observation.sees,
    "round": Observation.round,
    "match": Observation.match,
}
