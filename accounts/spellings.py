"""The one normalizer behind the word lists: a name as somebody reads it who wants to read a word in it.

Case, accents, look-alike letters, digits for letters, signs and spaces between letters are ways of writing a word past
a list. Each name therefore has several readings, and a word is looked for in all of them.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

SHORT: Final = 3
"""Pieces of up to so many letters that follow each other are read as one word: f u c k, sh it."""

PLURAL: Final = "(?:s|es|x)?"

_LOOKS = str.maketrans(
    "авеѕкмнһорстухіјԁӏгпэғԛԝѵүαβεηικνορτυχωßæœəɣɩʊ", "abeskmhhopctyxijdlrnefqwvyabenikvoptuxwsaoeyiu"
)
# By its Unicode name: a letter with a stroke or a hook, in a box, as half of a flag.
_DRESSED = re.compile(
    r"(?:LATIN (?:SMALL |CAPITAL )?|SYMBOL )LETTER (?:DOTLESS |OPEN |TURNED |REVERSED |SCRIPT )?([A-Z])(?: WITH .*)?$"
)
_LEET: Final[dict[str, str | None]] = {
    "0": "o",
    "3": "e",
    "4": "a",
    "5": "s",
    "6": "g",
    "7": "t",
    "8": "b",
    "9": "g",
    "2": "z",
}
_SIGNS: Final[dict[str, str | None]] = {"@": "a", "$": "s", "€": "e", "(": "c", "+": "t"}
_READINGS: Final[tuple[Mapping[int, str | None], ...]] = (
    str.maketrans({**_LEET, **_SIGNS, "1": "i", "!": "i", "|": "i"}),
    str.maketrans({**_LEET, **_SIGNS, "1": "l", "!": "l", "|": "l"}),
    str.maketrans({**_LEET, **_SIGNS, "1": "i", "!": "i", "|": "i", "v": "u", "q": "g"}),
    str.maketrans(dict.fromkeys("0123456789@$€(+!|")),
)
_PIECES = re.compile(r"(?:[^\W_]|[@$€(+!|])+")
_MASKED = re.compile(r"[^\W_]+(?:[^\w\s]+[^\W_]+|_+[^\W_]+)+")
_MASK = re.compile(r"[^\w\s]|_")
LEAST_MASKED: Final = 4
"""Letters of a word that is looked for behind masks: three of them fit too much."""
_NUMBER = re.compile(r"\d{3,}")
_LETTERS_OR_DIGITS = re.compile(r"\d+|[^\W\d_]+")
_DISGUISES: Final = (
    (re.compile(r"\b\d+|\d+\b"), ""),
    (re.compile(r"\bx+(\w+?)x+\b", re.IGNORECASE), r"\1"),
    (re.compile("rn", re.IGNORECASE), "m"),
    (re.compile("vv", re.IGNORECASE), "w"),
)
"""What is taken off a name, each by itself: h3il88 has digits for letters and others behind them; rn looks like m."""
_WORD = re.compile(r"[^\W_]+")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Listed(NamedTuple):
    """Listed words as they are looked for: within a piece, as whole pieces of a line (trou du cul, pu tes), as all."""

    inside: re.Pattern[str]
    spread: re.Pattern[str]
    alone: re.Pattern[str]


class Spelling(NamedTuple):
    """One reading of a name: its pieces, with neighboring short ones also joined, its lines of pieces, and all in one.

    There are two lines: a word that begins with a capital inside another may stand by itself or not.
    """

    pieces: frozenset[str]
    lines: tuple[str, str]
    whole: str


def spellings(name: str, *, without: frozenset[str] = frozenset()) -> list[Spelling]:
    """All readings of a name; pieces that are or read as a word of `without` are left out."""
    name = _WORD.sub(lambda word: "" if as_typed(word[0]) in without else word[0], name)
    readings = [_with_digits(name, without)]
    for text in dict.fromkeys((name, *(worn.sub(bare, name) for worn, bare in _DISGUISES))):
        words = _PIECES.findall(plain_letters(text))
        split = _PIECES.findall(plain_letters(_INNER_CAPITAL.sub(" ", text)))
        readings += [_spelling(words, split, reading, without) for reading in _READINGS]
    return readings


def plain_letters(text: str) -> str:
    """Lower case, look-alikes as what they look like, without accents; ñ is a letter of its own and stays."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ñ", "\0")).replace("n\u0303", "\0")
    bare = "".join(character for character in folded if not unicodedata.category(character).startswith("M"))
    return "".join(_undressed(character) for character in bare).translate(_LOOKS).replace("\0", "ñ")


def as_typed(text: str) -> str:
    """In lower case, with its accents."""
    return unicodedata.normalize("NFC", text.casefold())


@lru_cache(maxsize=8)
def listed(anywhere: tuple[str, ...], words: tuple[str, ...], names: tuple[str, ...]) -> Listed:
    """The words that count anywhere within another one, by themselves (anywhere in the name), as the whole name."""
    return Listed(
        re.compile(_any_of(_drawn(word) for word in anywhere)),
        re.compile(f"(?<![^ ]){_any_of(_spread(word) for word in (*anywhere, *words))}{PLURAL}(?![^ ])"),
        re.compile(f"{_any_of(_drawn(word) for word in (*anywhere, *words, *names))}{PLURAL}"),
    )


def is_read(reading: Spelling, words: Listed) -> bool:
    """Whether one of the words stands in a reading."""
    return bool(
        words.alone.fullmatch(reading.whole)
        or any(words.spread.search(line) for line in reading.lines)
        or any(words.inside.search(piece) for piece in reading.pieces)
    )


def masked(name: str) -> list[re.Pattern[str]]:
    """The pieces of a name in which signs stand for letters between others (f*ck), each as what its word looks like."""
    return [re.compile(_MASK.sub(".", piece)) for piece in _MASKED.findall(plain_letters(name))]


def is_masked(pieces: list[re.Pattern[str]], word: str) -> bool:
    """Whether one of the pieces is the word, in the singular or plural."""
    return len(word) >= LEAST_MASKED and any(
        piece.fullmatch(word + plural) for piece in pieces for plural in ("", "s", "es", "x")
    )


def _any_of(patterns: Iterable[str]) -> str:
    return f"(?:{'|'.join(patterns) or '(?!)'})"


def _drawn(word: str) -> str:
    """A word with any of its letters drawn out."""
    return "".join(
        f"{letter * count}{letter}*" if letter.isalpha() else letter * count for letter, count in _runs(word)
    )


def _spread(word: str) -> str:
    """The same with spaces between the letters."""
    return "".join(
        f"{letter} ?" * count + (f"(?:{letter} ?)*" if letter.isalpha() else "") for letter, count in _runs(word)
    )


def _runs(word: str) -> list[tuple[str, int]]:
    """Each letter with how often it stands there in a row; nobody reads 1888 as 188, but fuuck as fuck."""
    return [(re.escape(letter), len(run)) for run, letter in re.findall(r"((.)\2*)", word)]


def _undressed(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    found = None if character.isascii() else _DRESSED.search(unicodedata.name(character, ""))
    return found[1].lower() if found else character


def _with_digits(name: str, without: frozenset[str]) -> Spelling:
    """The reading in which digits are digits: Ana1488 is Ana and 1488."""
    kept = [word for word in _WORD.findall(plain_letters(name)) if word not in without]
    split = _LETTERS_OR_DIGITS.findall(" ".join(kept))
    line = " ".join(split)
    return Spelling(frozenset(kept), (line, line), "".join(split))


def _spelling(
    words: list[str], split: list[str], reading: Mapping[int, str | None], without: frozenset[str]
) -> Spelling:
    """`split` are the pieces of the words that begin with a capital: BadName is read as one word and as two."""
    read = [_read(word, reading) for word in words]
    kept = [word for word in read if word not in without]
    pieces = [_read(piece, reading) for piece in split] if kept == read else kept
    lines = (" ".join(kept), " ".join(pieces))
    return Spelling(frozenset({*kept, *pieces, *_joined_short(pieces)} - {""}), lines, "".join(kept))


def _read(piece: str, reading: Mapping[int, str | None]) -> str:
    """A piece in a reading. A longer number is just that: Player 807 names no bot."""
    return "" if _NUMBER.fullmatch(piece) else piece.translate(reading)


def _joined_short(pieces: list[str]) -> set[str]:
    runs: list[str] = [""]
    for piece in pieces:
        if len(piece) <= SHORT:
            runs[-1] += piece
        else:
            runs.append("")
    return {run for run in runs if run}
