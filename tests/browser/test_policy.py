"""What the pages may load and run. That no page breaks the policy is looked at after every test here: see conftest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.tables import at_table, seated, set_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Response

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

PAGES = {
    "/": 200,
    "/practice/": 200,
    "/quick/": 200,
    "/rules/clash/": 200,
    "/rules/duel/": 200,
    "/rules/upcolor/": 200,
    "/seat/aaaaaaaaaaaaaaaaaaaaaaaaaa/": 410,
    "/room/00aaaaaaaaaaaaaaaaaaaaaaaaaa/": 404,
    "/offline/": 200,
    "/nowhere/": 404,
}
HEAVIEST = 150_000
"""Bytes of a board's first view, compressed, with everything it loads."""


def check_policy(response: Response | None, status: int) -> None:
    assert response is not None
    assert response.status == status
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http:" not in policy
    html = response.text()
    inline = re.findall(r"<style|<script(?![^>]*\ssrc=)[^>]*>|\sstyle=|\son[a-z]+\s*=|javascript:", html)
    assert not inline, f"{response.url} has {inline}"


@pytest.mark.parametrize(("path", "status"), PAGES.items())
def test_a_page_runs_only_what_the_site_serves(arrive: Arrive, path: str, status: int) -> None:
    ana = arrive("Ana")
    check_policy(ana.page.goto(ana.base_url + path), status)
    expect(ana.page.get_by_role("main")).to_be_visible()


def test_the_room_runs_only_what_the_site_serves(arrive: Arrive) -> None:
    ana, ben, guest = arrive("Ana", motion=True), arrive("Ben"), arrive("Cléo")
    room_id = seated([ana, ben])
    address = f"{ana.base_url}/room/{room_id}/"
    check_policy(guest.page.goto(address), 200)
    check_policy(ana.page.goto(address), 200)
    ana.page.get_by_text("QR code", exact=True).click()
    expect(ana.page.get_by_role("img", name="QR code of the invitation link")).to_be_visible()
    set_down([ana, ben], room_id, ["red-1", "wild"], ["blue-2", "blue-3"])
    ana.hand.first.wait_for()
    ana.button("Rules of this table").click()
    expect(ana.page.get_by_role("dialog", name="Rules of this table")).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.button("Menu").click()
    ana.button("Take my seat to another device").click()
    expect(ana.page.get_by_role("dialog").get_by_role("img")).to_be_visible()


def test_the_first_view_of_a_board_is_light(arrive: Arrive) -> None:
    people = [arrive(name) for name in ("Ana", "Ben", "Cléo", "Dan")]
    ana = people[0]
    room_id = seated(people)
    set_down(people, room_id, *[[f"red-{number}" for number in range(1, 8)]] * 4)
    network = ana.context.new_cdp_session(ana.page)
    loaded: list[int] = []
    network.on("Network.loadingFinished", lambda load: loaded.append(load["encodedDataLength"]))
    network.on("Network.webSocketFrameReceived", lambda frame: loaded.append(len(frame["response"]["payloadData"])))
    network.send("Network.enable")
    ana.open_room(room_id)
    ana.hand.first.wait_for()
    assert len(loaded) > 10
    assert sum(loaded) <= HEAVIEST


def test_a_seat_is_not_shown_again_after_signing_out(arrive: Arrive) -> None:
    """The browser forgets its session: the page that still stands open takes its cards away and shows none again."""
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["blue-2", "blue-3"])
    ana.context.clear_cookies()
    ana.page.reload()
    expect(ana.page.get_by_role("heading", name="Join the room of Ana")).to_be_visible()
    assert "red-1" not in ana.page.content()
    assert ana.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])").find("red-1") < 0
    ana.page.go_back()
    assert ana.page.locator(".hand-card").count() == 0
