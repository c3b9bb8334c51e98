"""Sites for the fault runs, the verdict on each, and the table at the end.

What is marked `nightly` runs with `make faults`, where COLORCLASH_FAULTS is "all".
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.faults.faulty_site import FaultySite
from tests.faults.report import REPORT
from tests.live.player import Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Generator, Iterator


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("COLORCLASH_FAULTS") == "all":
        return
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=nightly)
    items[:] = [item for item in items if item not in nightly]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test process among several hands its verdicts to the one that prints."""
    handed: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if handed is not None:
        handed["faults"] = REPORT.rows()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:  # noqa: ANN401 - one of pytest-xdist's processes
    REPORT.add_rows(getattr(node, "workeroutput", {}).get("faults", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not REPORT.is_empty:
        terminalreporter.section("faults")
        for line in REPORT.lines():
            terminalreporter.write_line(line)


SAID = 30_000
"""Characters of what each process said last, for the report of a failing test."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:  # noqa: ARG001
    """A failing test shows what its site's processes said."""
    report = yield
    site = getattr(item, "funcargs", {}).get("site")
    if report.failed and isinstance(site, FaultySite):
        report.sections += [(name, process.tail(SAID)) for name, process in site.processes.items()]
    return report


@pytest.fixture(autouse=True)
async def _pages_closed() -> AsyncIterator[None]:
    yield
    pages = list(Player.open_pages)
    # Forgotten first: what goes wrong with a page of this test is none of the next one's.
    Player.open_pages.clear()
    await asyncio.gather(*[player.vanish() for player in pages])


@pytest.fixture(scope="session")
def shared_site() -> Iterator[FaultySite]:
    """The site of every fault that leaves it whole, or that `mend` makes whole again."""
    site = FaultySite(proxied=("web1",))
    site.start()
    yield site
    site.close()


@pytest.fixture
def site(shared_site: FaultySite) -> Iterator[FaultySite]:
    """The shared site with everything running, nothing armed and nothing spoiled."""
    shared_site.mend()
    yield shared_site
    shared_site.mend()
