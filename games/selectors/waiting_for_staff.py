"""What waits for a decision of staff, counted for whoever looks: what is about himself is not among it."""

from typing import NamedTuple

from accounts.models import User
from accounts.sanction_models import Appeal, Sanction
from games.case_models import Case


class WaitingForStaff(NamedTuple):
    cases: int
    appeals: int
    closings: int


def waiting_for(staff: User) -> WaitingForStaff:
    """Cases that nobody has decided, appeals without an answer, and closings that somebody else may confirm."""
    closings = Sanction.objects.filter(kind=Sanction.Kind.CLOSING, confirmed__isnull=True, lifted__isnull=True)
    return WaitingForStaff(
        cases=Case.objects.exclude(state=Case.State.DECIDED).exclude(subject__user=staff).count(),
        appeals=Appeal.objects.filter(outcome="")
        .exclude(sanction__identity__user=staff)
        .exclude(sanction__decided_by=staff)
        .exclude(sanction__confirmed_by=staff)
        .count(),
        closings=closings.exclude(identity__user=staff).exclude(decided_by=staff).count(),
    )
