"""Public pages, mails and notes are wholly in their language: not a word comes from elsewhere but its catalog."""

import re
from copy import deepcopy
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.utils.translation import override

from games.examples import EXAMPLES
from games.public_pages import PAGES
from tests.catalog_texts import foreign
from tests.platform.messages import ROOT

TEACHING = [*[page.path for page in PAGES], *[f"examples/{name}/" for name in EXAMPLES]]
OTHERS = [
    "", "offline/", "practice/", "quick/", "privacy/", "shop/", "legal/", "contact/", "rankings/", "history/",
    "nowhere/",
]  # fmt: skip
LETTERS = sorted(str(path.relative_to(ROOT / "templates")) for path in (ROOT / "templates").rglob("*/*.txt"))
UNSEEN = {"script", "style", "noscript", "svg", "bdi", "kbd"}
VOID = {"meta", "link", "input", "br", "img", "hr"}
SAID = ("alt", "aria-label", "placeholder", "title")


class Texts(HTMLParser):
    """Collects what a reader of the page sees or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        own = tag in UNSEEN or (tag != "html" and "lang" in said)
        hidden = own or (bool(self._open) and self._open[-1][1])
        if tag not in VOID:
            self._open.append((tag, hidden))
        if not hidden:
            self.found += [said[name] or "" for name in SAID if name in said]
        if tag == "meta" and said.get("name") == "description":
            self.found.append(said.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not (self._open and self._open[-1][1]):
            self.found.append(data)


def texts_of(html: str) -> list[str]:
    reader = Texts()
    reader.feed(html)
    return reader.found


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "es"])
@pytest.mark.parametrize("path", [*TEACHING, *OTHERS])
def test_a_page_says_nothing_in_another_language(client: Client, language: str, path: str) -> None:
    address = f"/{language}/{path}" if path in TEACHING or not path else f"/{path}"
    html = client.get(address, headers={"Accept-Language": language}, follow=True).content.decode()
    assert f'<html lang="{language}"' in html
    found = texts_of(html)
    assert len(found) > 5
    assert foreign(found, language) == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_up_color_is_broken_in_no_heading_and_no_link(client: Client, language: str) -> None:
    for path in ("rules/upcolor/", "rules/"):
        html = client.get(f"/{language}/{path}").content.decode()
        assert not re.findall(r"<(?:h1|h2|a)\b[^>]*>[^<]*Up-color", html)


@pytest.mark.parametrize("language", ["fr", "es"])
@pytest.mark.parametrize("name", [name for name in LETTERS if not name.endswith("robots.txt")])
def test_a_mail_or_a_note_says_nothing_in_another_language(language: str, name: str) -> None:
    """Whatever is put into it is here an X."""
    templates: Any = deepcopy(settings.TEMPLATES)
    templates[0]["OPTIONS"]["string_if_invalid"] = "X"
    with override_settings(TEMPLATES=templates), override(language):
        lines = unescape(render_to_string(name, {"days": 7})).splitlines()
    assert foreign(lines, language, ["X"]) == []


@pytest.mark.parametrize(
    ("language", "others"),
    [
        ("fr", r"matchs?|salons?|joueurs virtuels"),
        ("es", r"ordenador(es)?|partidos?|salón|salones|habitación"),
        ("es", r"os|vosotr[oa]s|vuestr[oa]s?|\w+[áé]is|\w+[aei]dme"),
    ],
)
def test_a_thing_has_the_one_name_of_the_glossary(language: str, others: str) -> None:
    """And whoever is spoken to in Spanish is "tú", or "ustedes" where they are several: nobody says "vosotros"."""
    with (ROOT / f"colorclash/locale/{language}/LC_MESSAGES/django.po").open("rb") as file:
        texts = [text for message in read_po(file) for text in as_tuple(message.string)]
    assert len(texts) > 1000
    assert [text for text in texts if re.search(rf"\b({others})\b", text, re.IGNORECASE)] == []


def as_tuple(texts: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A message's text, or the texts of its plural forms."""
    return (texts,) if isinstance(texts, str) else tuple(texts or ())


@pytest.mark.parametrize("language", ["fr", "es"])
def test_an_english_word_in_a_sentence_is_found(language: str) -> None:
    assert foreign(["Draw a card, then play it."], language) == ["Draw a card, then play it."]
