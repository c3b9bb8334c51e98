"""A whole round of each family, played by roles, names and keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.people import DESKTOP
from tests.browser.tables import at_table, runs_out, seated, set_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]


def choose(person: Person, name: str) -> None:
    """Walk through the hand to a card that may be played, and play it."""
    keys = person.page.keyboard
    expect(person.card(name)).to_have_accessible_name(re.compile("playable"))
    keys.press("h")
    keys.press("Home")
    for _ in range(len(person.shown_hand())):
        if str(person.page.evaluate("document.activeElement.ariaLabel")).startswith(name):
            break
        keys.press("ArrowRight")
    expect(person.card(name)).to_be_focused()
    person.at_his_pace(lambda: keys.press("Enter"))


def walk_to(person: Person, button: str) -> None:
    """Tab by tab from where the focus is."""
    for _ in range(12):
        if person.page.evaluate("document.activeElement.textContent") == button:
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {button}")


def top_card_is(person: Person, name: str) -> None:
    expect(person.page.get_by_role("img", name=f"top card: {name}")).to_be_visible()


def has_won(person: Person) -> None:
    heading = person.page.get_by_role("heading", name="You win the match!")
    expect(heading).to_be_visible()
    expect(heading).to_be_focused()


def test_color_clash(arrive: Arrive) -> None:
    ana, ben = arrive("Ana", size=DESKTOP), arrive("Ben")
    at_table([ana, ben], ["red-1", "wild", "blue-7"], ["red-3", "green-2"], draw=["green-1", "green-2"] * 10)
    keys = ana.page.keyboard
    choose(ana, "red 1")
    top_card_is(ben, "red 1")
    ben.play("red 3")
    ana.button("Catch Ben").wait_for()
    keys.press("c")
    expect(ben.hand).to_have_count(3)
    keys.press("l")
    expect(ana.button("Last card! ✓")).to_have_attribute("aria-pressed", "true")
    choose(ana, "Wild")
    expect(ana.page.get_by_role("dialog", name="Choose the color")).to_be_visible()
    keys.press("2")
    top_card_is(ben, "Wild")
    ben.draw()
    choose(ana, "blue 7")
    has_won(ana)


def test_color_duel(arrive: Arrive) -> None:
    """Ben's +2 is taken by the button that names the whole stack, and a Shield answers his next one."""
    ana, ben = arrive("Ana", size=DESKTOP), arrive("Ben")
    hands = (["wild"], ["red-draw-two", "yellow-3", "blue-draw-two", "yellow-4"])
    draw = ["blue-shield", "blue-6", "yellow-1", "yellow-2", *["yellow-5", "yellow-6"] * 5]
    at_table([ana, ben], *hands, draw=draw, on_turn=1, ruleset="duel-siege")
    keys = ana.page.keyboard
    ben.play("red +2")
    expect(ana.button("DRAW +2")).to_be_enabled()
    keys.press("d")
    expect(ana.hand).to_have_count(3)
    ben.draw()
    choose(ana, "Wild")
    expect(ana.page.get_by_role("dialog", name="Choose the color")).to_be_visible()
    keys.press("2")
    top_card_is(ben, "Wild")
    ben.play("blue +2")
    choose(ana, "blue Shield")
    top_card_is(ben, "blue Shield")
    ben.draw()
    choose(ana, "blue 6")
    has_won(ana)


def test_up_color(arrive: Arrive) -> None:
    """The others' cards are forced: their time runs out and the table lays them."""
    people = [arrive("Ana", size=DESKTOP), arrive("Ben"), arrive("Cléo")]
    ana, room_id = people[0], seated(people)
    hands = (["green", "green", "blue", "violet"], ["yellow", "yellow", "red"], ["red", "black"])
    set_down(people, room_id, *hands, draw=[], discard=[], ruleset="upcolor", absence=60.0, window=60.0)
    ana.open_room(room_id)
    trick = ana.page.get_by_role("list", name="The trick").get_by_role("listitem")
    choose(ana, "green card")
    runs_out(ana, "turn")
    choose(ana, "blue card")
    runs_out(ana, "turn")
    expect(trick).to_have_text(["green card", "yellow card", "blue card", "red card"])
    choose(ana, "violet card")
    ana.see("You hold a green: call a return?")
    walk_to(ana, "Base green. Return!")
    ana.page.keyboard.press("r")
    expect(ana.button("Base green. Return!")).to_be_hidden()
    ana.see("The trick is over: who calls a return?")
    runs_out(ana, "window")
    has_won(ana)
