"""Both catalogs are whole: whatever a page, a script or a model says can be read in French and Spanish."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po
from django.conf import settings

from colorclash.languages import languages_in
from games.management.commands.compilemessages import SCRIPTS
from games.public_pages import locale_of
from tests.platform.messages import ROOT, in_the_project

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
# What French puts a narrow space before; an ordinary space there would let the sign fall onto the next line.
FRENCH_SIGN_WITHOUT_NARROW_SPACE = re.compile(r"[^\u202f\s][!?;»]|[^\u202f\d\s]:(?!\d)|[ \u00a0][!?;:»]|«(?!\u202f)")


def _catalog(language: str) -> Catalog:
    path = ROOT / "colorclash" / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _texts(entry: Entry) -> list[str]:
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or ())


def _sources(entry: Entry) -> tuple[str, ...]:
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def _entries(language: str) -> list[Entry]:
    return [entry for entry in _catalog(language) if entry.id]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_site_is_translated(language: str) -> None:
    catalog = _catalog(language)
    missing = []
    for message in in_the_project():
        entry = catalog.get(message.singular, message.context or None)
        if entry is None or entry.fuzzy or not all(_texts(entry)):
            missing.append(f"{message.place} {message.context or ''} {message.singular!r}")
        elif bool(message.plural) != bool(entry.pluralizable):
            missing.append(f"{message.place} {message.singular!r} is counted in one place and not in the other")
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalog_holds_nothing_that_is_said_nowhere(language: str) -> None:
    said = {message.key for message in in_the_project()}
    assert [entry.id for entry in _entries(language) if (entry.context or "", _sources(entry)[0]) not in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_scripts_say_is_marked_so_that_browsers_are_given_it(language: str) -> None:
    """And nothing else is: the browser's file holds the entries that name a script."""
    said = {message.key for message in in_the_project() if message.place.startswith(SCRIPTS)}
    marked = {
        (entry.context or "", _sources(entry)[0])
        for entry in _entries(language)
        if any(place.startswith(SCRIPTS) for place, _ in entry.locations)
    }
    assert marked == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(language: str) -> None:
    for entry in _entries(language):
        wanted = set(PLACEHOLDER.findall(_sources(entry)[-1]))
        for text in _texts(entry):
            assert set(PLACEHOLDER.findall(text)) == wanted, entry.id


def test_french_signs_stand_after_a_narrow_space() -> None:
    for entry in _entries("fr"):
        for text in _texts(entry):
            assert not FRENCH_SIGN_WITHOUT_NARROW_SPACE.search(PLACEHOLDER.sub("x", text)), text


def test_french_names_stand_after_no_word_that_loses_its_vowel() -> None:
    """Before *Anna* a *de* becomes *d'*, and nobody knows beforehand with what a name begins."""
    for entry in _entries("fr"):
        for text in _texts(entry):
            assert not re.search(r"\b(de|que|jusque|le|la) %\((name|host|from|by)\)s", text), text


def test_spanish_exclamations_and_questions_are_opened() -> None:
    for entry in _entries("es"):
        for text in _texts(entry):
            bare = text.replace("Base green. Return!", "").replace("BASE GREEN. RETURN!", "").replace("?:", "")
            assert bare.count("!") == bare.count("¡"), text
            assert bare.count("?") == bare.count("¿"), text


@pytest.mark.parametrize(
    ("language", "family", "names"),
    [
        ("fr", "clash", {"Skip": "Passe", "Reverse": "Inversion", "Wild +4": "Joker +4"}),
        ("fr", "duel", {"Skip": "Passer", "Reverse": "Sens", "Flip": "Volte-face", "Bomb": "Bombe"}),
        ("es", "clash", {"Skip": "Saltar", "Reverse": "Reversa", "Wild": "Comodín"}),
        (
            "es",
            "duel",
            {"Flip": "Media vuelta", "Midnight Clock": "Reloj de medianoche", "Color Hunt": "Caza de color"},
        ),
    ],
)
def test_cards_are_named_by_family(language: str, family: str, names: dict[str, str]) -> None:
    catalog = _catalog(language)
    entries = {name: catalog.get(name, family) for name in names}
    assert {name: entry and entry.string for name, entry in entries.items()} == names


def test_pages_hold_no_text_outside_the_catalogs() -> None:
    """Words between tags that no tag of the template language wraps would stay English for everybody."""
    bare = re.compile(r">\s*([A-Z][a-z]+[^<{]*)\s*<")
    own_names = {"Color Clash"}
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", _without_blocks(path), flags=re.DOTALL)
        found += [f"{path.name}: {words}" for words in bare.findall(text) if words.strip() not in own_names]
    assert found == []


SAID_BY_A_SCRIPT = re.compile(r'\b(?:n|p|np)?gettext\(\s*(?:"(?:[^"\\]|\\.)*"\s*,?\s*)+')
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
SENTENCE = re.compile(r"[A-Z][a-z]+(?: [a-z]+)+|[a-z]+ [a-z]+ [a-z]+[.!?]")


def _unmarked_sentences(script: str) -> list[str]:
    bare = SAID_BY_A_SCRIPT.sub("", COMMENT.sub("", script))
    literals = (one or other for one, other in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', bare))
    return [text for text in literals if SENTENCE.search(text)]


def test_scripts_hold_no_sentence_outside_the_catalogs() -> None:
    assert _unmarked_sentences('say("You win the match!"); say(gettext("You lose it."));') == ["You win the match!"]
    scripts = sorted((ROOT / "static" / "js").rglob("*.js"))
    assert {path.name: _unmarked_sentences(path.read_text(encoding="utf-8")) for path in scripts} == {
        path.name: [] for path in scripts
    }


def _without_blocks(path: Path) -> str:
    return re.sub(
        r"{%\s*blocktranslate.*?endblocktranslate\s*%}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
    )


def test_a_further_language_is_one_file(tmp_path: Path) -> None:
    for code in ("de", "pt_BR"):
        (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / code / "LC_MESSAGES" / "django.po").touch()
    (tmp_path / "it").mkdir()
    assert languages_in(tmp_path) == [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português Brasileiro")]
    assert [locale_of(code) for code in ("en", "fr", "de", "pt-br")] == ["en_US", "fr_FR", "de_DE", "pt_BR"]
