"""Contrasts of the visual system, computed from its one style sheet: words, marks, and every card's face."""

import re
from itertools import product

import pytest

from tests.platform.messages import ROOT

TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
COLORS = ("red", "blue", "yellow", "green", "violet", "black")
WORDS, LARGE_PARTS = 4.5, 3.0


def _tokens(selector: str) -> dict[str, str]:
    start = TOKENS.index(f"\n{selector} {{")
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", TOKENS[start : TOKENS.index("}", start)]))


LIGHT = _tokens(":root")
DARK = LIGHT | _tokens(':root[data-theme="dark"],\n[data-side="night"]')
NIGHT = DARK | _tokens('[data-side="night"]')
LIGHTS = {"light": LIGHT, "dark": DARK, "night": NIGHT}


def _luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("light", LIGHTS)
def test_words_and_marks_stand_out_from_what_they_lie_on(light: str) -> None:
    shown = LIGHTS[light]
    pairs = {
        **dict.fromkeys(product(("text", "muted", "alarm"), ("table", "panel")), WORDS),
        ("text", "lit"): WORDS,
        ("on-main", "main"): WORDS,
        **dict.fromkeys(product(("focus", "strong-line"), ("table", "panel")), LARGE_PARTS),
    }
    found = {pair: contrast(shown[pair[0]], shown[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < pairs[pair]} == {}


@pytest.mark.parametrize("light", LIGHTS)
def test_every_card_stands_out_from_the_table(light: str) -> None:
    shown = LIGHTS[light]
    assert contrast(shown["card-edge"], shown["table"]) >= LARGE_PARTS
    assert contrast(shown["card-edge"], shown["panel"]) >= LARGE_PARTS


@pytest.mark.parametrize(("side", "color"), [*product(("day", "night"), COLORS)])
def test_every_face_can_be_read(side: str, color: str) -> None:
    """Signs are ink on paper; the paper, or its line of ink, stands out from the field, and so does the shape."""
    field, ink, paper = LIGHT[f"{side}-{color}"], LIGHT["ink"], LIGHT["paper"]
    assert contrast(ink, paper) >= 7
    assert max(contrast(paper, field), contrast(ink, field)) >= LARGE_PARTS


def test_the_system_of_the_device_chooses_the_same_dark_colors() -> None:
    start = TOKENS.index(':root:not([data-theme="light"])')
    by_device = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", TOKENS[start : TOKENS.index("}", start)]))
    assert by_device == _tokens(':root[data-theme="dark"],\n[data-side="night"]')
