"""Deciding about people: every sanction, its second look and its end. All act at once, by the hook `sanctioned`."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.animals import any_animal
from accounts.audit import StaffRefused, reason_given, write_audit
from accounts.hooks import has_reported, sanctioned
from accounts.models import Identity, User
from accounts.sanction_models import Appeal, Block, Sanction

LONGEST: Final = timedelta(days=365)
LASTING: Final = frozenset({Sanction.Kind.NO_QUICK_PLAY, Sanction.Kind.SUSPENSION})
OUT_OF_PLAY: Final = (Sanction.Kind.SUSPENSION, Sanction.Kind.CLOSING)
PUBLISHED: Final = ~Q(kind=Sanction.Kind.CLOSING) | Q(confirmed__isnull=False)
"""A closing is nothing before a second person has confirmed it."""


def impose(
    *,
    identity_id: UUID,
    kind: str,
    ground: str,
    staff: User | None,
    reason: str,
    ends: datetime | None = None,
    case: str = "",
    figures: dict[str, int] | None = None,
) -> Sanction:
    """Decide about a player. Without `staff` it is the site that decides, by the figures given.

    Raises StaffRefused: no_reason, no_end, too_long, no_account, oneself, own_report.
    """
    now = timezone.now()
    with transaction.atomic():
        identity = Identity.objects.select_for_update(of=("self",)).get(pk=identity_id)
        _check(identity, kind, ends, now)
        if staff is not None:
            _check_stands_apart(staff, identity, case)
        sanction = Sanction.objects.create(
            identity=identity,
            kind=kind,
            ground=ground,
            decided=now,
            decided_by=staff,
            ends=ends if kind in LASTING else None,
            case=case,
            name=_reset_name(identity) if kind == Sanction.Kind.NAME_RESET else "",
            figures=figures or {},
        )
        details: dict[str, str] = {"sanction": str(sanction.pk), "ground": ground, "case": case}
        write_audit(
            staff=staff,
            act=kind,
            object_kind="identity",
            object_id=identity_id,
            reason=reason,
            details=details | ({"ends": ends.isoformat()} if ends else {}),
        )
        if kind != Sanction.Kind.CLOSING:
            _announce(identity)
    return sanction


@transaction.atomic
def confirm_closing(*, sanction_id: UUID, staff: User, reason: str) -> None:
    """Close an account for good, as a second member of staff.

    Raises StaffRefused: same_person, not_open, oneself, own_report.
    """
    sanction = _of_somebody_else(sanction_id, staff)
    if sanction.kind != Sanction.Kind.CLOSING or sanction.confirmed is not None or sanction.lifted is not None:
        raise StaffRefused("not_open")
    if staff == sanction.decided_by:
        raise StaffRefused("same_person")
    sanction.confirmed, sanction.confirmed_by = timezone.now(), staff
    sanction.save(update_fields=["confirmed", "confirmed_by"])
    _write(sanction, staff, "confirm_closing", reason)
    _announce(sanction.identity)


@transaction.atomic
def lift(*, sanction_id: UUID, staff: User, reason: str) -> None:
    """End a sanction before its time. Raises StaffRefused: no_reason, not_open, oneself, own_report."""
    sanction = _of_somebody_else(sanction_id, staff)
    _lift(sanction, staff)
    _write(sanction, staff, "lift", reason)


@transaction.atomic
def appeal(*, sanction_id: UUID, identity_id: UUID, plea: str) -> Appeal:
    """Ask for another look at one's own sanction, once. Raises StaffRefused: not_open, plea."""
    sanction = sanctions_of(identity_id).filter(pk=sanction_id, lifted__isnull=True).first()
    if sanction is None or Appeal.objects.filter(sanction=sanction).exists():
        raise StaffRefused("not_open")
    if plea not in Appeal.Plea:
        raise StaffRefused("plea")
    return Appeal.objects.create(sanction=sanction, plea=plea)


@transaction.atomic
def decide_appeal(*, appeal_id: int, staff: User, lifted: bool, reason: str) -> None:
    """Answer an appeal.

    Raises StaffRefused: no_reason, not_open, oneself, own_report, same_person (who decided, or confirmed).
    """
    asked = Appeal.objects.select_for_update(of=("self",)).get(pk=appeal_id)
    sanction = _of_somebody_else(asked.sanction_id, staff)
    if asked.outcome:
        raise StaffRefused("not_open")
    if staff in {sanction.decided_by, sanction.confirmed_by}:
        raise StaffRefused("same_person")
    asked.outcome = Appeal.Outcome.LIFTED if lifted else Appeal.Outcome.UPHELD
    asked.decided, asked.decided_by = timezone.now(), staff
    asked.save(update_fields=["outcome", "decided", "decided_by"])
    if lifted and sanction.lifted is None:
        _lift(sanction, staff)
    _write(sanction, staff, "lift_on_appeal" if lifted else "uphold_on_appeal", reason)


def mark_read(*, identity_id: UUID) -> None:
    """The player has seen what there is to read."""
    sanctions_of(identity_id).filter(read__isnull=True).update(read=timezone.now())


def sanctions_of(identity_id: UUID) -> QuerySet[Sanction]:
    """All sanctions of the person behind an identity that he may read of, the newest first."""
    user = Identity.objects.filter(pk=identity_id, user__isnull=False).values("user")
    of_person = Q(identity=identity_id) | Q(identity__user__in=user)
    return Sanction.objects.filter(of_person & PUBLISHED)


def standing(identity_id: UUID, *, now: datetime | None = None) -> Sanction | None:
    """The suspension or closing that keeps a person out of all play now."""
    return _in_force(identity_id, now).filter(kind__in=OUT_OF_PLAY).order_by("-kind", "-ends").first()


def out_of_play(identity_ids: Iterable[UUID]) -> set[UUID]:
    """Those of the identities whose person may not play at all now, found in one go: as `standing` tells of one."""
    users = dict(Identity.objects.filter(pk__in=set(identity_ids)).values_list("pk", "user"))
    of_them = Q(identity__in=users) | Q(identity__user__in=set(users.values()) - {None})
    found = Sanction.objects.filter(of_them, PUBLISHED, _lasts(None), kind__in=OUT_OF_PLAY)
    out = set(found.values_list("identity", "identity__user"))
    identities, owners = {identity for identity, _ in out}, {owner for _, owner in out} - {None}
    return {identity for identity, user in users.items() if identity in identities or user in owners}


def no_quick_play(identity_id: UUID, *, now: datetime | None = None) -> Sanction | None:
    """The sanction that keeps a person out of quick play now."""
    kinds = (*OUT_OF_PLAY, Sanction.Kind.NO_QUICK_PLAY)
    return _in_force(identity_id, now).filter(kind__in=kinds).order_by("-ends").first()


def unread(identity_id: UUID) -> list[Sanction]:
    """What the person has not read yet."""
    return list(sanctions_of(identity_id).filter(read__isnull=True, lifted__isnull=True))


@transaction.atomic
def block(*, blocker_id: UUID, blocked_id: UUID, match_id: str, shown: str) -> None:
    """Never be seated with somebody in quick play again. Nobody is told; repeating it changes nothing."""
    if blocked_id not in _all_of(blocker_id):
        wish = {"blocker_id": blocker_id, "blocked_id": blocked_id, "match_id": match_id}
        Block.objects.get_or_create(**wish, defaults={"shown": shown})


def unblock(*, blocker_id: UUID, block_id: int) -> None:
    """Take back a block of one's own."""
    Block.objects.filter(pk=block_id, blocker__in=_all_of(blocker_id)).delete()


def blocks_of(identity_id: UUID) -> QuerySet[Block]:
    """Whom a person has blocked, the newest first."""
    return Block.objects.filter(blocker__in=_all_of(identity_id)).order_by("-made", "-pk")


def kept_apart_from(identity_id: UUID) -> set[UUID]:
    """The identities of everybody who has blocked this person, or whom he has blocked."""
    own = _all_of(identity_id)
    pairs = Block.objects.filter(Q(blocker__in=own) | Q(blocked__in=own)).values_list("blocker", "blocked")
    others = {identity for pair in pairs for identity in pair} - own
    users = Identity.objects.filter(pk__in=others, user__isnull=False).values("user")
    return others | set(Identity.objects.filter(user__in=users).values_list("pk", flat=True))


ablock = sync_to_async(block)
ano_quick_play = sync_to_async(no_quick_play)
akept_apart_from = sync_to_async(kept_apart_from)


def _all_of(identity_id: UUID) -> set[UUID]:
    user = Identity.objects.filter(pk=identity_id, user__isnull=False).values("user")
    return {identity_id, *Identity.objects.filter(user__in=user).values_list("pk", flat=True)}


def _in_force(identity_id: UUID, now: datetime | None) -> QuerySet[Sanction]:
    return sanctions_of(identity_id).filter(_lasts(now))


def _lasts(now: datetime | None) -> Q:
    return Q(lifted__isnull=True) & (Q(ends__isnull=True) | Q(ends__gt=now or timezone.now()))


def _check(identity: Identity, kind: str, ends: datetime | None, now: datetime) -> None:
    if kind in LASTING:
        if ends is None or ends <= now:
            raise StaffRefused("no_end")
        if ends > now + LONGEST:
            raise StaffRefused("too_long")
    if kind == Sanction.Kind.CLOSING and identity.user_id is None:
        raise StaffRefused("no_account")


def _check_stands_apart(staff: User, identity: Identity, case: str) -> None:
    """Nobody decides about himself, or about whom he has reported. Raises StaffRefused: oneself, own_report."""
    if identity.user_id == staff.pk:
        raise StaffRefused("oneself")
    if any(has_reported.announce(staff.pk, identity.pk, case)):
        raise StaffRefused("own_report")


def _of_somebody_else(sanction_id: UUID, staff: User) -> Sanction:
    """The sanction, locked, if it is none of this member of staff's own concern. Raises StaffRefused."""
    sanction = Sanction.objects.select_for_update(of=("self",)).select_related("identity").get(pk=sanction_id)
    _check_stands_apart(staff, sanction.identity, sanction.case)
    return sanction


def _reset_name(identity: Identity) -> str:
    """Give the identity an animal's name; the one it had."""
    had, identity.name = identity.name, any_animal()
    identity.save(update_fields=["name"])
    return had


def _lift(sanction: Sanction, staff: User) -> None:
    if sanction.lifted is not None:
        raise StaffRefused("not_open")
    sanction.lifted, sanction.lifted_by = timezone.now(), staff
    sanction.save(update_fields=["lifted", "lifted_by"])


def _write(sanction: Sanction, staff: User, act: str, reason: str) -> None:
    write_audit(
        staff=staff,
        act=act,
        object_kind="identity",
        object_id=sanction.identity_id,
        reason=reason_given(reason),
        details={"sanction": str(sanction.pk)},
    )


def _announce(identity: Identity) -> None:
    """Tell the apps above, for each identity the person may be playing as."""
    for identity_id in sorted(_all_of(identity.pk)):
        sanctioned.announce(identity_id)
