"""axe finds nothing on any page and state of the board, in the light and in the dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from games.examples import EXAMPLES
from games.public_pages import PAGES
from tests.browser.board_frames import at_table, handle, legal, view
from tests.browser.people import DESKTOP, PHONE
from tests.browser.tables import seated
from tests.browser.test_board import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

AXE = """async () => {
  const rules = { "target-size": { enabled: true } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary.replaceAll(/\\s+/g, " ")}`));
}"""
THEMES = ("light", "dark")
SIZES = (PHONE, DESKTOP)


def check(person: Person, what: str) -> None:
    """In both themes, on a phone and on a desktop screen."""
    page = person.page
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
            page.evaluate(f"() => {{ if (!window.axe) {{ {AXE_SCRIPT} }} }}")
            found = page.evaluate(AXE)
            assert not found, f"{what}, {theme}, {size}:\n" + "\n".join(found)


@pytest.mark.parametrize("path", ["", "practice/", "quick/", "offline/", "nowhere/"])
def test_the_ways_in(arrive: Arrive, path: str) -> None:
    ana = arrive("Ana")
    ana.open(f"/{path}")
    check(ana, path)


def test_the_pages_that_teach(arrive: Arrive) -> None:
    ana = arrive("Ana")
    for page in PAGES:
        ana.open(f"/en/{page.path}")
        check(ana, page.path)


@pytest.mark.parametrize("name", ["forgotten-call", "four-on-two", "stack-at-midnight", "run-with-return"])
def test_the_examples(arrive: Arrive, name: str) -> None:
    ana = arrive("Ana")
    ana.open(f"/en/examples/{name}/")
    ana.page.locator(".hand-card").first.wait_for()
    for _ in range(len(EXAMPLES[name].steps) // 2 + 1):
        ana.page.locator("[data-onward]").click()
    check(ana, name)


def test_the_room_before_the_match(arrive: Arrive) -> None:
    ana, ben, guest = arrive("Ana"), arrive("Ben"), arrive("Cleo")
    room_id = seated([ana, ben])
    guest.open(f"/room/{room_id}/")
    check(guest, "join")
    ana.open_room(room_id)
    check(ana, "lobby")
    ana.button("Menu").click()
    check(ana, "menu")


@pytest.mark.parametrize("ruleset", TABLES)
def test_the_board_of_every_rule_set(arrive: Arrive, ruleset: str) -> None:
    ana = arrive("Ana")
    at_table(ana, TABLES[ruleset], legal((handle(0),), draw=True))
    ana.page.locator(".hand-card").first.wait_for()
    check(ana, ruleset)


def test_a_chooser_a_catch_and_a_result(arrive: Arrive) -> None:
    ana = arrive("Ana")
    at_table(ana, view(), legal((f"{handle(5)}*",), draw=True))
    ana.card("Wild").click()
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    check(ana, "chooser")
    ben = arrive("Ben")
    at_table(ben, view(window={"last_card": 1}), legal((), catch=[1]))
    check(ben, "catch")
    cleo = arrive("Cleo")
    result = {"winners": [0], "reason": "rounds", "ranking": [[0], [1], [2]]}
    at_table(cleo, view(phase="over", turn=None, result=result), None)
    expect(cleo.page.locator(".result")).to_be_visible()
    check(cleo, "result")
