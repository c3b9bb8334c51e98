"""A block names the match from which it was made; those of before name none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_names_for_staff")]

    operations = [
        migrations.AddField(
            model_name="block", name="match_id", field=models.CharField(blank=True, max_length=40)
        ),
        migrations.RemoveConstraint(model_name="block", name="block_once"),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(fields=("blocker", "blocked", "match_id"), name="block_once_a_match"),
        ),
    ]
