"""One entry of a match's log: who did what, under which act id, and what chance gave.

An entry is a packed array [schema, version, actor or None, action, orders, act id]; the store puts its time before it.
A computer's reason may follow, as [code, facts].
An action is [name, fields...]; an order of up to 256 things is its bytes. The first entry, the start, holds in place
of the action what the match began with.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from games.engine import (
    Action,
    Announce,
    CallReturn,
    Catch,
    ChooseColor,
    Color,
    Deal,
    Draw,
    Entry,
    Keep,
    Length,
    Log,
    Play,
    Replaced,
    Returned,
    Seat,
    SeatKind,
    Started,
    Timeout,
    WindowCloses,
    card,
)

Orders = tuple[tuple[int, ...], ...]
Why = tuple[str, Mapping[str, str | int]]
"""A computer's reason: its code, and the facts that the sentence for it names."""
SCHEMA: Final = 1
_BYTE: Final = 256
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class LogEntry(NamedTuple):
    """A logged action. `version` is the store's, after it; `at` the store's time in ms; `why` a computer's reason."""

    at: int
    version: int
    actor: Seat | None
    action: Action | Started
    orders: Orders
    act: str | None
    why: Why | None = None


def log_entry(
    actor: Seat | None,
    action: Action | Started,
    orders: Sequence[Sequence[int]],
    act: str | None,
    version: int,
    *,
    why: Why | None = None,
) -> bytes:
    """The entry as the commit stores it."""
    packed = _packed_start(action) if isinstance(action, Started) else _packed_action(action)
    entry = (SCHEMA, version, actor, packed, [_packed_order(order) for order in orders], act)
    return _encode(entry if why is None else (*entry, why))


def read_entry(stored: bytes) -> LogEntry:
    """An entry as `store.read_log` gives it."""
    at, _, packed = stored.partition(b":")
    return read_packed(packed)._replace(at=int(at))


def read_packed(packed: bytes) -> LogEntry:
    """An entry without the store's time, which then reads 0."""
    _, version, actor, (name, *given), orders, act, *why = _decode(packed)
    kept = tuple(tuple(order) for order in orders)
    action = _start(given, kept) if name == "start" else _action(name, given)
    return LogEntry(0, version, actor, action, kept, act, (why[0][0], why[0][1]) if why else None)


def replayable(entries: Sequence[LogEntry]) -> Log:
    """The log as the engine replays it."""
    first, *rest = entries
    if not isinstance(first.action, Started):
        raise TypeError("a log begins with its start")
    played = [(entry.actor, entry.action, entry.orders) for entry in rest if not isinstance(entry.action, Started)]
    return Log(first.action, tuple(Entry(*each) for each in played))


def _packed_start(start: Started) -> tuple[Any, ...]:
    length = (start.length.rounds, start.length.to, start.length.losses)
    return ("start", start.ruleset, start.seats, length, start.teams, start.dealer)


def _start(given: list[Any], orders: Orders) -> Started:
    ruleset, kinds, length, teams, dealer = given
    return Started(ruleset, tuple(SeatKind(kind) for kind in kinds), Length(*length), teams, Seat(dealer), orders)


def _packed_order(order: Sequence[int]) -> bytes | list[int]:
    return bytes(order) if len(order) <= _BYTE else list(order)


def name_of(action: Action) -> str:
    """The word that stands for an action's kind in a log."""
    return _NAMES[type(action)]


def _packed_action(action: Action) -> tuple[Any, ...]:
    if isinstance(action, Play):
        return (name_of(action), action.card.code, action.color, action.announce, action.serial)
    return (name_of(action), *[getattr(action, field) for field in type(action).__slots__])


def _action(name: str, given: list[Any]) -> Action:
    match name:
        case "play":
            code, color, announce, serial = given
            return Play(card(code), Color(color) if color else None, announce, serial)
        case "choose":
            return ChooseColor(Color(given[0]))
        case "deal":
            return Deal(None if given[0] is None else tuple(SeatKind(kind) for kind in given[0]))
        case _:
            action: Action = _KINDS[name](*given)
            return action


_KINDS: Final[dict[str, Any]] = {
    "choose": ChooseColor,
    "deal": Deal,
    "draw": Draw,
    "keep": Keep,
    "announce": Announce,
    "catch": Catch,
    "return": CallReturn,
    "timeout": Timeout,
    "window_closes": WindowCloses,
    "replaced": Replaced,
    "returned": Returned,
}
_NAMES: Final = {Play: "play", **{kind: name for name, kind in _KINDS.items()}}
