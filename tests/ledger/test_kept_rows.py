"""What a trigger keeps from being deleted is kept from being replaced and emptied too, in every table there is."""

import sqlite3

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from accounts.keeping import GUARD, RefuseReplacing

pytestmark = pytest.mark.django_db


def kept_tables() -> list[str]:
    """As the migrations have it: a later one that makes a table anew loses its triggers and has to make them anew."""
    return sorted(
        table
        for migration in MigrationLoader(None).disk_migrations.values()
        for operation in migration.operations
        if isinstance(operation, RefuseReplacing)
        for table in operation.tables
    )


def triggers() -> set[str]:
    query = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def test_every_table_that_keeps_its_rows_keeps_them_from_every_statement() -> None:
    found = triggers()
    assert [name.removesuffix("_no_delete") for name in sorted(found) if name.endswith("_no_delete")] == kept_tables()
    ways = ("truncate",) if connection.vendor == "postgresql" else ("replacing_insert", "replacing_update")
    assert {f"{table}_no_{way}" for table in kept_tables() for way in ways} <= found


def copied(table: str, *, guarded: bool) -> sqlite3.Connection:
    """The empty table as another program opens it, with all its triggers or without those against replacing."""
    other = sqlite3.connect(":memory:", isolation_level=None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE tbl_name = %s AND sql IS NOT NULL", [table])
        made = [sql for name, sql in cursor.fetchall() if guarded or "_no_replacing_" not in name]
    for statement in (GUARD, "PRAGMA ignore_check_constraints = ON", *made):
        other.execute(statement)
    return other


def made_up(table: str, number: int, *, empty: bool) -> dict[str, object]:
    """A row that shares nothing with those of other numbers; an open purchase, of which nobody has two alike."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({table})")
        columns = [(name, required or primary) for _, name, _, required, _, primary in cursor.fetchall()]
    row = {name: None if empty and not required else number for name, required in columns}
    return row | {name: value for name, value in {"state": "open", "gift": 0}.items() if name in row}


class Client:
    """What another program does to a table; whether it may is told by each call."""

    def __init__(self, table: str, *, guarded: bool) -> None:
        self.table = table
        self.connection = copied(table, guarded=guarded)

    def insert(self, row: dict[str, object], *, otherwise: str = "ABORT") -> bool:
        marks = ", ".join("?" * len(row))
        return self._does(f"INSERT OR {otherwise} INTO {self.table} VALUES ({marks})", *row.values())  # noqa: S608

    def change_first(self, changes: dict[str, object]) -> bool:
        what = ", ".join(f"{name} = ?" for name in changes)
        return self._does(f"UPDATE OR REPLACE {self.table} SET {what} WHERE rowid = 1", *changes.values())  # noqa: S608

    def rows(self) -> list[object]:
        return self.connection.execute(f"SELECT rowid, * FROM {self.table} ORDER BY rowid").fetchall()  # noqa: S608

    def _does(self, statement: str, *values: object) -> bool:
        try:
            self.connection.execute(statement, values)
        except sqlite3.IntegrityError:
            return False
        return True


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="only SQLite replaces rows")
@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize("table", kept_tables())
def test_another_program_replaces_no_row_and_may_still_add_some(table: str, empty: bool) -> None:
    with connection.cursor() as cursor:
        keys = [key["columns"] for key in connection.introspection.get_constraints(cursor, table).values()]
    first, second, third = (made_up(table, number, empty=empty) for number in (1, 2, 3))
    replaced = 0
    for shared in filter(None, keys):
        twin = third | {name: second[name] for name in shared}
        free, kept = Client(table, guarded=False), Client(table, guarded=True)
        for client in (free, kept):
            assert client.insert(first)
            assert client.insert(second)
        before = kept.rows()
        assert free.insert(twin, otherwise="REPLACE")
        if len(free.rows()) == 3:
            assert kept.insert(twin)
            continue
        replaced += 1
        assert not kept.insert(twin, otherwise="REPLACE")
        assert not kept.insert(twin)
        assert kept.insert(twin, otherwise="IGNORE")
        assert not kept.change_first({name: second[name] for name in shared})
        assert kept.rows() == before
    assert replaced
