"""What the ledger has written is never changed or taken away, whoever asks the database."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounts.models import User
from games.models import LedgerLine, Match, Round, StoredLog
from games.services.ledger import store_match, write_round
from tests.ledger.conftest import MATCH, Outbox, match_record, round_record

pytestmark = pytest.mark.usefixtures("people")

TABLES = ("games_ledgerline", "games_round", "games_storedlog")


@pytest.fixture(autouse=True)
def _written(outbox: Outbox, people: None) -> None:  # noqa: ARG001
    outbox.put_log(MATCH, [b"1:x"])
    write_round(outbox_key=outbox.put(round_record()))
    store_match(outbox_key=outbox.put(match_record(1)))


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def rows() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (LedgerLine, Round, StoredLog)]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("verb", ["UPDATE {table} SET match_id = match_id", "DELETE FROM {table}"])
def test_no_statement_changes_or_deletes_a_row(table: str, verb: str) -> None:
    before = rows()
    with pytest.raises(IntegrityError, match="only ever added to"):
        run(verb.format(table=table))
    assert rows() == before


REPLACING = {
    "sqlite": """
        INSERT OR REPLACE INTO games_ledgerline
        (id, match_id, round, seat, kind, points, practice, identity_id, note, written)
        SELECT id, match_id, round, seat, kind, 999, practice, identity_id, note, written FROM games_ledgerline
    """,
    "postgresql": """
        INSERT INTO games_ledgerline
        (id, match_id, round, seat, kind, points, practice, identity_id, note, written)
        SELECT id, match_id, round, seat, kind, 999, practice, identity_id, note, written FROM games_ledgerline
        ON CONFLICT (id) DO UPDATE SET points = 999
    """,
}


def test_a_line_cannot_be_replaced_by_another_way_of_inserting() -> None:
    before = rows()
    with pytest.raises(IntegrityError, match=r"cannot_be_replaced|only ever added to"):
        run(REPLACING[connection.vendor])
    assert rows() == before


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_not_emptied_at_once(table: str) -> None:
    before = rows()
    connection.check_constraints()  # PostgreSQL first wants to know what this transaction has left open
    emptying = {"postgresql": "TRUNCATE {table} CASCADE", "sqlite": "DELETE FROM {table} WHERE 1"}
    with pytest.raises(IntegrityError, match="only ever added to"):
        run(emptying[connection.vendor].format(table=table))
    assert rows() == before


@pytest.mark.parametrize("statement", ["DELETE FROM games_match", "DELETE FROM accounts_identity"])
def test_a_match_and_its_people_cannot_go_while_lines_name_them(statement: str) -> None:
    def goes() -> None:
        with transaction.atomic():
            run(statement)
            connection.check_constraints()

    with pytest.raises(DatabaseError):
        goes()


def test_the_models_refuse_as_well() -> None:
    line = LedgerLine.objects.earliest("pk")
    line.points = 7
    with pytest.raises(IntegrityError), transaction.atomic():
        line.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        line.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerLine.objects.update(points=7)


def line(**changes: object) -> LedgerLine:
    """A line like the first one, of the second round."""
    first = LedgerLine.objects.earliest("pk")
    fields = {
        "match_id": MATCH,
        "round": 2,
        "seat": 0,
        "kind": "round_won",
        "points": 5,
        "practice": False,
        "identity_id": first.identity_id,
        **changes,
    }
    return LedgerLine(**fields)


@pytest.mark.parametrize(
    "changes",
    [
        {"round": 1},
        {"round": 0},
        {"kind": "bribe"},
        {"points": 20_000},
        {"identity_id": None},
        {"note": "a reason without a correction"},
    ],
)
def test_the_database_refuses_a_line_that_cannot_be(changes: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        line(**changes).save(force_insert=True)


def test_a_line_is_corrected_once_and_by_name() -> None:
    staff = User.objects.create_user("staff@example.org")
    first = LedgerLine.objects.earliest("pk")
    line(round=1, corrects=first, staff=staff, note="counted by mistake").save(force_insert=True)
    for changes in ({"staff": staff, "note": "again"}, {"staff": None, "note": "x"}, {"staff": staff, "note": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            line(round=1, corrects=first, **changes).save(force_insert=True)


def test_every_migrated_database_has_the_triggers() -> None:
    """A later migration that makes a table anew loses them: it has to make them anew too."""
    query = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name for (name,) in cursor.fetchall()}
    assert {f"{table}_no_{verb}" for table in TABLES for verb in ("update", "delete")} <= found


def test_a_match_that_is_over_says_why() -> None:
    for changes in ({"reason": ""}, {"ended": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.update(**changes)
