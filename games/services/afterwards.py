"""A finished match as staff look at it: every action with its time, and all hands. A running one has no stored log."""

from collections.abc import Sequence
from typing import NamedTuple

from games import engine
from games.case_models import Report
from games.engine import Seat, Started
from games.live.log import LogEntry, replayable
from games.services.replays import stored_entries


class OpenStep(NamedTuple):
    """One logged action: seconds since the one before, who did it (None: the clock), and the hands afterwards.

    `reports` were made between the action before and this one.
    """

    seconds: float
    actor: int | None
    action: str
    hands: tuple[str, ...]
    reports: tuple[Report, ...] = ()


def open_steps(match_id: str) -> list[OpenStep]:
    """The whole log, empty where none is stored. Raises ValueError, Refused for one that does not replay."""
    entries = stored_entries(match_id)
    if not entries:
        return []
    steps, before = [], entries[0].at
    reports = list(Report.objects.filter(match_id=match_id))
    for entry, state in zip(entries, engine.states(replayable(entries)), strict=True):
        seats = range(len(state.kinds))
        hands = tuple(" ".join(card.code for _, card in engine.view(state, Seat(seat)).hand) for seat in seats)
        made = _made_between(reports, before, entry.at)
        steps.append(OpenStep((entry.at - before) / 1000, entry.actor, _words(entry), hands, made))
        before = entry.at
    return steps


def _made_between(reports: Sequence[Report], before: int, until: int) -> tuple[Report, ...]:
    """Those of two instants in ms."""
    return tuple(report for report in reports if before < report.made.timestamp() * 1000 <= until)


def _words(entry: LogEntry) -> str:
    action = entry.action
    if isinstance(action, Started):
        return "Start"
    given = ((name, getattr(action, name)) for name in type(action).__slots__)
    fields = (
        f"{name}={getattr(value, 'code', value)}" for name, value in given if value is not None and value is not False
    )
    return " ".join([type(action).__name__, *fields])
