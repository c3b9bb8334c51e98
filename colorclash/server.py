"""The web process: HTTP and WebSockets by Daphne, with a fast loop, tight limits and an orderly end.

Daphne's own command ends without a close frame and without telling the consumers. Here SIGTERM stops listening,
tells every page that a restart is coming and closes its socket, and gives the consumers time to finish.
"""

import colorclash.loop  # noqa: F401 - chooses the loop

# isort: split
import argparse
import asyncio
import gc
import json
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor
from twisted.internet.error import CannotListenError

from colorclash.asgi import application
from colorclash.bounds import MESSAGE_LIMIT, BoundedFactory
from colorclash.transport import EagerPort
from colorclash.wire import SocketOfBrowser
from games.live.sockets import Closing
from games.live.webs import stay_seen
from games.management import leash

logger = logging.getLogger(__name__)

SOCKETS_CLOSED_AT_ONCE = 50
SECONDS_TO_DRAIN = 5.0
# Pages come back spread over some time, so that the process that takes over is not stormed.
MILLISECONDS_TO_SPREAD_A_SOCKET = 5
LEAST_SPREAD, MOST_SPREAD = 500, 5000
LONGEST_MESSAGE_OUT = 1024 * 1024
WAITING_CONNECTIONS = 1024
THREADS = 16
SECONDS_BETWEEN_COLLECTIONS = 60.0
# Objects made and not freed before the garbage collector looks at the youngest again. Moves make many and leave none
# that hold each other; looking every 700, as Python does by itself, took a tenth of the moves a second.
COLLECTOR = (100_000, 50, 100)


class WebServer(Server):
    """Daphne's server on one TCP port, with a drain."""

    def __init__(self, application: Callable[..., Awaitable[None]], host: str, port: int) -> None:
        super().__init__(
            application=application,
            # Daphne insists on an endpoint; the port is opened below instead, where its connections can be chosen.
            endpoints=["none"],
            signal_handlers=False,
            http_timeout=60,
            websocket_timeout=-1,
            ping_interval=10,
            ping_timeout=10,
            websocket_max_message_size=LONGEST_MESSAGE_OUT,
            websocket_max_frame_size=MESSAGE_LIMIT,
            server_name="colorclash",
        )
        self.endpoints: list[str] = []
        self.host, self.port = host, port
        self.loop: asyncio.AbstractEventLoop = reactor._asyncioEventloop  # noqa: SLF001 - as Daphne itself does
        self.listener: EagerPort | None = None
        self.draining: asyncio.Task[None] | None = None
        self.seen: asyncio.Task[None] | None = None
        self.failed = False

    def serve(self) -> int:
        """Runs until a signal ends it; the exit code says whether it could listen at all."""
        self.loop.set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="web"))
        for number in (signal.SIGTERM, signal.SIGINT):
            self.loop.add_signal_handler(number, self.end)
        reactor.callWhenRunning(self.listen)
        self.run()
        return 1 if self.failed else 0

    def listen(self) -> None:
        self.ws_factory.protocol = SocketOfBrowser
        self.http_factory = BoundedFactory(self)
        self.listener = EagerPort(self.port, self.http_factory, WAITING_CONNECTIONS, self.host, reactor)
        try:
            self.listener.startListening()
        except CannotListenError as error:
            logger.critical("Cannot listen on %s:%s: %s", self.host, self.port, error.socketError)
            self.failed = True
            reactor.stop()
            return
        logger.info("Listening on %s:%s", self.host, self.listener.getHost().port)
        self.seen = self.loop.create_task(stay_seen())
        # What exists now stays for good and need not be looked at by any later collection.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTOR)
        self.loop.call_later(SECONDS_BETWEEN_COLLECTIONS, self.collect)

    def collect(self) -> None:
        """Frees what slow and lost connections left: their objects hold each other, and young collections miss them."""
        gc.collect()
        self.loop.call_later(SECONDS_BETWEEN_COLLECTIONS, self.collect)

    def end(self) -> None:
        if self.draining is None:
            self.draining = self.loop.create_task(self.drain())
        else:
            reactor.stop()

    async def drain(self) -> None:
        try:
            await self.close_everything()
        finally:
            reactor.stop()

    async def close_everything(self) -> None:
        """Stops listening, closes every socket with a note that a restart is coming, and waits for the consumers."""
        deadline = self.loop.time() + SECONDS_TO_DRAIN
        if self.seen is not None:
            self.seen.cancel()
        if self.listener is not None:
            self.listener.stopListening()
        sockets = [each for each in self.connections if isinstance(each, WebSocketProtocol)]
        spread = min(MOST_SPREAD, LEAST_SPREAD + MILLISECONDS_TO_SPREAD_A_SOCKET * len(sockets))
        note = json.dumps({"type": "closing", "reason": Closing.RESTART.reason, "after": spread})
        for first in range(0, len(sockets), SOCKETS_CLOSED_AT_ONCE):
            for each in sockets[first : first + SOCKETS_CLOSED_AT_ONCE]:
                if each.state == each.STATE_OPEN:
                    each.serverSend(note)
                    each.serverClose(code=Closing.RESTART.code)
            await asyncio.sleep(0)
        if running := self.running_applications():
            await asyncio.wait(running, timeout=max(0.0, deadline - self.loop.time()))
        logger.info("Closed %s sockets", len(sockets))

    def running_applications(self) -> list[asyncio.Future[Any]]:
        found = (details.get("application_instance") for details in self.connections.values())
        return [each for each in found if each is not None and not each.done()]

    def kill_all_applications(self) -> None:
        """Daphne's own expects every connection to have an application, which is not so."""
        for each in self.running_applications():
            each.cancel()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m colorclash.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=settings.PORT)
    arguments = parser.parse_args()
    leash.follow()
    return WebServer(application, arguments.host, arguments.port).serve()


if __name__ == "__main__":
    sys.exit(main())
