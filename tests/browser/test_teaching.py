"""The pages that teach, in a browser: examples on the board by mouse, by keyboard, on phones; the front page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.examples import EXAMPLES
from games.public_pages import PAGES
from tests.browser.people import DESKTOP, SMALL_PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

NARROWEST = (320, 568)
MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")


def opened(person: Person, name: str, language: str = "en") -> None:
    person.open(f"/{language}/examples/{name}/")
    person.page.locator(".hand-card, .trick").first.wait_for()


def test_an_example_goes_on_and_back_by_keyboard(arrive: Arrive) -> None:
    ana = arrive("Ana")
    opened(ana, "fuse-with-three")
    steps = EXAMPLES["fuse-with-three"].steps
    onward, back = ana.button("Next"), ana.button("Back")
    expect(back).to_have_attribute("aria-disabled", "true")
    onward.focus()
    for number in range(2, len(steps) + 1):
        ana.page.keyboard.press("Enter")
        ana.see(f"Step {number} of {len(steps)}")
        expect(ana.page.locator("[data-steps] li:visible")).to_have_text(str(steps[number - 1].text))
    expect(onward).to_be_focused()
    expect(onward).to_have_attribute("aria-disabled", "true")
    expect(ana.page.locator("[data-seat='1']")).to_contain_text("5")
    back.focus()
    for _ in range(len(steps) - 2):
        ana.page.keyboard.press("Enter")
    ana.see("fuse 3")
    ana.see("4 cards for Fox, if everybody plays on")
    expect(ana.page.get_by_role("status").filter(has_text=str(steps[1].text))).to_have_count(1)
    ana.page.get_by_role("link", name=re.compile("^Worked examples")).first.click()
    expect(ana.page).to_have_url(re.compile("/en/examples/$"))


def test_pressing_what_the_example_does_leads_on_and_anything_else_says_how(arrive: Arrive) -> None:
    ana = arrive("Ana")
    opened(ana, "draw-then-play")
    ana.card("red 1").click()
    ana.see("This example goes step by step: press Next.")
    ana.draw()
    ana.see("Step 2 of 7")
    ana.card("green 2").click()
    ana.see("Step 3 of 7")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_fits_the_narrowest_phone_at_every_step(arrive: Arrive, name: str) -> None:
    ana = arrive("Ana", size=NARROWEST, language="fr-FR")
    opened(ana, name, "fr")
    onward = ana.page.locator("[data-onward]")
    for number in range(1, len(EXAMPLES[name].steps) + 1):
        misfits = ana.page.evaluate(MISFITS)
        assert not misfits, f"step {number}: {misfits}"
        expect(onward).to_be_in_viewport()
        onward.dispatch_event("click")


def test_every_teaching_page_fits_the_narrowest_phone(arrive: Arrive) -> None:
    for language in ("en", "fr", "es"):
        ana = arrive("Ana", size=NARROWEST)
        for page in PAGES:
            ana.open(f"/{language}/{page.path}")
            misfits = ana.page.evaluate(MISFITS)
            assert not misfits, f"{language} {page.path}: {misfits}"


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_all_three_ways_in_are_seen_without_scrolling_on_a_small_phone(arrive: Arrive, language: str) -> None:
    ana = arrive("Ana", size=SMALL_PHONE)
    ana.open(f"/{language}/")
    for way in ("/rooms/", "/quick/", "/practice/"):
        door = ana.page.locator(f"form[action='{way}'] button, .way a[href='{way}']")
        expect(door).to_be_in_viewport(ratio=1)


def test_the_front_pages_match_plays_and_can_be_paused(arrive: Arrive) -> None:
    ana = arrive("Ana", size=DESKTOP, motion=True)
    ana.open("/")
    line = ana.page.locator(".demo-line")
    expect(line).to_have_text(re.compile("plays|draws"))
    ana.button("Pause the demonstration").click()
    expect(ana.button("Play the demonstration")).to_be_visible()


def test_the_front_pages_match_stands_still_for_those_who_want_no_motion(arrive: Arrive) -> None:
    ana = arrive("Ana", size=DESKTOP)
    ana.open("/")
    expect(ana.button("Play the demonstration")).to_be_visible()
    assert ana.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_no_table_of_a_page_that_teaches_is_scrolled_sideways_on_a_phone(arrive: Arrive, language: str) -> None:
    ana = arrive("Ana", size=SMALL_PHONE)
    for page in PAGES:
        ana.open(f"/{language}/{page.path}")
        wide = "[...document.querySelectorAll('.table-frame')].filter((frame) => frame.scrollWidth > frame.clientWidth)"
        assert ana.page.evaluate(f"{wide}.map((frame) => frame.ariaLabel)") == [], page.path
