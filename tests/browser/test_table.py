"""What one does at the table, by mouse, touch and keyboard, and what the page says to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from games.engine import Length
from tests.browser.people import DESKTOP
from tests.browser.tables import at_table, runs_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

YOUR_TURN = re.compile("^Your turn")


def chooser(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="Choose the color")


def top_card(person: Person, name: str) -> Locator:
    return person.page.get_by_role("img", name=f"top card: {name}")


def test_a_double_click_plays_one_card(arrive: Arrive) -> None:
    """With two at the table a Skip leaves the turn with Ana: the second click could play again."""
    ana, ben = arrive("Ana", motion=True), arrive("Ben")
    at_table([ana, ben], ["red-skip", "red-1", "red-2", "red-3"], ["blue-1", "blue-2"])
    ana.card("red Skip").dblclick()
    ana.page.evaluate("window.clicked = performance.now()")
    expect(top_card(ana, "red Skip")).to_be_visible()
    ana.wait("performance.now() - window.clicked > 800")
    assert [face for _, face in ana.shown_hand()] == ["red-1", "red-2", "red-3"]
    assert ana.view["turn"] == 0


def test_a_card_that_does_not_fit_is_refused_with_what_would(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "yellow-3"], ["blue-1", "blue-2"])
    ana.card("yellow 3").click()
    expect(
        ana.page.get_by_text("yellow 3 does not fit: only red, 9 or Wild. You can play red 1, or draw.").first
    ).to_be_visible()
    ben.card("blue 1").click()
    expect(ben.page.get_by_text("It is the turn of Ana: please wait for yours.").first).to_be_visible()
    assert len(ana.shown_hand()) == 2
    assert len(ben.shown_hand()) == 2


def test_the_color_chooser_closes_without_a_play(arrive: Arrive) -> None:
    ana, ben = arrive("Ana", size=DESKTOP), arrive("Ben")
    at_table([ana, ben], ["wild", "red-1", "red-2"], ["blue-1", "blue-2"])
    before = ana.match["version"]
    ways: list[Callable[[], object]] = [
        lambda: ana.page.keyboard.press("Escape"),
        lambda: ana.page.get_by_role("region", name="The table").click(position={"x": 5, "y": 5}),
        ana.page.reload,
    ]
    for close in ways:
        ana.card("Wild").click()
        expect(chooser(ana)).to_be_visible()
        close()
        expect(chooser(ana)).to_be_hidden()
        expect(ana.hand).to_have_count(3)
    expect(ana.page.get_by_text(YOUR_TURN).first).to_be_visible()
    assert ben.match["version"] == before

    ana.card("Wild").click()
    chooser(ana).get_by_role("button", name=re.compile("blue")).wait_for()
    ana.page.keyboard.press("2")
    expect(top_card(ben, "Wild")).to_be_visible()
    assert ben.view["active"] == "blue"
    expect(ben.page.get_by_text(re.compile("active color:")).locator("..")).to_contain_text("blue")


def test_time_that_runs_out_closes_the_color_chooser(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["wild", "red-1", "red-2"], ["blue-1", "blue-2"])
    ana.card("Wild").click()
    expect(chooser(ana)).to_be_visible()
    runs_out(ana, "turn")
    expect(chooser(ana)).to_be_hidden()
    expect(ana.hand).to_have_count(4)
    expect(ben.page.get_by_text(YOUR_TURN).first).to_be_visible()


def test_the_first_player_chooses_the_color_of_an_opening_wild(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    draw = ["wild", *["green-1", "green-2"] * 10]
    at_table([ana, ben], ["red-1", "red-2"], ["blue-1", "blue-2"], discard=[], draw=draw, opening=True)
    ana.see("Your turn: choose the color.")
    ben.see("Ana chooses the color.")
    ana.page.get_by_role("group", name="Choose the color").get_by_role("button", name=re.compile("red")).click()
    expect(ana.card("red 1")).to_have_accessible_name("red 1, playable")
    assert ana.view["active"] == "red"


def test_a_drawn_card_is_played_or_kept(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    draw = ["red-5", "green-7", "red-8", *["green-1", "green-2"] * 10]
    at_table([ana, ben], ["blue-1", "blue-2"], ["yellow-1", "yellow-2"], draw=draw)
    ana.draw()
    expect(ana.card("red 5")).to_have_accessible_name("red 5, just drawn, playable")
    ana.button("Keep").click()
    ben.see("Your turn: nothing fits, draw a card.")
    ben.draw()
    ana.play("red 5")
    expect(top_card(ben, "red 5")).to_be_visible()
    ben.draw()
    expect(ben.hand).to_have_count(4)
    ben.play("red 8, just drawn")
    expect(top_card(ana, "red 8")).to_be_visible()


MANY = [f"red-{number}" for number in range(1, 10)] + ["red-skip", "red-reverse", "red-0"]


def touch(person: Person, name: str, *moves: tuple[float, float]) -> None:
    """A finger comes down on a card, moves so far from there, and leaves."""
    finger = person.context.new_cdp_session(person.page)
    box = person.card(name).bounding_box()
    assert box is not None
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for right, down in moves:
        points = [{"x": x + right, "y": y + down}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_swipe_plays_nothing(arrive: Arrive) -> None:
    ana, ben = arrive("Ana", touch=True), arrive("Ben")
    at_table([ana, ben], MANY, ["blue-1", "blue-2"])
    touch(ana, "red 4", (-10, 0), (-20, 0), (-30, 0))
    touch(ana, "red 3", (0, -20), (0, -60), (0, -120))
    ana.page.evaluate("window.touched = performance.now()")
    ana.wait("performance.now() - window.touched > 500")
    assert len(ana.shown_hand()) == len(MANY)
    assert ana.view["turn"] == 0


def test_a_tap_with_a_tremor_plays(arrive: Arrive) -> None:
    ana, ben = arrive("Ana", touch=True), arrive("Ben")
    at_table([ana, ben], MANY, ["blue-1", "blue-2"])
    touch(ana, "red 2", (3, 2), (5, 3))
    expect(top_card(ben, "red 2")).to_be_visible()
    expect(ana.hand).to_have_count(len(MANY) - 1)


def test_a_page_in_the_background_calls_to_the_turn(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4"])
    icon = ben.page.locator('link[rel="icon"]')
    expect(ana.page).to_have_title(re.compile("^Your turn · "))
    expect(ben.page).to_have_title(re.compile("^(?!Your turn)"))
    expect(icon).to_have_attribute("href", re.compile(r"/icon\."))
    ana.play("red 1")
    runs_out(ana, "window")
    expect(ben.page).to_have_title(re.compile("^Your turn · "))
    expect(icon).to_have_attribute("href", re.compile("/icon-turn"))
    expect(ana.page).to_have_title(re.compile("^(?!Your turn)"))


def test_a_call_armed_before_the_play_protects(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4"])
    ana.button("Last card!").click()
    expect(ana.button("Last card! ✓")).to_have_attribute("aria-pressed", "true")
    ana.play("red 1")
    expect(ben.page.get_by_text("LAST CARD!", exact=True)).to_be_visible()
    expect(ben.button("Catch Ana")).to_be_hidden()
    expect(ben.page.get_by_text(YOUR_TURN).first).to_be_visible()


def test_who_calls_in_time_cannot_be_caught_any_more(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4"], window=30.0)
    ana.play("red 1")
    ana.see("Call your last card now!")
    ben.see("Ana has not called the last card!")
    expect(ben.button("Catch Ana")).to_be_visible()
    ben.card("red 3").click()
    expect(ben.page.get_by_text("Please wait: Ana may still call the last card.").first).to_be_visible()
    ana.button("Last card!").click()
    expect(ben.button("Catch Ana")).to_be_hidden()
    expect(ben.page.get_by_text(YOUR_TURN).first).to_be_visible()
    assert len(ana.shown_hand()) == 1


def test_who_forgets_to_call_is_caught(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4"], window=30.0)
    ana.play("red 1")
    ben.button("Catch Ana").click()
    expect(ana.hand).to_have_count(3)
    expect(ana.page.get_by_text("CAUGHT: +2")).to_be_visible()
    expect(ben.button("Catch Ana")).to_be_hidden()


def test_places_and_the_score_sheet_round_by_round(arrive: Arrive) -> None:
    ana, ben, cleo = people = [arrive("Ana"), arrive("Ben", size=DESKTOP), arrive("Cléo")]
    hands = (["red-1"], ["red-3"], ["red-5", "blue-7", "wild"])
    at_table(people, *hands, length=Length(rounds=3), totals=[10, 20, 30])
    ana.play("red 1")
    ana.see("You are out: place 1.")
    expect(ben.page.get_by_role("list", name="The other players")).to_contain_text("out, place 1")
    ben.play("red 3")
    for person in people:
        table = person.page.get_by_role("region", name="Result").get_by_role("table")
        row = table.get_by_role("row").filter(has=person.page.get_by_role("rowheader", name="1", exact=True))
        expect(row.get_by_role("cell")).to_have_text(["+65won", "0", "0"])
        expect(table.locator("tfoot td")).to_have_text(["75", "20", "30"])
    ana.see("You win the round!")
    cleo.see("Ana wins the round!")


def test_family_night_calls_for_everybody(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4"], ruleset="clash-family")
    expect(ana.button("Last card!")).to_be_hidden()
    ana.play("red 1")
    expect(ben.page.get_by_text("LAST CARD!", exact=True)).to_be_visible()
    expect(ben.button("Catch Ana")).to_be_hidden()
    expect(ben.page.get_by_text(YOUR_TURN).first).to_be_visible()
