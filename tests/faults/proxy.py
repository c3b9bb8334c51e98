"""A TCP proxy that spoils what goes through it: delays it, swallows it, holds it up, cuts it.

It runs on a thread and an event loop of its own, so that it goes on whatever the test is waiting for.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

CHUNK = 64 * 1024


@dataclass
class Way:
    """What becomes of the bytes that go one way."""

    delay: float = 0.0
    """Seconds that each chunk is late; their order stays."""
    swallows: bool = False
    """What comes is gone, as when the peer's machine has died: the connection stands."""


class Proxy:
    """Listens on a port of this machine and passes everything on to `target`, a unix socket or a (host, port)."""

    def __init__(self, target: Path | tuple[str, int]) -> None:
        self.target = target
        self.there, self.back = Way(), Way()
        self.refuses = False
        self.loses_hints = False
        """Whether what the store publishes is lost; its answers on other connections come through."""
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._links: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)

    def start(self) -> Self:
        self._thread.start()
        self._call(self._listen())
        return self

    def close(self) -> None:
        self._call(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    # Faults.

    def cut(self) -> None:
        """End every connection that goes through now."""
        self._call(self._cut())

    def heal(self) -> None:
        """Spoil nothing any more. What was swallowed is lost, so the connections of before are cut."""
        was_spoiled = self.there.swallows or self.back.swallows or self.loses_hints
        self.there, self.back, self.refuses, self.loses_hints = Way(), Way(), False, False
        if was_spoiled:
            self.cut()

    # Its own loop.

    def _call(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        await self._cut()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _cut(self) -> None:
        for link in list(self._links):
            link.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await self._reach()
        except OSError:
            writer.transport.abort()
            return
        self._links |= {writer, far_writer}
        subscribed = asyncio.Event()
        try:
            async with asyncio.TaskGroup() as pumps:
                pumps.create_task(self._pump(reader, far_writer, "there", subscribed))
                pumps.create_task(self._pump(far_reader, writer, "back", subscribed))
        except* OSError:
            pass
        finally:
            self._links -= {writer, far_writer}
            for link in (writer, far_writer):
                link.transport.abort()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, tuple):
            return await asyncio.open_connection(*self.target)
        return await asyncio.open_unix_connection(self.target)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str, subscribed: asyncio.Event
    ) -> None:
        """Pass on what comes, each chunk at its time; ends both ways when one end closes."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        async with asyncio.TaskGroup() as both:
            both.create_task(self._deliver(late, writer))
            while data := await reader.read(CHUNK):
                spoiled: Way = getattr(self, way)
                if b"SUBSCRIBE" in data:
                    subscribed.set()
                is_lost_hint = self.loses_hints and way == "back" and subscribed.is_set()
                if not spoiled.swallows and not is_lost_hint:
                    late.put_nowait((self._loop.time() + spoiled.delay, data))
            raise ConnectionResetError

    async def _deliver(self, late: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        while True:
            due, data = await late.get()
            await asyncio.sleep(max(0.0, due - self._loop.time()))
            writer.write(data)
            with contextlib.suppress(ConnectionResetError):
                await writer.drain()
