"""A person's matches, the newest first: a page of them at a time, whatever their number.

A page begins after a cursor, never at an offset, so that the thousandth costs what the first does.
"""

import heapq
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.animals import MARK
from games.engine import RULESETS
from games.models import AsideMatch, Match, MatchSeat
from games.selectors.people import Person, can_be_met, is_known, name_in_sentence, person_of, seat_name
from games.selectors.scores import Corrections, corrections_in, points_in

PAGE: Final = 25
COMPANIONS_FROM: Final = 100
"""Of how many latest matches the people are offered to filter by."""
_CURSOR: Final = re.compile(r"(\d{1,17})\.([0-9a-z]{1,40})")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Filters:
    """Which matches; None means all. `length` as the wire has it; `companion`: who sat there as well."""

    ruleset: str | None = None
    length: dict[str, int] | None = None
    with_replacements: bool | None = None
    practice: bool | None = None
    companion: Person | None = None


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """One seat of a listed match. `place` is shared by equals, None where the match has no ranking."""

    seat: int
    name: str
    computer: bool
    mine: bool
    place: int | None
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A finished match on one's list: one's own seat first, then the others in their order."""

    match: Match
    own: ListedSeat
    others: tuple[ListedSeat, ...]

    @property
    def family(self) -> str:
        """The family of the match's rule set."""
        return RULESETS[self.match.ruleset].family


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of matches and the cursor after which the next begins, empty where there is none."""

    matches: tuple[ListedMatch, ...]
    older: str


def history_page(person: Person, filters: Filters, *, after: str = "", size: int = PAGE) -> HistoryPage:
    """A page of somebody's finished matches: a query for each of his identities, two for seats and corrections."""
    seats = _page_of_seats(person, filters, after, size + 1)
    shown = seats[:size]
    around = _seats_by_match(seat.match_id for seat in shown)
    corrections = corrections_in([seat.match_id for seat in shown])
    matches = tuple(_listed(seat, around[seat.match_id], person, corrections) for seat in shown)
    return HistoryPage(matches, _cursor(shown[-1]) if len(seats) > size else "")


@dataclass(frozen=True, slots=True)
class AsideLine:
    """A match that waits: where to go on, with whom, until when."""

    room_id: str
    ruleset: str
    names: str
    until: datetime

    @property
    def family(self) -> str:
        """The family of the match's rule set."""
        return RULESETS[self.ruleset].family


def aside_lines(person: Person) -> tuple[AsideLine, ...]:
    """One's matches that were put aside, the latest first, as far as the database knows: two queries."""
    waiting = AsideMatch.objects.filter(
        Exists(MatchSeat.objects.filter(match=OuterRef("match"), identity__in=person.identities)),
        match__ended__isnull=True,
        until__gt=timezone.now(),
    )
    rows = list(waiting.order_by("-since").values_list("match", "room_id", "match__ruleset", "until")[:PAGE])
    around = _seats_by_match(match_id for match_id, *_ in rows)
    return tuple(
        AsideLine(room_id, ruleset, ", ".join(map(seat_name, around[match_id])), until)
        for match_id, room_id, ruleset, until in rows
    )


def companions(person: Person) -> list[tuple[str, str]]:
    """Whom one has lately played with, to filter by: a reference to a seat of theirs, and their latest name."""
    recent = [seat.match_id for seat in _page_of_seats(person, Filters(), "", COMPANIONS_FROM)]
    found: dict[object, tuple[str, str]] = {}
    seats = MatchSeat.objects.filter(match__in=recent, identity__isnull=False).exclude(identity__in=person.identities)
    for seat in seats.select_related("identity").order_by("-ended", "-match", "seat"):
        if seat.identity is not None and is_known(seat):
            key = seat.identity.user_id or seat.identity.pk
            found.setdefault(key, (f"{seat.match_id}.{seat.seat}", seat_name(seat)))
    return sorted(found.values(), key=lambda each: each[1].casefold())


def companion_behind(person: Person, reference: str) -> tuple[Person, str] | None:
    """Whom a reference of `companions` names, with his name there; None if it is nobody one has met as such."""
    match_id, _, number = reference.partition(".")
    if not number.isdecimal() or len(number) > 1 or own_seat(person, match_id) is None:
        return None
    seat = MatchSeat.objects.filter(match=match_id, seat=int(number)).select_related("identity").first()
    if seat is None or seat.identity is None or seat.identity.pk in person or not can_be_met(seat):
        return None
    return person_of(seat.identity.pk), name_in_sentence(seat)


def own_seat(person: Person, match_id: str) -> MatchSeat | None:
    """The seat that somebody has had in a finished match: whoever had none is told nothing of it."""
    seats = MatchSeat.objects.filter(match=match_id, identity__in=person.identities, ended__isnull=False)
    return seats.select_related("match", "identity").order_by("seat").first()


def latest_match_in(person: Person, room_id: str) -> str | None:
    """The id of the last match that somebody has finished in a room, None where he has finished none there."""
    seats = MatchSeat.objects.filter(identity__in=person.identities, ended__isnull=False, match__room_id=room_id)
    return seats.order_by("-ended").values_list("match", flat=True).first()


def places_of(match: Match) -> dict[int, int]:
    """Place by seat, counted from 1 and shared by equals; none in a match that nobody has won."""
    places: dict[int, int] = {}
    if not match.winners:
        return places
    for group in match.ranking:
        place = len(places) + 1
        places |= dict.fromkeys(group, place)
    return places


def listed_seat(seat: MatchSeat, match: Match, person: Person, corrections: Corrections) -> ListedSeat:
    """A seat of a match for one reader; its identity is loaded already."""
    number = seat.seat
    return ListedSeat(
        seat=number,
        name=seat_name(seat),
        computer=seat.identity_id is None,
        mine=seat.identity_id in person,
        place=places_of(match).get(number),
        points=points_in(match, number, corrections),
        won=number in match.winners,
    )


def _page_of_seats(person: Person, filters: Filters, after: str, count: int) -> list[MatchSeat]:
    """Each identity's seats come out of the index in order, and are merged; a match counts once."""
    each = [_seats(Q(identity=identity), filters, after)[:count] for identity in person.identities]
    merged = heapq.merge(*each, key=lambda seat: (seat.ended, seat.match_id), reverse=True)
    return list(islice(_once(merged), count))


def _once(seats: Iterable[MatchSeat]) -> Iterator[MatchSeat]:
    last = ""
    for seat in seats:
        if seat.match_id != last:
            last = seat.match_id
            yield seat


def _seats(whose: Q, filters: Filters, after: str) -> QuerySet[MatchSeat]:
    seats = MatchSeat.objects.filter(whose, ended__isnull=False).select_related("match")
    if place := _place_of(after):
        ended, match_id = place
        seats = seats.filter(ended__lte=ended).exclude(ended=ended, match__gte=match_id)
    facts = {
        "match__ruleset": filters.ruleset,
        "match__length": filters.length,
        "match__with_replacements": filters.with_replacements,
        "match__practice": filters.practice,
    }
    seats = seats.filter(**{name: value for name, value in facts.items() if value is not None})
    if filters.companion is not None:
        with_them = MatchSeat.objects.filter(match=OuterRef("match"), identity__in=filters.companion.identities)
        seats = seats.filter(Exists(with_them.exclude(name__startswith=MARK)))
    return seats.order_by("-ended", "-match")


def _seats_by_match(match_ids: Iterable[str]) -> dict[str, list[MatchSeat]]:
    found: dict[str, list[MatchSeat]] = defaultdict(list)
    for seat in MatchSeat.objects.filter(match__in=list(match_ids)).select_related("identity").order_by("seat"):
        found[seat.match_id].append(seat)
    return found


def _listed(own: MatchSeat, seats: Sequence[MatchSeat], person: Person, corrections: Corrections) -> ListedMatch:
    listed = [listed_seat(seat, own.match, person, corrections) for seat in seats]
    first = next(seat for seat in listed if seat.mine)
    return ListedMatch(own.match, first, tuple(seat for seat in listed if seat.seat != first.seat))


def _cursor(seat: MatchSeat) -> str:
    ended = seat.ended or _EPOCH
    return f"{(ended - _EPOCH) // _MOMENT}.{seat.match_id}"


def _place_of(cursor: str) -> tuple[datetime, str] | None:
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        return None
    return _EPOCH + int(found[1]) * _MOMENT, found[2]
