"""A listening port whose connections write at once when nothing waits to be written.

Twisted hands every write to its reactor, which asks the system to report the socket writable, wakes up, sends
and takes the request back: three system calls and a turn of the loop for a frame of a few hundred bytes. What
cannot be sent at once takes Twisted's own way.
"""

import twisted
from twisted.internet import tcp

# The versions whose `FileDescriptor.write` was read; with another one every write takes Twisted's way.
KNOWN_VERSIONS = {"26.10.0"}


def unsent(connection: tcp.Connection) -> int:
    """How many bytes wait until the system takes them."""
    waiting: int = len(connection.dataBuffer) - connection.offset + connection._tempDataLen  # noqa: SLF001 - unnamed
    return waiting


class EagerConnection(tcp.Server):
    def write(self, data: bytes) -> None:
        """Sends `data`, the buffers being empty, and leaves the rest, or an error's handling, to Twisted."""
        waiting = self.dataBuffer or self._tempDataBuffer or self.TLS
        if data and not waiting and self.connected and not self.disconnecting and not self._writeDisconnected:
            sent = self.writeSomeData(data)
            if isinstance(sent, int) and sent > 0:
                if sent == len(data):
                    return
                data = data[sent:]
        super().write(data)


class EagerPort(tcp.Port):
    if twisted.__version__ in KNOWN_VERSIONS:
        transport = EagerConnection
