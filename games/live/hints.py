"""Hints from the store's publish/subscribe: one connection a process, and nothing relied on.

A hint may be lost, doubled or late. With every new connection, the first as well, all channels are subscribed, and once
the store hears of that the listener is told, for he may have missed anything.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final

from games.live.pipe import Link, StoreError, StoreUnavailable, connect

PING_SECONDS: Final = 5.0
SUBSCRIBE_SECONDS: Final = 1.0

log = logging.getLogger(__name__)


class Hints:
    """The process's subscriptions."""

    def __init__(self, url: str, *, heard: Callable[[str, bytes], None], missed: Callable[[], None]) -> None:
        """`heard(channel, payload)` for each hint; `missed()` when any may have been lost."""
        self._url = url
        self._heard = heard
        self._missed = missed
        self._channels: set[str] = set()
        self._waiting: dict[str, asyncio.Event] = {}
        self._link: Link | None = None
        self._is_new = False
        """The connection's first ping, which went out behind its subscriptions, has not been answered yet."""
        self._keeper = asyncio.create_task(self._keep(), name="hints")

    async def subscribe(self, *channels: str) -> None:
        """Hear these channels too. Returns once the store has confirmed it, or after a second all the same."""
        fresh = [channel for channel in channels if channel not in self._channels]
        self._channels.update(fresh)
        for channel in fresh:
            self._waiting[channel] = asyncio.Event()
        if fresh and self._link is not None:
            self._link.post(["SUBSCRIBE", *fresh])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                for channel in channels:
                    if (event := self._waiting.get(channel)) is not None:
                        await event.wait()

    def unsubscribe(self, *channels: str) -> None:
        self._channels.difference_update(channels)
        for channel in channels:
            self._waiting.pop(channel, None)
        if self._link is not None:
            self._link.post(["UNSUBSCRIBE", *channels])

    def _pushed(self, reply: list[Any]) -> None:
        kind = reply[0]
        if kind == b"message":
            self._heard(reply[1].decode(), reply[2])
        elif kind == b"pong" and self._is_new:
            self._is_new = False
            self._missed()
        elif kind == b"subscribe" and (event := self._waiting.pop(reply[1].decode(), None)) is not None:
            event.set()

    async def _keep(self) -> None:
        while True:
            try:
                link = await connect(self._url, on_push=self._pushed)
            except (OSError, TimeoutError, StoreUnavailable, StoreError):
                await asyncio.sleep(0.2)
                continue
            self._link, self._is_new = link, True
            if self._channels:
                link.post(["SUBSCRIBE", *self._channels])
            try:
                await self._watch(link)
            finally:
                self._link = None
                link.abort()

    async def _watch(self, link: Link) -> None:
        """Ping now and then: a connection that has gone silently must not look like one without news."""
        loop = asyncio.get_running_loop()
        while not link.closed.is_set():
            pinged = loop.time()
            link.post(["PING"])
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(link.closed.wait(), PING_SECONDS)
            if not link.closed.is_set() and link.heard < pinged:
                log.warning("The store's hints have gone silent; connecting again")
                return

    async def close(self) -> None:
        self._keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._keeper
