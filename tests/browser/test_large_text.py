"""Text at 200 % on a phone: all of the table can be read, nothing scrolls sideways, hand and acts stay in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.board_frames import HAND, Frame, at_table, handle, legal, seat, view
from tests.browser.people import SMALL_PHONE
from tests.browser.test_board import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

NARROWEST = (320, 568)
LYING = (640, 360)
TWICE = "document.documentElement.style.setProperty('font-size', '200%')"
WORDS = (
    ".seat-name, .seat-count b, .badge, .pile-note, .active-color, .part, .order li, .trick-owner, .status-words,"
    " .own-name, .own-facts span, .room-name, .controls .button"
)
UNREADABLE = """(words) => [...document.querySelectorAll(words)].filter((node) => {
  if (!node.checkVisibility({ visibilityProperty: true }) || !node.textContent.trim()) return false;
  node.scrollIntoView({ block: "nearest" });
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const out = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
  const points = [[left + 2, top + 3], [right - 2, top + 3], [(left + right) / 2, bottom - 3]];
  const covered = points.some(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return !there || !(there.contains(node) || node.contains(there)) || there.matches(".board, .screen, body, main");
  });
  const style = getComputedStyle(node);
  const cut = style.overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1
    || style.overflowY !== "visible" && node.scrollHeight > node.clientHeight + 1;
  return out || covered || cut;
}).map((node) => `${node.className}: ${node.textContent.trim()}`)"""
SIDEWAYS = """[...document.querySelectorAll(".board, .table, .seats, .middle, .order, .own-bar, .controls, .room-bar")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
NAMES = ("Ana", "Maximiliana Theodora", "Jean-Christophe 1er", "Wwwwwwwwwwwwwwwwwwww", "Ben", "Zoë")


def named(shown: Frame) -> Frame:
    """The same table with six players of long names."""
    seats = [seat(place, 1 + place, name=name) for place, name in enumerate(NAMES)]
    more = {"captured": [3, 0, 7, 12, 24, 5]} if "captured" in shown else {}
    return {**shown, "seats": seats, **more}


STATES: dict[str, tuple[Frame, Frame]] = {
    **{name: (shown, legal((handle(0),), draw=True, arm=True)) for name, shown in TABLES.items()},
    "six": (named(view()), legal((handle(0),), draw=True)),
    "six at Up-color": (named(TABLES["upcolor"]), legal((handle(0),))),
    "many cards": (view(HAND * 4), legal((handle(0),), draw=True)),
    "catch": (view(turn=2, window={"last_card": 2}), legal((), catch=[2])),
    "color": (view(top="wild", active=None, choosing=0), legal((), choose=True)),
}


def all_can_be_read(person: Person) -> None:
    expect(person.page.locator(".hand-card").first).to_be_in_viewport(ratio=0.9)
    for act in person.page.locator(".controls button:visible, .catch:visible").all():
        expect(act).to_be_in_viewport(ratio=1)
    assert person.page.evaluate(SIDEWAYS) == []
    assert person.page.evaluate(UNREADABLE, WORDS) == []


@pytest.mark.parametrize("state", STATES)
def test_nothing_of_the_table_is_lost(arrive: Arrive, state: str) -> None:
    luc = arrive("Luc", language="fr-FR", size=SMALL_PHONE)
    shown, own = STATES[state]
    at_table(luc, shown, own)
    luc.page.locator(".hand-card").first.wait_for()
    luc.page.evaluate(TWICE)
    for width, height in (SMALL_PHONE, NARROWEST, LYING):
        luc.page.set_viewport_size({"width": width, "height": height})
        all_can_be_read(luc)


def test_what_lies_under_something_is_found(arrive: Arrive) -> None:
    """The control: the usual board is cut when letters grow that it was not made for."""
    luc = arrive("Luc", language="fr-FR", size=SMALL_PHONE)
    at_table(luc, *STATES["duel-siege"])
    luc.page.locator(".hand-card").first.wait_for()
    luc.page.evaluate("document.querySelector('.status').style.setProperty('margin-top', '-60px')")
    assert luc.page.evaluate(UNREADABLE, WORDS)
