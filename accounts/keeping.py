"""What migrations do to rows that stay for ever, beside the triggers that refuse to change or delete them.

On SQLite a statement with OR REPLACE takes rows away without asking a trigger about it, unless the client has switched
recursive triggers on. So another trigger looks, before a row is written, whether one with its key stands there already.
It cannot simply refuse: OR IGNORE, by which the ledger writes a line once however often it is told to, would be refused
with it. It writes what no table can hold instead. SQLite does with that what the outer statement asks for: it ignores
it, or, where it is to replace and has nothing to replace by, fails.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final

from django.db.backends.base.schema import BaseDatabaseSchemaEditor as Editor
from django.db.backends.utils import CursorWrapper
from django.db.migrations.operations.base import Operation

GUARD: Final = "CREATE TABLE IF NOT EXISTS kept_rows (cannot_be_replaced INTEGER NOT NULL)"
REFUSING: Final = """
CREATE TRIGGER {table}_no_replacing_{verb} BEFORE {verb} ON {table} WHEN {displaces}
BEGIN INSERT INTO kept_rows VALUES (NULL); END
"""

# Emptying an empty table harms nothing, and tests of other tables begin that way.
NOT_EMPTIED: Final = """
CREATE FUNCTION {table}_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM {table}) THEN
    RAISE EXCEPTION '{table} is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$
"""
NO_TRUNCATE: Final = """
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION {table}_not_emptied()
"""


class _Keeping(Operation, ABC):
    """Something done to each of some tables where the database is of one kind."""

    reversible = True
    vendor: ClassVar[str]

    def __init__(self, *tables: str) -> None:
        self.tables = tables

    def state_forwards(self, app_label: str, state: object) -> None:
        """The models stay as they are."""

    def database_forwards(self, app_label: str, schema_editor: Editor, from_state: object, to_state: object) -> None:  # noqa: ARG002
        for table in self.tables if schema_editor.connection.vendor == self.vendor else ():
            self.add(schema_editor, table)

    def database_backwards(self, app_label: str, schema_editor: Editor, from_state: object, to_state: object) -> None:  # noqa: ARG002
        for table in self.tables if schema_editor.connection.vendor == self.vendor else ():
            self.drop(schema_editor, table)

    @abstractmethod
    def add(self, schema_editor: Editor, table: str) -> None:
        """Bring it about for one table."""

    @abstractmethod
    def drop(self, schema_editor: Editor, table: str) -> None:
        """Take it back."""


class RefuseReplacing(_Keeping):
    """No row of these tables is displaced by another, whatever unique key they share. PostgreSQL knows no REPLACE."""

    vendor = "sqlite"

    def add(self, schema_editor: Editor, table: str) -> None:
        schema_editor.execute(GUARD, params=None)
        for verb in ("insert", "update"):
            displaces = _displaces(schema_editor, table, updating=verb == "update")
            schema_editor.execute(REFUSING.format(table=table, verb=verb, displaces=displaces), params=None)

    def drop(self, schema_editor: Editor, table: str) -> None:
        for verb in ("insert", "update"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_replacing_{verb}", params=None)


class RefuseEmptying(_Keeping):
    """These tables are not emptied at once. SQLite knows no statement for that but DELETE."""

    vendor = "postgresql"

    def add(self, schema_editor: Editor, table: str) -> None:
        schema_editor.execute(NOT_EMPTIED.format(table=table), params=None)
        schema_editor.execute(NO_TRUNCATE.format(table=table), params=None)

    def drop(self, schema_editor: Editor, table: str) -> None:
        schema_editor.execute(f"DROP TRIGGER {table}_no_truncate ON {table}", params=None)
        schema_editor.execute(f"DROP FUNCTION {table}_not_emptied()", params=None)


def _displaces(schema_editor: Editor, table: str, *, updating: bool) -> str:
    """A condition of SQLite: a row stands there that shares a unique key with the NEW one and is not the OLD one."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({table})")
        new = ", ".join(f'NEW."{name}" AS "{name}"' for _, name, *_ in cursor.fetchall())
        keys = list(_unique_keys(cursor, table))
    conditions = []
    for columns, counts in keys:
        parts = [f'"{name}" = NEW."{name}"' for name in columns]
        if counts:
            parts += [f"({counts})", f"EXISTS (SELECT 1 FROM (SELECT {new}) WHERE {counts})"]  # noqa: S608 (our own)
        if updating:
            parts.append("rowid <> OLD.rowid")
        conditions.append(f"EXISTS (SELECT 1 FROM {table} WHERE {' AND '.join(parts)})")  # noqa: S608
    return " OR ".join(conditions)


def _unique_keys(cursor: CursorWrapper, table: str) -> Iterator[tuple[list[str], str]]:
    """The columns of each unique key, and the condition for rows to count if not all of them do."""
    cursor.execute(f"PRAGMA table_info({table})")
    yield [name for _, name, _, _, _, primary in cursor.fetchall() if primary], ""
    cursor.execute(f"PRAGMA index_list({table})")
    for _, index, unique, origin, _ in cursor.fetchall():
        if unique and origin != "pk":
            cursor.execute(f'PRAGMA index_info("{index}")')
            columns = [name for _, _, name in cursor.fetchall()]
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [index])
            where = re.search(r"\bWHERE\b(.*)", cursor.fetchone()[0] or "", re.DOTALL)
            yield columns, where[1].strip() if where else ""
