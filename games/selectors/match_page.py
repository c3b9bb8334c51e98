"""One finished match as its page shows it: the sheet on paper, places, how long it took."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext

from games.engine import RULESETS
from games.models import LedgerLine, Match, MatchSeat
from games.selectors.history import ListedSeat, listed_seat
from games.selectors.people import Person, can_be_met, is_known
from games.selectors.scores import SheetRound, corrections_in, score_sheet

TEAMS: Final = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat scored in a round. `by_computer`: a computer finished the round for it."""

    points: int
    won: bool
    by_computer: bool


@dataclass(frozen=True, slots=True)
class Team:
    """Two partners on the sheet: what they have together, and how many rounds they lost."""

    names: tuple[str, ...]
    mine: bool
    total: int
    lost: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a round's account."""

    name: str
    what: str
    points: int
    correction: str


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round's row on the sheet, and what its points are made of. `sums`: of the teams, if there are any."""

    number: int
    cells: tuple[Cell, ...]
    sums: tuple[Cell, ...]
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
    teams: tuple[Team, ...]
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
    corrections = corrections_in([match.pk])
    seats = tuple(listed_seat(row, match, person, corrections) for row in rows)
    if to_strangers:
        seats = tuple(
            _unnamed(seat) if is_known(row) and not seat.mine else seat for seat, row in zip(seats, rows, strict=True)
        )
    sheet = score_sheet(match.pk)
    rounds = tuple(_paper_round(one, seats, in_teams=match.teams) for one in sheet.rounds)
    last = len(seats) + 1
    return MatchPage(
        match=match,
        seats=seats,
        ranked=tuple(sorted(seats, key=lambda seat: (seat.place or last, seat.seat))),
        known=frozenset(row.seat for row in rows if row.identity_id not in person and can_be_met(row)),
        rounds=rounds,
        totals=sheet.totals,
        teams=_teams(seats, rounds, sheet.totals) if match.teams else (),
        lasted=(match.ended or match.started) - match.started - match.waited,
    )


def _unnamed(seat: ListedSeat) -> ListedSeat:
    return replace(seat, name=gettext("Player %(number)s") % {"number": seat.seat + 1})


def _teams(seats: Sequence[ListedSeat], rounds: Sequence[PaperRound], totals: Sequence[int]) -> tuple[Team, ...]:
    return tuple(
        Team(
            names=tuple(seats[seat].name for seat in team),
            mine=any(seats[seat].mine for seat in team),
            total=sum(totals[seat] for seat in team),
            lost=sum(one.sums[1 - place].won for one in rounds),
        )
        for place, team in enumerate(TEAMS)
    )


def _sums(one: SheetRound) -> tuple[Cell, ...]:
    """The teams' points; the team that was lower when the round ended has lost it, whatever was corrected since."""
    sums = [sum(one.points[seat] for seat in team) for team in TEAMS]
    played = [sum(one.played[seat] for seat in team) for team in TEAMS]
    return tuple(
        Cell(points, won=own > other, by_computer=False)
        for points, own, other in zip(sums, played, reversed(played), strict=True)
    )


def _paper_round(one: SheetRound, seats: Sequence[ListedSeat], *, in_teams: bool) -> PaperRound:
    winners = () if in_teams else one.winners
    return PaperRound(
        number=one.number,
        cells=tuple(Cell(points, seat in winners, seat in one.replaced) for seat, points in enumerate(one.points)),
        sums=_sums(one) if in_teams else (),
        reason=one.reason,
        lasted=one.ended - one.started,
        entries=tuple(
            Entry(seats[line.seat].name, str(LedgerLine.Kind(line.kind).label), line.points, line.correction)
            for line in one.lines
        ),
    )
