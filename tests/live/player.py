"""A player: a browser's cookies and one WebSocket, speaking exactly what the page speaks."""

from __future__ import annotations

import asyncio
import contextlib
import http.cookiejar
import json
import random
import secrets
import urllib.error
import urllib.parse
import urllib.request
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PATIENCE = 10.0
NO_HEADERS: Mapping[str, str] = {}


class Browser:
    """Cookies, forms and redirects."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        with self._opener.open(self.base_url + path, timeout=10) as answer:
            body: str = answer.read().decode()
            return body

    def post(self, path: str, **fields: str) -> str:
        """The path of the page that a form leads to."""
        if not self.cookie("csrftoken"):
            self.get("/")
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": self.cookie("csrftoken"), **fields}).encode()
        request = urllib.request.Request(self.base_url + path, data, {"Origin": self.base_url})
        with self._opener.open(request, timeout=10) as answer:
            leads_to: str = answer.geturl()
            return urllib.parse.urlsplit(leads_to).path

    def cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.cookies if cookie.name == name), "")

    @property
    def header(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)


class Player:
    """A member of a room with his page open. `frames` is everything the page was sent."""

    open_pages: ClassVar[set[Player]] = set()
    """Whoever has a page open: closed at the end of each test, however it ends."""

    def __init__(self, name: str, browser: Browser, room_id: str, *, seed: int = 0) -> None:
        self.name = name
        self.browser = browser
        self.room_id = room_id
        self.frames: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.room: dict[str, Any] = {}
        self.match: dict[str, Any] = {}
        self.outcomes: dict[str, dict[str, Any]] = {}
        self.closing: dict[str, Any] | None = None
        self.close_code: int | None = None
        self.random = random.Random(seed)
        self._socket: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()

    @classmethod
    def host(cls, base_url: str, name: str) -> Self:
        browser = Browser(base_url)
        path = browser.post("/rooms/", name=name)
        return cls(name, browser, path.split("/")[2])

    @classmethod
    def guest(cls, base_url: str, name: str, room_id: str, *, seed: int = 0) -> Self:
        browser = Browser(base_url)
        browser.post(f"/room/{room_id}/join/", name=name)
        return cls(name, browser, room_id, seed=seed)

    # The socket.

    async def open(
        self, base_url: str | None = None, *, beats: bool = True, headers: Mapping[str, str] = NO_HEADERS
    ) -> Self:
        base = base_url or self.browser.base_url
        url = base.replace("http", "ws", 1) + f"/ws/room/{self.room_id}/"
        self.open_pages.add(self)
        self.closing = self.close_code = None
        self.room, self.match = {}, {}
        own = {"Cookie": self.browser.header, "Origin": base}
        self._socket = await connect(url, additional_headers={**own, **headers}, max_size=None)
        self._tasks = [asyncio.create_task(self._read(self._socket))]
        if beats:
            self._tasks.append(asyncio.create_task(self._beat()))
        return self

    async def reopen(self, base_url: str | None = None) -> None:
        """Open the page anew, and wait for the match."""
        await self.close()
        await self.open(base_url)
        await self.until(lambda: self.match, "the match")

    async def close(self) -> None:
        for task in self._tasks[1:]:
            task.cancel()
        self.open_pages.discard(self)
        if self._socket is not None:
            await self._socket.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop_beating(self) -> None:
        for task in self._tasks[1:]:
            task.cancel()

    async def vanish(self) -> None:
        """The connection is cut without a farewell."""
        for task in self._tasks:
            task.cancel()
        if self._socket is not None:
            self._socket.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._take(str(text))
        except ConnectionClosed:
            pass
        self.close_code = socket.close_code
        self._news.set()

    def _take(self, text: str) -> None:
        frame = json.loads(text)
        self.texts.append(text)
        self.frames.append(frame)
        match frame["type"]:
            case "room":
                self.room = frame
            case "match":
                self.match = frame
            case "outcome":
                self.outcomes[frame["id"]] = frame
            case "closing":
                self.closing = frame
            case _:
                pass
        self._news.set()

    async def _beat(self) -> None:
        while True:
            with contextlib.suppress(ConnectionClosed):
                await self.send({"type": "beat", "match": self.shown()})
            await asyncio.sleep(1)

    def shown(self) -> list[Any] | None:
        return [self.match["id"], self.match["epoch"], self.match["version"]] if self.match else None

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def until(self, found: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
        """Wait for news until `found()` is true."""
        try:
            async with asyncio.timeout(seconds):
                while not found():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(
                f"{self.name} did not see within {seconds} s: {what}; last {self.texts[-3:]}"
            ) from None

    async def hear_news(self, seconds: float) -> None:
        """Wait for the next frame, so long at most."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    # What he does.

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.match["view"]
        return view

    @property
    def seat(self) -> int:
        seat: int = self.view["you"]["seat"]
        return seat

    @property
    def legal(self) -> dict[str, Any]:
        return self.match["legal"] or {}

    def act_message(self, act: dict[str, Any], act_id: str | None = None) -> dict[str, Any]:
        return {
            "type": "act",
            "id": act_id or secrets.token_hex(16),
            "match": self.match["id"],
            "epoch": self.match["epoch"],
            "version": self.match["version"],
            "act": act,
        }

    async def act(self, kind: str, *, act_id: str | None = None, **fields: object) -> dict[str, Any]:
        """Act, and wait for the outcome."""
        return await self.ask(self.act_message({"kind": kind, **fields}, act_id))

    async def ask_room(self, kind: str, **fields: object) -> dict[str, Any]:
        message = {
            "type": "room",
            "id": secrets.token_hex(16),
            "epoch": self.room["epoch"],
            "version": self.room["version"],
            "do": {"kind": kind, **fields},
        }
        return await self.ask(message)

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        await self.send(message)
        await self.until(lambda: message["id"] in self.outcomes, f"the outcome of {message}")
        return self.outcomes.pop(message["id"])

    def random_act(self) -> dict[str, Any] | None:
        """One of the legal acts, as the page would send it."""
        legal, choices = self.legal, []
        for play in legal.get("play", ()):
            color = self.random.choice(["red", "blue", "yellow", "green"]) if play["color"] else None
            choices.append({"kind": "play", "card": play["card"], "color": color, "announce": bool(legal["arm"])})
        if choices:
            return self.random.choice(choices)
        for kind in ("announce", "draw", "keep"):
            if legal.get(kind):
                return {"kind": kind}
        return {"kind": "choose", "color": "red"} if legal.get("choose") else None


async def seated_room(base_urls: list[str], names: list[str], *, table: dict[str, Any] | None = None) -> list[Player]:
    """A room with everybody in it, their pages open and their match begun."""
    first = base_urls[0]
    host = await asyncio.to_thread(Player.host, first, names[0])
    players = [host]
    for number, name in enumerate(names[1:], 1):
        url = base_urls[number % len(base_urls)]
        players.append(await asyncio.to_thread(Player.guest, url, name, host.room_id, seed=number))
    for player in players:
        await player.open()
        await player.until(partial(player.__getattribute__, "room"), "the room")
    if table is not None:
        assert (await host.ask_room("table", **table))["ok"]
    for player in players[1:]:
        assert (await player.ask_room("ready", ready=True))["ok"]
    await host.until(lambda: host.room["room"]["start"]["ok"], "that the match can start")
    outcome = await host.ask_room("start")
    assert outcome["ok"], outcome
    for player in players:
        await player.until(partial(player.__getattribute__, "match"), "the match")
    return players


async def play_on(players: list[Player], done: Callable[[], bool], *, seconds: float = 60.0) -> None:
    """Everybody plays what is legal until `done()`."""

    async def play(player: Player) -> None:
        while not done():
            act = player.random_act()
            if act is None:
                await player.hear_news(0.2)
                continue
            await player.ask(player.act_message(act))

    async with asyncio.timeout(seconds):
        await asyncio.gather(*[play(player) for player in players])
