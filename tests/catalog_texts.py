"""Texts that a reader is shown, held against the catalog of his language."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from babel.messages.pofile import read_po

from tests.processes import CODE

if TYPE_CHECKING:
    from collections.abc import Iterable

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
TAG = re.compile(r"<[^>]+>")
SPACES = re.compile(r"[\s\u00a0\u202f]+")
HYPHEN = "\N{NON-BREAKING HYPHEN}"
SEPARATORS = tuple(map(re.compile, (r"(?<=[.!?]) ", " · ", "(?<=:) ", ", ", ": ?", " ")))
"""Where texts are put together, the widest joints first."""
DATA = re.compile(
    r"[\W\d_]*|[A-HJ-NP-Z]( ?[A-HJ-NP-Z]){5}|https?://\S+|jeudecartes-spoledeon\.fr"
    r"|Color Clash|Color Duel|Up-color|\d+ s|[+]\d|ABCDEF"
)


def foreign(texts: Iterable[str], language: str, names: Iterable[str] = ()) -> list[str]:
    """Those that are neither of the language's catalog nor data such as names, codes and numbers."""
    data = frozenset(names)
    plain = {text: SPACES.sub(" ", text).replace(HYPHEN, "-").strip() for text in texts}
    return [text for text, words in plain.items() if not _is_of(language, words, data)]


@cache
def _is_of(language: str, text: str, data: frozenset[str]) -> bool:
    """Whole, or part by part, or word by word as the names of cards are put together."""
    whole, patterns = _catalog(language)
    for words in (text.strip(" ·—"), text.strip(" ·—()")):
        known = words in data or DATA.fullmatch(words) or words.casefold() in whole
        if known or any(each.fullmatch(words) for each in patterns):
            return True
    text = text.strip(" ·—()")
    for separator in SEPARATORS:
        parts = separator.split(text)
        if len(parts) > 1 and all(_is_of(language, part, data) for part in parts):
            return True
    return False


@cache
def _catalog(language: str) -> tuple[frozenset[str], list[re.Pattern[str]]]:
    """Texts as they stand, and patterns of those into which something is put; one of tags or lines also in pieces."""
    path = CODE / "colorclash" / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    texts = {
        SPACES.sub(" ", piece).replace("%%", "%").strip()
        for entry in catalog
        if entry.id
        for text in ([entry.string] if isinstance(entry.string, str) else list(entry.string or ()))
        for piece in (text, *TAG.split(text), *text.splitlines())
    }
    whole = frozenset(text.casefold() for text in texts)
    return whole, [_pattern(text) for text in sorted(texts) if PLACEHOLDER.search(text)]


def _pattern(text: str) -> re.Pattern[str]:
    """A text with anything in its placeholders; one that is nothing but placeholders stands for itself."""
    words = PLACEHOLDER.split(text)
    if not any(re.search(r"[^\W\d_]{2}", part) for part in words):
        return re.compile(re.escape(text))
    return re.compile(".+".join(re.escape(part) for part in words), re.IGNORECASE)
