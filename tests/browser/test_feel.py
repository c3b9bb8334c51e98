"""How the board feels, as each likes it: dragging, asking first, sorting, sounds, motion; kept in the browser alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.board_frames import HAND, Frame, at_table, handle, legal, now, seat, table, view
from tests.browser.people import DESKTOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import FloatRect, Locator, Page

    from tests.browser.board_frames import ToldSocket
    from tests.browser.people import Person

    Arrive = Callable[..., Person]

RED_FIVE, RED_SKIP, WILD = handle(0), handle(1), handle(5)
MY_TURN = legal((RED_FIVE, RED_SKIP, f"{WILD}*"), draw=True)
LISTEN_TO_SOUNDS = """
window.rung = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.rung += 1; return start.apply(this, when); };
window.buzzed = [];
navigator.vibrate = (pattern) => { window.buzzed.push(pattern); return true; };
"""

ENDLESS_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const motion = animate.apply(this, how);
  motion.pause();
  window.moved.push([this.getAttribute("class"), motion.effect.getComputedTiming().endTime]);
  return motion;
};
"""


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found
    return found


def middle(of: Locator) -> tuple[float, float]:
    place = box(of)
    return place["x"] + min(20, place["width"] / 2), place["y"] + place["height"] / 2


def drag(page: Page, card: Locator, *, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()


def sent(socket: ToldSocket, page: Page, count: int) -> list[dict[str, Any]]:
    """What the page asked for, once it had time to ask for more."""
    page.wait_for_function("() => new Promise((resolve) => setTimeout(() => resolve(true), 450))")
    acts = [frame["act"] for frame in socket.acts]
    assert len(acts) == count, acts
    return acts


def settings(person: Person) -> Locator:
    person.button("Menu").click()
    person.button("Your settings").click()
    return person.page.get_by_role("dialog", name="Your settings")


def names(person: Person) -> list[str]:
    return [face for _, face in person.shown_hand()]


@pytest.mark.parametrize("size", [(360, 640), DESKTOP])
def test_a_card_dragged_onto_the_pile_is_played_once(arrive: Arrive, size: tuple[int, int]) -> None:
    ana = arrive("Ana", size=size)
    socket = at_table(ana, view(), MY_TURN)
    pile = middle(ana.page.get_by_role("img", name="top card"))
    drag(ana.page, ana.card("red 5"), to=pile)
    (act,) = sent(socket, ana.page, 1)
    assert (act["kind"], act["card"]) == ("play", RED_FIVE)
    expect(ana.page.locator(".dragged")).to_have_count(0)


def test_a_card_dropped_elsewhere_is_back_in_the_hand(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    drag(ana.page, ana.card("red 5"), to=middle(ana.page.locator(".seat").first))
    x, y = middle(ana.card("red Skip"))
    drag(ana.page, ana.card("red Skip"), to=(x, y - 60))
    drag(ana.page, ana.card("red Skip"), to=(x + 60, y - 5))
    sent(socket, ana.page, 0)
    expect(ana.hand).to_have_count(len(HAND))
    expect(ana.page.locator("[data-lifted], .dragged, [data-drop]")).to_have_count(0)


def test_a_wild_dragged_onto_the_pile_asks_for_its_color(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    drag(ana.page, ana.card("Wild"), to=middle(ana.page.get_by_role("img", name="top card")))
    expect(ana.page.get_by_role("dialog", name="Choose the color")).to_be_visible()
    ana.page.keyboard.press("2")
    (act,) = sent(socket, ana.page, 1)
    assert (act["card"], act["color"]) == (WILD, "blue")


def test_a_finger_drags_upward_and_scrolls_sideways(arrive: Arrive) -> None:
    ana = arrive("Ana", touch=True)
    socket = at_table(ana, view(), MY_TURN)
    finger = ana.page.context.new_cdp_session(ana.page)
    start, end = middle(ana.card("red 5")), middle(ana.page.get_by_role("img", name="top card"))

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, 9):
        right, down = ((other - one) * step / 8 for one, other in zip(start, end, strict=True))
        touch("touchMove", (start[0] + right, start[1] + down))
    touch("touchEnd")
    sent(socket, ana.page, 1)
    touch("touchStart", start)
    for step in range(1, 5):
        touch("touchMove", (start[0] + 15 * step, start[1] - 2 * step))
    touch("touchEnd")
    sent(socket, ana.page, 1)


@pytest.mark.parametrize("clicks", [0, 1])
def test_a_tap_counts_once_whether_or_not_its_click_comes(arrive: Arrive, clicks: int) -> None:
    """After a swipe and a drag some browsers keep a tap's click to themselves."""
    ana = arrive("Ana", touch=True)
    socket = at_table(ana, view(), MY_TURN)
    ana.card("red 5").evaluate(
        """(card, clicks) => {
          const finger = { bubbles: true, pointerType: "touch", isPrimary: true, clientX: 50, clientY: 700, detail: 1 };
          for (const kind of ["pointerdown", "pointerup"]) card.dispatchEvent(new PointerEvent(kind, finger));
          if (clicks) setTimeout(() => card.dispatchEvent(new PointerEvent("click", finger)), 200);
        }""",
        clicks,
    )
    (act,) = sent(socket, ana.page, 1)
    assert act["card"] == RED_FIVE


def test_who_wants_to_be_asked_taps_a_card_twice(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    settings(ana).get_by_role("checkbox", name="Ask before a card is played").check()
    ana.page.keyboard.press("Escape")
    ana.card("red 5").click()
    ana.see("Once more to play: red 5")
    ana.card("red Skip").click()
    sent(socket, ana.page, 0)
    expect(ana.card("red Skip")).to_have_accessible_name("red Skip, playable")
    ana.card("red Skip").click()
    (act,) = sent(socket, ana.page, 1)
    assert act["card"] == RED_SKIP


def test_a_card_that_does_not_fit_is_refused_without_being_asked_twice(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    settings(ana).get_by_role("checkbox", name="Ask before a card is played").check()
    ana.page.keyboard.press("Escape")
    ana.card("blue 2").click(position={"x": 8, "y": 40})
    sent(socket, ana.page, 1)


def test_a_hand_is_sorted_as_its_person_likes(arrive: Arrive) -> None:
    hand = ("red-7", "red-skip", "blue-2", "yellow-7", "wild")
    ana = arrive("Ana")
    socket = at_table(ana, view(hand), legal(draw=True))
    assert names(ana) == list(hand)
    sorting = settings(ana).get_by_role("combobox", name="Sort my hand")
    sorting.select_option(label="by value")
    assert names(ana) == ["blue-2", "red-7", "yellow-7", "red-skip", "wild"]
    sorting.select_option(label="as drawn")
    ana.page.keyboard.press("Escape")
    drawn = [{"id": "ffffffff", "card": "blue-1"}, *view(hand)["hand"]]
    socket.say(table(view(hand) | {"hand": drawn}, own=legal(keep=True), version=2))
    expect(ana.hand).to_have_count(6)
    assert names(ana) == [*hand, "blue-1"]


def test_cards_with_two_faces_keep_their_places(arrive: Arrive) -> None:
    hand = ("red-skip", "blue-2", "red-1")
    ana = arrive("Ana")
    night: Frame = {
        "ruleset": "duel-daynight",
        "family": "duel",
        "side": "day",
        "clock": None,
        "faces": {},
        "shields": [],
    }
    at_table(ana, view(hand, **night), legal(draw=True))
    settings(ana).get_by_role("combobox", name="Sort my hand").select_option(label="by value")
    assert names(ana) == list(hand)


def test_choices_stay_in_the_browser_and_hold_no_card(arrive: Arrive) -> None:
    ana = arrive("Ana")
    at_table(ana, view(), MY_TURN)
    dialog = settings(ana)
    dialog.get_by_role("combobox", name="Motion").select_option(label="off")
    dialog.get_by_role("checkbox", name="Sounds").check()
    ana.page.reload()
    expect(ana.hand).to_have_count(len(HAND))
    expect(ana.page.locator("html")).to_have_attribute("data-speed", "off")
    kept = json.loads(ana.page.evaluate("JSON.stringify({...localStorage})"))
    assert json.loads(kept["playing"]) == {
        "sound": True,
        "vibration": False,
        "confirm": False,
        "keys": True,
        "sorting": "color",
        "speed": "off",
    }
    assert not [value for value in kept.values() if "red-5" in value or RED_FIVE in value]


@pytest.mark.parametrize("left", ["null", "nonsense", '{"speed": "warp", "sound": 1, "sorting": "value"}'])
def test_choices_that_cannot_be_understood_are_as_usual(arrive: Arrive, left: str) -> None:
    ana = arrive("Ana")
    ana.page.add_init_script(f"localStorage.setItem('playing', {json.dumps(left)})")
    at_table(ana, view(), MY_TURN)
    expect(ana.page.locator("html")).to_have_attribute("data-speed", "normal")


def test_sounds_and_buzzes_come_only_when_chosen(arrive: Arrive) -> None:
    ana = arrive("Ana")
    ana.page.add_init_script(LISTEN_TO_SOUNDS)
    socket = at_table(ana, view(turn=1), legal())

    def turn_comes(version: int) -> None:
        socket.say(table(view(turn=1), own=legal(), version=version))
        socket.say(table(view(draw_count=version), own=MY_TURN, version=version + 1))
        ana.see(f"pile {version}")

    turn_comes(2)
    assert (ana.page.evaluate("window.rung"), ana.page.evaluate("window.buzzed")) == (0, [])
    dialog = settings(ana)
    dialog.get_by_role("checkbox", name="Sounds").check()
    dialog.get_by_role("checkbox", name="Vibration").check()
    ana.page.keyboard.press("Escape")
    ana.page.evaluate("window.rung = 0; window.buzzed = []")
    turn_comes(4)
    assert ana.page.evaluate("window.rung") == 2
    assert ana.page.evaluate("window.buzzed") == [[60]]
    penalty = [{"kind": "drew", "seat": 0, "count": 2, "cause": "caught", "cards": None}]
    socket.say(table(view(draw_count=7), own=MY_TURN, version=7, events=penalty))
    ana.see("pile 7")
    assert ana.page.evaluate("window.buzzed.at(-1)") == [40, 60, 40]


def test_who_looked_away_reads_what_happened_since_the_own_last_turn(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(turn=1), legal())
    own = {"kind": "played", "seat": 0, "card": "red-9", "color": None}
    others = [
        {"kind": "played", "seat": 1, "card": "red-draw-two", "color": None},
        {"kind": "drew", "seat": 2, "count": 2, "cause": "penalty", "cards": None},
    ]
    socket.say(table(view(turn=1), own=legal(), version=2, events=[own]))
    expect(ana.page.locator("#missed")).to_be_hidden()
    socket.say(table(view(), own=MY_TURN, version=3, events=others))
    expect(ana.button("Since your last turn: 2 lines")).to_be_visible()
    ana.page.keyboard.press("s")
    dialog = ana.page.get_by_role("dialog", name="Since your last turn")
    expect(dialog.get_by_role("listitem")).to_have_text(["Benoît plays red +2.", "Chloé has to draw 2 cards."])
    ana.page.keyboard.press("Escape")
    socket.say(table(view(turn=1), own=legal(), version=4, events=[own]))
    expect(ana.page.locator("#missed")).to_be_hidden()


def test_the_settings_are_reached_and_changed_by_keys(arrive: Arrive) -> None:
    ana = arrive("Ana")
    at_table(ana, view(), MY_TURN)
    ana.button("Menu").focus()
    ana.page.keyboard.press("Enter")
    ana.button("Your settings").focus()
    ana.page.keyboard.press("Enter")
    first = ana.page.get_by_role("checkbox", name="Ask before a card is played")
    ana.page.keyboard.press("Tab")
    expect(first).to_be_focused()
    ana.page.keyboard.press("Space")
    expect(first).to_be_checked()
    ana.page.keyboard.press("Escape")
    expect(ana.button("Menu")).to_be_focused()


def test_whoever_is_quicker_than_a_frame_finds_the_menu_modal(arrive: Arrive) -> None:
    ana = arrive("Ana")
    at_table(ana, view(), MY_TURN)
    modal = """() => {
      const menu = document.querySelector("#menu");
      document.querySelector("#open-menu").click();
      const shown = menu.checkVisibility() && !menu.open;
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
      return [shown, menu.matches(":modal")];
    }"""
    assert ana.page.evaluate(modal) == [True, True]
    ana.page.keyboard.press("Escape")
    ana.button("Menu").click()
    expect(ana.page.locator("#menu:modal")).to_be_visible()


def test_who_speaks_to_the_device_does_without_keys_of_one_letter(arrive: Arrive) -> None:
    """And no button names a key any more."""
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    expect(ana.button("DRAW")).to_have_attribute("aria-keyshortcuts", "d")
    settings(ana).get_by_role("checkbox", name="One key for each act").uncheck()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("[aria-keyshortcuts]")).to_have_count(0)
    for key in "d?1":
        ana.page.keyboard.press(key)
    expect(ana.page.locator("dialog[open]")).to_have_count(0)
    sent(socket, ana.page, 0)
    ana.button("DRAW").focus()
    ana.page.keyboard.press("Enter")
    (act,) = sent(socket, ana.page, 1)
    assert act["kind"] == "draw"


def test_motion_that_is_off_moves_nothing(arrive: Arrive) -> None:
    ana = arrive("Ana", motion=True)
    ana.page.add_init_script("localStorage.setItem('playing', JSON.stringify({ speed: 'off' }))")
    socket = at_table(ana, view(), MY_TURN)
    played = [{"kind": "played", "seat": 1, "card": "red-3", "color": None}]
    socket.say(table(view(top="red-3", turn=2), own=legal(), version=2, events=played))
    expect(ana.page.get_by_role("img", name="top card: red 3")).to_be_visible()
    assert ana.page.locator(".flyer").count() == 0


@pytest.mark.parametrize(("speed", "budget"), [("calm", 250), ("normal", 160)])
def test_all_motion_of_a_change_ends_within_its_budget_and_nothing_waits_for_it(
    arrive: Arrive, speed: str, budget: int
) -> None:
    """Here no motion ever ends; the table is played all the same."""
    ana = arrive("Ana", motion=True)
    ana.page.add_init_script(f"localStorage.setItem('playing', JSON.stringify({{ speed: '{speed}' }}))")
    ana.page.add_init_script(ENDLESS_MOTION)
    socket = at_table(ana, view(dealing=True), legal())

    def moved() -> list[tuple[str, float]]:
        """What a person sees moving, besides marks and buttons that a style sheet moves."""
        ana.page.wait_for_function("() => new Promise((resolve) => requestAnimationFrame(() => resolve(true)))")
        parts = [(name, end) for name, end in ana.page.evaluate("window.moved.splice(0)")]
        assert all(end <= budget for _, end in parts), parts
        return parts

    dealt = [name for name, _ in moved()]
    assert (dealt.count("flyer"), dealt.count("card day")) == (len(HAND) + 4 + 1, len(HAND))
    caught = [{"kind": "caught", "seat": 1, "by": 2, "count": 2}]
    caught += [{"kind": "drew", "seat": 1, "count": 2, "cause": "caught", "cards": None}]
    played = [{"kind": "played", "seat": 2, "card": "red-3", "color": None}]
    for version, events, parts in ((2, caught, ["seat", "flyer", "flyer"]), (3, played, ["flyer", "card day"])):
        socket.say(table(view(top="red-3", draw_count=40 + version), own=MY_TURN, version=version, events=events))
        ana.see(f"pile {40 + version}")
        assert [name for name, _ in moved()] == parts
    ana.card("red 5").click()
    ana.wait("document.querySelector('.hand-card[data-going]') !== null")
    act = socket.acts[-1]["act"]
    assert (act["kind"], act["card"]) == ("play", RED_FIVE)


def test_who_watches_his_own_seat_reads_that_a_computer_plays_it(arrive: Arrive) -> None:
    ana = arrive("Ana", size=(360, 640))
    mine = seat(0, 10, kind="replacement", left=True)
    seats = [mine, seat(1, 5), seat(2, 4, kind="computer", member=None)]
    shown = view(turn=1, you={"seat": 0, "watching": True}, seats=3) | {"seats": seats}
    played = {"kind": "played", "seat": 0, "card": "yellow-1", "color": None}
    socket = at_table(ana, shown, None, played)
    expect(ana.page.locator(".log")).to_contain_text("Your replacement (computer) plays yellow 1.")
    expect(ana.page.locator(".log")).not_to_contain_text("You play")
    ana.see("A computer plays your seat until the end of the round.")
    name = ana.page.locator(".own-name")
    expect(name).to_have_text("Ana")
    assert name.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    expect(ana.button("I am back")).to_be_visible()
    signs = ana.page.locator("[data-seat='2'] .avatar svg, .side .sign")
    assert signs.count() == 3
    socket.say({"type": "beat", "now": now(), "room": None, "match": None})


def test_the_table_keeps_its_place_whatever_the_buttons_and_refusals_say(arrive: Arrive) -> None:
    ana = arrive("Ana", size=(360, 640), language="fr-FR")
    socket = at_table(ana, view(), MY_TURN)
    pile = ana.page.locator(".discard")
    before = box(pile)
    socket.say(table(view(drawn=RED_FIVE), own=legal((RED_FIVE,), keep=True, catch=[2]), version=2))
    expect(ana.page.locator("#keep")).to_be_visible()
    assert box(pile) == before
    ana.page.locator("[data-card=blue-2]").dispatch_event("click")
    ana.wait("document.querySelector('.hand-card[data-going]') !== null")
    socket.say({"type": "outcome", "id": socket.acts[-1]["id"], "ok": False, "code": "only_drawn_card"})
    expect(ana.page.locator(".banner")).to_be_visible()
    assert box(pile) == before


def test_the_outer_cards_of_a_full_fan_are_whole(arrive: Arrive) -> None:
    ana = arrive("Ana", size=DESKTOP)
    many = (*tuple(f"red-{number}" for number in range(1, 10)), "blue-1", "blue-2", "blue-3")
    at_table(ana, view(many), legal((handle(0), handle(11)), draw=True))
    hand = box(ana.page.get_by_role("group", name="Your hand, 12 cards"))
    for card in (ana.hand.first, ana.hand.last):
        whole = box(card.locator(".card"))
        assert whole["y"] >= hand["y"]
        assert whole["y"] + whole["height"] <= hand["y"] + hand["height"]


def test_a_round_for_places_shows_them_beside_its_points(arrive: Arrive) -> None:
    ana = arrive("Ana")
    sheet = [{"round": 1, "points": [0, 65, 0], "winners": [1], "reason": "out"}]
    ended = view(phase="between", out=[1, 0], sheet=sheet, totals=[120, 65, 0], turn=None)
    at_table(ana, ended, legal())
    places = ana.page.get_by_role("region", name="Result").get_by_role("list").get_by_role("listitem")
    expect(places).to_have_text(["1.Benoît65 points", "2.Ana0 points", "3.Chloé0 points"])


def test_a_page_that_is_put_aside_keeps_its_margins(arrive: Arrive) -> None:
    ana = arrive("Ana", size=(360, 640))
    socket = at_table(ana, view(), MY_TURN)
    socket.say({"type": "closing", "reason": "elsewhere", "after": 0})
    socket.routes[-1].close(code=4409)
    panel = box(ana.page.locator(".stopped"))
    assert panel["x"] >= 12
    assert panel["x"] + panel["width"] <= 348
