"""Nothing is cut off and nothing scrolls sideways on the narrowest phone, in the longest language too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.board_frames import HAND, Frame, handle, legal
from tests.browser.board_frames import at_table as board_at_table
from tests.browser.board_frames import view as told_view
from tests.browser.people import DESKTOP, SMALL_PHONE
from tests.browser.tables import at_table, runs_out, seated, set_down
from tests.browser.test_teams import teams

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

NARROW = (320, 568)
TABLET = (768, 1024)
LYING_TABLET = (1024, 768)
LYING_PHONE = (640, 360)
LAPTOP = (1366, 650)
NETBOOK = (1024, 600)
LANGUAGES = ("en-US", "fr-FR", "es-ES")
LONG_NAMES = ("Wwwwwwwwwwwwwwwwwwww", "Maximiliana Theodora", "Ben", "Jean-Christophe 1er", "שרה", "Zoë")
MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")
LABELS = ".seat-name, .paper-sheet th, .own-facts, .ranking bdi"
BROKEN_WORDS = """(labels) => [...document.querySelectorAll(labels)].flatMap((label) => {
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""
CUT_FACTS = """() => {
  const bar = document.querySelector(".own-facts").getBoundingClientRect();
  return [...document.querySelectorAll(".own-facts span")].map((fact) => fact.getBoundingClientRect())
    .filter(({ top, right }) => top < bar.bottom - 1 && right > bar.right + 1).length;
}"""


LIES_ON_ANOTHER = """() => {
  const shown = (names) => [...document.querySelectorAll(names)].filter((node) => node.checkVisibility());
  const parts = shown(".middle .pile, .part, .order li, .trick li, .trick-owner, .pile-opposite");
  const around = shown(".seat, .status-words, .room-bar");
  const { bottom } = document.querySelector(".table").getBoundingClientRect();
  const outside = parts.filter((node) => node.getBoundingClientRect().bottom > bottom + 1);
  const covered = parts.filter((one) => around.some((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }));
  return [...outside, ...covered].map((node) => `${node.className} ${node.textContent}`);
}"""
COVERED_FACES = """() => [...document.querySelectorAll(".opposite")].filter((strip) => {
  const { left, top, width, height } = strip.getBoundingClientRect();
  return strip.checkVisibility() && !strip.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).length"""
OPPOSITE = ("red-3", "blue-flip", "wild", "green-2", "red-1", "blue-skip", "yellow-draw-one", "green-9")
FULL: dict[str, Frame] = {
    "a clock and a stack": told_view(
        HAND[:6], seats=4, ruleset="duel-daynight", family="duel", side="night",
        pending={"cards": 15, "last": "draw-five"}, clock={"left": 2},
        faces={"1": OPPOSITE, "2": OPPOSITE[:3], "3": OPPOSITE[:1], "draw": ["yellow-5"]},
    ),
    "a fuse and a stack": told_view(
        HAND[:6], seats=4, ruleset="duel-classic", family="duel", pending={"cards": 6, "last": "draw-two"},
        fuse={"left": 1, "size": 8, "target": 2},
    ),
    "a long trick": teams(turn=0, trick=["green", "yellow", "blue", "red"] * 3, trick_owner=3),
}  # fmt: skip


def fits(person: Person, what: str) -> None:
    misfits = person.page.evaluate(MISFITS)
    assert not misfits, f"{what}: {misfits}"


def in_sight(person: Person, selector: str) -> None:
    expect(person.page.locator(selector)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_on_the_narrowest_phone(arrive: Arrive, language: str) -> None:
    people = [arrive(name, language=language, size=NARROW) for name in LONG_NAMES]
    ana, ben = people[:2]
    for path in ("/", "/practice/", "/quick/", "/rules/clash/", "/offline/", "/nowhere/"):
        ana.open(path)
        fits(ana, path)
    room_id = ana.make_room()
    ben.open(f"/room/{room_id}/")
    fits(ben, "join")
    for person in people[1:]:
        person.join_room(room_id)
    for person in (ana, ben):
        person.open_room(room_id)
        fits(person, "lobby")
    ana.page.locator("#open-menu").click()
    fits(ana, "menu")
    ana.page.keyboard.press("Escape")

    many = [*[f"red-{number}" for number in range(1, 10)], *["yellow-skip", "green-draw-two", "wild", "blue-0"] * 3]
    set_down(people, room_id, many, ["red-1", "red-2"], *[["blue-2", "blue-3"]] * 4, window=30.0)
    for person in (ana, ben):
        person.page.locator(".hand-card").first.wait_for()
        fits(person, "table")
        in_sight(person, "#draw")
        in_sight(person, "#call")
    ana.page.locator("[data-card=blue-0]").first.click()
    expect(ana.page.locator(".banner")).to_be_visible()
    fits(ana, "refusal")
    ana.page.locator("[data-card=wild]").first.dispatch_event("click")
    expect(ana.page.locator(".chooser")).to_be_visible()
    fits(ana, "chooser")
    in_sight(ana, ".chooser")
    ana.page.keyboard.press("1")
    ben.page.locator("[data-playable]").first.click()
    expect(ana.page.locator(".catch:visible")).to_have_count(1)
    fits(ana, "catch")
    fits(ben, "call")
    in_sight(ben, "#call")
    runs_out(ana, "window")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_fits_on_the_narrowest_phone(arrive: Arrive, language: str) -> None:
    people = [arrive(name, language=language, size=NARROW) for name in LONG_NAMES[:2]]
    ana, ben = people
    room_id = seated(people)
    set_down(people, room_id, ["red-1"], ["blue-2", "blue-3"], totals=[-120, 480])
    for person in people:
        person.open_room(room_id)
        person.page.locator(".hand-card").first.wait_for()
    ana.page.locator("[data-card=red-1]").click()
    for person in people:
        expect(person.page.locator(".result")).to_be_visible()
        fits(person, "result")
    for button in ana.page.locator(".result button:visible").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)
    expect(ana.page.locator(".result a[href*='/report/']")).to_be_visible()
    assert ben.view["result"]


def test_a_drawn_card_lies_in_sight(arrive: Arrive) -> None:
    ana, ben = arrive("Ana", size=NARROW), arrive("Ben", size=NARROW)
    hand = [f"blue-{number}" for number in range(1, 9)]
    at_table([ana, ben], hand, ["red-1", "red-2"], draw=["red-7", "green-1", "green-2"])
    ana.draw()
    drawn = ana.page.locator(".hand-card[data-drawn]")
    expect(drawn).to_have_attribute("data-card", "red-7")
    expect(drawn).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_buttons_of_a_turn_are_broken_between_words_only(arrive: Arrive, language: str) -> None:
    ana = arrive("Ana", language=language, size=NARROW)
    drawn = told_view((*HAND, "red-7"), drawn=handle(7))
    board_at_table(ana, drawn, legal((handle(7),), keep=True))
    expect(ana.page.locator(".controls > .button:visible")).to_have_count(3)
    for width, height in (NARROW, SMALL_PHONE):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert not ana.page.evaluate(BROKEN_WORDS, ".controls .button")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_says_that_a_computer_plays_is_broken_between_words_only(arrive: Arrive, language: str) -> None:
    people = [arrive(name, language=language, size=NARROW) for name in ("María Fernández Oli", "Benoît", "Cleo", "Ana")]
    maria, ben, *_ = people
    room_id = at_table(people, ["red-1", "red-2", "blue-5"], ["red-3"], ["red-4"], ["red-5"], on_turn=1)
    maria.page.goto("about:blank")
    ben.page.locator(".seat[data-replaced]").wait_for()
    maria.open_room(room_id)
    expect(maria.page.locator(".own-facts span")).to_have_count(2)
    sizes = (NARROW, SMALL_PHONE, LYING_PHONE, TABLET, DESKTOP)
    for width, height in sizes:
        for person in (maria, ben):
            person.page.set_viewport_size({"width": width, "height": height})
            fits(person, f"table at {width}")
            assert not person.page.evaluate(BROKEN_WORDS, LABELS)
            assert not person.page.evaluate(CUT_FACTS)
    for person in people[1:]:
        person.page.locator("[data-playable]").first.click()
    for width, height in sizes:
        for person in (maria, ben):
            person.page.set_viewport_size({"width": width, "height": height})
            expect(person.page.locator(".result")).to_be_visible()
            fits(person, f"result at {width}")
            assert not person.page.evaluate(BROKEN_WORDS, LABELS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_columns_fit_beside_the_table(arrive: Arrive, language: str) -> None:
    ana = arrive("Ana", language=language, size=DESKTOP)
    points = [[120, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 138]]
    sheet = [{"round": row + 1, "points": points[row], "winners": [5 * row], "reason": "out"} for row in range(2)]
    board_at_table(ana, told_view(seats=6, sheet=sheet, totals=[120, 0, 0, 0, 0, 138]), None)
    frame = ana.page.locator(".side .paper-frame")
    expect(frame).to_be_visible()
    assert frame.evaluate("(frame) => frame.scrollWidth - frame.clientWidth") == 0
    assert ana.page.evaluate(BROKEN_WORDS, ".side .paper-sheet th") == []
    expect(frame.locator("tfoot td").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("what", FULL)
def test_nothing_of_a_full_table_lies_on_another(arrive: Arrive, what: str) -> None:
    ana = arrive("Ana", language="fr-FR", size=SMALL_PHONE)
    board_at_table(ana, FULL[what], legal((handle(0),), draw=True))
    ana.page.locator(".hand-card").first.wait_for()
    for width, height in (SMALL_PHONE, NARROW, TABLET, LYING_TABLET, LAPTOP, NETBOOK, DESKTOP):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.wait(f"!({LIES_ON_ANOTHER})().length", 3.0)
        assert ana.page.evaluate(COVERED_FACES) == 0


@pytest.mark.parametrize(("size", "least"), [(LAPTOP, 64), (NETBOOK, 52)])
def test_a_large_hand_leaves_room_for_the_piles(arrive: Arrive, size: tuple[int, int], least: int) -> None:
    ana = arrive("Ana", language="fr-FR", size=size)
    board_at_table(
        ana,
        {**FULL["a clock and a stack"], "hand": [{"id": handle(n), "card": HAND[n % 6]} for n in range(25)]},
        legal((handle(0),), draw=True),
    )
    ana.page.locator(".hand-card").nth(24).wait_for()
    assert ana.page.locator(".pile").first.evaluate("(pile) => pile.getBoundingClientRect().width") >= least
    for card in (0, 1, 24):
        ana.page.locator(".hand-card").nth(card).click(trial=True)


def test_the_sheet_of_teams_fits_beside_the_table(arrive: Arrive) -> None:
    ana = arrive("Ana", language="es-ES", size=LYING_TABLET)
    board_at_table(ana, teams(), None)
    frame = ana.page.locator(".side .paper-frame")
    expect(frame).to_be_visible()
    assert frame.evaluate("(frame) => frame.scrollWidth - frame.clientWidth") == 0
