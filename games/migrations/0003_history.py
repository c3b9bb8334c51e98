"""What a player's pages list by: names as seated, a person's matches by date, matches that computers took part in."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill_in(apps, schema_editor):
    """Matches from before these columns: names as they are now, for what they were is known no more."""
    match, seat, one_round, identity = (
        apps.get_model(*name)
        for name in [("games", "Match"), ("games", "MatchSeat"), ("games", "Round"), ("accounts", "Identity")]
    )
    seat.objects.update(ended=Subquery(match.objects.filter(pk=OuterRef("match")).values("ended")))
    seat.objects.filter(identity__isnull=False).update(
        name=Subquery(identity.objects.filter(pk=OuterRef("identity")).values("name"))
    )
    replaced = [pk for pk, seats in one_round.objects.values_list("match", "replaced").iterator() if seats]
    match.objects.filter(pk__in=replaced).update(with_replacements=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("games", "0002_append_only")]

    operations = [
        migrations.AddField("match", "with_replacements", models.BooleanField(default=False)),
        migrations.AddField("matchseat", "name", models.CharField(blank=True, max_length=80)),
        migrations.AddField("matchseat", "ended", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "matchseat", models.Index(fields=["identity", "-ended", "-match"], name="match_seats_of_person")
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
