"""Color alone tells nothing: with every hue painted in one grey, cards and signs of the colors still differ."""

from __future__ import annotations

import io
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from tests.browser.board_frames import at_table, handle, legal, view
from tests.browser.people import DESKTOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

ONE_GREY = """() => {
  const grey = new CSSStyleSheet();
  const hues = ["red", "blue", "yellow", "green", "violet", "black"];
  const names = hues.flatMap((hue) => [`--${hue}`, `--day-${hue}`, `--night-${hue}`]);
  const rules = names.map((name) => `${name}: #777 !important`).join("; ");
  grey.replaceSync(`*, *::before, *::after { ${rules}; transition: none !important; animation: none !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, grey];
}"""
LAY_OUT = """(selector) => {
  const stage = document.createElement("div");
  stage.id = "stage";
  for (const [name, value] of [["position", "fixed"], ["inset", "0"], ["background", "#fff"], ["z-index", "99"]]) {
    stage.style.setProperty(name, value);
  }
  for (const drawn of document.querySelectorAll(selector)) {
    const copy = drawn.cloneNode(true);
    copy.style.setProperty("width", "100px");
    copy.style.setProperty("display", "block");
    stage.append(copy);
  }
  document.body.append(stage);
}"""
"""The drawings one below the other, as they are without the places they lie in, which turn and raise them."""
CONTRAST = 48
"""Levels of grey from which on a point of two pictures counts as different."""
SHARE = 0.01
"""The least part of a picture's points in which two colors differ."""

FOUR = ("red", "blue", "yellow", "green")
UPCOLOR = ("green", "yellow", "blue", "red", "violet", "black")
HANDS = {
    "numbers": [f"{color}-7" for color in FOUR],
    "skips": [f"{color}-skip" for color in FOUR],
    "at night": [f"{color}-draw-five" for color in FOUR],
    "Up-color": list(UPCOLOR),
}


def pictures(person: Person, selector: str) -> list[Image.Image]:
    """What the page draws there, hues aside."""
    in_one_grey(person)
    person.page.evaluate(LAY_OUT, selector)
    drawn = person.page.locator("#stage > *").all()
    return [Image.open(io.BytesIO(each.screenshot())).convert("L") for each in drawn]


def differ(one: Image.Image, other: Image.Image) -> float:
    """The part of the points in which two pictures differ plainly."""
    size = (min(one.width, other.width), min(one.height, other.height))
    apart = ImageChops.difference(one.crop((0, 0, *size)), other.crop((0, 0, *size)))
    return sum(apart.histogram()[CONTRAST:]) / (size[0] * size[1])


def in_one_grey(person: Person) -> None:
    person.page.evaluate(ONE_GREY)
    shades = person.page.evaluate(
        "[...document.querySelectorAll('svg')].flatMap((node) => ['red', 'blue', 'yellow', 'green', 'violet', 'black']"
        ".map((hue) => getComputedStyle(node).getPropertyValue(`--${hue}`)))"
    )
    assert set(shades) == {"#777"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", HANDS)
def test_cards_of_the_same_kind_are_told_apart(arrive: Callable[..., Person], kind: str, theme: str) -> None:
    ana = arrive("Ana", size=DESKTOP)
    ana.page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    cards = HANDS[kind]
    if kind == "Up-color":
        shown = view(cards, ruleset="upcolor", family="upcolor")
    else:
        shown = view(cards, side="night" if kind == "at night" else None)
    at_table(ana, shown, legal(tuple(handle(number) for number in range(len(cards)))))
    ana.page.locator(".hand-card").first.wait_for()
    drawn = dict(zip(cards, pictures(ana, ".hand-card .card"), strict=True))
    assert [pair for pair in combinations(cards, 2) if differ(drawn[pair[0]], drawn[pair[1]]) < SHARE] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colors_to_choose_are_told_apart(arrive: Callable[..., Person], theme: str) -> None:
    ana = arrive("Ana", size=DESKTOP)
    ana.page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    at_table(ana, view(top="wild", active=None, choosing=0), legal((), choose=True))
    choices = ana.page.locator("button[data-color]:visible")
    choices.first.wait_for()
    assert choices.count() == len(FOUR)
    signs = pictures(ana, "button[data-color] svg")
    assert [pair for pair in combinations(signs[-len(FOUR) :], 2) if differ(*pair) < SHARE] == []


def test_the_same_card_twice_is_not_taken_for_two_colors(arrive: Callable[..., Person]) -> None:
    """The control: without hues, what is left between two pictures is what the faces draw."""
    ana = arrive("Ana", size=DESKTOP)
    at_table(ana, view(["red-7", "red-7"]), legal((handle(0), handle(1))))
    ana.page.locator(".hand-card").first.wait_for()
    one, other = pictures(ana, ".hand-card .card")
    assert differ(one, other) == 0
