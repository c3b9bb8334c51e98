"""What staff do with a case: take it, write notes, decide. Every act leaves an audit line."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import StaffRefused, reason_given, write_audit
from accounts.models import User
from accounts.sanction_models import Sanction
from accounts.sanctions import impose
from games.case_models import Case, CaseNote
from games.services.evidence import evidence_of


@transaction.atomic
def claim(*, case_id: UUID, staff: User, reason: str) -> None:
    """Take a case, from a colleague too, with what is known now.

    Raises StaffRefused: no_reason, decided, oneself, own_report.
    """
    case = _undecided_by_others(case_id, staff)
    case.state, case.claimed_by, case.evidence = Case.State.CLAIMED, staff, evidence_of(case)
    case.save(update_fields=["state", "claimed_by", "evidence"])
    _write(case, staff, "claim", reason)


@transaction.atomic
def note(*, case_id: UUID, staff: User, text: str) -> CaseNote:
    """Write something for colleagues. Raises StaffRefused: no_reason."""
    case = Case.objects.get(pk=case_id)
    written = CaseNote.objects.create(case=case, staff=staff, text=reason_given(text))
    _write(case, staff, "note", text)
    return written


@transaction.atomic
def decide(*, case_id: UUID, staff: User, reason: str, kind: str = "", ends: datetime | None = None) -> Sanction | None:
    """Decide a case that one has taken: on a sanction of that kind, or, without one, on nothing.

    Raises StaffRefused: no_reason, decided, oneself, own_report, not_claimed (by oneself), and what `impose` refuses.
    """
    case = _undecided_by_others(case_id, staff)
    if case.claimed_by != staff:
        raise StaffRefused("not_claimed")
    sanction = None
    if kind:
        sanction = impose(
            identity_id=case.subject_id,
            kind=kind,
            ground=case.ground,
            staff=staff,
            reason=reason,
            ends=ends,
            case=str(case.pk),
        )
    case.state, case.decided, case.decided_by, case.sanction = Case.State.DECIDED, timezone.now(), staff, sanction
    case.evidence = evidence_of(case)
    case.save(update_fields=["state", "decided", "decided_by", "sanction", "evidence"])
    _write(case, staff, "decide", reason, outcome=kind or "nothing")
    return sanction


def _undecided_by_others(case_id: UUID, staff: User) -> Case:
    """The case, locked, if it is not decided and this member of staff has no part in it."""
    case = Case.objects.select_for_update(of=("self",)).get(pk=case_id)
    if case.state == Case.State.DECIDED:
        raise StaffRefused("decided")
    if case.subject.user_id == staff.pk:
        raise StaffRefused("oneself")
    if case.reports.filter(reporter__user=staff).exists():
        raise StaffRefused("own_report")
    return case


def _write(case: Case, staff: User, act: str, reason: str, **details: str) -> None:
    write_audit(staff=staff, act=act, object_kind="case", object_id=case.pk, reason=reason, details=details)
