"""Catalogs are compiled without gettext's programs."""

import gettext
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.management.commands.compilemessages import compile_catalog

CATALOG = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Draw a card"
msgstr "Piocher une carte"

#: static/js/board/hand.js templates/room.html
msgctxt "hand"
msgid "Keep"
msgstr "Garder"

#: static/js/board/hand.js
msgid "%(count)s card"
msgid_plural "%(count)s cards"
msgstr[0] "%(count)s carte"
msgstr[1] "%(count)s cartes"

#, fuzzy
msgid "Not sure"
msgstr "Pas sûr"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    file = folder / "django.po"
    file.write_text(CATALOG, encoding="utf-8")
    return file


def test_compiled_catalog_translates_words_and_plurals_but_nothing_doubtful(source: Path) -> None:
    compile_catalog(source)
    french = _compiled(source, "django")
    assert french.gettext("Draw a card") == "Piocher une carte"
    assert french.ngettext("%(count)s card", "%(count)s cards", 2) == "%(count)s cartes"
    assert french.gettext("Not sure") == "Not sure"


def test_the_browser_is_given_only_what_scripts_say(source: Path) -> None:
    compile_catalog(source)
    french = _compiled(source, "djangojs")
    assert french.pgettext("hand", "Keep") == "Garder"
    assert french.ngettext("%(count)s card", "%(count)s cards", 2) == "%(count)s cartes"
    assert french.gettext("Draw a card") == "Draw a card"
    assert _compiled(source, "django").pgettext("hand", "Keep") == "Garder"


def test_translation_that_loses_a_placeholder_is_refused(source: Path) -> None:
    broken = CATALOG.replace('msgstr[1] "%(count)s cartes"', 'msgstr[1] "%(number)s cartes"')
    source.write_text(broken.replace('msgid "%(count)s card"', '#, python-format\nmsgid "%(count)s card"'))
    with pytest.raises(CommandError, match="placeholder"):
        compile_catalog(source)
    assert not source.with_suffix(".mo").exists()


def _compiled(source: Path, domain: str) -> gettext.GNUTranslations:
    with source.with_name(f"{domain}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)
