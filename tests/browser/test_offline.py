"""Opened without a network, the site says so itself, and goes on where it was once the network is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GENEROUS, SHORT
from tests.browser.tables import at_table
from tests.browser.texts import foreign_texts
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

HANDS = (["red-1", "red-2"], ["red-3", "red-4"])
HALF_A_MINUTE = 30.0
HEADINGS = {"en": "No network", "fr": "Pas de réseau", "es": "Sin red"}
KEPT = """async () => {
  const names = await caches.keys();
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return caught.flat().map((request) => new URL(request.url).pathname).sort();
}"""
PAGES_KEPT = f"({KEPT})().then((kept) => kept.filter((path) => !path.startsWith('/static/')).join())"
STYLED = "getComputedStyle(document.querySelector('main .button')).minHeight !== 'auto'"


def keeps(person: Person, language: str = "en") -> None:
    """Until his browser keeps the page of the language, and no other."""
    person.wait(f"{PAGES_KEPT}.then((kept) => kept === '/{language}/offline/')")
    person.wait("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")


def is_told(person: Person, language: str = "en") -> None:
    expect(person.page.get_by_role("heading", level=1)).to_have_text(HEADINGS[language])
    assert person.page.evaluate(STYLED), "it looks like a page of ours"


@pytest.fixture
def own_site() -> Iterator[LiveSite]:
    site = LiveSite(durations=SHORT, limits=GENEROUS, clocks=0, workers=False)
    site.start()
    yield site
    site.close()


def test_a_room_opened_without_a_network_is_there_again_with_it(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = at_table([ana, ben], *HANDS, absence=HALF_A_MINUTE)
    before = ana.shown_hand()
    keeps(ana)
    ana.context.set_offline(True)
    ana.page.reload()
    is_told(ana)
    assert room_id in ana.page.url
    assert "red-1" not in ana.page.content()
    ana.page.get_by_role("link", name="Try again").click()
    is_told(ana)
    ana.context.set_offline(False)
    expect(ana.hand).to_have_count(len(HANDS[0]))
    assert ana.shown_hand() == before
    ana.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()


@pytest.mark.parametrize("language", ["fr", "es"])
def test_it_is_in_the_language_that_its_reader_chose_last(arrive: Arrive, language: str) -> None:
    ana = arrive("Ana")
    ana.open("/")
    keeps(ana)
    ana.page.locator(f".languages [value={language}]").click()
    keeps(ana, language)
    ana.context.set_offline(True)
    ana.open("/practice/")
    is_told(ana, language)
    assert not foreign_texts(ana.page, language, ["Ana"])


def test_one_page_is_kept_and_nothing_else(arrive: Arrive) -> None:
    """Whatever was looked at, by whom."""
    ana, ben = arrive("Ana"), arrive("Ben")
    ana.sign_in()
    for path in ("/", "/account/", "/history/", "/rules/clash/"):
        ana.open(path)
    at_table([ana, ben], *HANDS)
    keeps(ana)
    ana.page.reload()
    ana.hand.first.wait_for()
    kept = ana.page.evaluate(KEPT)
    pages = [path for path in kept if not path.startswith("/static/")]
    assert pages == ["/en/offline/"]
    assert len(kept) < 12
    page = ana.page.evaluate("caches.match('/en/offline/').then((answer) => answer.text())")
    stranger = arrive("Cléo").context.request.get(f"{ana.base_url}/en/offline/")
    assert page == stranger.text()


def test_a_site_that_is_away_is_looked_for_until_it_answers(arrive: Arrive, own_site: LiveSite) -> None:
    """The device has a network all the while: nothing tells the page when to look again."""
    ana = arrive("Ana", at=own_site)
    ana.open("/")
    keeps(ana)
    own_site.kill("web1")
    ana.open("/quick/")
    is_told(ana)
    own_site.start_again("web1")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Quick play")
    assert ana.page.url == f"{ana.base_url}/quick/"


def test_a_form_is_sent_past_it(arrive: Arrive) -> None:
    ana = arrive("Ana")
    ana.open("/")
    keeps(ana)
    ana.page.reload()
    ana.page.get_by_role("textbox", name="Your name").fill("Ana")
    ana.button("Create a private room").click()
    expect(ana.page.get_by_role("textbox", name="Invitation link")).to_be_visible()
    assert ana.page.evaluate("navigator.serviceWorker.controller !== null")
