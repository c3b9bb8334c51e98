"""The board, told frames set down by hand: what it shows, and what it says back."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.engine import RULESETS
from games.examples import EXAMPLES
from games.selectors.examples import frames_of
from tests.browser.board_frames import EPOCH, HAND, Frame, at_table, handle, held, legal, now, seat, table, view

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.board_frames import ToldSocket
    from tests.browser.people import Person

RED_FIVE, RED_SKIP, BLUE_TWO, WILD = handle(0), handle(1), handle(2), handle(5)
MY_TURN = legal((RED_FIVE, RED_SKIP, f"{WILD}*"), draw=True)
NARROWEST = (320, 568)
LISTEN_TO_REGION = """addEventListener("DOMContentLoaded", () => {
  const region = document.querySelector("#announcer");
  window.spoken = [];
  if (region) new MutationObserver(() => region.textContent && window.spoken.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
})"""

DUEL: Frame = {"family": "duel", "length": {"rounds": 1}}
TABLES: dict[str, Frame] = {
    "clash-classic": view(seats=6),
    "clash-family": view(ruleset="clash-family"),
    "duel-classic": view(
        ("red-5", "red-bomb"),
        ruleset="duel-classic",
        fuse={"left": 2, "size": 6, "target": 1},
        top="red-bomb",
        shields=[],
        **DUEL,
    ),
    "duel-siege": view(
        ("red-shield", "wild-draw-four"),
        ruleset="duel-siege",
        pending={"cards": 6, "last": "wild-draw-four"},
        top="wild-draw-four",
        active="green",
        shields=[0, 2],
        **DUEL,
    ),
    "duel-daynight": view(
        ("blue-3", "green-draw-five", "hunt", "red-skip-everyone"),
        ruleset="duel-daynight",
        side="night",
        clock={"left": 2},
        faces={"1": ["red-3", "blue-flip", "wild", "green-2", "red-1"], "2": ["red-clock"], "draw": ["yellow-5"]},
        top="blue-draw-five",
        active="blue",
        shields=[],
        **DUEL,
    ),
    "upcolor": view(
        ("green", "yellow", "blue", "red", "violet", "black"),
        ruleset="upcolor",
        family="upcolor",
        trick=["green", "yellow"],
        trick_owner=1,
        captured=[3, 0, 7],
        set_aside=24,
    ),
}
SHOWN = {
    "clash-classic": ["LAST CARD!", "red"],
    "clash-family": ["Family night", "red"],
    "duel-classic": ["fuse 2", "6 cards for Benoît, if everybody plays on"],
    "duel-siege": ["DRAW +6", "shield"],
    "duel-daynight": ["clock 2", "then it dawns"],
    "upcolor": ["The trick is held by Benoît.", "7 captured"],
}


def _sent(socket: ToldSocket, page: Page, count: int) -> list[Frame]:
    """Everything the page asked for, once there is as much of it as expected and the page had time for more."""
    page.wait_for_function("() => new Promise((resolve) => setTimeout(() => resolve(true), 450))")
    assert len(socket.acts) == count, socket.acts
    return socket.acts


@pytest.mark.parametrize("ruleset", TABLES)
def test_what_is_set_down_by_hand_has_what_the_real_table_has(ruleset: str) -> None:
    """Else a board could lean on something that the server never sends."""
    shown = TABLES[ruleset]
    example = next(each.id for each in EXAMPLES.values() if RULESETS[each.ruleset].family == shown["family"])
    assert set(shown) == set(json.loads(frames_of(example))["frames"][0]["view"])


@pytest.mark.parametrize("ruleset", TABLES)
def test_every_rule_set_has_its_board_on_the_narrowest_phone(arrive: Callable[..., Person], ruleset: str) -> None:
    ana = arrive("Ana", size=NARROWEST)
    at_table(ana, TABLES[ruleset], legal((handle(0),), draw=True))
    for words in SHOWN[ruleset]:
        expect(ana.page.locator("body")).to_contain_text(re.compile(re.escape(words), re.IGNORECASE))
    expect(ana.hand).to_have_count(len(TABLES[ruleset]["hand"]))
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= NARROWEST[0]


def test_double_click_plays_once(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    ana.card("red 5").dblclick()
    (act,) = _sent(socket, ana.page, 1)
    assert act["act"] == {"kind": "play", "card": RED_FIVE, "color": None, "announce": False}
    assert (act["match"], act["epoch"], act["version"]) == ("match", EPOCH, 1)
    assert re.fullmatch("[0-9a-f]{32}", act["id"])


def _touch(page: Page, points: list[tuple[float, float]]) -> None:
    session = page.context.new_cdp_session(page)
    first, *rest = points
    at = [{"x": first[0], "y": first[1]}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    for x, y in rest:
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_scroll_across_the_hand_plays_nothing_and_a_shaky_tap_plays(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana", touch=True)
    socket = at_table(ana, view(), MY_TURN)
    box = ana.card("red 5").bounding_box()
    assert box
    x, y = box["x"] + 15, box["y"] + 40
    _touch(ana.page, [(x, y), (x + 10, y), (x + 20, y), (x + 30, y)])
    _sent(socket, ana.page, 0)
    _touch(ana.page, [(x, y), (x + 3, y + 4)])
    _sent(socket, ana.page, 1)


def test_wild_asks_for_its_color_and_goes_back_when_the_choice_is_closed(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    chooser = ana.page.get_by_role("dialog", name="Choose the color")
    ana.card("Wild").click()
    expect(chooser.get_by_role("button")).to_have_count(4)
    ana.page.keyboard.press("Escape")
    expect(chooser).to_be_hidden()
    expect(ana.card("Wild")).to_be_focused()
    ana.card("Wild").click()
    ana.page.mouse.click(200, 200)
    expect(chooser).to_be_hidden()
    _sent(socket, ana.page, 0)
    ana.card("Wild").click()
    ana.page.keyboard.press("4")
    (act,) = _sent(socket, ana.page, 1)
    assert act["act"] == {"kind": "play", "card": WILD, "color": "green", "announce": False}


def test_round_is_played_by_keys(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    for key in ("h", "ArrowRight", "Enter"):
        ana.page.keyboard.press(key)
    (act,) = _sent(socket, ana.page, 1)
    assert act["act"]["card"] == RED_SKIP
    socket.say({"type": "outcome", "id": act["id"], "ok": True})
    socket.say(table(view(drawn=RED_FIVE), own=legal((RED_FIVE,), keep=True), version=2))
    expect(ana.button("Keep")).to_be_visible()
    ana.page.keyboard.press("k")
    assert _sent(socket, ana.page, 2)[-1]["act"] == {"kind": "keep"}


def test_call_is_armed_before_the_play_and_goes_with_it(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(HAND[:2]), legal((RED_FIVE,), draw=True, arm=True))
    ana.page.keyboard.press("l")
    expect(ana.page.locator("#call")).to_have_attribute("aria-pressed", "true")
    ana.card("red 5").click()
    (act,) = _sent(socket, ana.page, 1)
    assert act["act"]["announce"] is True


def test_call_and_catch_go_out_while_a_window_is_open(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(("red-5",), turn=1, window={"last_card": 0}), legal(announce=True))
    ana.button("Last card!").click()
    (act,) = _sent(socket, ana.page, 1)
    assert act["act"] == {"kind": "announce"}
    socket.say({"type": "outcome", "id": act["id"], "ok": True})
    socket.say(table(view(turn=1, window={"last_card": 2}), own=legal(catch=[2]), version=2))
    ana.button("Catch Chloé").click(force=True)
    assert _sent(socket, ana.page, 2)[-1]["act"] == {"kind": "catch", "seat": 2}


def test_unanswered_act_is_said_again_under_the_same_id(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    ana.button("DRAW").click()
    expect(ana.page.get_by_text("Syncing…")).to_be_visible()
    first, second = socket.acts[:2]
    assert first == second
    socket.say({"type": "outcome", "id": first["id"], "ok": True})
    expect(ana.page.get_by_text("Syncing…")).to_be_hidden()


def test_unanswered_act_survives_a_broken_line(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    ana.button("DRAW").click()
    _sent(socket, ana.page, 1)
    socket.routes[-1].close(code=4012)
    expect(ana.page.locator("body")).to_have_attribute("data-line", "open")
    first, again = _sent(socket, ana.page, 2)
    assert (first, len(socket.routes)) == (again, 2)


def test_page_that_is_behind_asks_for_the_table(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    socket.say({"type": "beat", "now": now(), "room": [EPOCH, 1], "match": ["match", EPOCH, 1]})
    _sent(socket, ana.page, 0)
    assert socket.said("sync") == []
    socket.say({"type": "beat", "now": now(), "room": [EPOCH, 1], "match": ["match", EPOCH, 2]})
    _sent(socket, ana.page, 0)
    assert len(socket.said("sync")) == 1


def test_page_of_another_build_is_asked_to_reload_between_rounds(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    socket.say({**socket.first[0], "build": "another"})
    update = ana.button("Update: there is a new version of this page.")
    sheet = [{"round": 1, "points": [0, 65, 0], "winners": [1], "reason": "out"}]
    ended = view(phase="between", out=[1, 0], sheet=sheet, totals=[120, 65, 0], turn=None)
    socket.say(table(ended, own=None, version=2))
    expect(update).to_be_visible()
    socket.say(table(view(round=2), own=MY_TURN, version=3))
    expect(update).to_be_hidden()
    socket.say(table(ended, own=None, version=4))
    with ana.page.expect_navigation():
        update.click()


def test_older_version_is_ignored_unless_the_store_was_rolled_back(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    socket.say(table(view(draw_count=30), own=MY_TURN, version=5))
    expect(ana.page.get_by_text("pile 30")).to_be_visible()
    socket.say(table(view(draw_count=35), own=MY_TURN, version=4))
    socket.say({**table(view(draw_count=33), own=MY_TURN, version=3), "epoch": EPOCH + 1})
    expect(ana.page.get_by_text("pile 33")).to_be_visible()


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "not_playable",
            "blue 2 does not fit: only red, 9 or Wild. You can play red 5, red Skip or Wild, or draw.",
        ),
        (
            "holds_color",
            (
                "Wild +4 only without a card of the active color: you hold red. "
                "You can play red 5, red Skip or Wild, or draw."
            ),
        ),
        ("stale", "The table had already moved on. Please look again."),
    ],
)
def test_refusal_says_what_would_be_legal(arrive: Callable[..., Person], code: str, sentence: str) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    ana.card("blue 2").click(position={"x": 10, "y": 40})
    (act,) = _sent(socket, ana.page, 1)
    socket.say({"type": "outcome", "id": act["id"], "ok": False, "code": code})
    expect(ana.page.locator(".banner")).to_have_text(sentence)
    expect(ana.hand).to_have_count(len(HAND))


def test_focus_stays_on_its_card_when_others_come_and_go(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    ana.card("blue 2").focus()
    cards: list[Any] = [{"id": "ffffffff", "card": "red-1"}, *held(HAND)[1:]]
    socket.say(table(view(hand=cards), own=MY_TURN, version=2))
    expect(ana.card("red 1")).to_be_visible()
    expect(ana.card("blue 2")).to_be_focused()


def test_countdown_does_not_believe_the_clock_of_the_device(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    at_table(ana, view(), MY_TURN)
    expect(ana.page.locator(".own-seconds")).to_have_text(re.compile("^(3[01]|2[0-9])$"))


def test_page_in_the_background_says_whose_turn_it_is(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(turn=1), legal())
    icon = ana.page.locator('link[rel="icon"]')
    before = icon.get_attribute("href")
    expect(ana.page).to_have_title(re.compile("^Room"))
    socket.say(table(view(), own=MY_TURN, version=2))
    expect(ana.page).to_have_title(re.compile("^Your turn"))
    assert icon.get_attribute("href") != before


def test_name_is_text_wherever_it_is_shown(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    name = "<img src=x onerror=document.title='broken'>"
    seats = [seat(0, 7), seat(1, 5, name=name), seat(2, 4, name="Chloé", kind="replacement")]
    event = {"kind": "drew", "seat": 1, "count": 1, "cards": None, "cause": "turn"}
    at_table(ana, view(seats=3) | {"seats": seats}, MY_TURN, event)
    expect(ana.page.locator(".seat-name").first).to_have_text(name)
    expect(ana.page.locator(".seat-name").nth(1)).to_have_text("Computer, in place of Chloé")
    assert ana.page.locator("main img").count() == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_the_longest_label_of_a_replaced_seat_leaves_the_piles_their_height(
    arrive: Callable[..., Person], seats: int
) -> None:
    ana = arrive("Ana", size=(360, 640), language="es-ES")
    gone = {"name": "Ben", "kind": "replacement", "left": True}
    others = [seat(place, 4) for place in range(2, seats)]
    at_table(ana, view(seats=seats) | {"seats": [seat(0, 7), seat(1, 5) | gone, *others]}, MY_TURN)
    label = ana.page.locator(".seat-name").first
    expect(label).to_have_text("Suplente (Computadora) de Ben")
    assert label.evaluate("(node) => node.scrollHeight <= node.clientHeight && node.clientHeight < 48")
    width = ana.page.locator(".discard").evaluate("(node) => node.clientWidth")
    assert width >= 60


def test_a_round_is_won_by_the_person_wherever_a_computer_sits_meanwhile(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    sheet = [{"round": 1, "points": [0, 9, 0], "winners": [1], "reason": "out"}]
    seats = [seat(0, 7), seat(1, 0, kind="replacement", left=True), seat(2, 4)]
    at_table(ana, view(phase="between", turn=None, sheet=sheet) | {"seats": seats}, None)
    expect(ana.page.get_by_role("heading", name="Benoît wins the round!")).to_be_visible()


def test_a_match_that_everybody_left_names_no_forfeit(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    result = {"winners": [], "reason": "forfeit", "ranking": [[0, 1, 2]]}
    at_table(ana, view(phase="over", turn=None, result=result), None)
    ana.see("The match ends without a winner.")
    ana.see("Everybody has left.")


def test_page_opened_elsewhere_waits_until_it_is_asked_back(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(), MY_TURN)
    socket.say({"type": "closing", "reason": "elsewhere", "after": 0})
    socket.routes[-1].close(code=4409)
    expect(ana.page.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    expect(ana.hand).to_have_count(0)
    ana.button("Bring it back here").click()
    expect(ana.hand).to_have_count(len(HAND))
    assert len(socket.routes) == 2


def test_timer_is_spoken_three_times_at_most(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    ana.page.clock.install()
    start = now()
    long = {"turn": {"due": start + 60_000, "total": 60_000}, "window": None, "next_round": None}
    ana.page.add_init_script(LISTEN_TO_REGION)
    socket = at_table(ana, view(timers=long), MY_TURN)
    for second in range(1, 63):
        ana.page.clock.run_for(1000)
        socket.say({"type": "beat", "now": start + second * 1000, "room": None, "match": None})
    spoken = ana.page.evaluate("window.spoken")
    assert spoken == ["Your turn: play or draw.", "15 seconds left.", "5 seconds left."]


def test_turns_penalties_last_cards_and_results_are_spoken(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    ana.page.add_init_script(LISTEN_TO_REGION)
    others = view(turn=1)
    socket = at_table(ana, others, legal())
    result = {"winners": [1], "reason": "out", "ranking": [[1], [0], [2]]}
    told: list[tuple[Frame, Frame | None, list[Frame], str]] = [
        (others, None, [{"kind": "drew", "seat": 0, "count": 1, "cause": "turn"}], ""),
        (
            others,
            None,
            [{"kind": "caught", "seat": 0, "by": 1, "count": 2, "banner": "caught"}],
            "Benoît catches you: you draw 2.",
        ),
        (
            others,
            None,
            [{"kind": "drew", "seat": 2, "count": 2, "cause": "penalty"}],
            "Chloé has to draw 2 cards.",
        ),
        (
            others,
            None,
            [{"kind": "one_card", "seat": 2, "banner": "one_card"}],
            "Chloé has one card left.",
        ),
        (others, None, [{"kind": "stacked", "total": 4, "banner": "stacked"}], "The stack grows to 4 cards."),
        (view(), MY_TURN, [], "Your turn: play or draw."),
        (view(phase="over", turn=None, result=result), None, [], "Benoît wins the match!"),
    ]
    for version, (shown, own, events, sentence) in enumerate(told, start=2):
        socket.say(table(shown, own=own or legal(), version=version, events=events))
        if sentence:
            ana.wait(f"window.spoken.at(-1) === {sentence!r}")
    assert ana.page.evaluate("window.spoken") == [sentence for *_, sentence in told if sentence]


def test_whoever_may_call_a_return_hears_it_at_once_and_calls_by_one_key(arrive: Callable[..., Person]) -> None:
    ana = arrive("Ana")
    ana.page.add_init_script(LISTEN_TO_REGION)
    due = {"turn": None, "window": {"due": now() + 3_000, "total": 3_000}, "next_round": None}
    window = {**TABLES["upcolor"], "turn": None, "window": {"return": True}, "timers": due}
    socket = at_table(ana, {**TABLES["upcolor"], "turn": 1}, legal())
    socket.say(table(window, own=legal((), **{"return": True}), version=2))
    ana.wait("window.spoken.at(-1) === 'You hold a green: call a return?'")
    expect(ana.page.locator(".own-ring")).to_have_attribute("data-running", "true")
    ana.page.keyboard.press("r")
    (frame,) = _sent(socket, ana.page, 1)
    assert frame["act"] == {"kind": "return", "call": True}


def test_language_of_the_reader_is_the_language_of_the_table(arrive: Callable[..., Person]) -> None:
    luc = arrive("Luc", language="fr-FR")
    events = [{"kind": "caught", "seat": 2, "by": 1, "count": 2, "banner": "caught"}]
    at_table(luc, view(), MY_TURN, *events)
    expect(luc.page.locator(".banner")).to_have_text("ATTRAPE\u202f! +2")
    expect(luc.page.locator(".log")).to_contain_text("Benoît attrape Chloé, qui pioche 2 cartes.")
    expect(luc.page.get_by_role("group", name="Votre main, 7 cartes")).to_be_visible()
