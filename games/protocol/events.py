"""Events as the page hears them: {"kind": name in snake case, fields, "banner": code where there is one}."""

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from games.engine import Card, Event, HeldCard, Seat, banner, redact
from games.engine.events import Drew, Hunted


def plain(value: Any) -> Any:  # noqa: ANN401
    """A value of the engine in JSON's terms: cards by their notation, all else as it stands."""
    kind = type(value)
    reader = _readers.get(kind)
    if reader is None:
        reader = _readers[kind] = _reader(kind)
    return reader(value)


def _reader(kind: type) -> Callable[[Any], Any]:
    """How values of a type are made plain."""
    if kind is Card:
        return attrgetter("code")
    if kind is HeldCard:
        return attrgetter("card.code")
    if kind is tuple or kind is list:
        return lambda value: [plain(item) for item in value]
    if kind is dict:
        return lambda value: {str(key): plain(item) for key, item in value.items()}
    if issubclass(kind, tuple):
        return lambda value: {name: plain(item) for name, item in zip(value._fields, value, strict=True)}
    if is_dataclass(kind):
        names, values = _fields(kind)
        return lambda value: {name: plain(item) for name, item in zip(names, values(value), strict=True)}
    return lambda value: value


_readers: dict[type, Callable[[Any], Any]] = {}
_names: dict[type, str] = {}


def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names = tuple(field.name for field in fields(kind))
    if len(names) == 1:
        one = attrgetter(names[0])
        return names, lambda value: (one(value),)
    return names, attrgetter(*names) if names else lambda _: ()


def event_on_wire(event: Event) -> dict[str, Any]:
    """One event, as redacted as it is."""
    kind: type = type(event)
    name = _names.get(kind)
    if name is None:
        name = _names[kind] = _in_snake_case(kind.__name__)
    wire: dict[str, Any] = {"kind": name, **plain(event)}
    if code := banner(event):
        wire["banner"] = code
    return wire


def heard_differently(events: tuple[Event, ...]) -> set[Seat]:
    """The seats that hear more of the events than the others do, be it that they found no card to take."""
    return {event.seat for event in events if isinstance(event, Drew | Hunted) and event.cards is not None}


def heard_by(events: tuple[Event, ...], seat: Seat) -> list[dict[str, Any]]:
    return [event_on_wire(redact(event, seat)) for event in events]


def _in_snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
