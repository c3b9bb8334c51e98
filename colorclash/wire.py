"""A browser's socket that takes short cuts: whole short texts go straight from the wire to Daphne, and back.

Autobahn keeps statistics that nobody reads, passes each frame through a dozen calls, and writes out lines for the log
before it is asked whether anybody wants them. What is not plainly one text in one frame takes Autobahn's way.
"""

from importlib.metadata import version

from colorclash.bounds import MESSAGE_LIMIT, BoundedSocket

# The versions whose `dataReceived` and `sendMessage` were read; with another one every frame takes Autobahn's way.
KNOWN_VERSIONS = {"26.10.2"}

# RFC 6455: a final frame of text; the length in the second byte, or in two more bytes behind it; four bytes of mask.
FINAL_TEXT = 0x81
MASKED = 0x80
SHORT, IN_TWO_BYTES, LONG = 125, 126, 0xFFFF
MASK = 4
LEAST_HEAD = 2 + MASK


class DirectSocket(BoundedSocket):
    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Hands a text on, if nothing that came before it is unfinished."""
        text = None if self.state != self.STATE_OPEN or self._is_unfinished() else whole_text(data)
        if text is None:
            self._dataReceived(data)
        else:
            self.onMessage(text, False)  # noqa: FBT003 - Daphne's order

    def _is_unfinished(self) -> bool:
        """Whether a frame, a message or the answer to a ping is still to come."""
        return bool(self.data or self.current_frame or self.inside_message or self.autoPingTimeoutCall)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: FBT001, FBT002, N802 - Daphne's
        direct = self.state == self.STATE_OPEN and not self.send_queue and self._perMessageCompress is None
        payload = content.encode() if direct and isinstance(content, str) else b""
        size = len(payload)
        if size and not self.is_read():
            return
        if 0 < size <= SHORT:
            self.transport.write(bytes((FINAL_TEXT, size)) + payload)
        elif SHORT < size <= LONG:
            self.transport.write(bytes((FINAL_TEXT, IN_TWO_BYTES, size >> 8, size & 0xFF)) + payload)
        else:
            super().serverSend(content, binary)


def whole_text(data: bytes) -> bytes | None:
    """The text, if the bytes are one final frame of it, masked as a browser's, not empty, and not too long."""
    if len(data) <= LEAST_HEAD or data[0] != FINAL_TEXT:
        return None
    size, head = data[1] - MASKED, LEAST_HEAD
    if size == IN_TWO_BYTES:
        size, head = int.from_bytes(data[2:4]), LEAST_HEAD + 2
        if size <= SHORT:
            return None
    if not 0 < size <= MESSAGE_LIMIT or len(data) != head + size:
        return None
    mask = data[head - MASK : head] * (size // MASK + 1)
    text = (int.from_bytes(data[head:]) ^ int.from_bytes(mask[:size])).to_bytes(size)
    return text if _is_utf8(text) else None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


SocketOfBrowser = DirectSocket if version("autobahn") in KNOWN_VERSIONS else BoundedSocket
