"""One pipelining connection to the store for a process: many calls in flight, replies in order, nothing retried.

A call whose reply does not come within the budget, or whose connection is lost, fails with `StoreUnavailable`: it may
or may not have been carried out, and only a repeat under the same act id can tell.
"""

import asyncio
import contextlib
import logging
import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, NamedTuple, cast

import hiredis
from redis.connection import SSLConnection, UnixDomainSocketConnection, parse_url

Reply = Any
Word = bytes | str | int | float

BUDGET: Final = 1.9
"""Seconds a call may take, the wait for a connection included; with the watch's step it stays under two."""
STEP: Final = 0.1
SILENCE: Final = 3.0
"""Seconds without any reply after which a connection with calls in flight is given up."""
MOST_IN_FLIGHT: Final = 20_000
RETRY_STEPS: Final = (0.02, 0.05, 0.1, 0.2, 0.4)
REFUSALS: Final = frozenset(
    {"OOM", "MISCONF", "READONLY", "NOREPLICAS", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY"}
)
"""The first words of errors that tell how the store is, and nothing of the command."""
COMPLAINTS: Final = 10.0
"""Seconds between two lines about a store that refuses."""

log = logging.getLogger(__name__)


class StoreUnavailable(Exception):
    """The store did not answer in time; whether the call was carried out is unknown."""


class StoreRefuses(StoreUnavailable):
    """The store answers, but takes nothing as it is: its memory or its disk is full, or it is no longer the primary."""


class Unreadable(StoreUnavailable):
    """What lies there was written by newer code than this process runs: another can read it, this one has to wait."""


class StoreError(Exception):
    """The store answered with an error: a fault of ours or of its configuration."""


@contextlib.asynccontextmanager
async def in_time() -> AsyncIterator[None]:
    """One budget for all that an act asks of the store, however many calls it makes; it may decorate a function.

    Raises StoreUnavailable when it is used up: what the last call has done is unknown then, so the act has to be one
    that can be repeated.
    """
    try:
        async with asyncio.timeout(BUDGET):
            yield
    except TimeoutError:
        raise StoreUnavailable("not all was done in time") from None


class _Call(NamedTuple):
    reply: asyncio.Future[Any]
    sent: float


class Link(asyncio.Protocol):
    """The wire of one connection. Replies go to the calls in the order in which these were written."""

    def __init__(self, *, on_push: Callable[[list[Any]], None] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader()
        self.on_push = on_push
        self._calls: deque[_Call] = deque()
        self._out: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self.heard = self._loop.time()
        self.closed = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._transport = None
        self.closed.set()
        for call in self._calls:
            if not call.reply.done():
                call.reply.set_exception(StoreUnavailable("connection lost"))
        self._calls.clear()

    def data_received(self, data: bytes) -> None:
        self.heard = self._loop.time()
        reader = self._reader
        reader.feed(data)
        while (reply := reader.gets()) is not False:
            if self.on_push is not None:
                if isinstance(reply, list):
                    self.on_push(reply)
                continue
            future = self._calls.popleft().reply
            if not future.done():
                future.set_result(reply)

    def call(self, words: Sequence[Word]) -> "asyncio.Future[Any]":
        """Write one command; the future holds the raw reply (an error reply as a value)."""
        reply: asyncio.Future[Any] = self._loop.create_future()
        if self._transport is None:
            reply.set_exception(StoreUnavailable("not connected"))
            return reply
        self.post(words)
        self._calls.append(_Call(reply, self._loop.time()))
        return reply

    def post(self, words: Sequence[Word]) -> None:
        """Write one command that has no reply of its own, such as SUBSCRIBE."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(hiredis.pack_command(tuple(words)))  # type: ignore[arg-type]

    def _flush(self) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(self._out))
        self._out.clear()

    @property
    def in_flight(self) -> int:
        return len(self._calls)

    def give_up_late(self, now: float, budget: float) -> None:
        """Fail the calls past their budget. Their places stay, so that later replies keep to their own calls."""
        for call in self._calls:
            if now - call.sent < budget:
                break
            if not call.reply.done():
                call.reply.set_exception(StoreUnavailable("no reply in time"))
        if self._calls and now - max(self.heard, self._calls[0].sent) > SILENCE:
            self.abort()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


async def connect(url: str, *, on_push: Callable[[list[Any]], None] | None = None) -> Link:
    """Open a connection to the store's address (redis://, rediss:// or unix://), signed in and on its database."""
    place: dict[str, Any] = parse_url(url)  # type: ignore[no-untyped-call]
    loop = asyncio.get_running_loop()
    if place.get("connection_class") is UnixDomainSocketConnection:
        _, link = await loop.create_unix_connection(Link, place["path"])
    else:
        secure = ssl.create_default_context() if place.get("connection_class") is SSLConnection else None
        host, port = place.get("host", "localhost"), place.get("port", 6379)
        _, link = await loop.create_connection(Link, host, port, ssl=secure)
    try:
        async with asyncio.timeout(BUDGET):
            if password := place.get("password"):
                user = [place["username"]] if place.get("username") else []
                answer(await link.call(["AUTH", *user, password]))
            if database := place.get("db"):
                answer(await link.call(["SELECT", database]))
    except BaseException:
        link.abort()
        raise
    link.on_push = on_push
    return link


def answer(reply: Reply) -> Reply:
    """The reply's value; an error reply is raised."""
    if isinstance(reply, hiredis.ReplyError):
        refuses(reply)
        raise StoreError(str(reply))
    return reply


def refuses(reply: hiredis.ReplyError) -> None:
    """Raise StoreRefuses when the error tells how the store is."""
    text = str(reply)
    if text.partition(" ")[0] in REFUSALS:
        raise StoreRefuses(text)


class Pipe:
    """The process's connection for calls: opens itself again for as long as it is not closed."""

    def __init__(self, url: str, *, scripts: Sequence[str] = ()) -> None:
        self._url = url
        self._scripts = tuple(scripts)
        self._link: Link | None = None
        self._linked = asyncio.Event()
        self._complained = -COMPLAINTS
        self.run_id = b""
        """The server's run id: another one means that it was restarted or that another server took over."""
        self._keeper = asyncio.create_task(self._keep(), name="store pipe")

    @property
    def linked(self) -> bool:
        return self._link is not None

    async def ready(self) -> None:
        """Wait for a connection. Raises StoreUnavailable when there is none within the budget."""
        if self._link is None:
            await self._wait_for_link()

    async def call(self, *words: Word) -> Reply:
        """Run one command. Raises StoreUnavailable, or StoreError for an error reply."""
        link = self._link
        if link is None:
            link = await self._wait_for_link()
        if link.in_flight > MOST_IN_FLIGHT:
            raise StoreUnavailable("too many calls in flight")
        reply = await link.call(words)
        if isinstance(reply, hiredis.ReplyError):
            self._hear_refusal(link, reply)
        return answer(reply)

    async def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Reply]:
        """Run many commands in one write; the replies in their order, error replies of a command's own as values."""
        link = self._link or await self._wait_for_link()
        replies = list(await asyncio.gather(*[link.call(words) for words in commands]))
        for reply in replies:
            if isinstance(reply, hiredis.ReplyError):
                self._hear_refusal(link, reply)
        return replies

    def _hear_refusal(self, link: Link, reply: hiredis.ReplyError) -> None:
        """Raise StoreRefuses when it is one, and say so now and then: somebody has to make room."""
        try:
            refuses(reply)
        except StoreRefuses as refusal:
            now = link.heard
            if now > self._complained + COMPLAINTS:
                self._complained = now
                log.warning("The store refuses: %s", refusal)
            if str(refusal).startswith("READONLY"):
                # Another server has taken over; its address is asked for anew.
                link.abort()
            raise

    async def _wait_for_link(self) -> Link:
        try:
            async with asyncio.timeout(BUDGET):
                while self._link is None:
                    await self._linked.wait()
        except TimeoutError:
            raise StoreUnavailable("no connection") from None
        return self._link

    async def _keep(self) -> None:
        failures = 0
        while True:
            try:
                link = await self._open()
            except (OSError, TimeoutError, StoreUnavailable, StoreError) as error:
                if failures == 0:
                    log.warning("The store cannot be reached: %s", error)
                await asyncio.sleep(RETRY_STEPS[min(failures, len(RETRY_STEPS) - 1)])
                failures += 1
                continue
            failures = 0
            self._link = link
            self._linked.set()
            try:
                await self._watch(link)
            finally:
                self._link = None
                self._linked.clear()
                link.abort()

    async def _open(self) -> Link:
        async with asyncio.timeout(BUDGET):
            link = await connect(self._url)
            try:
                info = answer(await link.call(["INFO", "server"]))
                for script in self._scripts:
                    answer(await link.call(["SCRIPT", "LOAD", script]))
            except BaseException:
                link.abort()
                raise
        self.run_id = run_id_of(info)
        return link

    async def _watch(self, link: Link) -> None:
        loop = asyncio.get_running_loop()
        while not link.closed.is_set():
            began = loop.time()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(link.closed.wait(), STEP)
            # A loop that was held up has replies waiting to be read: they were not late.
            if loop.time() - began < 2 * STEP:
                link.give_up_late(loop.time(), BUDGET)

    async def close(self) -> None:
        self._keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._keeper
        if self._link is not None:
            self._link.abort()
            self._link = None


def run_id_of(info: bytes) -> bytes:
    """The first half of the `run_id` line of INFO server; enough to tell two runs apart."""
    for line in info.splitlines():
        if line.startswith(b"run_id:"):
            return line[7:27]
    raise StoreError("INFO without a run id")
