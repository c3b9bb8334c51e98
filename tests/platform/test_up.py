"""`manage.py up`: one command starts everything, one Ctrl-C ends it, and nothing is left behind or lost."""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
import redis

from games.management.data_folder import CannotStartError
from games.management.embedded_store import address_of_embedded_store
from games.management.site import EVERYWHERE, check_port, welcome
from tests.processes import CODE, Process, free_port, wait_until

READY = "Color Clash is ready"


class Up(Process):
    """The command as a person starts it, apart from where it keeps its data and on which port it listens."""

    def __init__(self, data: Path, *, port: int | None = None, host: str = "127.0.0.1") -> None:
        self.data = data
        self.port = port or free_port()
        command = [sys.executable, "manage.py", "up", "--host", host, "--port", str(self.port), "--data", str(data)]
        environment = {"DJANGO_SETTINGS_MODULE": "colorclash.settings", "REDIS_URL": "", "DATABASE_URL": ""}
        super().__init__("up", command, environment=environment, log=data.parent / f"up-{data.name}.log")

    def start_and_wait(self) -> None:
        shown = self.tail(10**6).count(READY)
        self.start()
        wait_until(lambda: not self.alive or self.tail(10**6).count(READY) > shown, "the site is ready", 90)
        assert self.alive, self.tail()

    def interrupt(self) -> int:
        """Ctrl-C."""
        assert self.popen is not None
        self.signal(signal.SIGINT)
        return self.popen.wait(40)

    def store(self) -> redis.Redis:
        return redis.Redis.from_url(address_of_embedded_store(self.data), socket_timeout=2)

    def nothing_left(self) -> bool:
        """Whether every process is gone: each of them holds the lock of the data folder."""
        with (self.data / "lock").open() as lock, contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def failure(self) -> str:
        """Runs the command, which must end by itself with a failure, and returns what it wrote."""
        self.start()
        assert self.popen is not None
        assert self.popen.wait(90) == 1, self.tail()
        return self.tail().strip()


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    process = Up(tmp_path / "data")
    yield process
    if process.alive:
        process.interrupt()


def test_second_start_finds_everything_and_an_interrupt_ends_everything(up: Up) -> None:
    up.start_and_wait()
    with urlopen(f"http://127.0.0.1:{up.port}/health/") as response:
        assert response.status == 200
    secret = (up.data / "secret.key").read_text()
    with up.store() as store:
        store.set("kept", "yes")
    assert up.interrupt() == 0
    assert up.nothing_left()
    assert "Traceback" not in up.tail(10**6)

    up.start_and_wait()
    with up.store() as store:
        assert store.get("kept") == b"yes"
    assert (up.data / "secret.key").read_text() == secret
    assert not [path for path in (up.data, up.data / "valkey", up.data / "secret.key") if path.stat().st_mode & 0o077]


def test_killed_store_and_killed_parent_lose_and_leave_nothing(up: Up) -> None:
    up.start_and_wait()
    with up.store() as store:
        store.set("kept", "yes")
        os.kill(store.info("server")["process_id"], signal.SIGKILL)

    def answers() -> bool:
        with up.store() as store, contextlib.suppress(redis.RedisError):
            return bool(store.get("kept") == b"yes")
        return False

    wait_until(answers, "the store is back with what it held")

    assert up.popen is not None
    os.kill(up.pid, signal.SIGKILL)
    up.popen.wait(5)
    up.start_and_wait()
    with up.store() as store:
        assert store.get("kept") == b"yes"
    assert up.interrupt() == 0
    assert up.nothing_left()


def test_killed_parent_takes_every_process_with_it(up: Up) -> None:
    up.start_and_wait()
    assert up.popen is not None
    os.kill(up.pid, signal.SIGKILL)
    up.popen.wait(5)
    wait_until(up.nothing_left, "every process has ended", 30)


def test_who_can_open_the_site_is_said_as_it_is() -> None:
    for host in ("127.0.0.1", "localhost"):
        alone = " ".join(welcome(host, ["localhost", "127.0.0.1"], 8000))
        assert "network" not in alone
        assert "Nobody but this machine can open it." in alone
    for host in (EVERYWHERE, "192.0.2.7"):
        told = " ".join(welcome(host, ["192.0.2.7"], 8000))
        assert "a phone in the same network" in told
        assert "Everybody in this network can open it, without encryption." in told


def test_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        told = Up(tmp_path / "data", port=port).failure()
    assert told == f"Port {port} is taken by another program; choose another one with --port."


@pytest.mark.parametrize("port", [-1, 65536])
def test_port_that_does_not_exist_is_named(tmp_path: Path, port: int) -> None:
    told = Up(tmp_path / "data", port=port).failure()
    assert told == f"Port {port} does not exist; choose one from 1 to 65535 with --port."


def test_port_that_nobody_could_know_is_refused() -> None:
    with pytest.raises(CannotStartError, match="Port 0 does not exist"):
        check_port("127.0.0.1", 0)


@pytest.mark.parametrize("host", ["203.0.113.7", "no-such-machine.invalid"])
def test_address_of_another_machine_is_named(tmp_path: Path, host: str) -> None:
    told = Up(tmp_path / "data", host=host).failure()
    assert told == f"Host {host} is not an address of this machine; choose another one with --host."


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("COLORCLASH_PORT", "eight"),
        ("COLORCLASH_PROFILE", "garden"),
        ("COLORCLASH_LOG_LEVEL", "loud"),
        ("COLORCLASH_LOG_FORMAT", "prose"),
        ("COLORCLASH_ORIGINS", "play.example"),
        ("DATABASE_URL", "nowhere"),
        ("DATABASE_URL", "oracle9://host/name"),
    ],
)
def test_setting_that_means_nothing_is_named_in_one_line(up: Up, variable: str, value: str) -> None:
    up.environment = {**up.environment, variable: value}
    (told,) = up.failure().splitlines()
    assert told.startswith(variable)


def test_store_that_does_not_answer_is_named(up: Up) -> None:
    up.environment = {**up.environment, "REDIS_URL": "redis://127.0.0.1:1/0"}
    told = up.failure().splitlines()
    assert told[-1].startswith("The store of REDIS_URL cannot be used: ")
    assert "Traceback" not in up.tail()


def test_database_that_does_not_answer_is_named(up: Up) -> None:
    up.environment = {**up.environment, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    told = up.failure()
    assert "The database cannot be used: connection failed" in told
    assert "Traceback" not in told


def test_data_folder_in_use_is_named(up: Up) -> None:
    up.data.mkdir()
    with (up.data / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(str(os.getpid()))
        lock.flush()
        told = up.failure()
    assert told == f"The data folder {up.data} is in use by process {os.getpid()}."


def test_data_folder_that_cannot_be_written_is_named() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        told = told_to_nobody(Path(folder) / "data")
    assert told == f"The data folder {folder}/data cannot be written: Permission denied."


def told_to_nobody(data: Path) -> str:
    """What the command tells somebody without rights; root, whom no permission stops, becomes such a one first."""
    code = (
        "import os, sys, django; django.setup();"
        "from django.core.management import call_command; from games.management.commands.up import Command;"
        "os.geteuid() == 0 and os.setuid(65534);"
        "call_command(Command(), port=int(sys.argv[1]), data=__import__('pathlib').Path(sys.argv[2]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(free_port()), str(data)],
        cwd=CODE,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "colorclash.settings"},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    return (done.stdout + done.stderr).strip()
