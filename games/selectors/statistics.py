"""What is counted of a person's matches, practice left out: by rule set, as records, against somebody, over time.

It is read from the running totals (`services.tallies`), and so costs the same however many the matches are.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from accounts.animals import MARK
from games.engine import RULESETS
from games.models import Match, MatchSeat
from games.selectors.people import Person
from games.selectors.scores import corrections_in
from games.tally_models import Meeting, Tally

MOST_BARS: Final = 12
WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Points that a bar of the distribution may span."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A record: how much, and in which match."""

    value: int
    match_id: str


@dataclass(frozen=True, slots=True)
class Bar:
    """How many rounds have come to so many points: from `least` to `most`, both included."""

    least: int
    most: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a person has done in one rule set.

    `streak` is the longest row of matches won, `lasted` all of them. `over_time`: what each of the latest matches has
    come to, in order of time. `bars`: the rounds by their points, in bars of one width.
    """

    ruleset: str
    matches: int
    won: int
    rounds: int
    rounds_won: int
    points: int
    best_round: Mark | None
    best_match: Mark | None
    streak: int
    lasted: timedelta
    over_time: tuple[tuple[datetime, int], ...] = field(repr=False)
    bars: tuple[Bar, ...] = field(repr=False)

    @property
    def family(self) -> str:
        """The family of the rule set."""
        return RULESETS[self.ruleset].family

    @property
    def average(self) -> float:
        """Points of a round on average."""
        return self.points / self.rounds if self.rounds else 0.0


def figures(person: Person) -> list[Figures]:
    """What somebody has done, rule set by rule set in the site's order, in one query."""
    found = {tally.ruleset: _figures(tally) for tally in Tally.objects.filter(player__in=person.identities)}
    return [found[ruleset] for ruleset in RULESETS if ruleset in found]


def figures_in(person: Person, ruleset: str) -> Figures | None:
    """The same of one rule set; None where he has finished no match."""
    tally = Tally.objects.filter(player__in=person.identities, ruleset=ruleset).first()
    return None if tally is None else _figures(tally)


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
    """Two people's matches together; those in which the other went by an animal's name are nobody's.

    The running totals hold nothing of a former player: what one has played with him is counted from the matches.
    """
    meetings = Meeting.objects.filter(player__in=person.identities, other__in=other.identities)
    fields = ("ruleset", "matches", "won", "lost", "points", "their_points")
    found = {row[0]: Together(*row) for row in meetings.values_list(*fields)} or _counted_together(person, other)
    return [found[ruleset] for ruleset in RULESETS if ruleset in found]


def _counted_together(person: Person, other: Person) -> dict[str, Together]:
    """By rule set, in two queries; each of the two counts by the first of his seats."""
    theirs = MatchSeat.objects.filter(
        identity__in=other.identities,
        ended__isnull=False,
        match__practice=False,
        match__seats__identity__in=person.identities,
    ).exclude(name__startswith=MARK)
    fields = ("match", "match__ruleset", "match__winners", "match__totals", "match__seats__seat", "seat")
    corrections = corrections_in(Match.objects.filter(seats__in=theirs))
    found: dict[str, Together] = {}
    last = ""
    in_order = theirs.order_by("match", "seat", "match__seats__seat").values_list(*fields)
    for match, ruleset, winners, totals, mine, seat in in_order.iterator(chunk_size=2000):
        if match == last:
            continue
        last = match
        both = found.setdefault(ruleset, Together(ruleset))
        both.matches += 1
        both.won += mine in winners and seat not in winners
        both.lost += seat in winners and mine not in winners
        both.points += sum(totals[mine : mine + 1]) + corrections.get((match, mine), 0)
        both.their_points += sum(totals[seat : seat + 1]) + corrections.get((match, seat), 0)
    return found


def _figures(tally: Tally) -> Figures:
    return Figures(
        ruleset=tally.ruleset,
        matches=tally.matches,
        won=tally.won,
        rounds=tally.rounds,
        rounds_won=tally.rounds_won,
        points=tally.points,
        best_round=None if tally.best_round is None else Mark(tally.best_round, tally.best_round_match),
        best_match=None if tally.best_match is None else Mark(tally.best_match, tally.best_match_match),
        streak=tally.streak,
        lasted=tally.lasted,
        over_time=tuple((datetime.fromisoformat(ended), points) for ended, points in tally.latest),
        bars=tuple(_bars((int(points), rounds) for points, rounds in tally.spread.items())),
    )


def _bars(spread: Iterable[tuple[int, int]]) -> list[Bar]:
    rounds = dict(spread)
    if not rounds:
        return []
    span = max(rounds) - min(rounds) + 1
    width = next((width for width in WIDTHS if span <= width * (MOST_BARS - 1)), WIDTHS[-1])
    counts: Counter[int] = Counter()
    for points, times in rounds.items():
        counts[points // width] += times
    return [Bar(bar * width, (bar + 1) * width - 1, counts[bar]) for bar in range(min(counts), max(counts) + 1)]
