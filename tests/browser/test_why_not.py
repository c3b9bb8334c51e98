"""Every refusal says which rule of this table forbids the act, and names what would be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.engine.refusals import Refusal
from tests.browser.board_frames import Frame, at_table, handle, held, legal, table, view
from tests.browser.people import SMALL_PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.board_frames import ToldSocket
    from tests.browser.people import Person

    Arrive = Callable[..., Person]

DRAWN = ("red-5", "red-skip", "blue-2")
SIEGE: Frame = {
    "ruleset": "duel-siege",
    "family": "duel",
    "pending": {"cards": 6, "last": "wild-draw-four"},
    "shields": [],
}
NIGHT: Frame = {
    "ruleset": "duel-daynight",
    "family": "duel",
    "side": "night",
    "top": "blue-draw-five",
    "active": "blue",
    "clock": None,
    "faces": {},
    "shields": [],
}
TRICK: Frame = {"ruleset": "upcolor", "family": "upcolor"}
NOTHING = legal(draw=True)
LEADS = view(("yellow", "violet"), **TRICK, trick=[])
FOLLOWS = view(("yellow", "blue", "violet"), **TRICK, trick=["green", "yellow"])

REFUSALS: dict[str, tuple[Frame, Frame, str, str]] = {
    "nothing fits": (
        view(("blue-2", "green-6")),
        NOTHING,
        "not_playable",
        "blue 2 does not fit: only red, 9 or Wild. You hold none: draw a card.",
    ),
    "on a wild": (
        view(("blue-2", "green-6"), top="wild", active="green"),
        legal((handle(1),), draw=True),
        "not_playable",
        "blue 2 does not fit: only green or Wild. You can play green 6, or draw.",
    ),
    "at night": (
        view(("red-3", "hunt"), **NIGHT),
        legal((f"{handle(1)}*",), draw=True),
        "not_playable",
        "red 3 does not fit: only blue, +5 or Color Hunt. You can play Color Hunt, or draw.",
    ),
    "drawn": (
        view(DRAWN, drawn=handle(1)),
        legal((handle(1),), keep=True),
        "only_drawn_card",
        "After a draw only the drawn card may be played: play the red Skip, or keep it.",
    ),
    "drawn and useless": (
        view(DRAWN, drawn=handle(2)),
        legal(keep=True),
        "only_drawn_card",
        "After a draw only the drawn card may be played: keep the blue 2.",
    ),
    "a stack and its answer": (
        view(("red-3", "red-shield", "wild-draw-four"), **SIEGE),
        legal((handle(1), f"{handle(2)}*"), draw=True),
        "must_answer",
        (
            "A stack of 6 cards waits for you, and only a card that answers Wild +4 may be played: "
            "red Shield or Wild +4; or take the stack."
        ),
    ),
    "a stack and no answer": (
        view(("red-3", "red-4"), **SIEGE),
        NOTHING,
        "must_answer",
        (
            "A stack of 6 cards waits for you, and only a card that answers Wild +4 may be played. "
            "You hold none: take the stack."
        ),
    ),
    "another's turn": (
        view(turn=1),
        legal(),
        "not_your_turn",
        "It is the turn of Benoît: please wait for yours.",
    ),
    "a window": (
        view(turn=None, window={"last_card": 2}),
        legal(catch=[2]),
        "window_open",
        "Please wait: Chloé may still call the last card.",
    ),
    "a lead": (LEADS, legal((handle(0),)), "cannot_lead", "Violet and black cannot lead: lead with yellow."),
    "a run": (FOLLOWS, legal((handle(1),)), "must_follow", "After yellow only blue follows: play blue."),
}


def test_the_rules_a_key_away_are_those_of_this_table(arrive: Arrive) -> None:
    """Special cards and answers of the family's other tables are not shown, and what holds there alone is not said."""
    siege = view(("red-5", "red-shield"), ruleset="duel-siege", family="duel", shields=[])
    family_night = view(ruleset="clash-family")
    shown: dict[str, tuple[Frame, str, str, list[str]]] = {
        "Siege": (siege, "shield", "bomb", ["Siege"]),
        "Family night": (family_night, "wild", "bomb", []),
    }
    for table_name, (told, kind, other, answers) in shown.items():
        ana = arrive("Ana")
        at_table(ana, told, legal())
        ana.page.keyboard.press("?")
        rules = ana.page.get_by_role("dialog", name=f"Rules of this table · {table_name}")
        expect(rules.locator(f"[data-kind={kind}] .card").first).to_be_visible()
        expect(rules.locator(f"[data-kind={other}]")).to_have_count(0)
        expect(rules.locator(".answer-tables h3")).to_have_text(answers)
        expect(rules.get_by_text("Day & Night")).to_have_count(0)
        expect(rules.get_by_text("say “Last card!”")).to_have_count(0)


READABLE = """(counts) => [...document.querySelectorAll(counts)].filter((count) => {
  const { left, right, top, bottom } = count.getBoundingClientRect();
  return count.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map((count) => count.textContent).join(" ")"""


def refused(person: Person, socket: ToldSocket, code: str) -> None:
    """The person plays the first card of the hand, and the server says no."""
    before = len(socket.acts)
    person.page.locator(".hand-card").first.dispatch_event("click")
    person.wait("document.querySelector('.hand-card[data-going]') !== null")
    assert len(socket.acts) == before + 1
    socket.say({"type": "outcome", "id": socket.acts[-1]["id"], "ok": False, "code": code})


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal_names_its_rule_and_the_cards_that_would_be_legal(arrive: Arrive, case: str) -> None:
    shown, own, code, sentence = REFUSALS[case]
    ana = arrive("Ana")
    socket = at_table(ana, shown, own)
    refused(ana, socket, code)
    expect(ana.page.locator(".banner")).to_have_text(sentence)
    expect(ana.page.locator(".log .refusal")).to_have_text(sentence)


def test_no_refusal_of_any_rule_set_goes_without_its_own_sentence(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(DRAWN), legal((handle(0),), draw=True))
    codes = [code.value for code in Refusal] + ["stale", "late", "locked", "replaced", "not_seated"]
    for count, code in enumerate(codes, start=1):
        refused(ana, socket, code)
        expect(ana.page.locator(".log .refusal")).to_have_count(count)
    told = ana.page.locator(".log .refusal").all_inner_texts()
    assert len(set(told)) == len(codes), told
    assert not [text for text in told if "That did not work" in text or "%(" in text]


def test_a_refusal_goes_as_soon_as_something_legal_was_done(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(("blue-2", "red-5")), legal((handle(1),), draw=True))
    refused(ana, socket, "not_playable")
    expect(ana.page.locator(".banner")).to_be_visible()
    ana.card("red 5").click()
    ana.wait("document.querySelectorAll('.hand-card[data-going]').length === 1")
    socket.say({"type": "outcome", "id": socket.acts[-1]["id"], "ok": True})
    expect(ana.page.locator(".banner")).to_be_hidden(timeout=1_000)


def test_the_words_of_a_window_are_covered_by_nothing_older(arrive: Arrive) -> None:
    ana = arrive("Ana")
    socket = at_table(ana, view(("blue-2", "red-5")), legal((handle(1),), draw=True))
    refused(ana, socket, "not_playable")
    expect(ana.page.locator(".banner")).to_be_visible()
    open_window = view(hand=held(("blue-2",)), turn=None, window={"last_card": 2})
    events = [{"kind": "drew", "seat": 1, "count": 1, "cause": "turn", "cards": None, "banner": "reshuffled"}]
    socket.say(table(open_window, own=legal(catch=[2]), version=2, events=events))
    expect(ana.page.locator(".status-words")).to_have_text("Chloé has not called the last card!")
    expect(ana.page.locator(".banner")).to_be_hidden()
    count = ana.page.locator("[data-seat='2'] .seat-count b")
    expect(count).to_be_visible()
    caught, shown = ana.button("Catch Chloé").bounding_box(), count.bounding_box()
    assert caught
    assert shown
    assert caught["y"] + caught["height"] <= shown["y"] + 1, "the button lies over the count"


def test_no_refusal_lies_on_what_somebody_captured(arrive: Arrive) -> None:
    ana = arrive("Ana", size=SMALL_PHONE)
    socket = at_table(ana, {**FOLLOWS, "captured": [3, 0, 7]}, legal((handle(1),)))
    expect(ana.page.locator(".own-facts")).to_contain_text("3 captured")
    refused(ana, socket, "must_follow")
    ana.wait(f"!document.querySelector('.banner').hidden && ({READABLE})('.captured') === '0 7'")
