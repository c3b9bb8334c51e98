"""What a team calls itself in three languages, for the lists that names are held against; what staff moved stays."""

from django.db import migrations

MORE_WORDS = {
    ("reserved", "name", ""): "moderation",
    ("reserved", "name", "en"): "theteam",
    ("reserved", "name", "fr"): "assistance equipe lequipe",
    ("reserved", "name", "es"): "asistencia elequipo equipo moderacion soporte",
}


def add_more_words(apps, schema_editor):
    word_model = apps.get_model("accounts", "NameWord")
    word_model.objects.using(schema_editor.connection.alias).bulk_create(
        (
            word_model(word=word, kind=kind, reach=reach, language=language)
            for (kind, reach, language), words in MORE_WORDS.items()
            for word in words.split()
        ),
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_blocks_by_match")]

    operations = [migrations.RunPython(add_more_words, migrations.RunPython.noop)]
