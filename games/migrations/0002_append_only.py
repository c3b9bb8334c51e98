"""Triggers of both databases that refuse to change or delete what the ledger has written."""

from django.db import migrations

TABLES = ("games_ledgerline", "games_round", "games_storedlog")

# SQLite tells of no statement that empties a table other than DELETE.
SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is only ever added to'); END
"""

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION games_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRES = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table}
FOR EACH ROW EXECUTE FUNCTION games_only_added_to()
"""
# Emptying an empty table harms nothing, and tests of other tables begin that way.
POSTGRES_TRUNCATE_FUNCTION = """
CREATE OR REPLACE FUNCTION {table}_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM {table}) THEN
    RAISE EXCEPTION '{table} is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$
"""
POSTGRES_TRUNCATE = """
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION {table}_not_emptied()
"""


def add_triggers(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    if postgres:
        schema_editor.execute(POSTGRES_FUNCTION, params=None)
    for table in TABLES:
        for verb in ("update", "delete"):
            template = POSTGRES if postgres else SQLITE
            schema_editor.execute(template.format(table=table, verb=verb, VERB=verb.upper()), params=None)
        if postgres:
            schema_editor.execute(POSTGRES_TRUNCATE_FUNCTION.format(table=table), params=None)
            schema_editor.execute(POSTGRES_TRUNCATE.format(table=table), params=None)


def drop_triggers(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        for verb in ("update", "delete", *(("truncate",) if postgres else ())):
            on = f" ON {table}" if postgres else ""
            schema_editor.execute(f"DROP TRIGGER {table}_no_{verb}{on}", params=None)
        if postgres:
            schema_editor.execute(f"DROP FUNCTION {table}_not_emptied()", params=None)
    if postgres:
        schema_editor.execute("DROP FUNCTION games_only_added_to()", params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
