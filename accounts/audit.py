"""What staff do, on the record: one line for each object, written in the transaction that does it."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from accounts.sanction_models import AuditLine

REASON_MOST = 500


class StaffRefused(ValueError):
    """What staff asked for cannot be done; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def write_audit(
    *,
    staff: User | None,
    act: str,
    object_kind: str,
    object_id: object,
    reason: str,
    details: Mapping[str, Any] | None = None,
) -> AuditLine:
    """Write one line. Raises StaffRefused(no_reason)."""
    return AuditLine.objects.create(
        staff=staff,
        act=act,
        object_kind=object_kind,
        object_id=str(object_id),
        reason=reason_given(reason),
        details=dict(details or {}),
    )


def reason_given(reason: str) -> str:
    """The reason as it is kept. Raises StaffRefused(no_reason)."""
    kept = " ".join(reason.split())[:REASON_MOST]
    if not kept:
        raise StaffRefused("no_reason")
    return kept
