"""The web process: whole messages in order, bounded ones in, and an end that tells every page."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import twisted
from twisted.internet import tcp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from colorclash import transport
from colorclash.bounds import BODY_LIMIT
from tests.processes import Process, free_port, wait_until


class Echo(Process):
    def __init__(self, log: Path) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "tests.platform.echo", str(self.port)]
        super().__init__("echo", command, environment={}, log=log)

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    def answers(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/", timeout=1) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False


@pytest.fixture
def echo(tmp_path: Path) -> Iterator[Echo]:
    process = Echo(tmp_path / "echo.log")
    process.start()
    wait_until(process.answers, "the server answers")
    yield process
    process.kill()


def test_transport_knows_the_locked_twisted() -> None:
    assert twisted.__version__ in transport.KNOWN_VERSIONS
    assert issubclass(transport.EagerPort.transport, tcp.Server)


@pytest.mark.parametrize(("count", "size"), [(2000, 60), (120, 30_000), (5, 900_000)])
async def test_messages_arrive_whole_and_in_order_also_when_the_reader_is_slow(
    echo: Echo, count: int, size: int
) -> None:
    async with connect(echo.url, max_size=None, max_queue=1) as page:
        await page.send(f"{count} {size}")
        for number in range(count):
            message = await page.recv()
            assert len(message) == size
            assert int(message[:8]) == number
            if number % 50 == 0:
                await asyncio.sleep(0)


async def test_message_longer_than_the_limit_closes_the_socket(echo: Echo) -> None:
    async with connect(echo.url) as page:
        await page.send("1 10".ljust(8192))
        assert len(await page.recv()) == 10
        await page.send(["1 10".ljust(4096), " " * 4097])
        with pytest.raises(ConnectionClosed):
            await page.recv()
    async with connect(echo.url) as page:
        await page.send("1 10".ljust(8193))
        with pytest.raises(ConnectionClosed):
            await page.recv()
    assert echo.alive


@pytest.mark.parametrize("chunked", [False, True])
async def test_body_longer_than_the_limit_is_refused_before_it_is_read(echo: Echo, *, chunked: bool) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", echo.port)
    length = b"Transfer-Encoding: chunked\r\n" if chunked else b"Content-Length: 1000000000\r\n"
    writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\n" + length + b"\r\n")
    if chunked:
        writer.write(b"%x\r\n" % BODY_LIMIT + b"x" * BODY_LIMIT + b"\r\n")
        # No more than the one byte too many: what is never read would tear the connection, and the answer with it.
        writer.write(b"1\r\nx\r\n")
    assert b" 413 " in await reader.readline()
    await reader.read()
    writer.close()
    assert echo.answers()


async def test_every_page_is_told_of_a_restart_before_its_socket_closes(echo: Echo) -> None:
    pages = [await connect(echo.url) for _ in range(120)]
    loop = asyncio.get_running_loop()
    reading = [asyncio.create_task(farewell(page)) for page in pages]
    code = await loop.run_in_executor(None, echo.stop)
    assert code == 0
    for note, close_code in await asyncio.gather(*reading):
        assert note == {"type": "closing", "reason": "restart", "after": 500 + 5 * 120}
        assert close_code == 4012
    assert echo.tail().count("left 4012") == 120


async def farewell(page: ClientConnection) -> tuple[object, int | None]:
    """The last message of a page and the code its socket was closed with."""
    last = json.loads(await page.recv())
    await page.wait_closed()
    return last, page.close_code


async def test_page_that_does_not_answer_cannot_hold_up_the_end(echo: Echo) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", echo.port)
    writer.write(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b" 101 " in await reader.readline()
    assert await asyncio.get_running_loop().run_in_executor(None, echo.stop, 6.0) == 0
    writer.close()
