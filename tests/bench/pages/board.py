"""How heavy the board is on the wire, how soon it shows a card, how soon it answers a hand.

A seat already taken is opened by its link with an empty cache on a slow line: each way of every byte, sockets too, is
late by half the round trip (a proxy), and the browser takes no more than the line's bytes a second. The making of a
connection is not late in the proxy, so a round trip is added for each of the two on the way to the first card: the
page's and its socket's. Interactions are timed by the browser itself, from the hand's touch to the next paint, on a
slowed processor.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect, sync_playwright

from tests import chromium
from tests.bench.tables import table
from tests.browser.people import SMALL_PHONE, Person
from tests.browser.tables import at_table, seated, set_down
from tests.faults.proxy import Proxy
from tests.site import LiveSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROUND_TRIP: Final = 0.150
"""Seconds."""
LINE: Final = 1_600_000 / 8
"""Bytes a second."""
SLOWED: Final = 4
OPENINGS: Final = 5
CONNECTIONS_ON_THE_WAY: Final = 2
GENEROUS: Final = dict.fromkeys(
    ("sockets_per_address", "rooms_minute", "rooms_hour", "joins_minute", "joins_hour"), 100_000.0
)
LONG: Final = {"first_turn": 1.0, "window": 3.0, "between": 60.0, "absence": 60.0}
FULL_HAND: Final = [
    *[f"{color}-{number}" for number in (1, 2, 3, 4, 5) for color in ("red", "blue", "yellow", "green")],
    *("wild", "wild-draw-four", "red-skip", "blue-reverse", "green-draw-two"),
]
"""25 cards: the most that a board must bear."""
TIMED = """
window.timed = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId) window.timed.push([entry.name, entry.duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


class FirstCard:
    """One opening of a seat's link: seconds to the first card, and what came over the wire."""

    def __init__(self, seconds: float, size: int, files: int) -> None:
        self.seconds, self.size, self.files = seconds, size, files


def behind_a_slow_line(site: LiveSite) -> Proxy:
    """A line to the site, not started yet, that is late both ways; browsers may use its address."""
    line = Proxy(("127.0.0.1", site.ports[0])).start()
    line.there.delay = line.back.delay = ROUND_TRIP / 2
    origins = f"{site.environment['COLORCLASH_ORIGINS']} http://127.0.0.1:{line.port}"
    for process in site.processes.values():
        process.environment.update(COLORCLASH_ORIGINS=origins)
    return line


def open_on(browser: Browser, person: Person, room_id: str, address: str) -> FirstCard:
    """Open the person's seat in a browser of his with an empty cache, over a slow line."""
    context = browser.new_context(viewport={"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    context.add_cookies(_cookies_for(person, address))
    page = context.new_page()
    page.add_init_script(
        "new MutationObserver((_, watch) => { if (document.querySelector('.hand-card')) {"
        " window.handShown = performance.now(); watch.disconnect(); } })"
        ".observe(document, { subtree: true, childList: true });"
    )
    network = context.new_cdp_session(page)
    loaded: list[int] = []
    network.on("Network.loadingFinished", lambda load: loaded.append(load["encodedDataLength"]))
    network.send("Network.enable")
    line = {"offline": False, "latency": 0, "downloadThroughput": LINE, "uploadThroughput": LINE}
    network.send("Network.emulateNetworkConditions", line)
    page.goto(f"{address}/room/{room_id}/")
    page.locator(".hand-card").first.wait_for()
    shown: float = page.evaluate("window.handShown")
    context.close()
    return FirstCard(shown / 1000 + CONNECTIONS_ON_THE_WAY * ROUND_TRIP, sum(loaded), len(loaded))


def _cookies_for(person: Person, address: str) -> list[Any]:
    kept = person.context.cookies(person.base_url)
    return [{"name": each["name"], "value": each["value"], "url": address} for each in kept]


def interactions(browser: Browser, site: LiveSite) -> list[tuple[str, float]]:
    """Every interaction of a few turns with a full hand: (event, ms to the next paint)."""
    ana, ben = (
        Person.arrive(browser, site, name, size=SMALL_PHONE, motion=True, touch=True) for name in ("Ana", "Ben")
    )
    ana.page.add_init_script(TIMED)
    at_table([ana, ben], FULL_HAND, ["red-7", "blue-7", "yellow-7", "green-7"], discard=("red-9",))
    ana.context.new_cdp_session(ana.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    ana.play("Red 1")
    ben.play("Red 7")
    ana.draw()
    ben.draw()
    card = ana.hand.and_(ana.page.get_by_role("button", name="Wild, playable")).first
    card.wait_for()
    ana.at_his_pace(card.click)
    chooser = ana.page.get_by_role("dialog", name="Choose the color")
    ana.at_his_pace(chooser.get_by_role("button", name=re.compile("blue")).click)
    expect(ana.page.locator(".hand-card")).to_have_count(len(FULL_HAND) - 1)
    ana.button("Menu").click()
    ana.page.keyboard.press("Escape")
    ana.wait("window.timed.length > 0")
    timed: list[list[Any]] = ana.page.evaluate("window.timed")
    for person in (ana, ben):
        person.context.close()
    return [(name, float(duration)) for name, duration in timed]


def measure() -> None:
    path = chromium.find()
    print(f"pages: {os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        site = LiveSite(durations=LONG, limits=GENEROUS)
        line = behind_a_slow_line(site)
        site.start()
        people = [Person.arrive(browser, site, name) for name in ("Ana", "Ben", "Cléo", "Dan")]
        room_id = seated(people)
        set_down(people, room_id, *[[f"red-{number}" for number in range(1, 8)]] * 4)
        address = f"http://127.0.0.1:{line.port}"
        opened = [open_on(browser, people[0], room_id, address) for _ in range(OPENINGS)]
        timed = interactions(browser, site)
        site.close()
        line.close()
        browser.close()
    show(opened, timed)


def show(opened: list[FirstCard], timed: list[tuple[str, float]]) -> None:
    seconds = [each.seconds for each in opened]
    rows = [
        ("first view, kB in files", f"{opened[0].size / 1000:.0f} in {opened[0].files}", "150"),
        (f"first card, s (median of {OPENINGS})", f"{statistics.median(seconds):.2f}", "2.00"),
        ("first card, s (slowest)", f"{max(seconds):.2f}", "2.00"),
        (f"interaction to next paint, ms (worst of {len(timed)})", f"{max(ms for _, ms in timed):.0f}", "100"),
    ]
    print(table(("what", "measured", "goal"), rows))
    print(
        f"\nline: {ROUND_TRIP * 1000:.0f} ms round trip, {LINE * 8 / 1e6:.1f} Mbit/s; processor slowed "
        f"{SLOWED} times for interactions, in Chromium"
    )
