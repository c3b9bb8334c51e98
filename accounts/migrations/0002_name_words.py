"""The lists of words that names are held against, and the words they begin with; staff edit them from then on."""

from django.db import migrations, models

# By list, reach and language. Without accents and in lower case, as `accounts.spellings` writes them.
FIRST_WORDS = {
    ("reserved", "anywhere", ""): "admin colorclash colourclash",
    ("reserved", "anywhere", "en"): "computer moderator",
    ("reserved", "anywhere", "fr"): "ordinateur moderateur moderatrice",
    ("reserved", "anywhere", "es"): "ordenador computador moderador",
    ("reserved", "word", ""): "bot root staff sysop",
    ("reserved", "word", "en"): "official replacement system",
    ("reserved", "word", "fr"): "officiel officielle remplacant remplacante systeme",
    ("reserved", "word", "es"): "oficial reemplazo sistema suplente",
    ("reserved", "name", "en"): "formerplayer you",
    ("reserved", "name", "fr"): "ancienjoueur anciennejoueuse vous",
    ("reserved", "name", "es"): "antiguojugador antiguajugadora exjugador exjugadora usted",
    ("allowed", "word", ""): (
        "badminton chingachgook cockburn ignazio niger nigeria nigerian penistone salopek salopette scunthorpe snigger"
    ),
    ("unsuitable", "anywhere", ""): "hitler neonazi pornhub pornstar siegheil",
    ("unsuitable", "word", ""): "kkk nazi porn porno",
    ("unsuitable", "anywhere", "en"): (
        "arsehole asshole bastard bitch blowjob bullshit cocksucker cunt dickhead dildo dipshit douchebag faggot fuck "
        "jerkoff killyourself nigga nigger pedophile paedophile retarded shithead shitty slut wanker whore"
    ),
    ("unsuitable", "word", "en"): (
        "bollocks boobs chink coon cock fag fuk fuker kike kys pedo penis phuck prick pussy rapist shit spic tits "
        "tranny twat vagina wank"
    ),
    ("unsuitable", "name", "en"): "dick retard",
    ("unsuitable", "anywhere", "fr"): (
        "batard bougnoul branleur branleuse connard connasse conasse couille encule enfoire filsdepute grospute "
        "grossepute niquetamere petasse poufiasse pouffiasse putain salaud salopard salope suceuse tafiole trouduc "
        "violeur"
    ),
    ("unsuitable", "word", "fr"): (
        "abruti bicot debile fdp gouine merde mongolien negre negresse nique niquer ntm pd pede pute tapette tarlouze "
        "youpin"
    ),
    ("unsuitable", "name", "fr"): "bite con conne groscon grosseconne petitcon salecon saleconne",
    ("unsuitable", "anywhere", "es"): (
        "cabron chinga culero gilipollas hijodeputa hijoputa hijueputa malparido maricon mierda pelotudo pendeja "
        "pendejo violador"
    ),
    ("unsuitable", "word", "es"): (
        "boludo carajo cojones co\u00f1o follar gonorrea joder mamada marica pajero polla puta puto subnormal sudaca "
        "verga zorra"
    ),
}


def add_first_words(apps, schema_editor):
    word_model = apps.get_model("accounts", "NameWord")
    word_model.objects.using(schema_editor.connection.alias).bulk_create(
        word_model(word=word, kind=kind, reach=reach, language=language)
        for (kind, reach, language), words in FIRST_WORDS.items()
        for word in words.split()
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="NameWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=40, unique=True, verbose_name="word")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("reserved", "reserved"),
                            ("unsuitable", "unsuitable"),
                            ("allowed", "allowed all the same"),
                        ],
                        max_length=10,
                        verbose_name="list",
                    ),
                ),
                (
                    "reach",
                    models.CharField(
                        choices=[
                            ("anywhere", "anywhere in a word"),
                            ("word", "as a word"),
                            ("name", "as the whole name"),
                        ],
                        default="word",
                        max_length=8,
                        verbose_name="where it counts",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[("", "all languages"), ("en", "English"), ("fr", "French"), ("es", "Spanish")],
                        max_length=2,
                        verbose_name="language",
                    ),
                ),
            ],
            options={
                "verbose_name": "word of a name",
                "verbose_name_plural": "words of names",
                "ordering": ("word",),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("word", ""), _negated=True), name="name_word_has_letters"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["reserved", "unsuitable", "allowed"])), name="name_word_kind"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reach__in", ["anywhere", "word", "name"])), name="name_word_reach"
                    ),
                ],
            },
        ),
        migrations.RunPython(add_first_words, migrations.RunPython.noop),
    ]
