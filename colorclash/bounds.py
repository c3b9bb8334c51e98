"""How much a browser may send: short WebSocket messages and short bodies, refused before they are stored anywhere."""

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IAddress
from twisted.web.http import HTTPChannel

from colorclash.transport import unsent
from games.live import metrics
from games.live.sockets import Closing

# All frames of a message together.
MESSAGE_LIMIT = 8192
BODY_LIMIT = 64 * 1024
# Messages of a socket that its consumer has yet to take; a page has a handful, even while the store does not answer.
WAITING_LIMIT = 100
# Bytes that a browser has not fetched from us, the system's own buffers aside. Whoever reads has never so many: a page
# that confirms nothing is sent no more long before. This is for one that confirms what it has not read.
UNREAD_LIMIT = 4 * 1024 * 1024


class BoundedSocket(WebSocketProtocol):
    """A browser's socket, whose messages are short although ours may be long: Autobahn's limit holds for both ways."""

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802 - Autobahn's name
        super().onMessageFrameBegin(length)
        total = self.message_data_total_length
        if total > MESSAGE_LIMIT and not self.failedByMe:
            self._max_message_size_exceeded(total, MESSAGE_LIMIT, "message too long")

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: FBT001, N802, N803 - Autobahn's names
        """Hands a message on, or closes the socket: Daphne's queue would take as many as memory holds."""
        if self.application_queue.qsize() < WAITING_LIMIT:
            super().onMessage(payload, isBinary)
        elif self.state == self.STATE_OPEN:
            self.serverClose(code=Closing.FLOOD.code)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: FBT001, FBT002, N802 - Daphne's
        """Sends, unless the socket is closing: its consumer learns of that only when it has closed."""
        if self.state in {self.STATE_CONNECTING, self.STATE_OPEN} and self.is_read():
            super().serverSend(content, binary)

    def is_read(self) -> bool:
        """Whether the browser fetches what it is sent; one that does not is dropped, for no word would reach it."""
        if unsent(self.transport) <= UNREAD_LIMIT:
            return True
        metrics.CLOSED.labels(Closing.SLOW.reason).inc()
        self.dropConnection(abort=True)
        return False


class BoundedRequest(WebRequest):
    """A request whose body stays short: Twisted would write any body to the disk before Django could refuse it."""

    received = 0
    refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        super().gotLength(length)
        if length is not None and length > BODY_LIMIT:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        self.received += len(data)
        if self.received <= BODY_LIMIT:
            super().handleContentChunk(data)
        else:
            self.refuse()

    def refuse(self) -> None:
        """Answers before the body is there; nothing more is read from the connection."""
        if not self.refused:
            self.refused = True
            self.channel.transport.write(b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\n")
            self.channel.loseConnection()


class BoundedFactory(HTTPFactory):
    def buildProtocol(self, addr: IAddress) -> HTTPChannel:  # noqa: N802 - Twisted's name
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        return channel
