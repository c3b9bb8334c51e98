"""Short cuts on the wire: whatever a browser sends, and however it is cut, is understood as Autobahn understands it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import struct
from importlib.metadata import version
from typing import TYPE_CHECKING, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorclash import wire
from colorclash.bounds import MESSAGE_LIMIT, UNREAD_LIMIT, WAITING_LIMIT
from colorclash.wire import whole_text
from tests.platform.test_server import Echo, echo

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["echo"]

TEXT, CONTINUED, CLOSE, PING, PONG = 1, 0, 8, 9, 10
PATIENCE = 10


def frame(payload: bytes, *, kind: int = TEXT, final: bool = True, masked: bool = True) -> bytes:
    """A frame as a browser sends it."""
    size, mask = len(payload), os.urandom(4)
    length = bytes([size | masked << 7]) if size < 126 else bytes([126 | masked << 7]) + struct.pack("!H", size)
    if masked:
        payload = mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes([kind | final << 7]) + length + payload


class RawPage:
    """A page that sends bytes as they are, and reads frames."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await self.reader.readuntil(b"\r\n\r\n")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.writer.close()

    async def send(self, *parts: bytes) -> None:
        """Each part in a packet of its own, as far as the system lets us say so."""
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()
            await asyncio.sleep(0)

    async def receive(self) -> tuple[int, bytes]:
        """The kind and the payload of the next frame."""
        async with asyncio.timeout(PATIENCE):
            first, size = await self.reader.readexactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return first & 15, await self.reader.readexactly(size)


def test_the_locked_autobahn_is_known() -> None:
    assert version("autobahn") in wire.KNOWN_VERSIONS
    assert wire.SocketOfBrowser is wire.DirectSocket


@given(st.text(min_size=1, max_size=MESSAGE_LIMIT // 4))
def test_whole_text_is_taken(text: str) -> None:
    assert whole_text(frame(text.encode())) == text.encode()


@given(st.binary(min_size=1, max_size=200), st.integers(0, 210))
def test_part_of_a_frame_is_not(payload: bytes, size: int) -> None:
    whole = frame(payload)
    assert whole_text(whole[: min(size, len(whole) - 1)]) is None
    assert whole_text(whole + b"\x81") is None


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(frame(b"not masked", masked=False), id="not masked"),
        pytest.param(frame(b"not final", final=False), id="not final"),
        pytest.param(frame(b"binary", kind=2), id="binary"),
        pytest.param(frame(b"", kind=TEXT), id="empty"),
        pytest.param(frame(b"\xff\xfe"), id="not UTF-8"),
        pytest.param(frame(b"ping", kind=PING), id="ping"),
        pytest.param(b"\x81\xfe\x00\x05" + b"\0\0\0\0" + b"short", id="length longer than needed"),
        pytest.param(frame(b"x" * (MESSAGE_LIMIT + 1)), id="too long"),
    ],
)
def test_everything_else_is_left_to_autobahn(other: bytes) -> None:
    assert whole_text(other) is None


async def test_texts_are_heard_in_order_however_they_are_cut(echo: Echo) -> None:
    one, two = frame(b"1 10"), frame(b"1 11")
    async with RawPage(echo.port) as page:
        await page.send(one, two + one, two[:3], two[3:] + one[:1], one[1:])
        await page.send(frame(b"1 ", final=False), frame(b"hello", kind=PING), frame(b"12", kind=CONTINUED), one)
        heard = [await page.receive() for _ in range(8)]
    assert [len(payload) for kind, payload in heard if kind == TEXT] == [10, 11, 10, 11, 10, 12, 10]
    assert (PONG, b"hello") in heard


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(frame(b"1 10", masked=False), id="not masked"),
        pytest.param(frame(b"\xc3\x28"), id="not UTF-8"),
        pytest.param(b"\x81\xfe\x00\x04\0\0\0\0001 10", id="length longer than needed"),
        pytest.param(frame(b"1 10", kind=CONTINUED), id="the rest of nothing"),
    ],
)
async def test_what_no_browser_sends_ends_the_connection(echo: Echo, wrong: bytes) -> None:
    async with RawPage(echo.port) as page:
        await page.send(frame(b"1 10"))
        assert len((await page.receive())[1]) == 10
        await page.send(wrong)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await page.receive()


async def test_no_more_than_a_hundred_messages_wait_for_the_consumer(echo: Echo) -> None:
    async with RawPage(echo.port) as page:
        await page.send(frame(b"1 8") * 1000)
        heard: list[tuple[int, bytes]] = []
        while not heard or heard[-1][0] != CLOSE:
            heard.append(await page.receive())
    assert heard[-1][1][:2] == struct.pack("!H", 4029)
    assert len(heard) <= WAITING_LIMIT + 1


async def test_a_page_that_never_reads_is_dropped_before_it_costs_much(echo: Echo) -> None:
    """Whatever it says meanwhile: by what it sends it may look like one that reads."""
    async with RawPage(echo.port) as page:
        for _ in range(64):
            await page.send(frame(f"10 {UNREAD_LIMIT // 160}".encode()))
        async with asyncio.timeout(PATIENCE):
            while "left" not in echo.tail():
                with contextlib.suppress(ConnectionError):  # it has been dropped while this was on its way
                    await page.send(frame(b"1 8"))
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("size", [8, 125, 126, 127, 65_535, 65_536])
async def test_frames_of_every_length_arrive(echo: Echo, size: int) -> None:
    async with RawPage(echo.port) as page:
        await page.send(frame(f"2 {size}".encode()))
        assert [len((await page.receive())[1]) for _ in range(2)] == [size, size]
