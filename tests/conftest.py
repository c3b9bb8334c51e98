"""Fixtures for everything that needs the store, the database or the running site.

Nothing of Django is imported at the top: the engine's tests run without it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from tests.site import LiveSite

# Two busy cores are no reason to fail; a failure must come again with the same command.
hypothesis.settings.register_profile("project", deadline=None, derandomize=True)
hypothesis.settings.load_profile("project")

USES_SERVICES = {"redis_url", "live_site", "db", "transactional_db"}


LONGEST = (
    "test_accessibility",
    "test_up",
    "test_store_faults",
    "test_match_to_500",
    "test_ways_site",
    "test_kills",
    "test_board",
    "test_narrow",
    "test_shop",
    "test_clock_faults",
    "test_sockets",
    "test_at_once",
    "test_computer_faults",
)
"""Files that take longest: test processes side by side begin with them, or one would work alone in the end."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & USES_SERVICES or item.get_closest_marker("django_db"):
            item.add_marker("services")
    yield
    items.sort(key=lambda item: item.path.stem not in LONGEST)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:  # noqa: ARG001
    """SQLite tests on a file, as the site does: a database in memory knows no second connection and no lock.

    On PostgreSQL each of the processes side by side has a database under a name of its own.
    """
    from django.conf import settings

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(settings.DATA / "test.sqlite3")


@pytest.fixture(scope="session")
def store_server() -> Iterator[str]:
    """The URL of a store for the whole session; its server is the embedded one, or that of COLORCLASH_TEST_STORE."""
    from django.conf import settings

    from tests.processes import StoreProcess

    server = StoreProcess(settings.DATA)
    server.start()
    yield settings.REDIS_URL
    server.stop()


@pytest.fixture
def redis_url(store_server: str) -> str:
    """The URL of an empty store: what a test wrote is gone before the next one."""
    import redis

    with redis.Redis.from_url(store_server, socket_timeout=5) as client:
        client.flushdb()
    return store_server


@pytest.fixture(autouse=True)
def _empty_store(request: pytest.FixtureRequest) -> None:
    """Whoever uses the database gets an empty store as well: sessions live in both."""
    if request.node.get_closest_marker("services") and "live_site" not in request.fixturenames:
        request.getfixturevalue("redis_url")


@pytest.fixture(autouse=True)
def _language_of_nobody() -> None:
    """A page asked for in French leaves the language behind in its thread."""
    if (languages := sys.modules.get("django.utils.translation.trans_real")) is not None:
        languages.deactivate()


@pytest.fixture
def live_site() -> Iterator[Callable[..., LiveSite]]:
    """Makes running sites, each on its own store, database and ports: `site = live_site(webs=2)`."""
    from tests.site import LiveSite

    sites: list[LiveSite] = []

    def make(**options: Any) -> LiveSite:
        site = LiveSite(**options)
        sites.append(site)
        site.start()
        return site

    yield make
    for site in sites:
        site.close()
