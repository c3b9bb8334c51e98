"""A finished match played again from its stored log: who left when, and round by round what a seat saw."""

import logging
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import msgspec
from django.utils.crypto import salted_hmac

from games import engine
from games.engine import Deal, Event, MatchState, Refused, Replaced, Returned, Seat, SeatKind, View
from games.live.log import LogEntry, read_entry, replayable
from games.models import StoredLog
from games.protocol.events import heard_by
from games.protocol.handles import Handles
from games.protocol.views import Frames, Round, SeatNote, Surroundings

log = logging.getLogger(__name__)

_MISREAD: Final = (zlib.error, msgspec.MsgspecError, ValueError, TypeError, LookupError)
"""What comes of bytes that are no log, or one of actions and rules that are known no more."""


class LogUnreadable(ValueError):
    """A log that was kept and cannot be read, or played, any more; what the ledger says of its match stays."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A computer took over somebody's seat in a round; `back` is when he was there again, None if he stayed away."""

    seat: int
    round: int
    left: datetime
    back: datetime | None


def stored_entries(match_id: str) -> list[LogEntry]:
    """The log of a finished match, empty where none was kept. Raises LogUnreadable."""
    stored = StoredLog.objects.filter(match=match_id).first()
    return [] if stored is None else entries_in(bytes(stored.entries))


def entries_in(kept: bytes) -> list[LogEntry]:
    """The log as the database keeps it. Raises LogUnreadable."""
    try:
        packed = msgspec.msgpack.decode(zlib.decompress(kept), type=list[bytes])
        return [read_entry(entry) for entry in packed]
    except _MISREAD as problem:
        raise LogUnreadable(repr(problem)) from problem


def entries_to_show(match_id: str) -> list[LogEntry]:
    """The same for a page that has more to show: empty too for a log that cannot be read any more."""
    try:
        return stored_entries(match_id)
    except LogUnreadable:
        log.exception("The log of match %s cannot be read", match_id)
        return []


def absences(entries: Sequence[LogEntry]) -> list[Absence]:
    """Whose seats a computer took over, and until when, in the order in which they left."""
    away: dict[int, Absence] = {}
    found: list[Absence] = []
    number = 1
    for entry in entries:
        match entry.action:
            case Deal(kinds):
                number += 1
                gone = list(away) if kinds is None else _gone(kinds)
                found += [_until(away.pop(seat), entry) for seat in list(away) if seat not in gone]
                away |= {seat: Absence(seat, number, _at(entry), None) for seat in gone if seat not in away}
            case Replaced(seat):
                away.setdefault(seat, Absence(seat, number, _at(entry), None))
            case Returned(seat) if seat in away:
                found.append(_until(away.pop(seat), entry))
            case _:
                pass
    return sorted([*found, *away.values()], key=lambda each: (each.left, each.seat))


def _gone(kinds: Sequence[SeatKind]) -> list[int]:
    return [seat for seat, kind in enumerate(kinds) if kind is SeatKind.REPLACEMENT]


def _until(absence: Absence, entry: LogEntry) -> Absence:
    return Absence(absence.seat, absence.round, absence.left, _at(entry))


def _at(entry: LogEntry) -> datetime:
    return datetime.fromtimestamp(entry.at / 1000, UTC)


# Round by round what a seat saw.

EPOCH = 1


class _Step(NamedTuple):
    """The match after a logged action, the rounds finished by then, and what happened since the step before."""

    number: int
    entry: LogEntry
    state: MatchState[Any]
    events: tuple[Event, ...]
    sheet: tuple[Round, ...]


def replay_round(
    match_id: str, entries: Sequence[LogEntry], names: Sequence[str], *, number: int, seat: int, all_hands: bool
) -> bytes:
    """A round as a page shows it, in JSON: {"steps": [{"frame": ...}, ...]}, each frame as the seat was sent it.

    With `all_hands` a step also tells who acted (`by`), every seat's hand, and why a computer did what it did; else it
    holds what the seat saw and nothing more, and what the seat could not notice is no step. Raises LogUnreadable.
    """
    try:
        shown = _shown(match_id, entries, names, number, Seat(seat), all_hands=all_hands)
    except (*_MISREAD, Refused) as problem:
        raise LogUnreadable(repr(problem)) from problem
    return msgspec.json.encode({"steps": shown})


def _shown(
    match_id: str, entries: Sequence[LogEntry], names: Sequence[str], number: int, seat: Seat, *, all_hands: bool
) -> list[Mapping[str, Any]]:
    key = salted_hmac("games.replay", f"{match_id}:{number}", algorithm="sha256").digest()[:16]
    handles = Handles(key)
    shown: list[Mapping[str, Any]] = []
    last: View | None = None
    for step in _steps_of_round(entries, number):
        view = engine.view(step.state, seat)
        if not all_hands and view == last and not heard_by(step.events, seat):
            continue
        last = view
        frame = _frame(match_id, step, view, handles, names, version=len(shown) + 1)
        shown.append({"frame": msgspec.Raw(frame.encode()), **(_behind(step) if all_hands else {})})
    return shown


def _steps_of_round(entries: Sequence[LogEntry], number: int) -> Iterator[_Step]:
    played = replayable(entries)
    sheet: tuple[Round, ...] = ()
    dealt = 1
    for place, (entry, (state, events)) in enumerate(zip(entries, engine.steps(played), strict=True)):
        dealt += isinstance(entry.action, Deal)
        result = state.round.result
        if result is not None and state.rounds_played > len(sheet):
            sheet = (*sheet, Round(result.points, tuple(result.winners), result.reason))
        if dealt > number:
            return
        if dealt == number:
            yield _Step(place, entry, state, events, sheet)


def _frame(match_id: str, step: _Step, view: View, handles: Handles, names: Sequence[str], *, version: int) -> str:
    """The frame of a step: no page is told to the seat's person any more, and no clock runs."""
    around = Surroundings(
        match_id=match_id,
        epoch=EPOCH,
        seats=tuple([SeatNote(None, name, None, left=False, ready=False) for name in names]),
        timers={},
        dealing=False,
        sheet=step.sheet,
        closed=False,
    )
    frames = Frames(lambda _: view, around, handles, step.events)
    return frames.frame(view.seat, version, with_events=True)


def _behind(step: _Step) -> dict[str, Any]:
    """What no seat saw at that moment, and everybody may see once the match is over."""
    hands = [engine.view(step.state, Seat(seat)).hand for seat in range(len(step.state.kinds))]
    why = step.entry.why
    return {
        "by": step.entry.actor,
        "hands": [[card.code for _, card in hand] for hand in hands],
        "why": None if why is None else {"code": why[0], "facts": dict(why[1])},
    }
