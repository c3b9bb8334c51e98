"""Names that insult or pass for somebody else, however they are written."""

# ruff: noqa: RUF001 (look-alike letters are what is tested)

from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from accounts.models import User
from accounts.names import NameRefused, aclean_name, clean_name
from accounts.word_models import NameWord
from accounts.word_services import put_word

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("first_words")]


def refusal(raw: str) -> str | None:
    try:
        clean_name(raw)
    except NameRefused as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    "name",
    [
        "Connard", "c o n n a r d", "C.o.n.n.a.r.d", "c0nn4rd", "Connnnard", "conn ard", "Vieux connard", "connards",
        "Pute", "PUTE", "p1u2t3e", "put3", "pu te", "Salope", "5al0pe", "Enculé", "ènculè", "merde", "Con", "gros con",
        "fils de pute", "filsdepute99", "p.d", "NTM",
        "Fuck", "fuuuck", "FuCk", "f_u_c_k", "fu ck", "Motherfucker", "Sh1t", "$hit", "s h ! t", "b1tch", "a$$hole",
        "nigg3r", "C U N T", "Bad Bitch", "🇫🇺🇨🇰", "ｆｕｃｋ", "ƒuck you fuck",
        "Puta", "put@", "Hijo de puta", "cabrón", "C4BR0N", "gilipollas", "mierda", "coño", "pendejo2", "Maricón",
        "trou du cul", "Le trou du cul", "pu te la", "Tu cu lo", "Concha de tu madre", "hijo d pu ta", "grosse bite",
        "fvck", "pvta", "ni99a", "niqqer", "pʊte", "fƱck", "mɩerda", "pəndejo", "ƒuck", "fuȼk", "🅵🆄🅲🅺", "Fuc🅺 Ana",
        "heil Ana", "h3il88", "Foutre", "va te faire f0utre", "Ta gueule", "FermeTaGueule", "t4 gu3ule", "fils2pute",
        "Rape", "r4pe", "I rape you", "fuc king", "fck you", "rnerde", "vvhore", "xXputaXx", "$hi+", "(unt", "🖕",
        "🖕🏽 Ana", "卐",
        "f*ck", "F**k", "s#it", "P*ta", "co*o", "m%rde", "vieux c*nnard", "put*s", "Bad b*tch", "sh**s",
    ],
)  # fmt: skip
def test_an_insult_is_refused_however_it_is_written(name: str) -> None:
    assert refusal(name) == "name_unsuitable"


@pytest.mark.parametrize(
    "name",
    [
        "Admin", "4dm1n", "ADMIN7", "TheAdmin", "a d m i n", "Adm*n", "administrateur", "Modérateur", "moderador",
        "Staff", "Color Clash", "c0lorclash", "Color-Clash", "Computer", "Computer 2", "C0mputer", "Ordinateur 1",
        "computadora", "Computadora 3", "ordenador", "Bot", "bot 3", "Sistema", "Vous", "🇦🇩🇲🇮🇳",
        "Team Color Clash", "Soporte", "Équipe", "El equipo", "Modération", "moderación", "Asistencia", "L’équipe",
    ],
)  # fmt: skip
def test_a_name_that_passes_for_staff_or_a_computer_is_refused(name: str) -> None:
    assert refusal(name) == "name_reserved"


@pytest.mark.parametrize(
    "name",
    [
        "Ana", "Scunthorpe", "Niger", "Nigeria", "Thomas Hitchcock", "Yoshitaka", "Ashitaka", "Ignazio", "Badminton",
        "Conrad", "Constance", "Juan con Ana", "Raputenza", "Député", "Computación"[:7], "Falstaff", "Robot",
        "Abbot", "Cassandra", "Dickens", "Vergara", "Chingachgook", "Año Nuevo", "Cono Sur", "Gato Negro", "En retard",
        "Salopette", "Ana L", "R2D2", "Zoë 1999", "Jean-Luc", "O’Neill", "D’Artagnan", "ʻOkina", "名前", "Ана", "שרה",
        "Mamadou", "Le Roi 3", "Sara & Tom", "Pornic", "Basil Lysheet", "Guest 807", "Player 455",
        "Enrique", "Dominique", "Vivian", "Octave", "Eva", "Łukasz", "Đorđe", "Lucas S", "Rapé", "Con Air", "Culver",
        "Cassie", "Support Group", "Julian Con", "Ana*", "*Ana*", "Rock*Roll", "Sara#Tom", "A*a", "J*M", "50%Ana",
    ],
)  # fmt: skip
def test_a_decent_name_is_not_suspected(name: str) -> None:
    assert refusal(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "1488", "Ana1488", "14 88", "14/88", "1.4.8.8", "१४८८", "88", "8 8", "ss88", "SS 88", "88HH", "adolf-88", "69",
        "sexy69", "quatre-vingt-huit", "Ochenta y ocho",
    ],
)  # fmt: skip
def test_numbers_that_stand_for_words_are_refused_where_they_do(name: str) -> None:
    assert refusal(name) == "name_unsuitable"


@pytest.mark.parametrize(
    "name", ["Ana88", "Lyon69", "Bob 69", "888", "8888", "31 488", "Ana 2014", "Player 88", "14 juillet", "Lot 49"]
)
def test_a_year_of_birth_or_a_place_is_no_insult(name: str) -> None:
    assert refusal(name) is None


@pytest.mark.parametrize("name", ["Râpe", "RÂPES", "Rapé", "Grape", "Draper", "Kike", "Heilbronn", "Sussex", "Violet"])
def test_what_only_resembles_an_insult_is_told_from_it(name: str) -> None:
    assert refusal(name) is None


@pytest.mark.parametrize("name", ["Аna", "Anа", "Αna", "раураl", "Ana١", "Ana ӏ", "שרהa", "Maꭓ"])
def test_letters_of_another_script_do_not_pass_for_one_s_own(name: str) -> None:
    assert refusal(name) in {"name_mixed", "name_characters"}


@pytest.mark.parametrize("name", ["ɑna", "anɡ", "Anaǃ", "ᴀna", "A\u20e3na", "A\ufe0fna", "A\U000e0100na", "+\u200d+"])
def test_what_only_looks_like_a_letter_is_refused(name: str) -> None:
    assert refusal(name) == "name_characters"


@pytest.mark.parametrize("name", ["ꓮꓠꓮ", "ꓮꓓꓟꓲꓠ", "ᎪᎠᎷᏆ", "ᗩᑎᗩ", "𐐀𐐁", "ⲀⲚⲀ", "𒐫", "ᚠᚢᚴ"])
def test_alphabets_that_hardly_anybody_writes_do_not_stand_in_for_latin(name: str) -> None:
    assert refusal(name) == "name_characters"


@pytest.mark.parametrize("name", ["n¡gger", "f∪ck", "f-ck", "f_ck", "f😀ck", "p•tain", "m·erda", "ѕһіт", "Sh_t"])
def test_any_sign_may_stand_for_a_letter_and_any_alphabet_for_ours(name: str) -> None:
    assert refusal(name) == "name_unsuitable"


@pytest.mark.parametrize(
    "name", ["አበበ", "ქეთი", "Նարե", "ดาว", "မြ", "ສົມ", "ಅನಾ", "தமிழ்", "অনা", "សុខា", "ދީ", "བཀྲ", "අනා", "آنا"]
)
def test_everyday_scripts_are_welcome(name: str) -> None:
    assert refusal(name) is None


@pytest.mark.parametrize("name", ["Tom ナオミ", "김Kim", "名前なまえナマエ", "Əli", "Ɛfua"])
def test_scripts_that_are_written_together_stand_together(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["👩‍👩‍👧 Ana", "👩🏽‍🚒", "🏳️‍🌈", "❤️‍🔥", "🧑‍🤝‍🧑", "1️⃣", "👁️‍🗨️"])
def test_pictures_may_be_joined_and_nothing_else(name: str) -> None:
    assert clean_name(name) == name
    for letters in ("A\u200dna", "Ana\u200d", "\u200dAna", "👩\u200d", "👩\u200dA", "A\u200d👩"):
        assert refusal(letters) == "name_characters"


def test_what_staff_write_into_the_lists_counts_at_once() -> None:
    assert refusal("Zorglub") is None
    word = NameWord.objects.create(word="zorglub", kind="unsuitable", reach="anywhere")
    assert refusal("Zorglub 3") == "name_unsuitable"
    NameWord.objects.create(word="zorglubien", kind="allowed")
    assert refusal("Zorglubien") is None
    word.delete()
    assert refusal("Zorglub") is None


def test_staff_list_numbers_and_signs_and_allow_a_word_by_its_accents(moderator: User) -> None:
    put = partial(put_word, reach="word", language="", staff=moderator, reason="seen")
    assert [refusal(name) for name in ("Ana 4711", "Ana 🍕", "Zorglub", "Zorglûb")] == [None] * 4
    for word in ("47-11", "🍕", "Zorglub"):
        put(word=word, kind="unsuitable")
    assert put(word="Zorglûb", kind="allowed").word == "zorglûb"
    assert [refusal(name) for name in ("Ana 4711", "Ana 🍕", "Zorglub")] == ["name_unsuitable"] * 3
    assert refusal("Zorglûb") is None
    put(word="zorglûb", kind="unsuitable")
    assert refusal("Zorglûb") == "name_unsuitable"


@pytest.mark.django_db(transaction=True)
async def test_an_event_loop_asks_the_lists_too() -> None:
    assert await aclean_name(" Ana ") == "Ana"
    await sync_to_async(connections.close_all)()
