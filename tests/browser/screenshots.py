"""Pictures of every page and of the board's main states, to look at: `make screenshots` puts them into build/.

`--language fr` takes the pages in another language, `--only front,clash` those whose names begin so, `--preview`
draws the picture that messengers show beside a link, and `--readme` takes those that the README shows.
"""

from __future__ import annotations

import argparse
import base64
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from playwright.sync_api import sync_playwright

from billing.legal_views import PAGES as LEGAL
from games.examples import EXAMPLES
from games.public_pages import PAGES
from tests import chromium
from tests.browser.board_frames import HAND, at_table, handle, legal, now, table, view
from tests.browser.conftest import GENEROUS, SHORT
from tests.browser.people import Person
from tests.browser.tables import seated
from tests.browser.test_board import TABLES
from tests.browser.test_teams import teams
from tests.browser.test_why_not import REFUSALS, refused
from tests.history.played import PlayedMatch, match_id
from tests.ledger.conftest import Outbox
from tests.processes import wait_until
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

ROOT: Final = Path(__file__).parents[2]
MATCH: Final = 900
"""The number of the match that the player has played."""
STRANGERS: Final = (
    "accounts/login", "accounts/signup", "accounts/password/reset", "accounts/inactive", "shop", "shop/find",
    "moderation", "rankings", *[f"legal/{page}" for page in LEGAL],
)  # fmt: skip
"""Pages that need nobody to be signed in."""
PLAYERS: Final = (
    "account", "account/sessions", "account/claim", "account/data", "account/leave", "accounts/email",
    "accounts/password/change", "accounts/2fa", "accounts/2fa/passkeys", "history", "statistics", "blocked",
    "shop/purchases", "shop/redeem", "shop/buy/siege",
)  # fmt: skip
"""A player's own pages; he has played a match."""
SIZES: Final = ((360, 640), (768, 1024), (1440, 900))
PHONE, DESK = SIZES[0], SIZES[2]
PICTURES: Final = ROOT / "colorclash" / "screenshots"
README: Final = {
    "table": (640, [("en", "board-log", DESK), ("fr", "board-clash-family", PHONE)]),
    "front": (640, [("en", "front", PHONE)]),
    "practice": (640, [("fr", "practice", PHONE)]),
    "catch": (640, [("en", "board-catch", PHONE)]),
    "color": (640, [("en", "board-color", PHONE)]),
    "bomb": (640, [("es", "board-duel-classic", PHONE)]),
    "siege": (640, [("fr", "board-duel-siege", PHONE)]),
    "upcolor": (640, [("en", "board-upcolor", PHONE)]),
    "example": (640, [("en", "example-four-on-two", PHONE)]),
    "clash": (450, [("en", "board-clash-classic", DESK)]),
    "night": (450, [("en", "board-duel-daynight", DESK)]),
    "score": (450, [("en", "board-result", DESK)]),
    "rules": (450, [("en", "teach-stacks_duel", DESK)]),
}
"""What the README shows: how high, and which states side by side."""
PREVIEW: Final = ROOT / "static" / "pictures" / "preview.png"
DRAW_PREVIEW: Final = """() => {
  const style = (node, rules) => {
    for (const [name, value] of Object.entries(rules)) node.style.setProperty(name, value);
  };
  const cards = [...document.querySelectorAll(".card")].slice(0, 5).map((card) => card.cloneNode(true));
  const stage = document.createElement("div");
  style(stage, { position: "fixed", inset: "0", background: "#efe9dc", color: "#17171c", "z-index": "99" });
  cards.forEach((card, place) => {
    style(card, { position: "absolute", left: "500px", top: "70px", width: "200px", height: "280px",
      "transform-origin": "50% 160%", transform: `rotate(${(place - 2) * 14}deg)` });
    stage.append(card);
  });
  const name = document.createElement("p");
  name.textContent = "Color Clash";
  style(name, { position: "absolute", left: "0", right: "0", bottom: "56px", "text-align": "center",
    "font-size": "104px", "font-weight": "800", "letter-spacing": "-4px", "line-height": "1" });
  stage.append(name);
  document.body.append(stage);
}"""


class Album:
    """Takes the pictures of one language."""

    def __init__(self, browser: Browser, site: LiveSite, language: str, only: tuple[str, ...]) -> None:
        self._browser = browser
        self._site = site
        self._language = language
        self._only = only
        self._folder = ROOT / "build" / "screenshots" / language
        self._steps: dict[str, Callable[[Person], None]] = dict(self._pages())

    def take(self) -> int:
        """Every state at every size; how many pictures that made."""
        taken = 0
        for name in self._steps:
            if self._only and not name.startswith(self._only):
                continue
            for width, height in SIZES:
                person = self.open(name, (width, height))
                target = self._folder / f"{width}x{height}" / f"{name}.png"
                target.parent.mkdir(parents=True, exist_ok=True)
                person.page.screenshot(path=target, full_page=not name.startswith(("board", "example")))
                person.context.close()
                taken += 1
        return taken

    def open(self, name: str, size: tuple[int, int]) -> Person:
        """Somebody who sees that state on a screen of that size."""
        person = Person.arrive(self._browser, self._site, "Ana", size=size, language=self._language)
        self._steps[name](person)
        return person

    def _pages(self) -> Iterator[tuple[str, Callable[[Person], None]]]:
        yield "front", self._at(f"/{self._language}/", ".demo-seats")
        for name in ("practice", "quick", "offline", "nowhere"):
            yield name, self._at(f"/{name}/")
        for page in PAGES:
            yield f"teach-{page.name}", self._at(f"/{self._language}/{page.path}")
        for name in EXAMPLES:
            yield f"example-{name}", self._example(name)
        for path in STRANGERS:
            yield f"page-{path.replace('/', '-')}", self._at(f"/{path}/")
        for path in PLAYERS:
            yield f"own-{path.replace('/', '-')}", self._own(f"/{path}/")
        yield "own-match", self._own(f"/history/{match_id(MATCH)}/")
        yield "own-replay", self._own(f"/history/{match_id(MATCH)}/replay/")
        yield "join", self._join
        yield "lobby", self._lobby
        yield "lobby-teams", self._teams
        yield "quick-waiting", self._waits
        for ruleset, shown in TABLES.items():
            yield f"board-{ruleset}", partial(_board, shown=shown, draw=True)
        yield "board-teams", partial(_board, shown=teams(turn=0, trick=["green"]))
        yield "board-return", _return
        yield "board-teams-between", partial(_board, shown=teams(phase="between", turn=None))
        yield "board-catch", partial(_board, shown=view(window={"last_card": 1}), catch=[1])
        yield "board-log", _log
        yield "board-drawn", partial(_board, shown=view((*HAND, "red-7"), drawn=handle(7)), plays=handle(7), keep=True)
        yield "board-choosing", partial(_board, shown=view(top="wild", active=None, choosing=0), choose=True)
        yield "board-color", _color
        yield "board-refused", _refused
        yield "board-menu", _menu
        yield "board-watching", partial(_board, shown=view(you={"seat": 0, "watching": True}))
        yield "board-many-cards", partial(_board, shown=view(HAND * 5), draw=True)
        next_round = {"turn": None, "window": None, "next_round": {"due": now() + 12_000, "total": 15_000}}
        yield "board-between", partial(_board, shown=view(phase="between", turn=None, timers=next_round))
        result = {"winners": [0], "reason": "rounds", "ranking": [[0], [1], [2]]}
        yield "board-result", partial(_board, shown=view(phase="over", turn=None, result=result))

    def _at(self, path: str, shown: str = "main") -> Callable[[Person], None]:
        def go(person: Person) -> None:
            person.open(path)
            person.page.locator(shown).first.wait_for()

        return go

    def _own(self, path: str) -> Callable[[Person], None]:
        def go(person: Person) -> None:
            person.sign_in()
            person.open(path)
            person.page.locator("main").first.wait_for()

        return go

    def play(self) -> None:
        """Let Ana, who has an account, have played a match."""
        person = Person.arrive(self._browser, self._site, "Ana")
        person.sign_in()
        ((identity,),) = self._site.rows("select id from accounts_identity where user_id is not null")
        outbox = Outbox(self._site.redis_url)
        PlayedMatch([(UUID(str(identity)), "Ana"), None], number=MATCH).leave_in(outbox)
        outbox.close()
        wait_until(lambda: self._site.rows("select 1 from games_storedlog"), "the ledger has written the match")
        person.context.close()

    def _example(self, name: str) -> Callable[[Person], None]:
        def go(person: Person) -> None:
            person.open(f"/{self._language}/examples/{name}/")
            person.page.locator(".hand-card").first.wait_for()
            for _ in range(len(EXAMPLES[name].steps) // 2 + 1):
                person.page.locator("[data-onward]").click()

        return go

    def _join(self, person: Person) -> None:
        host = Person.arrive(self._browser, self._site, "Ben")
        person.open(f"/room/{seated([host])}/")
        host.context.close()

    def _lobby(self, person: Person) -> None:
        guest = Person.arrive(self._browser, self._site, "Ben")
        person.open_room(seated([person, guest]))
        guest.context.close()

    def _teams(self, person: Person) -> None:
        guests = [Person.arrive(self._browser, self._site, name) for name in ("Ben", "Cléo", "Dan")]
        room_id = seated([person, *guests])
        for each in (person, *guests):
            each.open_room(room_id)
        person.page.locator(".choice").filter(has_text="Up-color").click()
        teams = person.page.locator("[aria-labelledby=seating-title]")
        teams.locator(".choice").nth(1).click()
        teams.locator(".choice + [aria-pressed=true]").wait_for()
        for guest in guests:
            guest.context.close()

    def _waits(self, person: Person) -> None:
        with self._site.redis() as client:
            for key in client.keys("{quick}:*"):
                client.delete(key)
        person.post("/quick/", ruleset="clash-classic", seats="2", length="1")
        self._at("/quick/", "[data-found]:not(:empty)")(person)


def _board(person: Person, shown: dict[str, object], plays: str = handle(0), **own: object) -> None:
    timers = shown["timers"]
    if isinstance(timers, dict) and timers["turn"]:
        timers = {**timers, "turn": {"due": now() + 31_000, "total": 45_000}}
    at_table(person, {**shown, "timers": timers}, legal((plays,), **own))
    person.page.locator(".hand-card, .result:not([hidden])").first.wait_for()


def _log(person: Person) -> None:
    """Some turns have been played before the reader's, who sits with three others."""
    socket = at_table(person, view(seats=4, turn=3), legal())
    told: list[dict[str, object]] = [
        {"kind": "played", "seat": 0, "card": "green-9", "color": None},
        {"kind": "drew", "seat": 1, "count": 1, "cause": "turn", "cards": None},
        {"kind": "played", "seat": 2, "card": "green-skip", "color": None},
        {"kind": "skipped", "seat": 3},
        {"kind": "played", "seat": 0, "card": "wild", "color": "red"},
        {"kind": "played", "seat": 1, "card": "red-2", "color": None},
        {"kind": "one_card", "seat": 2, "banner": "one_card"},
        {"kind": "played", "seat": 3, "card": "red-9", "color": None},
    ]
    socket.say(table(view(seats=4), own=legal((handle(0), handle(1)), draw=True), version=2, events=told))
    person.page.locator(".log li").nth(6).wait_for()


def _color(person: Person) -> None:
    at_table(person, view(), legal((f"{handle(5)}*",), draw=True))
    person.page.locator("[data-card=wild]").click()
    person.page.locator(".chooser").wait_for()


def _refused(person: Person) -> None:
    shown, own, code, _ = REFUSALS["nothing fits"]
    refused(person, at_table(person, shown, own), code)
    person.page.locator(".banner").wait_for()


def _menu(person: Person) -> None:
    _board(person, view())
    person.page.locator("#open-menu").click()
    person.page.locator("dialog[open]").wait_for()


def _return(person: Person) -> None:
    at_table(person, teams(turn=None, window={"return": True}), legal((), **{"return": True}))
    person.button("Base green. Return!").wait_for()


def _draw_preview(browser: Browser, site: LiveSite) -> None:
    person = Person.arrive(browser, site, "Ana", size=(1200, 630))
    person.open("/en/")
    person.page.locator(".fan .card").first.wait_for()
    person.page.evaluate(DRAW_PREVIEW)
    PREVIEW.parent.mkdir(exist_ok=True)
    person.page.screenshot(path=PREVIEW)
    person.context.close()


def _for_readme(browser: Browser, site: LiveSite) -> None:
    """Each picture from its states side by side, small enough for a repository."""
    paper = browser.new_page()
    for target, (height, states) in README.items():
        shown = []
        for language, name, size in states:
            person = Album(browser, site, language, ()).open(name, size)
            picture = base64.b64encode(person.page.screenshot()).decode()
            shown.append(f'<img height="{height}" src="data:image/png;base64,{picture}">')
            person.context.close()
        paper.set_content(f'<p style="display: inline-flex; gap: 18px; margin: 0">{"".join(shown)}</p>')
        paper.locator("p").screenshot(path=PICTURES / f"{target}.jpg", type="jpeg", quality=72)
    paper.close()


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--language", default="en", choices=["en", "fr", "es"])
    asked.add_argument("--only", default="")
    asked.add_argument("--preview", action="store_true")
    asked.add_argument("--readme", action="store_true")
    wanted = asked.parse_args()
    chosen = chromium.find()
    site = LiveSite(durations=SHORT, limits=GENEROUS, shop=True)
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chosen, args=chromium.ARGUMENTS)
            if wanted.preview:
                _draw_preview(browser, site)
                sys.stdout.write(f"{PREVIEW.relative_to(ROOT)}: {PREVIEW.stat().st_size} bytes\n")
            elif wanted.readme:
                _for_readme(browser, site)
            else:
                album = Album(browser, site, wanted.language, tuple(filter(None, wanted.only.split(","))))
                album.play()
                taken = album.take()
                sys.stdout.write(f"{taken} pictures in build/screenshots/{wanted.language}\n")
            browser.close()
    finally:
        site.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
