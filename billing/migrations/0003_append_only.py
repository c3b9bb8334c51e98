"""Triggers of both databases: nothing about money is deleted, and neither history nor the provider's words change."""

from django.db import migrations

KEPT = (
    "billing_purchase",
    "billing_giftcode",
    "billing_refund",
    "billing_dispute",
    "billing_historyline",
    "billing_providerevent",
)
UNCHANGED = (("billing_historyline", ""), ("billing_providerevent", " OF id, kind, made_at, arrived_at, noticed, body"))

SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB}{columns} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is kept as it is'); END
"""
POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION billing_kept_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is kept as it is', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRES = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB}{columns} ON {table}
FOR EACH ROW EXECUTE FUNCTION billing_kept_as_it_is()
"""


def _triggers():
    for table in KEPT:
        yield table, "delete", ""
    for table, columns in UNCHANGED:
        yield table, "update", columns


def add_triggers(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    if postgres:
        schema_editor.execute(POSTGRES_FUNCTION, params=None)
    template = POSTGRES if postgres else SQLITE
    for table, verb, columns in _triggers():
        statement = template.format(table=table, verb=verb, VERB=verb.upper(), columns=columns)
        schema_editor.execute(statement, params=None)


def drop_triggers(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for table, verb, _ in _triggers():
        on = f" ON {table}" if postgres else ""
        schema_editor.execute(f"DROP TRIGGER {table}_no_{verb}{on}", params=None)
    if postgres:
        schema_editor.execute("DROP FUNCTION billing_kept_as_it_is()", params=None)


class Migration(migrations.Migration):
    dependencies = [("billing", "0002_purchases")]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
