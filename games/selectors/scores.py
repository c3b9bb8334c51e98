"""Score sheets as the ledger tells them: the sums of its lines, corrections included."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet, Sum

from games.models import LedgerLine, Match, MatchSeat, Round

Corrections = Mapping[tuple[str, int], int]
"""By match and seat: what corrections have changed there."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One entry: what a seat got points for; a correction says why."""

    seat: int
    kind: str
    points: int
    correction: str


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A round's line on the sheet: points by seat, who won it, how it ended, whose seats a computer finished.

    `played` are the points before any correction, by which the round was won and lost.
    """

    number: int
    points: tuple[int, ...]
    played: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    started: datetime
    ended: datetime
    replaced: tuple[int, ...]
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A match on paper: a column for each seat, a line for each round, the totals below.

    `holders` are the seats' identities, None for a computer of a practice match.
    """

    holders: tuple[UUID | None, ...]
    rounds: tuple[SheetRound, ...]
    totals: tuple[int, ...]


def score_sheet(match_id: str) -> ScoreSheet:
    """The sheet of a match so far, in three queries; without seats and rounds for a match nobody recorded."""
    holders = tuple(MatchSeat.objects.filter(match=match_id).order_by("seat").values_list("identity", flat=True))
    lines = list(LedgerLine.objects.filter(match=match_id).order_by("round", "seat", "id"))
    rounds = tuple(
        _round(one, [line for line in lines if line.round == one.number], len(holders))
        for one in Round.objects.filter(match=match_id).order_by("number")
    )
    totals = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(len(holders)))
    return ScoreSheet(holders, rounds, totals)


def _round(one: Round, lines: list[LedgerLine], seats: int) -> SheetRound:
    return SheetRound(
        number=one.number,
        points=tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(seats)),
        played=tuple(one.points),
        winners=tuple(one.winners),
        reason=one.reason,
        started=one.started,
        ended=one.ended,
        replaced=tuple(one.replaced),
        lines=tuple(SheetLine(line.seat, line.kind, line.points, line.note) for line in lines),
    )


def corrections_in(matches: Iterable[str] | QuerySet[Match]) -> Corrections:
    """The corrections of these matches: a query for all of them."""
    found = LedgerLine.objects.filter(match__in=matches, corrects__isnull=False).order_by()
    sums = found.values_list("match", "seat").annotate(points=Sum("points"))
    return {(match, seat): points for match, seat, points in sums}


def points_in(match: Match, seat: int, corrections: Corrections) -> int:
    """What a seat has come to in a match: as it was played, and as it was corrected since."""
    played: int = match.totals[seat] if seat < len(match.totals) else 0
    return played + corrections.get((match.pk, seat), 0)


def points_of(identity_id: UUID) -> int:
    """All points of a person outside practice."""
    lines = LedgerLine.objects.filter(identity=identity_id, practice=False)
    return lines.aggregate(points=Sum("points"))["points"] or 0
