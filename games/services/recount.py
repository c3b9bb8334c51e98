"""Counting again: every total from the stored log of its match, compared with what the ledger says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Substr

from games import engine
from games.engine import Log, MatchState, RoundResult
from games.live.log import replayable
from games.models import LedgerLine, Match, StoredLog
from games.services.replays import entries_in

TURNS: Final = "abcdefghijklmnopqrstuvwxyz234567"
"""What stands behind the shard in matches' ids, each letter in as many."""
MOST_A_NIGHT: Final = 5_000
"""Up to so many matches are all counted again every night; more take turns."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something the log and the ledger do not agree on; `round` is None for the match's totals."""

    match_id: str
    round: int | None
    counted: str
    recorded: str


def ended_since(moment: datetime) -> QuerySet[Match]:
    return Match.objects.filter(ended__gte=moment)


def due_on(day: datetime, most: int = MOST_A_NIGHT) -> QuerySet[Match]:
    """What the night before `day` counts again: every match, as long as they are no more than `most`.

    Of more than that the matches of two days, and of all others those whose turn it is: it comes every 32 days.
    """
    finished = Match.objects.filter(ended__isnull=False)
    if finished.count() <= most:
        return finished
    turn = TURNS[day.toordinal() % len(TURNS)]
    finished = finished.alias(letter=Substr("pk", 3, 1))
    return finished.filter(Q(ended__gte=day - timedelta(days=2)) | Q(letter=turn))


def differences_in(matches: QuerySet[Match]) -> Iterator[Difference]:
    """The differences of these matches, one match in memory at a time."""
    for match_id in matches.order_by("ended").values_list("pk", flat=True).iterator():
        yield from differences(match_id)


def differences(match_id: str) -> list[Difference]:
    """What a finished match's log and its ledger lines, corrections left out, do not agree on."""
    match = Match.objects.get(pk=match_id)
    stored = StoredLog.objects.filter(match=match_id).first()
    if stored is None:
        return [Difference(match_id, None, "no log", str(match.totals))]
    try:
        rounds, end = _play_again(replayable(entries_in(bytes(stored.entries))))
    except (ValueError, TypeError, engine.Refused) as problem:
        return [Difference(match_id, None, f"the log cannot be replayed: {problem}", str(match.totals))]
    found = [
        Difference(match_id, number, str(counted), str(recorded))
        for number in range(1, max(len(rounds), match.rounds) + 1)
        if (counted := _counted(rounds, number)) != (recorded := _recorded(match_id, number))
    ]
    if list(end.totals) != match.totals:
        found.append(Difference(match_id, None, str(list(end.totals)), str(match.totals)))
    return found


def _play_again(log: Log) -> tuple[list[RoundResult], MatchState[Any]]:
    """The results of a log's rounds, and the state at its end."""
    rounds: list[RoundResult] = []
    for state in engine.states(log):
        if state.rounds_played > len(rounds) and state.round.result is not None:
            rounds.append(state.round.result)
    return rounds, state


def _counted(rounds: Sequence[RoundResult], number: int) -> dict[tuple[int, str], int]:
    lines: dict[tuple[int, str], int] = {}
    for line in rounds[number - 1].lines if number <= len(rounds) else ():
        key = (int(line.seat), line.kind.value)
        lines[key] = lines.get(key, 0) + line.points
    return lines


def _recorded(match_id: str, number: int) -> dict[tuple[int, str], int]:
    lines = LedgerLine.objects.filter(match=match_id, round=number, corrects__isnull=True)
    return {(line.seat, line.kind): line.points for line in lines.order_by("seat", "kind")}
