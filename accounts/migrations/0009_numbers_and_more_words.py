"""Numbers that stand for words, signs, and more words for the lists; what staff have moved stays where it is."""

from django.db import migrations

MORE_WORDS = {
    # Told from what is listed by their accents: what cheese is grated with, and a kind of tobacco.
    ("allowed", "word", "fr"): "r\u00e2pe r\u00e2per r\u00e2pes r\u00e2p\u00e9",
    ("allowed", "word", "es"): "rap\u00e9",
    # Two letters of Chinese that are swastikas, and a picture of a finger.
    ("unsuitable", "anywhere", ""): "auschwitz gangbang swastika \u534d \u5350 \U0001f595",
    ("unsuitable", "word", ""): (
        "1488 14words 8008135 80085 88hh 88ss acab adolf88 aryan88 bdsm fourteen88 fourteenwords gestapo heil "
        "hentai hh88 nsdap reich88 sex sexy69 ss88 waffenss wp88"
    ),
    ("unsuitable", "name", ""): "69 88",
    ("unsuitable", "anywhere", "en"): (
        "asswipe childmolester cumshot dickface dickwad dogshit dumbass fatass gangrape hangyourself horseshit "
        "jackass knobhead mongoloid pedophil raghead shitface shithole titties towelhead wetback whitepower"
    ),
    ("unsuitable", "word", "en"): (
        "beaner bellend bigdick boobies btch crap darkie daterape fck fckn fcku fcuk fgt fucc fucked fucker fuckin "
        "fucking fuckoff fuckyou fuq gook gtfo incel irape jizz letsrape minge mofo mydick niga nigg nudes "
        "piss pissoff pussies raped rapeher rapehim rapeme raper rapeu rapeyou raping shite slag smalldick spaz "
        "tosser willrape wog"
    ),
    ("unsuitable", "name", "en"): "cum dyke eightyeight fourteeneightyeight homo milf rape sixtynine",
    ("unsuitable", "anywhere", "fr"): (
        "batslescouilles branlette chinetoque emmerde enkule faitchier filsdechien fiotte foutre grognasse "
        "mangetesmorts niakoue nicktamere niqtamer nyquetamere partouze saleblack sucemoi suicidetoi tageule "
        "tagueule tamerelapute tantouze travelo tuetoi vamourir"
    ),
    ("unsuitable", "word", "fr"): (
        "bamboula chiasse chier chieur chieuse fils2put fils2pute ftg gogole grosporc lapute lopette merd merdique "
        "nibards nichons pouffe ptitcon ptn putasse raclure salop sexe sodomie suce tesmorts teub triso violer "
        "zob"
    ),
    ("unsuitable", "name", "fr"): "quatorzequatrevingthuit quatrevingthuit soixanteneuf tamere viol",
    ("unsuitable", "anywhere", "es"): (
        "careverga chupala chupamela chupapolla comemierda comepolla conchetumadre conchetumare gilipoya "
        "hijadeputa jilipoya lameculo mamaguevo mamahuevo mamaverga mecagoen putamadre soplapolla"
    ),
    ("unsuitable", "word", "es"): (
        "bollera cojon ctm culiado culiao culona eresputa follame furcia hijodep hpta jodete joputa ko\u00f1o "
        "malnacido malparida mogolico mongolico ojete pajillero pinga pirobo putero putita puton ramera sexo "
        "singao suicidate tarado tetas tetona trolo unaputa violacion violar"
    ),
    ("unsuitable", "name", "es"): "catorceochentayocho ochentayocho sesentaynueve",
}


def add_more_words(apps, schema_editor):
    word_model = apps.get_model("accounts", "NameWord")
    # Many a Spanish Enrique is called Kike; more than one of them is an insult in English.
    word_model.objects.using(schema_editor.connection.alias).filter(word="kike", reach="word").update(word="kikes")
    word_model.objects.using(schema_editor.connection.alias).bulk_create(
        (
            word_model(word=word, kind=kind, reach=reach, language=language)
            for (kind, reach, language), words in MORE_WORDS.items()
            for word in words.split()
        ),
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_no_replacing")]

    operations = [migrations.RunPython(add_more_words, migrations.RunPython.noop)]
