"""Telling staff about another player: from a match that both sat in, on one of a few fixed grounds, once."""

from typing import NamedTuple
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import Identity
from accounts.sanction_models import Ground
from games.case_models import Case, Report
from games.live import store
from games.live.match import decode_match
from games.models import MatchSeat
from games.services.evidence import evidence_of


class ReportRefused(ValueError):
    """The report was not taken; `code` says why: not_there, oneself, again, ground."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Seated(NamedTuple):
    """A person in a seat of a match, under the name he had there."""

    seat: int
    identity: UUID
    name: str


async def people_of(match_id: str) -> list[Seated]:
    """Who sits or sat in a match, a running one too; empty for one that nobody knows. Raises StoreUnavailable."""
    recorded = await sync_to_async(_recorded)(match_id)
    if recorded:
        return recorded
    loaded = await store.load("match", match_id)
    seats = decode_match(loaded.state).seats if loaded is not None else ()
    return [Seated(place, UUID(seat.identity), seat.name) for place, seat in enumerate(seats) if seat.identity]


def report(*, reporter_id: UUID, match_id: str, people: list[Seated], seat: int, ground: str) -> Report:
    """Report who sat in that seat. It opens a case, or goes to the one that is open. Raises ReportRefused."""
    own = _all_of(reporter_id)
    subject = next((one for one in people if one.seat == seat), None)
    if subject is None or not any(one.identity in own for one in people):
        raise ReportRefused("not_there")
    if subject.identity in own:
        raise ReportRefused("oneself")
    if ground not in Ground:
        raise ReportRefused("ground")
    if Report.objects.filter(reporter__in=own, subject=subject.identity, match_id=match_id).exists():
        raise ReportRefused("again")
    try:
        with transaction.atomic():
            return _write(reporter_id, match_id, subject, ground)
    except IntegrityError as error:
        raise ReportRefused("again") from error


areport = sync_to_async(report)


def has_reported(user_id: int, identity_id: UUID, case: str) -> bool:
    """Whether an account has reported this person: in a case that is open, or in the one with this id."""
    about = Report.objects.filter(reporter__user=user_id, subject__in=_all_of(identity_id))
    return about.filter(~Q(case__state=Case.State.DECIDED) | Q(case=case or None)).exists()


def _write(reporter_id: UUID, match_id: str, subject: Seated, ground: str) -> Report:
    # Locked, so that nobody decides it meanwhile; of two who open it at once, the second adds to the first one's.
    waiting = Case.objects.select_for_update(of=("self",)).exclude(state=Case.State.DECIDED)
    case, _ = waiting.get_or_create(subject_id=subject.identity, defaults={"ground": ground})
    made = Report.objects.create(
        case=case,
        reporter_id=reporter_id,
        subject_id=subject.identity,
        match_id=match_id,
        seat=subject.seat,
        shown=subject.name,
        ground=ground,
    )
    case.evidence = evidence_of(case)
    case.save(update_fields=["evidence"])
    return made


def _recorded(match_id: str) -> list[Seated]:
    """Of former players those alone who went by an animal's name: of the others nothing is left to tell about."""
    rows = MatchSeat.objects.filter(match=match_id, identity__isnull=False).select_related("identity")
    seated = [Seated(row.seat, row.identity.pk, row.name or row.identity.name) for row in rows if row.identity]
    return [one for one in seated if one.name]


def _all_of(identity_id: UUID) -> set[UUID]:
    user = Identity.objects.filter(pk=identity_id, user__isnull=False).values("user")
    return {identity_id, *Identity.objects.filter(user__in=user).values_list("pk", flat=True)}
