"""The processes of one machine's site, and the order in which they start and end."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.addresses import LOOPBACK
from games.management.data_folder import CannotStartError, DataFolder
from games.management.embedded_store import EmbeddedStore, NoBundledServerError, end_with_parent
from games.management.network import own_addresses
from games.management.supervisor import Program, Supervisor

STORE, PREPARE, WEB, CLOCK = "store", "prepare", "web", "clock"
# The ledger has a worker of its own, so that no amount of thinking computers keeps a result from being written.
COMPUTERS, LEDGER = "computers", "ledger"
# Stands in for the payment provider where none is set.
TEST_SHOP = "shop"
SECONDS_FOR_THE_STORE = 60.0
SECONDS_BETWEEN_LOOKS = 0.05
EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones of the home network are the point; --host narrows it

_PORT_PROBLEMS = {
    errno.EADDRINUSE: "is taken by another program; choose another one with --port",
    errno.EACCES: "may not be used without more rights; choose one above 1023 with --port",
    errno.EADDRNOTAVAIL: "is not an address of this machine; choose another one with --host",
}


class Site:
    """Starts everything below one folder of code and one of data, and keeps it running until told to stop."""

    def __init__(self, *, code: Path, data: DataFolder, host: str, port: int, show: Callable[[str], None]) -> None:
        self.code, self.data, self.show = code, data.path, show
        self.host, self.port = host, port
        self.supervisor = Supervisor(folder=code, lock=data.lock, show=show)
        self.environment = {
            "COLORCLASH_DATA": str(self.data),
            "COLORCLASH_PORT": str(port),
            "COLORCLASH_SECRET_KEY_FILE": str(self.data / "secret.key"),
            "PYTHONUNBUFFERED": "1",
        }
        if host not in {EVERYWHERE, "::"} and not os.environ.get("COLORCLASH_ORIGINS"):
            self.environment["COLORCLASH_ORIGINS"] = " ".join(f"http://{name}:{port}" for name in self.names())

    async def run(self) -> None:
        """Starts everything in order and returns when all has ended.

        Raises `CannotStartError` when the preparation fails.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop)
        keeping: list[asyncio.Task[None]] = []
        self.show("Starting ... the first time this takes a little longer.")
        try:
            if url := os.environ.get("REDIS_URL"):
                check_store(url)
            else:
                store = self.embedded_store()
                keeping.append(loop.create_task(self.supervisor.keep(self.store_program(store))))
                await self.wait_for_store(store)
            await self.prepare()
            keeping += [loop.create_task(self.supervisor.keep(program)) for program in self.programs()]
            keeping.append(loop.create_task(self.announce()))
            await self.supervisor.ending.wait()
        finally:
            self.show("Stopping ...")
            await self.end()
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)

    def stop(self) -> None:
        """Asked once, ends everything in order; asked again, at once."""
        if self.supervisor.ending.is_set():
            self.supervisor.kill()
        self.supervisor.ending.set()

    async def end(self) -> None:
        """Ends whoever uses the store before the store itself."""
        self.supervisor.ending.set()
        await self.supervisor.end([PREPARE, WEB, CLOCK, COMPUTERS, LEDGER, TEST_SHOP])
        await self.supervisor.end([STORE])

    def embedded_store(self) -> EmbeddedStore:
        try:
            return EmbeddedStore(self.data)
        except NoBundledServerError as error:
            raise CannotStartError("The embedded store has no build for this machine; set REDIS_URL.") from error

    def store_program(self, store: EmbeddedStore) -> Program:
        try:
            store.write_files()
        except OSError as error:
            raise CannotStartError(f"The folder of the store cannot be written: {error}.") from error
        store.end_orphan()
        return Program(STORE, store.command(), before=end_with_parent())

    async def wait_for_store(self, store: EmbeddedStore) -> None:
        deadline = asyncio.get_running_loop().time() + SECONDS_FOR_THE_STORE
        while not store.answers():
            if asyncio.get_running_loop().time() > deadline:
                raise CannotStartError(f"The store did not start; {store.log} says why.")
            await self.pause()

    async def prepare(self) -> None:
        program = Program(PREPARE, self.manage("prepare"), self.environment)
        if await self.supervisor.run(program) and not self.supervisor.ending.is_set():
            raise CannotStartError("The database or the pages could not be prepared; see the lines above.")

    def programs(self) -> list[Program]:
        web = [sys.executable, "-m", "colorclash.server", "--host", self.host, "--port", str(self.port)]
        worker = {**self.environment, "COLORCLASH_POOL_SIZE": "0"}
        notices = f"http://{self.names()[-1]}:{self.port}"
        shop = [sys.executable, "-m", "colorclash.testshop", "--notices", notices]
        return [
            *([Program(TEST_SHOP, shop, self.environment)] if settings.TEST_SHOP else []),
            Program(WEB, web, self.environment),
            Program(CLOCK, self.manage("clock"), self.environment),
            # A process of its own for the thinking, so that a thought without end can be cut off.
            Program(COMPUTERS, self.manage("worker", "--queues", COMPUTERS, "--processes", "1"), worker),
            Program(LEDGER, self.manage("worker", "--queues", LEDGER, "--processes", "0"), worker),
        ]

    def manage(self, *words: str) -> list[str]:
        return [sys.executable, str(self.code / "manage.py"), *words]

    def names(self) -> list[str]:
        """By what the site can be reached, the address for other devices first."""
        if self.host in {EVERYWHERE, "::"}:
            return [*own_addresses(), "localhost"]
        return ["localhost", self.host] if self.host == "127.0.0.1" else [self.host]

    async def announce(self) -> None:
        """Tells where to open the site as soon as it answers."""
        while not await self.web_answers():
            await self.pause()
        for line in welcome(self.host, self.names(), self.port):
            self.show(line)

    async def web_answers(self) -> bool:
        host = "127.0.0.1" if self.host == EVERYWHERE else self.host
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, self.port)
            writer.write(f"GET /health/ HTTP/1.0\r\nHost: {self.names()[-1]}:{self.port}\r\n\r\n".encode())
            status = await reader.readline()
            writer.close()
            return b" 200 " in status
        return False

    async def pause(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.supervisor.ending.wait(), SECONDS_BETWEEN_LOOKS)


def welcome(host: str, names: Sequence[str], port: int) -> list[str]:
    """Where to open the site, and who can."""
    alone = host in LOOPBACK
    where = "on this machine" if alone else "on this machine or on a phone in the same network"
    who = (
        "Nobody but this machine can open it."
        if alone
        else "Everybody in this network can open it, without encryption."
    )
    ready = f"Color Clash is ready. Open {'one of these' if len(names) > 1 else 'this'}, {where}:"
    return ["", ready, *(f"  http://{name}:{port}/" for name in names), f"{who} Ctrl-C stops it.", ""]


def check_store(url: str) -> None:
    """Raises `CannotStartError` when the store somebody named does not answer."""
    try:
        with redis.Redis.from_url(
            url, socket_timeout=5, socket_connect_timeout=5, retry=Retry(NoBackoff(), 0)
        ) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise CannotStartError(f"The store of REDIS_URL cannot be used: {error}") from error


def check_port(host: str, port: int) -> None:
    """Raises `CannotStartError` when nobody could listen there; the web process opens the port itself."""
    if not 0 < port < 65536:  # noqa: PLR2004 - what TCP has
        raise CannotStartError(f"Port {port} does not exist; choose one from 1 to 65535 with --port.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except socket.gaierror as error:
            raise CannotStartError(f"Host {host} {_PORT_PROBLEMS[errno.EADDRNOTAVAIL]}.") from error
        except OSError as error:
            place = f"Host {host}" if error.errno == errno.EADDRNOTAVAIL else f"Port {port}"
            problem = _PORT_PROBLEMS.get(error.errno or 0, f"cannot be used: {error}")
            raise CannotStartError(f"{place} {problem}.") from error
