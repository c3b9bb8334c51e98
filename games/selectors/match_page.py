"""One finished match as its page shows it: the sheet on paper, places, how long it took."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext

from games.engine import RULESETS
from games.models import LedgerLine, Match, MatchSeat
from games.selectors.history import ListedSeat, listed_seat
from games.selectors.people import Person, can_be_met, is_known
from games.selectors.scores import SheetRound, score_sheet


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat scored in a round. `by_computer`: a computer finished the round for it."""

    points: int
    won: bool
    by_computer: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a round's account."""

    name: str
    what: str
    points: int
    correction: str


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round's row on the sheet, and what its points are made of."""

    number: int
    cells: tuple[Cell, ...]
    reason: str
    lasted: timedelta
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The match for one reader. `known`: seats whose people have pages of their own with the reader."""

    match: Match
    seats: tuple[ListedSeat, ...]
    ranked: tuple[ListedSeat, ...]
    known: frozenset[int]
    rounds: tuple[PaperRound, ...]
    totals: tuple[int, ...]
    lasted: timedelta

    @property
    def family(self) -> str:
        """The family of the match's rule set."""
        return RULESETS[self.match.ruleset].family


def match_page(match: Match, person: Person, *, to_strangers: bool = False) -> MatchPage:
    """A match's page, in a number of queries that does not depend on it.

    Strangers, who were given a link, read no name that anybody but its maker has thought up.
    """
    rows = list(MatchSeat.objects.filter(match=match).select_related("identity").order_by("seat"))
    seats = tuple(listed_seat(row, match, person) for row in rows)
    if to_strangers:
        seats = tuple(
            _unnamed(seat) if is_known(row) and not seat.mine else seat for seat, row in zip(seats, rows, strict=True)
        )
    sheet = score_sheet(match.pk)
    last = len(seats) + 1
    return MatchPage(
        match=match,
        seats=seats,
        ranked=tuple(sorted(seats, key=lambda seat: (seat.place or last, seat.seat))),
        known=frozenset(row.seat for row in rows if row.identity_id not in person and can_be_met(row)),
        rounds=tuple(_paper_round(one, seats) for one in sheet.rounds),
        totals=sheet.totals,
        lasted=(match.ended or match.started) - match.started - match.waited,
    )


def _unnamed(seat: ListedSeat) -> ListedSeat:
    return replace(seat, name=gettext("Player %(number)s") % {"number": seat.seat + 1})


def _paper_round(one: SheetRound, seats: Sequence[ListedSeat]) -> PaperRound:
    return PaperRound(
        number=one.number,
        cells=tuple(Cell(points, seat in one.winners, seat in one.replaced) for seat, points in enumerate(one.points)),
        reason=one.reason,
        lasted=one.ended - one.started,
        entries=tuple(
            Entry(seats[line.seat].name, str(LedgerLine.Kind(line.kind).label), line.points, line.correction)
            for line in one.lines
        ),
    )
