"""Processes killed in mid-round, as the pages see it: they come back by themselves, and no accepted act is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.live.log import read_entry
from tests.browser.conftest import GENEROUS, SHORT
from tests.browser.tables import at_table, runs_out
from tests.processes import wait_until
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

HANDS = (["red-1", "red-2", "red-5", "blue-5"], ["red-3", "red-4", "red-6", "blue-6"])
BACK = 10_000
"""Milliseconds in which a page is back once the process runs again."""


@pytest.fixture(scope="module")
def own_site() -> Iterator[LiveSite]:
    # A clock slow to start again here is no pause of the whole service, which would give the turn its time back.
    site = LiveSite(durations={**SHORT, "beat": 1.0, "pause": 120.0}, limits=GENEROUS)
    site.start()
    yield site
    site.close()


@pytest.fixture
def doomed(own_site: LiveSite) -> LiveSite:
    """A site of which a test may kill what it likes: everything runs again for the next one."""
    for name, process in own_site.processes.items():
        if not process.alive:
            own_site.start_again(name)
    return own_site


def acts_in_log(person: Person) -> list[str]:
    """The acts of pages in the match's log, by what they were."""
    match_id = person.match["id"]
    with person.site.redis() as client:
        stored = client.lrange(f"{{s{match_id[:2]}}}:match:{match_id}:log", 0, -1)
    entries = [read_entry(entry) for entry in stored]
    acts = [entry.act for entry in entries if entry.act is not None]
    assert len(acts) == len(set(acts))
    return [type(entry.action).__name__ for entry in entries if entry.act is not None]


def sees(person: Person, name: str) -> None:
    expect(person.page.get_by_role("img", name=f"top card: {name}")).to_be_visible()


def plays_on(ana: Person, ben: Person) -> None:
    """Both play a card, and both see it."""
    ben.play("red 3")
    sees(ana, "red 3")
    ana.play("red 2")
    sees(ben, "red 2")


@pytest.mark.parametrize("victim", ["web1", "store"])
def test_pages_come_back_by_themselves_after_a_kill(arrive: Arrive, doomed: LiveSite, victim: str) -> None:
    """What is clicked while nothing answers is said again until it is answered, and happens once."""
    ana, ben = arrive("Ana", doomed), arrive("Ben", doomed)
    at_table([ana, ben], *HANDS, timer=90)
    ana.play("red 1")
    sees(ben, "red 1")
    doomed.kill(victim)
    if victim == "web1":
        expect(ben.page.locator("#link-state")).to_have_text("Reconnecting…")
    ben.play("red 3")
    doomed.start_again(victim)
    for person in (ana, ben):
        expect(person.page.get_by_role("img", name="top card: red 3")).to_be_visible(timeout=BACK)
        expect(person.page.locator("#link-state")).to_have_text("", timeout=BACK)
    expect(ben.hand).to_have_count(3)
    ana.play("red 2")
    sees(ben, "red 2")
    assert acts_in_log(ana) == ["Play", "Play", "Play"]


def test_a_time_out_comes_once_when_the_clock_runs_again(arrive: Arrive, doomed: LiveSite) -> None:
    ana, ben = arrive("Ana", doomed), arrive("Ben", doomed)
    at_table([ana, ben], *HANDS, first_turn=0.2)
    wait_until(lambda: ana.page.evaluate("1") and ana.view["timers"]["turn"], "Ana's turn runs")
    doomed.kill("clock1")
    runs_out(ana, "turn")
    doomed.start_again("clock1")
    expect(ana.hand).to_have_count(5, timeout=BACK)
    expect(ben.page.get_by_text("Your turn: play or draw.").first).to_be_visible()
    plays_on(ana, ben)
    assert len(ana.shown_hand()) == 4


def test_a_replaced_seat_plays_on_without_its_worker(arrive: Arrive, doomed: LiveSite) -> None:
    ana, ben = arrive("Ana", doomed), arrive("Ben", doomed)
    at_table([ana, ben], *HANDS, absence=30.0, computer_retry=0.5)
    doomed.kill("computers")
    ana.page.goto("about:blank")
    expect(ben.page.locator(".badge-away")).to_be_visible()
    runs_out(ben, "away:0")
    expect(ben.page.get_by_text("Your turn").first).to_be_visible(timeout=BACK)
    assert ben.view["seats"][0]["kind"] == "replacement"
    ben.play("red 3")


def test_a_round_is_recorded_when_the_worker_runs_again(arrive: Arrive, doomed: LiveSite) -> None:
    ana, ben = arrive("Ana", doomed), arrive("Ben", doomed)
    at_table([ana, ben], ["red-1"], ["red-3", "blue-4"])
    doomed.kill("ledger")
    ana.play("red 1")
    for person in (ana, ben):
        expect(person.page.get_by_role("region", name="Result")).to_be_visible()
        expect(person.page.get_by_text("The result is being recorded.")).to_be_visible()
    match_id = ana.match["id"]
    query = "select seat, sum(points) from games_ledgerline where match_id = %s group by 1 order by 1"
    assert doomed.rows(query, match_id) == []
    doomed.start_again("ledger")
    wait_until(lambda: len(doomed.rows(query, match_id)) == 2, "the round is in the ledger", 40)
    assert [int(points) for _, points in doomed.rows(query, match_id)] == ana.view["totals"]
    for person in (ana, ben):
        expect(person.page.get_by_text("The result is recorded.")).to_be_visible(timeout=BACK)
