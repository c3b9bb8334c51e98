"""Which letters may stand beside each other in a name, so that none passes for another.

A name keeps to one script, as Unicode's "highly restrictive" level has it: Latin letters mix with those of Japanese,
Chinese or Korean, and with no others. Of the Latin letters only those that languages are written in are taken: phonetic
signs and the like exist to look like their models.
"""

import unicodedata
from typing import Final

# The first word of a character's Unicode name says its script; these are the scripts that write one language together.
TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
SAME: Final = {"KATAKANA-HIRAGANA": "KATAKANA", "IDEOGRAPHIC": "CJK", "ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
# Scripts in everyday use, by Unicode's recommendation for names (UAX 31, table 5). The others, such as Lisu, Cherokee
# and Canadian syllables, hold whole alphabets that look like Latin capitals.
EVERYDAY: Final = frozenset(
    {
        "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK",
        "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN",
        "MALAYALAM", "MODIFIER", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
    }
)  # fmt: skip
# Dental and other clicks look like bars and exclamation marks.
CLICKS: Final = range(0x1C0, 0x1C4)
WRITTEN_LATIN: Final = (range(0x41, 0x250), range(0x1E00, 0x1F00))
# Letters of African and Azerbaijani alphabets that stand among the phonetic signs.
WRITTEN_APART: Final = frozenset("əɓɗɖɛɔɣɩʋʊ")
# Hawaiian, Ukrainian and others write these within words; other free-standing modifiers are small copies of letters.
MODIFIERS: Final = frozenset("ʻʼ々〻ーヽヾゝゞ")


def is_written(letter: str) -> bool:
    """Whether a letter (categories L and Nl) is one that names are written with."""
    if _script(letter) not in EVERYDAY and letter not in MODIFIERS:
        return False
    if unicodedata.category(letter) == "Lm":
        return letter in MODIFIERS or _script(letter) not in {"LATIN", "MODIFIER", "SUPERSCRIPT", "SUBSCRIPT"}
    if _script(letter) != "LATIN":
        return True
    code = ord(letter)
    return letter in WRITTEN_APART or (code not in CLICKS and any(code in block for block in WRITTEN_LATIN))


def mixes_scripts(text: str) -> bool:
    """Whether letters or digits of scripts that no language writes together stand in one text."""
    scripts = {_script(character) for character in text if _has_script(character)}
    return len(scripts) > 1 and not any(scripts <= allowed for allowed in TOGETHER)


def _has_script(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Nd":
        return not character.isascii()
    return category.startswith("L") and character not in MODIFIERS


def _script(character: str) -> str:
    first = unicodedata.name(character, "UNNAMED").partition(" ")[0]
    return SAME.get(first, first)
