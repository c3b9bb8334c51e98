"""On SQLite no line, round or log is replaced by another one."""

from django.db import migrations

from accounts.keeping import RefuseReplacing


class Migration(migrations.Migration):
    dependencies = [("games", "0008_running_totals")]

    operations = [RefuseReplacing("games_ledgerline", "games_round", "games_storedlog")]
