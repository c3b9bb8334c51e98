"""The data folder of one machine's site: who holds it, and the secret that is made in it."""

import contextlib
import fcntl
import os
import secrets
import time
from pathlib import Path

SECONDS_FOR_AN_EARLIER_RUN_TO_END = 20.0


class CannotStartError(Exception):
    """Why the site cannot start, as one line for the person who started it."""


class DataFolder:
    """A folder held by one run at a time.

    The lock is handed down to every process of the run: it is free again only when all of them are gone, also
    after the first of them was killed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = -1

    def take(self) -> None:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
            _ensure_secret(self.path / "secret.key")
        except OSError as error:
            reason = error.strerror or str(error)
            raise CannotStartError(f"The data folder {self.path} cannot be written: {reason}.") from error
        self._lock()
        os.ftruncate(self.lock, 0)
        os.pwrite(self.lock, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        os.close(self.lock)

    def _lock(self) -> None:
        deadline = time.monotonic() + SECONDS_FOR_AN_EARLIER_RUN_TO_END
        while True:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            holder = os.pread(self.lock, 20, 0).decode(errors="replace")
            if _lives(holder) or time.monotonic() > deadline:
                raise CannotStartError(f"The data folder {self.path} is in use by process {holder or 'unknown'}.")
            # The run that held it was killed and its processes are still ending.
            time.sleep(0.1)


def _lives(pid: str) -> bool:
    if not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _ensure_secret(path: Path) -> None:
    """Makes the site's secret key once; later runs keep it, so that sessions outlive a restart."""
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
    with path.open("rb"):
        pass
