"""Processes that a test starts, asks to end, pauses or kills; none outlives the tests."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from games.management import leash
from games.management.embedded_store import EmbeddedStore, end_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CODE = Path(__file__).resolve().parent.parent
# Another server of the same family for every store of the tests, such as `redis-server`.
STORE_BINARY = os.environ.get("COLORCLASH_TEST_STORE")
PATIENCE = 30.0
# The tests' own settings would make every process a data folder of its own.
SETTINGS = {"DJANGO_SETTINGS_MODULE": "colorclash.settings"}


def wait_until(found: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Looks again and again until `found()` is true; fails by naming what did not happen."""
    deadline = time.monotonic() + seconds
    while not found():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to clients: it is still free after a restart."""
    while True:
        port = random.randrange(10_000, 30_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def listens(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Process:
    """One process of a site, with its output in a file."""

    _pipe: tuple[int, int] | None = None

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        log: Path,
        before: Callable[[], None] | None = None,
    ) -> None:
        self.name, self.command, self.log, self.before = name, command, log, before
        self.environment = dict(environment)
        self.popen: subprocess.Popen[bytes] | None = None

    @classmethod
    def leash(cls) -> int:
        """Ends every process of the tests when the tests themselves are killed."""
        if cls._pipe is None:
            cls._pipe = os.pipe()
        return cls._pipe[0]

    @property
    def pid(self) -> int:
        assert self.popen is not None, f"{self.name} was not started"
        return self.popen.pid

    @property
    def alive(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def start(self) -> None:
        assert not self.alive, f"{self.name} runs already"
        descriptor = self.leash()
        with self.log.open("ab") as log:
            self.popen = subprocess.Popen(
                self.command,
                cwd=CODE,
                env={**os.environ, **SETTINGS, **self.environment, leash.VARIABLE: str(descriptor)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=(descriptor,),
                start_new_session=True,
                preexec_fn=self.before,
            )

    def stop(self, seconds: float = 15.0) -> int:
        """Asks the process to end, as a deploy does, and returns its exit code."""
        if self.popen is None:
            return 0
        self.signal(signal.SIGTERM)
        try:
            return self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} did not end within {seconds} s:\n{self.tail()}") from None

    def wait_for_end(self, seconds: float = 2 * PATIENCE) -> None:
        """Waits until the process has ended by itself, or by what a test has armed in it."""
        wait_until(lambda: not self.alive, f"{self.name} ends", seconds)

    def kill(self) -> None:
        """Kills the process and whatever it started, with no chance to say goodbye."""
        if self.popen is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait(10)

    def pause(self) -> None:
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)

    def signal(self, number: signal.Signals) -> None:
        if self.alive:
            os.kill(self.pid, number)

    def tail(self, size: int = 4000) -> str:
        return self.log.read_text(errors="replace")[-size:] if self.log.exists() else ""


class StoreProcess(Process):
    """The store of one data folder."""

    def __init__(self, data: Path) -> None:
        self.store = EmbeddedStore(data, STORE_BINARY)
        super().__init__("store", self.store.command(), environment={}, log=self.store.log, before=end_with_parent())

    def start(self) -> None:
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Starts it without waiting until it has read what is on disk."""
        self.store.write_files()
        super().start()

    def wait(self) -> None:
        wait_until(lambda: not self.alive or self.store.answers(), "the store answers", 2 * PATIENCE)
        assert self.alive, self.tail()


def run_manage(environment: Mapping[str, str], *words: str, seconds: float = 90.0) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=CODE,
        env={**os.environ, **SETTINGS, **environment},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
