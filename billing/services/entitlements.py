"""The three calls the games make (may this host open this table, spend, give back), and what staff may do."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.audit import write_audit
from accounts.models import Identity, User
from billing.models import Entitlement, PremiumTable
from billing.services.history import LONGEST_REASON, Kind, add_line

EVENING: Final = timedelta(hours=24)


class EntitlementRefused(ValueError):
    """What staff asked for cannot be done; `code` says why: no_reason, already_withdrawn, oneself."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def may_open_table(identity_id: UUID, ruleset: str) -> bool:
    """Free tables always; a premium one only with a standing entitlement of this person's."""
    return ruleset not in PremiumTable or standing_of(identity_id, ruleset).exists()


def premium_tables_of(identity_id: UUID) -> tuple[str, ...]:
    """The premium tables this person may open now."""
    tables = set(standing_of(identity_id).values_list("table", flat=True))
    return tuple(table.value for table in PremiumTable if tables & {table.value, ""})


@transaction.atomic
def spend(*, identity_id: UUID, ruleset: str, match_id: str, opened: datetime | None = None) -> UUID | None:
    """A round with a second person has ended on a table this person opened: what opened it is used from now on.

    An evening begins when only one opens this table; gives the evening begun, None when none is. A match begins one
    evening at most, however often this is said, and none when something else stood as it was `opened` (None: now):
    what is over or withdrawn since keeps it open to its end.
    """
    if ruleset not in PremiumTable or Entitlement.objects.filter(spent_on=match_id).exists():
        return None
    running = standing_of(identity_id, ruleset, since=opened).exclude(term="evening", spent_on="")
    # What is for good, and for this table alone, is used before what is for an evening or for all.
    if (open_already := running.order_by("-term", "-table", "granted_at").first()) is not None:
        Entitlement.objects.filter(pk=open_already.pk, used_at__isnull=True).update(used_at=timezone.now())
        return None
    unspent = standing_of(identity_id, ruleset).filter(spent_on="").order_by("granted_at").first()
    if unspent is None:
        return None
    now = timezone.now()
    begun = Entitlement.objects.filter(pk=unspent.pk, spent_on="", withdrawn_at__isnull=True).update(
        spent_on=match_id, ends_at=now + EVENING, used_at=now
    )
    if not begun:
        return None
    add_line(Kind.BEGUN, purchase=unspent.purchase, entitlement=unspent, reference=match_id)
    return unspent.pk


@transaction.atomic
def give_back(*, match_id: str, reason: str) -> int:
    """Undo what a match spent, when a fault of ours ended it; say how many evenings are whole again."""
    spent = list(Entitlement.objects.select_for_update().filter(spent_on=match_id))
    for evening in spent:
        Entitlement.objects.filter(pk=evening.pk).update(spent_on="", ends_at=None, used_at=None)
        add_line(
            Kind.GIVEN_BACK, purchase=evening.purchase, entitlement=evening, reference=match_id, reason=_reason(reason)
        )
    return len(spent)


def matches_spent_since(days: int) -> list[str]:
    """The matches that began an evening in the last days."""
    since = timezone.now() - timedelta(days=days)
    return list(Entitlement.objects.exclude(spent_on="").filter(used_at__gt=since).values_list("spent_on", flat=True))


@transaction.atomic
def grant(*, holder_id: UUID, table: str, term: str, staff: User, reason: str) -> Entitlement:
    """Give an entitlement by hand, to somebody else. Raises EntitlementRefused."""
    if Identity.objects.filter(pk=holder_id, user=staff).exists():
        raise EntitlementRefused("oneself")
    granted = Entitlement.objects.create(
        holder_id=holder_id, table=table, term=term, granted_by=staff, grant_reason=_reason(reason)
    )
    _write(granted, staff, "grant", reason)
    return granted


@transaction.atomic
def withdraw(*, entitlement_id: UUID, staff: User, reason: str) -> None:
    """Take an entitlement back; a table that is open stays so until its match ends. Raises EntitlementRefused.

    What staff took stays taken, whatever becomes of a payment.
    """
    taken = Entitlement.objects.filter(pk=entitlement_id, withdrawn_at__isnull=True).update(
        withdrawn_at=timezone.now(), withdrawn_by=staff, withdraw_reason=_reason(reason)
    )
    if not taken:
        raise EntitlementRefused("already_withdrawn")
    entitlement = Entitlement.objects.get(pk=entitlement_id)
    _write(entitlement, staff, "withdraw", reason)
    if entitlement.purchase is not None:
        add_line(
            Kind.WITHDRAWN, purchase=entitlement.purchase, entitlement=entitlement, reason=_reason(reason), staff=staff
        )


amay_open_table = sync_to_async(may_open_table)
apremium_tables_of = sync_to_async(premium_tables_of)


def standing_of(
    identity_id: UUID, ruleset: str | None = None, *, since: datetime | None = None
) -> QuerySet[Entitlement]:
    """Neither withdrawn nor over, held by this identity or another one of the same account.

    `since`: also what was withdrawn or over only after that.
    """
    user = Identity.objects.filter(pk=identity_id, user__isnull=False).values("user")
    withdrawn_later = Q() if since is None else Q(withdrawn_at__gt=since)
    found = Entitlement.objects.filter(
        Q(holder=identity_id) | Q(holder__user__in=user),
        Q(ends_at__isnull=True) | Q(ends_at__gt=since or timezone.now()),
        Q(withdrawn_at__isnull=True) | withdrawn_later,
    )
    return found if ruleset is None else found.filter(table__in=[ruleset, ""])


def _write(entitlement: Entitlement, staff: User, act: str, reason: str) -> None:
    write_audit(
        staff=staff,
        act=act,
        object_kind="entitlement",
        object_id=entitlement.pk,
        reason=reason,
        details={"holder": str(entitlement.holder_id), "table": entitlement.table, "term": entitlement.term},
    )


def _reason(reason: str) -> str:
    if not reason.strip():
        raise EntitlementRefused("no_reason")
    return reason.strip()[:LONGEST_REASON]
