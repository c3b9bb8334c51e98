"""Every target of every page and state on a phone is large enough to be hit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from billing.legal_views import PAGES as LEGAL
from games.examples import EXAMPLES
from games.public_pages import PAGES
from tests.browser.board_frames import HAND, Frame, at_table, handle, legal, view
from tests.browser.people import SMALL_PHONE
from tests.browser.tables import seated
from tests.browser.test_board import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

TARGETS = Path(__file__).with_name("targets.js").read_text(encoding="utf-8")
WAYS_IN = (
    "/", "/practice/", "/quick/", "/nowhere/", "/moderation/", "/rankings/", *[f"/legal/{page}/" for page in LEGAL],
)  # fmt: skip
STRANGERS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/inactive/")
OWN = (
    "/account/", "/account/sessions/", "/account/claim/", "/account/data/", "/account/leave/", "/accounts/email/",
    "/accounts/password/change/", "/accounts/2fa/", "/history/", "/statistics/", "/blocked/",
)  # fmt: skip
RESULT = {"winners": [0], "reason": "rounds", "ranking": [[0], [1], [2]]}
MANY = view(HAND * 4)
STATES: dict[str, tuple[Frame, Frame | None]] = {
    **{name: (shown, legal((handle(0), f"{handle(5)}*"), draw=True, arm=True)) for name, shown in TABLES.items()},
    "many cards": (MANY, legal((handle(0),), draw=True)),
    "catch": (view(turn=2, window={"last_card": 2}), legal((), catch=[2])),
    "color": (view(top="wild", active=None, choosing=0), legal((), choose=True)),
    "return": ({**TABLES["upcolor"], "turn": None, "window": {"return": True}}, legal((), **{"return": True})),
    "drawn": (view((*HAND, "red-7"), drawn=handle(7)), legal((handle(7),), keep=True)),
    "result": (view(phase="over", turn=None, result=RESULT), None),
}


def small_ones(person: Person, what: str) -> list[str]:
    """Where they are, whole: on a page that has no targets at all nothing would be measured."""
    found = person.page.evaluate(TARGETS)
    assert found["measured"] >= 3, f"{what}: {found}"
    return [f"{what}: {target}" for target in found["small"]]


@pytest.mark.parametrize("language", ["en-US", "fr-FR"])
def test_pages_for_everybody(arrive: Arrive, language: str) -> None:
    ana = arrive("Ana", size=SMALL_PHONE, language=language)
    small: list[str] = []
    for path in (*WAYS_IN, *STRANGERS, *[f"/{language[:2]}/{page.path}" for page in PAGES]):
        ana.open(path)
        small += small_ones(ana, path)
    ana.open(f"/{language[:2]}/examples/{next(iter(EXAMPLES))}/")
    ana.page.locator(".hand-card").first.wait_for()
    assert small + small_ones(ana, "example") == []


def test_a_player_s_own_pages(arrive: Arrive) -> None:
    ana = arrive("Ana", size=SMALL_PHONE)
    ana.sign_in()
    small: list[str] = []
    for path in OWN:
        ana.open(path)
        small += small_ones(ana, path)
    assert small == []


def test_the_room_and_its_dialogs(arrive: Arrive) -> None:
    ana, ben, guest = (arrive(name, size=SMALL_PHONE) for name in ("Ana", "Ben", "Cleo"))
    room_id = seated([ana, ben])
    guest.open(f"/room/{room_id}/")
    small = small_ones(guest, "join")
    ana.open_room(room_id)
    small += small_ones(ana, "lobby")
    ana.button("Menu").click()
    small += small_ones(ana, "menu")
    ana.button("Your settings").click()
    small += small_ones(ana, "settings")
    assert small == []


@pytest.mark.parametrize("state", STATES)
def test_the_board(arrive: Arrive, state: str) -> None:
    ana = arrive("Ana", size=SMALL_PHONE, language="fr-FR")
    at_table(ana, *STATES[state])
    ana.page.locator(".hand-card:visible, .result:not([hidden])").first.wait_for()
    assert small_ones(ana, state) == []
    if state == "clash-classic":
        ana.page.locator("[data-card=wild]").dispatch_event("click")
        expect(ana.page.locator(".chooser")).to_be_visible()
        assert small_ones(ana, "chooser") == []


def test_a_small_target_is_found(arrive: Arrive) -> None:
    """The control: each kind of target that is too small, and a link in a sentence, which may be."""
    ana = arrive("Ana", size=SMALL_PHONE)
    ana.open("/practice/")
    assert small_ones(ana, "before") == []
    ana.page.evaluate("""() => {
      const main = document.querySelector("main");
      const put = (markup) => main.insertAdjacentHTML("afterbegin", markup);
      put(`<p>Some words and <a href="/">a link</a> in them.</p>`);
      put(`<ul><li><a href="/">a link alone</a></li></ul>`);
      put(`<button class="tiny">x</button>`);
      put(`<button class="button low">low</button>`);
      for (const [name, height] of [["tiny", "20px"], ["low", "40px"]]) {
        const { style } = main.querySelector(`.${name}`);
        style.setProperty("height", height);
        style.setProperty("min-height", "0");
        style.setProperty("padding", "0");
      }
    }""")
    found = small_ones(ana, "after")
    assert len(found) == 3, found
    for what in ("a link alone", '"x"', '"low"'):
        assert any(what in each for each in found), found
