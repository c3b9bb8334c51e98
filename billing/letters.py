"""The letters that receipts are printed in."""

import unicodedata
from typing import Final

NEAREST: Final = str.maketrans(
    {
        "\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{MINUS SIGN}": "\N{EN DASH}",
        "\N{LATIN SMALL LETTER L WITH STROKE}": "l",
        "\N{LATIN CAPITAL LETTER L WITH STROKE}": "L",
        "\N{LATIN SMALL LETTER D WITH STROKE}": "d",
        "\N{LATIN CAPITAL LETTER D WITH STROKE}": "D",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
    }
)
"""Signs and letters that are none of the fonts' and have no marks to take off."""


def printable(text: str) -> str:
    """A text in the letters of the standard fonts, which are Western ones: others stand there without their marks."""
    return "".join(map(_letter, text.translate(NEAREST)))


def _letter(letter: str) -> str:
    if _is_western(letter):
        return letter
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    return plain if _is_western(plain) else "?"


def _is_western(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True
