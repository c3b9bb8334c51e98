"""What a case knows by itself: the reported matches, how people behaved there, how often they met, what was before."""

import logging
from collections import Counter
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import Identity
from accounts.sanctions import sanctions_of
from games.case_models import Case, Report, SeatConduct
from games.engine import Refused
from games.models import Match, MatchSeat
from games.services.conduct import conduct_of
from games.services.replays import stored_entries

log = logging.getLogger(__name__)


def evidence_of(case: Case) -> dict[str, Any]:
    """All that can be known now, as plain values: it is kept with the case."""
    reports = list(case.reports.select_related("reporter"))
    person = _identities(case.subject_id)
    earlier = Case.objects.filter(subject__in=person, state=Case.State.DECIDED).exclude(pk=case.pk)
    before = sanctions_of(case.subject_id).exclude(case=str(case.pk))
    away = SeatConduct.objects.filter(identity__in=person, quick=True).values_list("away", flat=True)
    return {
        "matches": [_match(report) for report in reports],
        "met": {str(report.reporter_id): _times_met(person, report.reporter_id) for report in reports},
        "reporters": {str(report.reporter_id): _record_of(report.reporter_id) for report in reports},
        "quick_play": dict(Counter(reason or "stayed" for reason in away)),
        "earlier_cases": earlier.count(),
        "earlier_sanctions": dict(Counter(before.values_list("kind", flat=True))),
    }


def _match(report: Report) -> dict[str, Any]:
    """The reported match: its turns by seat, and how each seat came to be away. Replayed from the stored log."""
    named = {"report": report.pk, "match": report.match_id, "seat": report.seat, "ground": report.ground}
    found: dict[str, Any] = {**named, "seats": []}
    match = Match.objects.filter(pk=report.match_id).first()
    if match is None:
        return found
    found["ruleset"], found["replay"] = match.ruleset, match.ended is not None
    try:
        seats = conduct_of(stored_entries(report.match_id)) if found["replay"] else []
    except (ValueError, TypeError, Refused):
        log.exception("The log of match %s does not replay", report.match_id)
        seats = []
    found["seats"] = [{"turns_ms": one.turns, "timeouts": one.timeouts, "away": one.away} for one in seats]
    return found


def _times_met(person: list[UUID], other: UUID) -> int:
    """In how many matches both of them sat."""
    theirs = MatchSeat.objects.filter(identity__in=_identities(other)).values("match")
    return MatchSeat.objects.filter(identity__in=person, match__in=theirs).values("match").distinct().count()


def _record_of(reporter: UUID) -> dict[str, int]:
    """How many reports somebody has made before, and what became of them."""
    made = Report.objects.filter(reporter__in=_identities(reporter))
    decided = made.filter(case__state=Case.State.DECIDED)
    return {
        "reports": made.count(),
        "led_to_a_sanction": decided.filter(case__sanction__isnull=False).count(),
        "led_to_nothing": decided.filter(case__sanction__isnull=True).count(),
    }


def _identities(identity_id: UUID) -> list[UUID]:
    user = Identity.objects.filter(pk=identity_id, user__isnull=False).values("user")
    return list(Identity.objects.filter(Q(pk=identity_id) | Q(user__in=user)).values_list("pk", flat=True))
