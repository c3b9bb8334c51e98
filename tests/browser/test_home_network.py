"""The site as `manage.py up` starts it, over plain http at this machine's own address: what phones at home see."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.management.network import own_addresses
from tests.processes import Process, free_port, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person

    Arrive = Callable[..., Person]


@pytest.fixture
def home() -> Iterator[str]:
    """The site's address in the home network."""
    addresses = own_addresses()
    assert addresses, "this machine has no address but its loopback"
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="cc-home-", ignore_cleanup_errors=True) as folder:
        command = [sys.executable, "manage.py", "up", "--host", "0.0.0.0", "--port", str(port), "--data", folder]  # noqa: S104
        environment = {"DJANGO_SETTINGS_MODULE": "colorclash.settings", "REDIS_URL": "", "DATABASE_URL": ""}
        up = Process("up", command, environment=environment, log=Path(folder) / "up.log")
        up.start()
        wait_until(lambda: not up.alive or "Color Clash is ready" in up.tail(), "the site is ready", 90)
        assert up.alive, up.tail()
        yield f"http://{addresses[0]}:{port}"
        up.stop(40)


def test_everything_in_play_works_without_a_secure_context(arrive: Arrive, home: str) -> None:
    ana, ben = arrive("Ana", base_url=home), arrive("Ben", base_url=home)
    ana.open("/")
    assert ana.page.evaluate("[isSecureContext, typeof crypto.randomUUID]") == [False, "undefined"]
    ana.page.get_by_role("textbox", name="Your name").fill("Ana")
    ana.button("Create a private room").click()
    link = ana.page.get_by_role("textbox", name="Invitation link").input_value()
    assert link.startswith(f"{home}/room/")
    ana.button("Copy the link").click()
    expect(ana.page.get_by_text(re.compile("^(Copied|Selected)"))).to_be_visible()

    ben.open(link.removeprefix(home))
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.button("Sit down").click()
    ben.button("Ready").click()
    ana.button("Start").click()
    for person in (ana, ben):
        expect(person.hand).not_to_have_count(0)
    ana.wait("document.querySelector('#draw:not([aria-disabled])') || !document.title.startsWith('Your turn')")
    on_turn = next(person for person in (ana, ben) if person.page.title().startswith("Your turn"))
    version = on_turn.match["version"]
    if on_turn.page.get_by_role("group", name="Choose the color").is_visible():
        on_turn.page.keyboard.press("1")
    else:
        on_turn.draw()
    wait_until(lambda: on_turn.page.evaluate("1") and on_turn.match["version"] > version, "the act is seen")
    ana.page.reload()
    ana.hand.first.wait_for()
