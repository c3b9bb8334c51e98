"""The roles of staff: groups with the permissions that each needs, made whenever the database has been migrated."""

from typing import Any, Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.audit import StaffRefused, write_audit
from accounts.models import User
from accounts.signing import end_sessions_of

MODERATOR: Final = "moderator"
ACCOUNTANT: Final = "accountant"
ADMINISTRATOR: Final = "administrator"

_LOOKS_AT_PLAY: Final = ("games.view_match", "games.view_round", "games.view_ledgerline")
_MODERATES: Final = (
    *_LOOKS_AT_PLAY,
    "accounts.view_identity",
    "accounts.view_sanction",
    "accounts.add_sanction",
    "accounts.change_sanction",
    "accounts.view_appeal",
    "accounts.change_appeal",
    "accounts.view_auditline",
    "accounts.view_nameword",
    "accounts.add_nameword",
    "accounts.change_nameword",
    "accounts.delete_nameword",
    "games.view_case",
    "games.change_case",
    "games.view_report",
    "games.watch_rooms",
    "games.close_rooms",
)
_KEEPS_THE_BOOKS: Final = ("accounts.view_identity", *_LOOKS_AT_PLAY)
_ADMINISTERS: Final = (
    "accounts.view_user",
    "accounts.change_user",
    "games.view_deadletter",
    "games.view_seatconduct",
    "accounts.view_auditline",
)
BOOKS: Final = "billing"
"""The app whose rows accountants see and change; nobody deletes there."""

ROLES: Final[dict[str, tuple[str, ...]]] = {
    MODERATOR: _MODERATES,
    ACCOUNTANT: _KEEPS_THE_BOOKS,
    ADMINISTRATOR: tuple(dict.fromkeys((*_MODERATES, *_KEEPS_THE_BOOKS, *_ADMINISTERS))),
}


ROLE_NAMES: Final[dict[str, Promise]] = {
    MODERATOR: _("moderator"),
    ACCOUNTANT: _("accountant"),
    ADMINISTRATOR: _("administrator"),
}


def ensure_roles(**_signal: Any) -> None:  # noqa: ANN401 (a signal's)
    """Make the groups as they are described here. Called after every migration; repeating it changes nothing."""
    known = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type")
    }
    books = [name for name in known if name.startswith(f"{BOOKS}.") and not name.startswith(f"{BOOKS}.delete_")]
    for role, names in ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        wanted = [*names, *(books if role in {ACCOUNTANT, ADMINISTRATOR} else ())]
        group.permissions.set(known[name] for name in wanted if name in known)


@transaction.atomic
def appoint(*, user: User, role: str, staff: User, reason: str) -> None:
    """Give somebody a role, or none; he signs in anew with it. Raises StaffRefused: no_reason, no_role, oneself."""
    if role and role not in ROLES:
        raise StaffRefused("no_role")
    if user == staff:
        raise StaffRefused("oneself")
    user.is_staff = bool(role)
    user.is_superuser = False
    user.save(update_fields=["is_staff", "is_superuser"])
    user.groups.set(Group.objects.filter(name=role) if role else ())
    end_sessions_of(user=user)
    write_audit(
        staff=staff,
        act="appoint",
        object_kind="user",
        object_id=user.pk,
        reason=reason,
        details={"role": role},
    )
