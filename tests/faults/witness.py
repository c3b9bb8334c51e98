"""A witness: a player who writes down everything that his page was sent and everything that he asked for.

He behaves as the page does: what has no answer he asks again under the same act id, a lost connection he opens anew, at
any web process that answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.live.player import NO_HEADERS, Browser, Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

COLORS = ("red", "blue", "yellow", "green")
ANSWER_SECONDS = 4.0
"""An act fails within two seconds when the store is silent; whoever has heard nothing by now opens his page anew."""
BACK_SECONDS = 60.0
GAME_ACTS = frozenset({"play", "draw", "keep", "choose", "announce", "catch", "return"})
"""The acts that the log of a match holds; `ready` and `leave` may change nothing."""


class Heard(NamedTuple):
    """A frame, when (monotonic seconds), and on which of his pages, counted from 1."""

    at: float
    page: int
    frame: dict[str, Any]


class Asked(NamedTuple):
    """An act as it was sent."""

    at: float
    page: int
    message: dict[str, Any]


class Testimony(NamedTuple):
    """What a witness had seen and asked when he was heard."""

    name: str
    member: str
    heard: list[Heard]
    asked: list[Asked]


class Witness(Player):
    """A member of a room. `bases` are the addresses at which he looks for the site, in the order in which he tries."""

    def __init__(self, name: str, browser: Browser, room_id: str, *, seed: int = 0) -> None:
        super().__init__(name, browser, room_id, seed=seed)
        self.bases: Sequence[str] = [browser.base_url]
        self.origin = browser.base_url
        self.member = ""
        self.page = 0
        self.heard: list[Heard] = []
        self.asked: list[Asked] = []
        self._act_ids: set[str] = set()
        self.done: set[str] = set()
        """The ids of the acts in a match that he was told were done."""
        self.blind: list[float] = []
        """For each page he had to open anew: the seconds from the end of the old one to his first view."""
        self.catches = 0.5
        """How often he catches who has not called, and calls a return."""
        self.arms = 0.7
        """How often he calls his last card with the card before it."""
        self.doubles = 0.0
        """How often he sends an act twice."""
        self.thinks = 0.0
        """Seconds between two acts of his, so that the machine has time for what it starts."""

    # What he sees.

    def _take(self, text: str) -> None:
        super()._take(text)
        frame = self.frames[-1]
        self.heard.append(Heard(time.monotonic(), self.page, frame))
        if frame["type"] == "welcome":
            self.member = frame["you"]["member"]
        elif frame["type"] == "outcome" and frame["ok"] and frame["id"] in self._act_ids:
            self.done.add(frame["id"])

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        if isinstance(message, dict) and message["type"] == "act":
            self.asked.append(Asked(time.monotonic(), self.page, message))
            self._act_ids.add(message["id"])
        await super().send(message)

    async def open(
        self, base_url: str | None = None, *, beats: bool = True, headers: Mapping[str, str] = NO_HEADERS
    ) -> Self:
        """Open the page; unlike a browser he may reach a web process through a proxy, under the site's own origin."""
        base = base_url or self.bases[0]
        url = base.replace("http", "ws", 1) + f"/ws/room/{self.room_id}/"
        self.page += 1
        self.open_pages.add(self)
        self.closing = self.close_code = None
        self.room, self.match = {}, {}
        own = {"Cookie": self.browser.header, "Origin": self.origin, **headers}
        self._socket = await connect(url, additional_headers=own, max_size=None, open_timeout=5, close_timeout=1)
        self._tasks = [asyncio.create_task(self._read(self._socket))]
        if beats:
            self._tasks.append(asyncio.create_task(self._beat()))
        return self

    async def come_back(self, seconds: float = BACK_SECONDS) -> None:
        """Open the page anew wherever the site answers, and wait until it shows what it showed before."""
        lost = time.monotonic()
        after = (self.closing or {}).get("after", 0) / 1000
        await self.vanish()
        if after:
            await self.hear_news(self.random.uniform(0, after))
        async with asyncio.timeout(seconds):
            for base in itertools.cycle(self.bases):
                with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                    await self.open(base)
                    if await self._sees_everything():
                        break
                    await self.vanish()
                await self.hear_news(0.1)
        self.blind.append(time.monotonic() - lost)

    async def _sees_everything(self) -> bool:
        def sees() -> bool:
            plays = self.room and self.room["room"]["match"] is not None
            return self.close_code is not None or (bool(self.room) and (not plays or bool(self.match)))

        await self._wait(sees, 5.0)
        return self.close_code is None and bool(self.room)

    async def _wait(self, found: Callable[[], object], seconds: float) -> bool:
        """Wait for news until `found()`; False when it has not come."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not found():
                    self._news.clear()
                    await self._news.wait()
                return True
        return bool(found())

    def testify(self) -> Testimony:
        """What he has seen so far; more may come to his page at any time."""
        return Testimony(self.name, self.member, list(self.heard), list(self.asked))

    def forget(self) -> None:
        """Forget a match that has been judged; in a long run memory is to be the site's."""
        self.heard.clear()
        self.asked.clear()
        self.frames.clear()
        self.texts.clear()
        self.done.clear()

    # What he does.

    def choose_act(self) -> dict[str, Any] | None:
        """One of the legal acts, by his own seed; None when there is nothing that he wants to do."""
        legal = self.legal
        if not self.match or not legal:
            return {"kind": "ready"} if self.match and self._is_asked_for_ready() else None
        rare = self._rare_act(legal)
        if rare is not None:
            return rare
        plays = [
            {
                "kind": "play",
                "card": play["card"],
                "color": self.random.choice(COLORS) if play["color"] else None,
                "announce": legal["arm"] and self.random.random() < self.arms,
            }
            for play in legal["play"]
        ]
        if plays:
            return self.random.choice(plays)
        if legal["choose"]:
            return {"kind": "choose", "color": self.random.choice(COLORS)}
        return next(({"kind": kind} for kind in ("draw", "keep") if legal[kind]), None)

    def _rare_act(self, legal: dict[str, Any]) -> dict[str, Any] | None:
        """What is possible for a short time only, and is not always done."""
        keen = self.random.random() < self.catches
        if legal["announce"] and keen:
            return {"kind": "announce"}
        if legal["catch"] and keen:
            return {"kind": "catch", "seat": self.random.choice(legal["catch"])}
        return {"kind": "return", "call": self.random.random() < self.catches / 2} if legal["return"] else None

    def _is_asked_for_ready(self) -> bool:
        """Between rounds, and when a computer plays for him though he is here."""
        mine = self.view["seats"][self.seat]
        between = self.view["phase"] == "between" and not mine["ready"]
        return bool(between or (self.view["you"]["watching"] and mine["left"]))

    async def act_surely(self, message: dict[str, Any], seconds: float = BACK_SECONDS) -> dict[str, Any]:
        """Ask under one act id until there is an answer that says whether it was done."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    if self.close_code is not None:
                        await self.come_back()
                    outcome = await self.ask_once(message)
                    if outcome is None and self.close_code is None:
                        await self.come_back()
                    elif outcome is not None and outcome.get("code") != "unknown":
                        return outcome
                    await self.hear_news(0.1)
        except TimeoutError:
            raise AssertionError(f"{self.name} had no answer within {seconds} s to {message}") from None

    async def ask_room_surely(self, kind: str, **fields: object) -> dict[str, Any]:
        """Ask the room under one act id until there is an answer that says whether it was done."""
        message = {
            "type": "room",
            "id": secrets.token_hex(16),
            "epoch": 1,
            "version": 1,
            "do": {"kind": kind, **fields},
        }
        return await self.act_surely(message)

    async def sees(self, found: Callable[[], object], what: str, seconds: float = BACK_SECONDS) -> None:
        """Wait until his page shows it, opening it anew whenever it is closed."""
        deadline = time.monotonic() + seconds
        while self.close_code is not None or not found():
            assert time.monotonic() < deadline, f"{self.name} did not see {what}; last {self.texts[-3:]}"
            if self.close_code is not None:
                await self.come_back()
            await self.hear_news(0.1)

    async def ask_once(self, message: dict[str, Any], seconds: float = ANSWER_SECONDS) -> dict[str, Any] | None:
        """Ask, and wait for the outcome; None when the page closes or nothing comes."""
        with contextlib.suppress(ConnectionClosed):
            await self.send(message)
            if self.random.random() < self.doubles:
                await self.send(message)
        await self._wait(lambda: message["id"] in self.outcomes or self.close_code is not None, seconds)
        return self.outcomes.pop(message["id"], None)

    async def play_until(self, done: Callable[[], bool]) -> None:
        """Play by his seed, whatever happens to the site."""
        while not done():
            if self.close_code is not None:
                await self.come_back()
                continue
            act = self.choose_act()
            if act is None:
                await self.hear_news(0.1)
                continue
            await self.act_surely(self.act_message(act))
            await self._wait(lambda: self.close_code is not None or done(), self.thinks)


async def all_play(witnesses: Sequence[Witness], done: Callable[[], bool], *, seconds: float = 120.0) -> None:
    """Everybody plays until `done()`."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.gather(*[witness.play_until(done) for witness in witnesses])
    except TimeoutError:
        raise AssertionError(f"not within {seconds} s; last seen {[one.texts[-1] for one in witnesses]}") from None


def acknowledged(witnesses: Sequence[Witness]) -> int:
    """How many acts in a match the witnesses were told were done."""
    return sum(len(one.done) for one in witnesses)


@contextlib.asynccontextmanager
async def playing(*rooms: Sequence[Witness], seconds: float = 120.0) -> AsyncIterator[None]:
    """Everybody plays while the block runs; what was asked in it is answered when it is left."""
    ended = asyncio.Event()
    everybody = [witness for room in rooms for witness in room]
    play = asyncio.create_task(all_play(everybody, ended.is_set, seconds=seconds))
    try:
        yield
    finally:
        ended.set()
        await play


async def more_acts(witnesses: Sequence[Witness], count: int, seconds: float = 60.0) -> None:
    """Wait, while they play, until so many more acts were acknowledged or their match is over."""
    wanted = acknowledged(witnesses) + count
    deadline = time.monotonic() + seconds
    while acknowledged(witnesses) < wanted and not any(one.match and one.view["phase"] == "over" for one in witnesses):
        assert time.monotonic() < deadline, f"{acknowledged(witnesses)} of {wanted} acts after {seconds} s"
        await witnesses[0].hear_news(0.05)


async def play_some(witnesses: Sequence[Witness], count: int) -> None:
    """Everybody plays until so many more acts were acknowledged."""
    async with playing(witnesses):
        await more_acts(witnesses, count)


def agree(witnesses: Sequence[Witness]) -> bool:
    """Whether all pages are open and show the same version, an answer to a return set aside."""
    shown = {one.match.get("epoch", 0) * 10**9 + one.match.get("version", 0) for one in witnesses if one.match}
    return all(one.match and one.close_code is None for one in witnesses) and max(shown) - min(shown) <= 1


async def until_they_agree(witnesses: Sequence[Witness], seconds: float) -> None:
    """Wait until all pages show the same; whoever was cut off comes back as a page does."""
    deadline = time.monotonic() + seconds
    while not agree(witnesses):
        shown = [(one.name, one.shown(), one.close_code) for one in witnesses]
        assert time.monotonic() < deadline, f"not the same on all pages within {seconds} s: {shown}"
        await asyncio.gather(*[one.come_back() for one in witnesses if one.close_code is not None])
        await witnesses[0].hear_news(0.05)


async def on_turn(witnesses: Sequence[Witness], seconds: float = 10.0) -> Witness:
    """Who may play, draw, keep or choose now; windows are left to the clock.

    Nobody may while cards are dealt: the end of the deal is a version of its own, and would make his act stale.
    """

    def may(witness: Witness) -> bool:
        legal = witness.legal if witness.match and not witness.view["dealing"] else {}
        return any(legal.get(kind) for kind in ("play", "draw", "keep", "choose"))

    await witnesses[0]._wait(lambda: any(map(may, witnesses)), 0)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = next(filter(may, witnesses), None)
        if found is not None:
            return found
        await witnesses[0].hear_news(0.05)
    raise AssertionError("nobody is on turn")


def simple_act(witness: Witness) -> dict[str, Any]:
    """What he does on his turn, windows left alone."""
    keen, witness.catches = witness.catches, 0.0
    act = witness.choose_act()
    witness.catches = keen
    assert act is not None, witness.match
    return act


async def seat_witnesses(
    bases: Sequence[str],
    names: Sequence[str],
    *,
    table: dict[str, Any],
    seed: int = 0,
    before_opening: Callable[[Witness], None] | None = None,
) -> list[Witness]:
    """A room with everybody in it, their pages open over all the addresses, and their match begun.

    `before_opening` is told the host before his page opens.
    """
    host = await asyncio.to_thread(Witness.host, bases[0], names[0])
    host.random.seed(seed * 100)
    if before_opening is not None:
        await asyncio.to_thread(before_opening, host)
    witnesses = [host]
    for number, name in enumerate(names[1:], 1):
        guest = partial(Witness.guest, bases[0], name, host.room_id, seed=seed * 100 + number)
        witnesses.append(await asyncio.to_thread(guest))
    for number, witness in enumerate(witnesses):
        first = number % len(bases)
        witness.bases = [*bases[first:], *bases[:first]]
        await witness.open()
        await witness.until(lambda witness=witness: witness.room, "the room")  # type: ignore[misc]
    await begin_match(witnesses, table)
    return witnesses


async def begin_match(witnesses: Sequence[Witness], table: dict[str, Any]) -> None:
    """The host, who is the first, chooses the table; the others are ready, and he starts."""
    host, *guests = witnesses
    last = host.match.get("id")
    chosen = await host.ask_room_surely("table", **table)
    assert chosen["ok"], (chosen, table)
    for guest in guests:
        assert (await guest.ask_room_surely("ready", ready=True))["ok"]
    await host.sees(lambda: host.room["room"]["start"]["ok"], "that the match can start")
    started = await host.ask_room_surely("start")
    assert started["ok"], started
    for witness in witnesses:
        await witness.sees(lambda witness=witness: witness.match.get("id", last) != last, "the match")  # type: ignore[misc]
