"""Running totals of people's matches: the ledger's transaction adds each match once, when all of it is there.

Whoever changes a person's totals holds his identities' rows, so that nobody else does. What is not simply the next
match in time (it came late, a line was corrected, a guest was claimed) has the person counted again from the start,
which gives the very same totals; the nightly recount compares.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby, permutations
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.db.models import Q, QuerySet, Sum

from accounts.animals import is_animal
from accounts.models import Identity
from games.models import LedgerLine, Match, MatchSeat, Round
from games.selectors.scores import Corrections, corrections_in, points_in
from games.tally_models import LATEST, Meeting, Tally

AT_ONCE: Final = 500
TALLY_KEY: Final = ("player_id", "ruleset")
TALLY_FIGURES: Final = (
    *("matches", "won", "rounds", "rounds_won", "points", "lasted", "row", "streak"),
    *("best_round", "best_round_match", "best_match", "best_match_match"),
    *("spread", "latest", "newest", "newest_match"),
)
MEETING_KEY: Final = ("player_id", "other_id", "ruleset")
MEETING_FIGURES: Final = ("matches", "won", "lost", "points", "their_points")

log = logging.getLogger(__name__)


class Played(NamedTuple):
    """A finished match as one of its people counts it; `rounds` are their points and whether he won them."""

    match_id: str
    ruleset: str
    ended: datetime
    lasted: timedelta
    won: bool
    rounds: Sequence[tuple[int, bool]]


class Place(NamedTuple):
    """A person's seat: the first one of those he had. `known`: by a name that tells who he is."""

    owner: UUID
    seat: int
    known: bool


class Counted(NamedTuple):
    """Totals by person and rule set, and by each two of them in both directions."""

    tallies: dict[tuple[UUID, str], Tally]
    meetings: dict[tuple[UUID, UUID, str], Meeting]

    def tally(self, owner: UUID, ruleset: str) -> Tally:
        """The one of this person, new where there was none."""
        return self.tallies.setdefault((owner, ruleset), Tally(player_id=owner, ruleset=ruleset))

    def meeting(self, player: UUID, other: UUID, ruleset: str) -> Meeting:
        """The one of these two, new where there was none."""
        new = Meeting(player_id=player, other_id=other, ruleset=ruleset)
        return self.meetings.setdefault((player, other, ruleset), new)


def lock_match(match_id: str) -> None:
    """Whoever writes to a match outside practice holds it first: then one of its writers finds it complete."""
    list(Match.objects.select_for_update(no_key=True).filter(pk=match_id, practice=False).values_list("pk"))


@transaction.atomic
def tally_match(*, match_id: str, complete: bool = True) -> bool:
    """Add a match to its people's totals, once; whether it was. One that is not `complete` yet waits, if it shall be.

    Its people are counted again when something is told of a match that was added already.
    """
    lock_match(match_id)
    match = Match.objects.filter(pk=match_id, ended__isnull=False, practice=False).first()
    if match is None or (complete and Round.objects.filter(match=match_id).count() < match.rounds):
        return False
    seats = list(MatchSeat.objects.filter(match=match_id, identity__isnull=False).order_by("seat"))
    owners = _lock({seat.identity_id for seat in seats if seat.identity_id is not None})
    Match.objects.filter(pk=match_id).update(tallied=True)
    added = not match.tallied and _add_match(match, seats, owners)
    if not added:
        for owner in set(owners.values()):
            _count_again(owner)
    return not match.tallied


def tally_beside(*, match_id: str) -> None:
    """The same within the ledger's transaction, which a fault of the totals must not stop: the night adds the match."""
    try:
        tally_match(match_id=match_id)
    except (IntegrityError, DataError):
        log.exception("Match %s was not added to the running totals", match_id)


def tally_missing(*, since: datetime | None = None, complete: bool = True) -> int:
    """Add what ended (since then) and was not added; how many matches."""
    missing = Match.objects.filter(ended__isnull=False, practice=False, tallied=False)
    if since is not None:
        missing = missing.filter(ended__gte=since)
    ids = list(missing.order_by("ended", "pk").values_list("pk", flat=True))
    return sum(tally_match(match_id=match_id, complete=complete) for match_id in ids)


@transaction.atomic
def count_again(*, identity_id: UUID) -> bool:
    """Count the person behind an identity again from the start; whether anything had been otherwise."""
    owner = _lock({identity_id}).get(identity_id)
    return owner is not None and _count_again(owner)


def take_over_totals(guest: UUID, own: UUID) -> None:
    """A guest has become one of an account's identities: his matches count as the account's."""
    if not Tally.objects.filter(player=guest).exists():
        return
    Tally.objects.filter(player=guest).delete()
    Meeting.objects.filter(Q(player=guest) | Q(other=guest)).delete()
    count_again(identity_id=own)


def forget_totals(identity_id: UUID) -> None:
    """Nobody may tell any more what this identity did, nor whom it met; other people's own totals stay."""
    Tally.objects.filter(player=identity_id).delete()
    Meeting.objects.filter(Q(player=identity_id) | Q(other=identity_id)).delete()


def check_totals(*, matches: QuerySet[Match]) -> int:
    """Count everybody again who played in one of these, and put right what differs; how many people's."""
    seats = MatchSeat.objects.filter(match__in=matches.filter(practice=False), identity__isnull=False)
    found = 0
    checked: set[UUID] = set()
    for identity_id in seats.order_by().values_list("identity", flat=True).distinct():
        owner = _owners({identity_id}).get(identity_id)
        if owner is None or owner in checked:
            continue
        checked.add(owner)
        if count_again(identity_id=owner):
            log.error("The running totals of %s were wrong", owner)
            found += 1
    return found


# Whose totals.


def _owners(identities: Iterable[UUID]) -> dict[UUID, UUID]:
    """Under which identity each one's matches count; former players are nobody any more."""
    found: dict[UUID, UUID] = {}
    wanted = list(identities)
    for start in range(0, len(wanted), AT_ONCE):
        living = Identity.objects.filter(pk__in=wanted[start : start + AT_ONCE]).exclude(kind=Identity.Kind.FORMER)
        users = dict(living.values_list("pk", "user"))
        own = Identity.objects.filter(user__in={user for user in users.values() if user}, claimed__isnull=True)
        by_user = dict(own.values_list("user", "pk"))
        found |= {pk: by_user.get(user, pk) for pk, user in users.items()}
    return found


def _lock(identities: Iterable[UUID]) -> dict[UUID, UUID]:
    """Hold these identities and those under which they count until the transaction ends; the latter by the former."""
    wanted = set(identities)
    before: dict[UUID, UUID] | None = None
    while (owners := _owners(wanted)) != before:
        _hold(wanted | set(owners.values()))
        before = owners
    return owners


def _hold(identities: Iterable[UUID]) -> None:
    rows = Identity.objects.select_for_update(no_key=True).filter(pk__in=list(identities))
    list(rows.order_by("pk").values_list("pk"))


# Adding the next match.


def _add_match(match: Match, seats: Sequence[MatchSeat], owners: Mapping[UUID, UUID]) -> bool:
    """False for a match that is not the newest of all its people: then they are counted again."""
    places = _places(seats, owners)
    so_far = _so_far(places, match.ruleset)
    if not all(_is_next(tally, match) for tally in so_far.tallies.values()):
        return False
    points = _points_of(match, places)
    winners = dict(Round.objects.filter(match=match).values_list("number", "winners"))
    for owner, place in places.items():
        rounds = [(value, place.seat in winners.get(number, ())) for number, value in sorted(points[owner].items())]
        played = _played(match, won=place.seat in match.winners, rounds=rounds)
        _add(so_far.tally(owner, match.ruleset), played)
    _meet(so_far, match, list(places.values()), corrections_in([match.pk]))
    _write(so_far)
    return True


def _so_far(owners: Iterable[UUID], ruleset: str) -> Counted:
    mine = list(owners)
    tallies = Tally.objects.filter(player__in=mine, ruleset=ruleset)
    meetings = Meeting.objects.filter(player__in=mine, other__in=mine, ruleset=ruleset)
    return Counted(
        {(each.player_id, ruleset): each for each in tallies},
        {(each.player_id, each.other_id, ruleset): each for each in meetings},
    )


def _is_next(tally: Tally, match: Match) -> bool:
    return tally.newest is None or match.ended is None or (tally.newest, tally.newest_match) < (match.ended, match.pk)


def _points_of(match: Match, places: Mapping[UUID, Place]) -> dict[UUID, dict[int, int]]:
    """By person and round, corrections included."""
    holders = {place.seat: owner for owner, place in places.items()}
    found: dict[UUID, dict[int, int]] = defaultdict(dict)
    for seat, number, points in LedgerLine.objects.filter(match=match).values_list("seat", "round", "points"):
        owner = holders.get(seat)
        if owner is not None:
            found[owner][number] = found[owner].get(number, 0) + points
    return found


def _places(seats: Iterable[MatchSeat], owners: Mapping[UUID, UUID]) -> dict[UUID, Place]:
    """The people of a match, each by the first of his seats."""
    found: dict[UUID, Place] = {}
    for seat in seats:
        owner = owners.get(seat.identity_id) if seat.identity_id is not None else None
        if owner is not None:
            found.setdefault(owner, Place(owner, seat.seat, not is_animal(seat.name)))
    return found


def _played(match: Match, *, won: bool, rounds: Sequence[tuple[int, bool]]) -> Played:
    if match.ended is None:
        raise ValueError("the match runs")
    lasted = match.ended - match.started - match.waited
    return Played(match.pk, match.ruleset, match.ended, lasted, won, rounds)


def _add(tally: Tally, played: Played) -> None:
    """Add the next match in time; of equal records the first one stands."""
    tally.matches += 1
    tally.won += played.won
    tally.lasted += played.lasted
    tally.row = tally.row + 1 if played.won else 0
    tally.streak = max(tally.streak, tally.row)
    tally.newest, tally.newest_match = played.ended, played.match_id
    for points, won in played.rounds:
        tally.rounds += 1
        tally.rounds_won += won
        tally.spread[str(points)] = tally.spread.get(str(points), 0) + 1
        if tally.best_round is None or points > tally.best_round:
            tally.best_round, tally.best_round_match = points, played.match_id
    total = sum(points for points, _ in played.rounds)
    tally.points += total
    if played.rounds and (tally.best_match is None or total > tally.best_match):
        tally.best_match, tally.best_match_match = total, played.match_id
    tally.latest = [*tally.latest, [played.ended.isoformat(), total]][-LATEST:]


def _meet(counted: Counted, match: Match, places: Sequence[Place], corrections: Corrections) -> None:
    """Add a match to the totals of each two of its people; somebody under an animal's name is nobody to the others."""
    for mine, theirs in permutations(places, 2):
        if not theirs.known:
            continue
        meeting = counted.meeting(mine.owner, theirs.owner, match.ruleset)
        meeting.matches += 1
        meeting.won += mine.seat in match.winners and theirs.seat not in match.winners
        meeting.lost += theirs.seat in match.winners and mine.seat not in match.winners
        meeting.points += points_in(match, mine.seat, corrections)
        meeting.their_points += points_in(match, theirs.seat, corrections)


def _write(counted: Counted) -> None:
    """Put rows in place of those that stand there."""
    Tally.objects.bulk_create(
        [Tally(**_values(row, TALLY_KEY, TALLY_FIGURES)) for row in counted.tallies.values()],
        AT_ONCE,
        update_conflicts=True,
        unique_fields=["player", "ruleset"],
        update_fields=TALLY_FIGURES,
    )
    Meeting.objects.bulk_create(
        [Meeting(**_values(row, MEETING_KEY, MEETING_FIGURES)) for row in counted.meetings.values()],
        AT_ONCE,
        update_conflicts=True,
        unique_fields=["player", "other", "ruleset"],
        update_fields=MEETING_FIGURES,
    )


def _values(row: Tally | Meeting, key: Sequence[str], figures: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in (*key, *figures)}


# Counting again.


def _count_again(owner: UUID) -> bool:
    """The owner's identities are held already."""
    mine = _identities_of(owner)
    own_rows = Tally.objects.filter(player__in=mine)
    met_rows = Meeting.objects.filter(Q(player__in=mine) | Q(other__in=mine))
    counted = _counted(owner, mine)
    before = _facts(own_rows, met_rows)
    after = _facts(counted.tallies.values(), counted.meetings.values())
    if before == after:
        return False
    own_rows.delete()
    met_rows.delete()
    _write(counted)
    return True


def _facts(tallies: Iterable[Tally], meetings: Iterable[Meeting]) -> list[str]:
    """All that these rows say, for comparing."""
    totals = [_values(row, TALLY_KEY, TALLY_FIGURES) | {"spread": sorted(row.spread.items())} for row in tallies]
    together = [_values(row, MEETING_KEY, MEETING_FIGURES) for row in meetings]
    return sorted(map(str, totals + together))


def _identities_of(owner: UUID) -> list[UUID]:
    user = Identity.objects.filter(pk=owner).values_list("user", flat=True).first()
    if user is None:
        return [owner]
    mine = list(Identity.objects.filter(user=user).values_list("pk", flat=True))
    _hold(mine)
    return mine


def _counted(owner: UUID, mine: Sequence[UUID]) -> Counted:
    """Everything from the beginning, in order of time."""
    counted = Counted({}, {})
    rounds, around = _rounds_of(mine), _people_around(mine)
    corrections = corrections_in(Match.objects.filter(seats__identity__in=mine, tallied=True))
    own = MatchSeat.objects.filter(identity__in=mine, match__tallied=True, match__practice=False)
    last = ""
    for seat in own.select_related("match").order_by("ended", "match", "seat").iterator(chunk_size=2000):
        match = seat.match
        if match.pk == last:
            continue
        last = match.pk
        won = [(points, seat.seat in winners) for points, winners in rounds.get((match.pk, seat.seat), ())]
        played = _played(match, won=seat.seat in match.winners, rounds=won)
        _add(counted.tally(owner, match.ruleset), played)
        me = next(place for place in around[match.pk] if place.owner == owner)
        for other in around[match.pk]:
            if other.owner != owner:
                _meet(counted, match, [me, other], corrections)
    return counted


def _rounds_of(mine: Sequence[UUID]) -> dict[tuple[str, int], list[tuple[int, Sequence[int]]]]:
    """By match and seat, in order: what a person's seat got in each round, corrections included, and its winners."""
    sat = Match.objects.filter(seats__identity__in=mine, tallied=True, practice=False).values("pk")
    rows = Round.objects.filter(match__in=sat).order_by().values_list("match", "number", "winners")
    winners = {(match, number): who for match, number, who in rows.iterator(chunk_size=2000)}
    lines = LedgerLine.objects.filter(identity__in=mine, practice=False).order_by("match", "seat", "round")
    sums = lines.values_list("match", "seat", "round").annotate(points=Sum("points")).iterator(chunk_size=2000)
    found: dict[tuple[str, int], list[tuple[int, Sequence[int]]]] = defaultdict(list)
    for match, seat, number, points in sums:
        found[match, seat].append((points, winners.get((match, number), ())))
    return found


def _people_around(mine: Sequence[UUID]) -> dict[str, list[Place]]:
    """The people of each of a person's matches, each by the first of his seats."""
    sat = Match.objects.filter(seats__identity__in=mine, tallied=True, practice=False).values("pk")
    seats = MatchSeat.objects.filter(match__in=sat, identity__isnull=False).order_by("match", "seat")
    owners = _owners(set(seats.order_by().values_list("identity", flat=True).distinct()))
    groups = groupby(seats.iterator(chunk_size=2000), key=attrgetter("match_id"))
    return {match: list(_places(group, owners).values()) for match, group in groups}
