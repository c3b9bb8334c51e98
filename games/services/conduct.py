"""Pace and leaving: what a match's log says of each person in it, and what follows when it happens again and again.

Somebody who stalls or leaves often in quick play is told first, privately, with his own figures. Only if it goes on
afterwards does he stay out of quick play for a time. What a failing line does is never counted.
"""

import logging
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.animals import is_animal
from accounts.models import Identity
from accounts.sanction_models import Ground, Sanction
from accounts.sanctions import impose, no_quick_play, sanctions_of
from games import engine
from games.case_models import SeatConduct
from games.engine import Deal, Refused, Replaced, Timeout
from games.live import jobs
from games.live.log import LogEntry, replayable
from games.models import Match
from games.services.replays import stored_entries

LOOKED_AT: Final = 20
"""Of how many of a person's last matches in quick play the figures are made."""
WITHIN: Final = timedelta(days=30)
OFTEN: Final = {Ground.LEAVING: 4, Ground.STALLING: 4}
"""How many of them a person may leave, or stall until a computer takes over, before he is told."""
AFTER_TOLD: Final = 2
"""How many more follow after he has been told before quick play ends for a time."""
FIRST_PAUSE: Final = timedelta(hours=24)
LATER_PAUSE: Final = timedelta(days=7)
STALLED_AFTER: Final = 3
LATELY: Final = timedelta(days=2)
AT_ONCE: Final = 2000
"""How many matches are looked at in one go; the next hour goes on."""

log = logging.getLogger(__name__)
Away = SeatConduct.Away
_AWAY = {Ground.LEAVING: Away.LEFT, Ground.STALLING: Away.STALLED}


@dataclass(slots=True)
class Conduct:
    """One seat's: the time of each of its turns in ms, how many ran out, and why a computer took over first."""

    turns: list[int] = field(default_factory=list)
    timeouts: int = 0
    away: str = Away.NEVER
    in_a_row: int = 0


def conduct_of(entries: Sequence[LogEntry]) -> list[Conduct]:
    """How each seat behaved. Raises ValueError, Refused for a log that does not replay."""
    log_ = replayable(entries)
    seats = [Conduct() for _ in log_.started.seats]
    began: int | None = None
    turn = None
    for entry, state in zip(entries, engine.states(log_), strict=True):
        _note(seats, entry)
        if state.turn != turn:
            if turn is not None and began is not None:
                seats[turn].turns.append(entry.at - began)
            # The first turn waits until every page has shown the deal.
            began = None if turn is None or isinstance(entry.action, Deal) else entry.at
            turn = state.turn
    return seats


def _note(seats: list[Conduct], entry: LogEntry) -> None:
    if entry.actor is not None:
        seats[entry.actor].in_a_row = 0
    match entry.action:
        case Timeout(seat):
            seats[seat].timeouts += 1
            seats[seat].in_a_row += 1
        case Replaced(seat):
            one = seats[seat]
            stalled = one.in_a_row >= STALLED_AFTER
            one.away = one.away or (Away.STALLED if stalled else Away.LEFT if entry.act else Away.LINE)
        case _:
            pass


def note_recent(*, hour: str) -> None:
    """Look at the matches that ended lately and have not been looked at."""
    since = timezone.now() - LATELY
    done = SeatConduct.objects.filter(ended__gte=since).values("match_id")
    ended = Match.objects.filter(ended__gte=since, practice=False).exclude(pk__in=done).order_by("ended")
    for match_id in ended.values_list("pk", flat=True)[:AT_ONCE]:
        note_match(match_id=match_id)
    jobs.finished("games.note_conduct", hour)


def note_match(*, match_id: str) -> None:
    """Keep how everybody behaved in a finished match, once, and tell whom it has to be told."""
    match = Match.objects.filter(pk=match_id, ended__isnull=False, practice=False).first()
    if match is None or match.ended is None:
        return
    try:
        entries = stored_entries(match_id)
        if not entries:
            return
        found = conduct_of(entries)
    except (ValueError, Refused):
        log.exception("The log of match %s does not replay", match_id)
        return
    seats = list(match.seats.filter(identity__isnull=False).select_related("identity"))
    quick = bool(seats) and all(is_animal(seat.name) for seat in seats)
    rows = [
        SeatConduct(
            match_id=match.pk,
            seat=seat.seat,
            identity=seat.identity,
            quick=quick,
            ended=match.ended,
            turns=len(found[seat.seat].turns),
            median_ms=int(statistics.median(found[seat.seat].turns or [0])),
            longest_ms=max(found[seat.seat].turns or [0]),
            timeouts=found[seat.seat].timeouts,
            away=found[seat.seat].away,
        )
        for seat in seats
        if seat.identity is not None
    ]
    SeatConduct.objects.bulk_create(rows, ignore_conflicts=True)
    for row in rows if quick else ():
        if row.away in _AWAY.values():
            follow_up(identity=row.identity)


@transaction.atomic
def follow_up(*, identity: Identity) -> Sanction | None:
    """Tell somebody who leaves or stalls often; once told, keep him out of quick play for a time. None: neither."""
    if no_quick_play(identity.pk) is not None:
        return None
    since = timezone.now() - WITHIN
    own = SeatConduct.objects.filter(identity__in=_identities(identity), quick=True, ended__gte=since)
    last = list(own.order_by("-ended")[:LOOKED_AT])
    for ground, often in OFTEN.items():
        counted = [row for row in last if row.away == _AWAY[ground]]
        told = sanctions_of(identity.pk).filter(
            decided_by__isnull=True, ground=ground, decided__gte=since, lifted__isnull=True
        )
        latest = told.order_by("-decided").first()
        figures = {"matches": len(last), "count": len(counted)}
        if latest is None and len(counted) >= often:
            return _say(identity, ground, figures)
        if latest is not None and sum(row.ended > latest.decided for row in counted) >= AFTER_TOLD:
            again = told.filter(kind=Sanction.Kind.NO_QUICK_PLAY).exists()
            return _say(identity, ground, figures, pause=LATER_PAUSE if again else FIRST_PAUSE)
    return None


def _say(identity: Identity, ground: Ground, figures: dict[str, int], *, pause: timedelta | None = None) -> Sanction:
    return impose(
        identity_id=identity.pk,
        kind=Sanction.Kind.NO_QUICK_PLAY if pause else Sanction.Kind.WARNING,
        ground=ground,
        staff=None,
        reason=f"{figures['count']} of the last {figures['matches']} matches in quick play",
        ends=timezone.now() + pause if pause else None,
        figures=figures,
    )


def _identities(identity: Identity) -> list[UUID]:
    if identity.user_id is None:
        return [identity.pk]
    return list(Identity.objects.filter(user=identity.user_id).values_list("pk", flat=True))
