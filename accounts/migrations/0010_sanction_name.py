"""A name that is reset stands with the decision.

SQLite makes a table anew for a column that may not be null, and its triggers are gone: they are made anew as well.
"""

from django.db import migrations, models

from accounts.keeping import RefuseReplacing

NO_DELETE = """
CREATE TRIGGER accounts_sanction_no_delete BEFORE DELETE ON accounts_sanction
BEGIN SELECT RAISE(ABORT, 'accounts_sanction is only ever added to'); END
"""


def keep_again(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(NO_DELETE, params=None)
        RefuseReplacing("accounts_sanction").add(schema_editor, "accounts_sanction")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_numbers_and_more_words")]

    operations = [
        migrations.AddField(
            model_name="sanction",
            name="name",
            field=models.CharField(blank=True, max_length=80, verbose_name="name that was reset"),
        ),
        migrations.RunPython(keep_again, migrations.RunPython.noop),
    ]
