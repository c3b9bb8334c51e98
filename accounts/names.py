"""What a display name may be: the one place that decides it, for guests and accounts alike.

A name is shown to other people beside their own, so nothing in it may be invisible, turn the text around it, stand for
nothing, pass for another name or insult whoever reads it. Lengths are counted in graphemes, what a reader calls a
letter.
"""

import unicodedata
from enum import StrEnum
from typing import Final

from asgiref.sync import sync_to_async
from wcwidth import iter_graphemes

from accounts.scripts import is_written, mixes_scripts
from accounts.spellings import is_masked, is_read, listed, masked, spellings
from accounts.word_models import NameWord

MAX_GRAPHEMES: Final = 20
# A grapheme may carry marks without end ("zalgo"), which paint over the lines beside them.
MAX_CODE_POINTS: Final = 80
MAX_MARKS_IN_A_ROW: Final = 4

# Letters and marks by category that show nothing at all.
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Me", "Zl", "Zp"})
# Python's tables lag behind the emoji of the phones, so what is unassigned here may be a new one.
EMOJI: Final = range(0x1F000, 0x1FB00)
PICTURES: Final = (
    EMOJI, range(0x2190, 0x2200), range(0x2300, 0x2400), range(0x2600, 0x27C0), range(0x2B00, 0x2C00),
    range(0x3297, 0x329A),
)  # fmt: skip
JOINER: Final = "\u200d"
KEYCAP: Final = "\u20e3"
KEYS: Final = frozenset("0123456789#*")
SELECTORS: Final = frozenset("\ufe0e\ufe0f")
OTHER_SELECTORS: Final = (range(0xFE00, 0xFE0E), range(0xE0100, 0xE01F0))
SKIN_TONES: Final = range(0x1F3FB, 0x1F400)


class NameProblem(StrEnum):
    EMPTY = "name_empty"
    TOO_LONG = "name_too_long"
    CHARACTERS = "name_characters"
    MIXED = "name_mixed"
    RESERVED = "name_reserved"
    UNSUITABLE = "name_unsuitable"


class NameRefused(ValueError):
    """A name that cannot be shown; `code` says why."""

    def __init__(self, code: NameProblem) -> None:
        super().__init__(code.value)
        self.code = code


def clean_name(raw: str) -> str:
    """The name as it is kept: NFKC, trimmed, single spaces inside. Reads the lists of words in the database.

    Raises NameRefused.
    """
    name = well_formed(raw)
    problem = objection(name)
    if problem is not None:
        raise NameRefused(problem)
    return name


aclean_name = sync_to_async(clean_name)


def well_formed(raw: str) -> str:
    """The name as it is kept, whatever its words say. Raises NameRefused."""
    if len(raw) > 10 * MAX_CODE_POINTS:
        raise NameRefused(NameProblem.TOO_LONG)
    normal = unicodedata.normalize("NFKC", raw).strip()
    if not normal:
        raise NameRefused(NameProblem.EMPTY)
    if not all(_is_allowed(normal, place) for place in range(len(normal))) or _has_too_many_marks(normal):
        raise NameRefused(NameProblem.CHARACTERS)
    name = " ".join(normal.split())
    if all(unicodedata.category(character)[0] in "MZ" for character in name):
        raise NameRefused(NameProblem.EMPTY)
    if mixes_scripts(name):
        raise NameRefused(NameProblem.MIXED)
    if len(name) > MAX_CODE_POINTS or grapheme_count(name) > MAX_GRAPHEMES:
        raise NameRefused(NameProblem.TOO_LONG)
    return name


def objection(name: str) -> NameProblem | None:
    """What the lists of words say against a well-formed name."""
    rows = list(NameWord.objects.all())
    allowed = frozenset(row.word for row in rows if row.kind == NameWord.Kind.ALLOWED)
    readings = spellings(name, without=allowed)
    pieces = masked(name)
    for kind, problem in (
        (NameWord.Kind.UNSUITABLE, NameProblem.UNSUITABLE),
        (NameWord.Kind.RESERVED, NameProblem.RESERVED),
    ):
        words = [row for row in rows if row.kind == kind]
        looked_for = listed(*(tuple(row.word for row in words if row.reach == reach) for reach in NameWord.Reach))
        if any(is_read(reading, looked_for) for reading in readings):
            return problem
        if any(is_masked(pieces, row.word) or (_is_of_signs(row.word) and row.word in name) for row in words):
            return problem
    return None


def _is_of_signs(word: str) -> bool:
    return not any(character.isalnum() for character in word)


def grapheme_count(text: str) -> int:
    return sum(1 for _ in iter_graphemes(text))


def shortened(name: str, graphemes: int) -> str:
    """The first `graphemes` of a name, none of them cut in two."""
    return "".join(list(iter_graphemes(name))[:graphemes]).rstrip()


def _is_allowed(text: str, place: int) -> bool:
    character = text[place]
    category = unicodedata.category(character)
    if character == JOINER:
        return _is_emoji(_base_before(text, place)) and _is_emoji(text[place + 1 : place + 2])
    if character in SELECTORS:
        before = text[place - 1 : place]
        return _is_emoji(before) or text[place + 1 : place + 2] == KEYCAP
    if character == KEYCAP:
        return text[:place].rstrip("\ufe0e\ufe0f")[-1:] in KEYS
    if any(ord(character) in selectors for selectors in OTHER_SELECTORS):
        return False
    if category == "Cn":
        return ord(character) in EMOJI
    if (category[0] == "L" or category == "Nl") and not is_written(character):
        return False
    return category not in REFUSED_CATEGORIES and character not in INVISIBLE


def _base_before(text: str, place: int) -> str:
    """The character that the signs before this place, such as a skin tone, belong to."""
    while place > 0 and (text[place - 1] in SELECTORS or ord(text[place - 1]) in SKIN_TONES):
        place -= 1
    return text[max(place - 1, 0) : place]


def _is_emoji(character: str) -> bool:
    """Whether it is a picture, which others may be joined to; empty is none."""
    return bool(character) and any(ord(character) in pictures for pictures in PICTURES)


def _has_too_many_marks(text: str) -> bool:
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character).startswith("M") else 0
        if run > MAX_MARKS_IN_A_ROW:
            return True
    return False
