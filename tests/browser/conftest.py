"""Browsers, people and sites for the tests that look at pages.

Whatever a test is about, no page may break the content security policy, throw, or ask another server for anything:
that is looked at when its people leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

from tests import chromium
from tests.browser.people import SECONDS, Person
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

SHORT = {
    "window": 3.0,
    "first_turn": 1.0,
    "between": 20.0,
    "absence": 3.0,
    "reload": 1.5,
    "computer_least": 0.05,
    "computer_most": 0.1,
}
"""Durations in seconds for the site that most tests share; what a test waits for is short, what it acts in is not."""
GENEROUS = {
    "sockets_per_address": 1000,
    "sockets_opened_minute": 100_000,
    "sockets_turned_away_minute": 100_000,
    "rooms_minute": 100_000,
    "rooms_hour": 100_000,
    "joins_minute": 100_000,
    "joins_hour": 100_000,
}
"""One machine stands for a crowd of people here."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site() -> Iterator[LiveSite]:
    """A running site for all tests that do not harm it."""
    running = LiveSite(durations=SHORT, limits=GENEROUS)
    running.start()
    yield running
    running.close()


@pytest.fixture
def arrive(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Makes people: `ana = arrive("Ana")`, at the shared site or at one of the test's own."""
    people: list[Person] = []

    def come(name: str, at: LiveSite | None = None, **manner: Any) -> Person:
        place = at or request.getfixturevalue("site")
        people.append(Person.arrive(browser, place, name, **manner))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    complaints = [complaint for person in people for complaint in person.complaints]
    assert not complaints, "\n".join(complaints)
