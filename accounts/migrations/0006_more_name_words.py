"""More words for the lists that names are held against; those that staff have moved stay where they are."""

from django.db import migrations

MORE_WORDS = {
    ("reserved", "name", "en"): "helpdesk support",
    ("unsuitable", "anywhere", "en"): "asshat biatch mutherfuck pedobear",
    ("unsuitable", "word", "en"): "arse ass kunt phuk stfu",
    ("unsuitable", "anywhere", "fr"): (
        "grossebite niktamere salejuif salenoir salepute sucemabite trouducul vatefaireenculer"
    ),
    ("unsuitable", "word", "fr"): "ancule branler conard conarde emmerdeur emmerdeuse enqule feuj konard konnard merdeux",
    ("unsuitable", "name", "fr"): "cul filsdep groscul petitebite salearabe tachatte vachier",
    ("unsuitable", "anywhere", "es"): "conchadetumadre conchatumadre gilipolla jilipolla",
    ("unsuitable", "word", "es"): (
        "culo follador hdp hdlgp huevon jueputa kabron kulero mamon negrata panchito retrasada retrasado"
    ),
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
    dependencies = [("accounts", "0005_others_out")]

    operations = [migrations.RunPython(add_more_words, migrations.RunPython.noop)]
