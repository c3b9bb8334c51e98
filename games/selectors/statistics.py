"""What is counted of a person's matches, practice left out: by rule set, as records, against somebody, over time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet, Sum

from accounts.animals import MARK
from games.engine import RULESETS
from games.models import LedgerLine, MatchSeat, Round
from games.selectors.people import Person

LAST: Final = 60
"""Matches on the chart of points over time."""
MOST_BARS: Final = 12
WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Points that a bar of the distribution may span."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A record: how much, and in which match."""

    value: int
    match_id: str


@dataclass(slots=True)
class Tally:
    """What a person has done in one rule set. `streak` is the longest row of matches won, `lasted` all of them."""

    ruleset: str
    matches: int = 0
    won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    best_round: Mark | None = None
    best_match: Mark | None = None
    streak: int = 0
    lasted: timedelta = field(default_factory=timedelta)
    _row: int = 0

    @property
    def family(self) -> str:
        """The family of the rule set."""
        return RULESETS[self.ruleset].family

    @property
    def average(self) -> float:
        """Points of a round on average."""
        return self.points / self.rounds if self.rounds else 0.0

    def count_match(self, lasted: timedelta, *, won: bool) -> None:
        """Count the next match in order of time."""
        self.matches += 1
        self.won += won
        self.lasted += lasted
        self._row = self._row + 1 if won else 0
        self.streak = max(self.streak, self._row)

    def count_round(self, match_id: str, points: int, *, won: bool) -> None:
        """Count a round; the best one is the first of equals."""
        self.rounds += 1
        self.rounds_won += won
        self.points += points
        if self.best_round is None or points > self.best_round.value:
            self.best_round = Mark(points, match_id)

    def count_total(self, match_id: str, points: int) -> None:
        """Count what a match has come to."""
        if self.best_match is None or points > self.best_match.value:
            self.best_match = Mark(points, match_id)


def tallies(person: Person) -> list[Tally]:
    """What somebody has done, rule set by rule set in the site's order, in three queries."""
    found: dict[str, Tally] = {}
    seats: dict[str, int] = {}
    fields = ("match", "seat", "match__ruleset", "match__started", "ended", "match__waited", "match__winners")
    in_order = _seats(person).order_by("ended", "match").values_list(*fields).iterator(chunk_size=2000)
    for match_id, seat, ruleset, started, ended, waited, winners in in_order:
        if match_id not in seats:
            seats[match_id] = seat
            found.setdefault(ruleset, Tally(ruleset)).count_match(ended - started - waited, won=seat in winners)
    round_winners = _round_winners(person)
    totals: Counter[str] = Counter()
    rulesets: dict[str, str] = {}
    for ruleset, match_id, number, points in _points_of_rounds(person):
        if match_id in seats:
            rulesets[match_id] = ruleset
            totals[match_id] += points
            won = seats[match_id] in round_winners.get((match_id, number), ())
            found[ruleset].count_round(match_id, points, won=won)
    for match_id, points in totals.items():
        found[rulesets[match_id]].count_total(match_id, points)
    return [found[ruleset] for ruleset in RULESETS if ruleset in found]


def points_over_time(person: Person, ruleset: str, *, last: int = LAST) -> list[tuple[datetime, int]]:
    """What each of the latest matches has come to, in order of time."""
    seats = _seats(person).filter(match__ruleset=ruleset).order_by("-ended", "-match")
    ends = {match_id: ended for match_id, ended in seats.values_list("match", "ended")[:last] if ended is not None}
    sums = _lines(person).filter(match__in=list(ends)).order_by().values_list("match").annotate(points=Sum("points"))
    points = dict(sums)
    return [(ended, points.get(match_id, 0)) for match_id, ended in reversed(ends.items())]


@dataclass(frozen=True, slots=True)
class Bar:
    """How many rounds have come to so many points: from `least` to `most`, both included."""

    least: int
    most: int
    rounds: int


def distribution(person: Person, ruleset: str) -> list[Bar]:
    """The rounds of a rule set by their points, in bars of one width."""
    points = [points for of, _, _, points in _points_of_rounds(person) if of == ruleset]
    if not points:
        return []
    span = max(points) - min(points) + 1
    width = next((width for width in WIDTHS if span <= width * (MOST_BARS - 1)), WIDTHS[-1])
    counts = Counter(value // width for value in points)
    return [Bar(bar * width, (bar + 1) * width - 1, counts[bar]) for bar in range(min(counts), max(counts) + 1)]


@dataclass(slots=True)
class Together:
    """Two people in one rule set: matches both played, and of these what each has won and scored."""

    ruleset: str
    matches: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0
    their_points: int = 0

    @property
    def family(self) -> str:
        """The family of the rule set."""
        return RULESETS[self.ruleset].family


def head_to_head(person: Person, other: Person) -> list[Together]:
    """Two people's matches together; those in which the other went by an animal's name are nobody's."""
    theirs = MatchSeat.objects.filter(identity__in=other.identities).exclude(name__startswith=MARK)
    both = _seats(person).filter(Exists(theirs.filter(match=OuterRef("match"))))
    own = dict(both.order_by("-seat").values_list("match", "seat"))
    fields = ("match", "seat", "match__ruleset", "match__winners", "match__totals")
    rows = theirs.filter(match__in=both.order_by().values("match")).values_list(*fields)
    found: dict[str, Together] = {}
    for match_id, seat, ruleset, winners, totals in rows:
        mine = own.get(match_id)
        if mine is not None:
            so_far = found.setdefault(ruleset, Together(ruleset))
            so_far.matches += 1
            so_far.won += mine in winners and seat not in winners
            so_far.lost += seat in winners and mine not in winners
            so_far.points += _total(totals, mine)
            so_far.their_points += _total(totals, seat)
    return [found[ruleset] for ruleset in RULESETS if ruleset in found]


def _total(totals: Sequence[int], seat: int) -> int:
    return totals[seat] if seat < len(totals) else 0


def _seats(person: Person) -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(identity__in=person.identities, ended__isnull=False, match__practice=False)


def _lines(person: Person) -> QuerySet[LedgerLine]:
    return LedgerLine.objects.filter(identity__in=person.identities, practice=False)


def _points_of_rounds(person: Person) -> Iterable[tuple[str, str, int, int]]:
    """Rule set, match, round and points, corrections included."""
    grouped = _lines(person).order_by("match", "round").values_list("match__ruleset", "match", "round")
    return grouped.annotate(points=Sum("points")).iterator(chunk_size=2000)


def _round_winners(person: Person) -> dict[tuple[str, int], Sequence[int]]:
    rounds = Round.objects.filter(match__seats__identity__in=person.identities, match__practice=False).order_by()
    rows = rounds.values_list("match", "number", "winners").iterator(chunk_size=2000)
    return {(match_id, number): winners for match_id, number, winners in rows}
