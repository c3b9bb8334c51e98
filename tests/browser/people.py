"""People at the site: each a browser context of their own, whose page, frames and complaints are kept."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
import sys
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.processes import CODE, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, WebSocket

    from tests.site import LiveSite

SECONDS = 20.0
"""How long anything on a page may take on a busy machine, unless a test asks for less."""
PHONE = (390, 844)
SMALL_PHONE = (360, 640)
DESKTOP = (1440, 900)
ENGLISH = "en-US"
LISTEN = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".hand-card")) return;
  window.handShown = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true });
const unanswered = window.unanswered = new Set();
const send = WebSocket.prototype.send;
const heard = new WeakSet();
WebSocket.prototype.send = function (text) {
  const { id } = JSON.parse(text);
  if (id) unanswered.add(id);
  if (id) window.actedAt = performance.now();
  if (!heard.has(this)) this.addEventListener("message", (event) => {
    const frame = JSON.parse(event.data);
    if (frame.type === "outcome") unanswered.delete(frame.id);
  });
  heard.add(this);
  return send.call(this, text);
};
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`Policy violated: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


@dataclass
class Person:
    """Somebody with a browser. `frames` is everything his pages were sent over sockets, in order."""

    name: str
    site: LiveSite
    context: BrowserContext
    page: Page
    base_url: str
    frames: list[str] = field(default_factory=list)
    sockets: list[WebSocket] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def arrive(
        cls,
        browser: Browser,
        site: LiveSite,
        name: str,
        *,
        size: tuple[int, int] = PHONE,
        language: str = ENGLISH,
        motion: bool = False,
        touch: bool = False,
        base_url: str = "",
    ) -> Person:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(SECONDS * 1000)
        context.add_init_script(LISTEN)
        person = cls(name, site, context, context.new_page(), base_url or site.base_url())
        person.watch(person.page)
        return person

    def watch(self, page: Page) -> None:
        """Keep what a page receives, and whatever it complains about."""
        page.on("websocket", self._follow)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on("request", self._asked)

    def _follow(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        socket.on("framereceived", lambda payload: self.frames.append(_text(payload)))

    def _heard(self, message: ConsoleMessage) -> None:
        if re.search(r"Policy|Refused to|blocked", message.text, re.IGNORECASE):
            self.complaints.append(f"{self.name}: {message.text}")

    def _asked(self, request: Request) -> None:
        there = urlsplit(request.url)
        if there.scheme != "data" and there.netloc != urlsplit(self.base_url).netloc:
            self.complaints.append(f"{self.name}: a request left the site: {request.url}")

    def new_tab(self) -> Page:
        """Another tab of the same browser, watched as the first."""
        page = self.context.new_page()
        self.watch(page)
        return page

    # The way in, without clicking: for tests whose subject is something else.

    def post(self, path: str, **fields: str) -> str:
        """Send a form and return the path that it leads to."""
        form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": self._token(), **fields}
        answer = self.context.request.post(self.base_url + path, form=form, max_redirects=0)
        assert answer.status == HTTPStatus.FOUND, f"{answer.status} {answer.text()[:500]}"
        return urlsplit(answer.headers["location"]).path

    def make_room(self) -> str:
        return self.post("/rooms/", name=self.name).split("/")[2]

    def join_room(self, room_id: str) -> None:
        self.post(f"/room/{room_id}/join/", name=self.name)

    def _token(self) -> str:
        """What a form has to repeat of a cookie; a browser that has opened no page yet is given one."""
        if not self._cookie("csrftoken"):
            self.context.add_cookies([{"name": "csrftoken", "value": secrets.token_hex(16), "url": self.base_url}])
        return self._cookie("csrftoken")

    def _cookie(self, name: str) -> str:
        return next((each["value"] for each in self.context.cookies(self.base_url) if each["name"] == name), "")

    def sign_in(self) -> None:
        """Sign in as an account of his name, which is made if there is none."""
        command = [sys.executable, "-m", "tests.browser.signed_in", f"{self.name.lower()}@example.org", self.name]
        environment = {**self.site["web1"].environment, "COLORCLASH_POOL_SIZE": "0"}
        done = subprocess.run(command, cwd=CODE, env=environment, capture_output=True, text=True, check=True)
        self.context.add_cookies([{"name": "sessionid", "value": done.stdout.strip(), "url": self.base_url}])

    # Pages.

    def open(self, path: str) -> None:
        self.page.goto(self.base_url + path)

    def open_room(self, room_id: str) -> None:
        """Open the room's page and wait until it is in the room."""
        self.open(f"/room/{room_id}/")
        expect(self.page.locator("#screen > .waiting")).to_have_count(0)
        expect(self.page.locator("body")).to_have_attribute("data-line", "open")

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def see(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def wait(self, expression: str, seconds: float = SECONDS) -> None:
        """Until a script's expression is true; Playwright's own way needs `eval`, which the policy forbids."""
        wait_until(lambda: self.page.evaluate(expression), f"{self.name}'s page: {expression}", seconds)

    def wait_for_match(self, found: Callable[[dict[str, Any]], object], what: str) -> None:
        """Until the last match frame is so; asking the page lets the frames in."""
        wait_until(lambda: self.page.evaluate("true") and found(self.match), f"{self.name}: {what}", SECONDS)

    def wait_for_answers(self) -> None:
        """Until the server has answered whatever the page has asked of it."""
        self.wait("!window.unanswered?.size")

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)

    # The table.

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^Your hand")).get_by_role("button")

    def card(self, name: str) -> Locator:
        """A card of the hand by its name, playable or not."""
        named = re.compile(rf"^{re.escape(name)}(,|$)", re.IGNORECASE)
        return self.hand.and_(self.page.get_by_role("button", name=named)).first

    def play(self, name: str) -> None:
        """Play a card once the page offers it."""
        card = self.hand.and_(self.page.get_by_role("button", name=f"{name}, playable")).first
        card.wait_for()
        self.at_his_pace(card.click)

    def draw(self) -> None:
        self.at_his_pace(self.button("DRAW").click)

    def at_his_pace(self, act: Callable[[], None]) -> None:
        """Nobody does the same twice within a moment: the page takes that for a double click.

        The moment begins with what the page sends, such as a card whose color was chosen, or with the act.
        """
        self.wait("performance.now() - (window.actedAt ?? -1000) > 500")
        act()
        self.page.evaluate("window.actedAt = performance.now()")

    def shown_hand(self) -> list[tuple[str, str]]:
        """The handles and names of the cards in the hand, as the page shows them."""
        cards = self.page.evaluate(
            "[...document.querySelectorAll('.hand-card')].map((card) => [card.dataset.key, card.dataset.card])"
        )
        return [(handle, face) for handle, face in cards]

    def seconds_to_hand(self) -> float:
        """How long after the network had delivered the page its person's cards were shown."""
        waited: float = self.page.evaluate(
            "window.handShown - performance.getEntriesByType('navigation')[0].responseEnd"
        )
        return waited / 1000

    def told(self, kind: str) -> list[dict[str, Any]]:
        """All frames of a kind, in the order in which they came."""
        return [frame for text in self.frames if (frame := json.loads(text))["type"] == kind]

    @property
    def match(self) -> dict[str, Any]:
        """The last match frame."""
        for text in reversed(self.frames):
            frame: dict[str, Any] = json.loads(text)
            if frame["type"] == "match":
                return frame
        raise AssertionError(f"{self.name} was told of no match")

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.match["view"]
        return view


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode()
