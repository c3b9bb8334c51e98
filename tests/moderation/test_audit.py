"""What staff did stays on record, whoever asks the database."""

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.audit import StaffRefused, write_audit
from accounts.models import Identity, User
from accounts.sanction_models import Appeal, AuditLine, Sanction
from accounts.sanctions import appeal, impose

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(moderator: User) -> AuditLine:
    return write_audit(
        staff=moderator,
        act="close_room",
        object_kind="room",
        object_id="r",
        reason=" because \n of it ",
        details={"a": 1},
    )


def test_a_line_says_who_what_and_why(line: AuditLine, moderator: User) -> None:
    line.refresh_from_db()
    assert (line.staff, line.act, line.object_id, line.reason, line.details) == (
        moderator, "close_room", "r", "because of it", {"a": 1},
    )  # fmt: skip


def test_no_act_without_a_reason(moderator: User) -> None:
    with pytest.raises(StaffRefused) as refused:
        write_audit(staff=moderator, act="close_room", object_kind="room", object_id="r", reason=" \n ")
    assert refused.value.code == "no_reason"


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE accounts_auditline SET reason = 'another'", "DELETE FROM accounts_auditline"],
)
def test_no_statement_changes_or_deletes_a_line(line: AuditLine, statement: str) -> None:
    with pytest.raises(IntegrityError, match="only ever added to"):
        run(statement)
    line.refresh_from_db()
    assert line.reason == "because of it"


def test_the_models_refuse_as_well(line: AuditLine) -> None:
    line.reason = "another"
    with pytest.raises(IntegrityError), transaction.atomic():
        line.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        line.delete()


def test_the_table_is_not_emptied_at_once(line: AuditLine) -> None:
    connection.check_constraints()  # PostgreSQL first wants to know what this transaction has left open
    emptying = {"postgresql": "TRUNCATE accounts_auditline CASCADE", "sqlite": "DELETE FROM accounts_auditline WHERE 1"}
    with pytest.raises(IntegrityError, match="only ever added to"):
        run(emptying[connection.vendor])
    line.refresh_from_db()


@pytest.mark.parametrize("table", ["accounts_sanction", "accounts_appeal"])
def test_decisions_and_appeals_are_not_deleted(moderator: User, table: str) -> None:
    ana = Identity.objects.create(name="Ana")
    sanction = impose(identity_id=ana.pk, kind="warning", ground="leaving", staff=moderator, reason="left five times")
    appeal(sanction_id=sanction.pk, identity_id=ana.pk, plea="line")
    with pytest.raises(IntegrityError, match="only ever added to"):
        run(f"DELETE FROM {table}")  # noqa: S608 (a name of ours)
    assert (Sanction.objects.count(), Appeal.objects.count()) == (1, 1)
