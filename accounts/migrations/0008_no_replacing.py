"""On SQLite no line of staff's, no sanction and no appeal is replaced by another one."""

from django.db import migrations

from accounts.keeping import RefuseReplacing


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_parent_mails")]

    operations = [RefuseReplacing("accounts_auditline", "accounts_sanction", "accounts_appeal")]
