"""A player's pages in a browser: the list, the sheet, the replay by buttons and keys, with reasons and all hands."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, SMALL_PHONE
from tests.history.played import PlayedMatch
from tests.ledger.conftest import Outbox
from tests.processes import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person
    from tests.site import LiveSite

    Arrive = Callable[..., Person]


@pytest.fixture
def outbox_of_site(site: LiveSite) -> Iterator[Outbox]:
    made = Outbox(site.redis_url)
    yield made
    made.close()


NUMBERS = itertools.count(1000)
"""Of matches: no two tests may write the same one, since the site is theirs together."""


def has_played(person: Person, outbox: Outbox) -> PlayedMatch:
    """A match of one person and a computer, written by the site's own ledger."""
    played = PlayedMatch([(guest(person), person.name), None], number=next(NUMBERS))
    played.leave_in(outbox)
    wait_until(lambda: stored(person.site, played.id), "the ledger has written the match")
    return played


def guest(person: Person) -> UUID:
    """The identity that somebody has from now on, the newest of his name."""
    person.make_room()
    query = "SELECT id FROM accounts_identity WHERE name = %s ORDER BY created DESC LIMIT 1"
    return UUID(str(person.site.rows(query, person.name)[0][0]))


def stored(site: LiveSite, match: str) -> bool:
    return site.rows("SELECT count(*) FROM games_storedlog WHERE match_id = %s", match) == [(1,)]


MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")


def fits(person: Person) -> bool:
    """Whether nothing of the page lies beside it."""
    wide: bool = person.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return wide


@pytest.mark.parametrize("size", [(320, 568), SMALL_PHONE, DESKTOP])
def test_from_the_list_to_the_replay(arrive: Arrive, outbox_of_site: Outbox, size: tuple[int, int]) -> None:
    ana = arrive("Ana", size=size)
    played = has_played(ana, outbox_of_site)
    ana.open("/history/")
    assert fits(ana)
    ana.page.get_by_role("link", name="Color Clash · Classic").click()
    ana.see("Score sheet")
    assert fits(ana)
    ana.page.get_by_role("link", name="Watch the replay").click()
    expect(ana.page.locator("#position")).to_have_text(re.compile(r"^Step 1 of \d+$"))
    assert fits(ana)
    for _ in range(3):
        ana.button("Next").click()
    expect(ana.page.locator("#position")).to_have_text(re.compile("^Step 4 of"))
    ana.page.keyboard.press("ArrowLeft")
    expect(ana.page.locator("#position")).to_have_text(re.compile("^Step 3 of"))
    ana.page.keyboard.press("PageDown")
    expect(ana.page.locator("#round")).to_have_value("2")
    ana.page.keyboard.press("End")
    expect(ana.page.locator(".result-title")).to_be_visible()
    assert played.id in ana.page.url


@pytest.mark.parametrize("language", ["fr-FR", "es-ES"])
def test_nothing_of_the_replay_is_cut_off_on_a_phone(arrive: Arrive, outbox_of_site: Outbox, language: str) -> None:
    ana = arrive("Ana", size=SMALL_PHONE, language=language)
    played = has_played(ana, outbox_of_site)
    ana.open(f"/history/{played.id}/replay/")
    ana.page.locator(".hand-card").first.wait_for()
    assert ana.page.evaluate(MISFITS) == []
    for part in (".pile-note", ".active-color", "#next", "#round"):
        ana.page.locator(part).click(trial=True)


def test_a_computer_s_reason_and_what_it_could_see(arrive: Arrive, outbox_of_site: Outbox) -> None:
    ana = arrive("Ana", size=DESKTOP)
    played = has_played(ana, outbox_of_site)
    ana.open(f"/history/{played.id}/replay/")
    why = ana.page.locator("#why")
    for _ in range(12):
        ana.button("Next").click()
        if why.is_visible():
            break
    expect(why).to_contain_text("(computer):")
    before = ana.page.locator("#position").inner_text()
    ana.button("What it could see").click()
    expect(ana.page.locator("#seat")).to_have_value("1")
    expect(ana.page.locator("#position")).not_to_have_text(before)
    ana.page.get_by_role("checkbox", name="All hands").check()
    expect(ana.page.locator("#hands li")).to_have_count(2)


def test_nothing_can_be_played_in_a_replay(arrive: Arrive, outbox_of_site: Outbox) -> None:
    ana = arrive("Ana")
    played = has_played(ana, outbox_of_site)
    ana.open(f"/history/{played.id}/replay/")
    expect(ana.hand.first).to_be_visible()
    held = ana.shown_hand()
    ana.hand.first.click()
    expect(ana.button("DRAW")).to_have_count(0)
    assert ana.shown_hand() == held


def test_a_stranger_sees_a_shared_match_until_the_link_is_taken_back(arrive: Arrive, outbox_of_site: Outbox) -> None:
    ana, bea = arrive("Ana"), arrive("Bea")
    played = has_played(ana, outbox_of_site)
    ana.open(f"/history/{played.id}/")
    ana.button("Make a link").click()
    link = ana.page.get_by_label("Link", exact=True).input_value()
    bea.open("/shared/" + link.split("/shared/")[1])
    bea.page.get_by_role("link", name="Watch the replay").click()
    expect(bea.page.locator("#position")).to_have_text(re.compile("^Step 1 of"))
    expect(bea.page.locator("#all-hands")).to_have_count(0)
    ana.button("Take the link back").click()
    bea.page.reload()
    expect(bea.page.get_by_role("heading", level=1)).to_be_visible()
    expect(bea.page.locator("#position")).to_have_count(0)


def test_charts_are_drawn_within_the_policy(arrive: Arrive, outbox_of_site: Outbox) -> None:
    ana, bea = arrive("Ana", size=SMALL_PHONE), arrive("Bea")
    played = PlayedMatch([(guest(ana), "Ana"), (guest(bea), "Bea")], number=next(NUMBERS))
    played.leave_in(outbox_of_site)
    wait_until(lambda: stored(ana.site, played.id), "the ledger has written the match")
    ana.open("/statistics/")
    for picture in ana.page.locator(".chart img").all():
        expect(picture).to_be_visible()
        assert picture.evaluate("picture => picture.naturalWidth") > 0
    assert fits(ana)
