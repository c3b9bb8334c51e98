"""The real site for tests: the same processes as `manage.py up`, each of which a test can kill and start again."""

from __future__ import annotations

import contextlib
import json
import secrets
import shutil
import socket
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg
import redis

from games.management.embedded_store import address_of_embedded_store
from tests import databases
from tests.processes import PATIENCE, Process, StoreProcess, free_port, run_manage, wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping


class LiveSite:
    """Web processes, clocks and workers on a store, a database and ports of their own.

    Processes go by name: `store`, `web1` ... `webN`, `clock1` ... `clockN`, `computers`, `ledger`.
    `shop` adds the stand-in for the payment provider, process `shop`.
    `durations` and `limits` override those of the rules by name, in seconds, as the settings do.
    """

    def __init__(
        self,
        *,
        webs: int = 1,
        clocks: int = 1,
        workers: bool = True,
        durations: Mapping[str, float] | None = None,
        limits: Mapping[str, float] | None = None,
        environment: Mapping[str, str] | None = None,
        shop: bool = False,
    ) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="cc-site-"))
        self.ports = [free_port() for _ in range(webs)]
        self.database_url = databases.make(self.data)
        origins = [f"http://{name}:{port}" for port in self.ports for name in ("127.0.0.1", "localhost")]
        self.environment = {
            "COLORCLASH_PROFILE": "home",
            "COLORCLASH_DATA": str(self.data),
            "COLORCLASH_SECRET_KEY": secrets.token_hex(32),
            "COLORCLASH_STATIC": str(databases.template() / "static"),
            "COLORCLASH_ORIGINS": " ".join(origins),
            "COLORCLASH_PUBLIC_URL": origins[0],
            "COLORCLASH_DURATIONS": json.dumps(dict(durations or {})),
            "COLORCLASH_LIMITS": json.dumps(dict(limits or {})),
            "DJANGO_SETTINGS_MODULE": "colorclash.settings",
            "DATABASE_URL": self.database_url,
            "COLORCLASH_POOL_SIZE": "4",
            "PYTHONUNBUFFERED": "1",
            **(environment or {}),
        }
        self.store = StoreProcess(self.data)
        self.processes: dict[str, Process] = {"store": self.store}
        self._plan(clocks, workers=workers)
        if shop:
            self._add("shop", "-m", "colorclash.testshop", "--notices", origins[0])

    def _plan(self, clocks: int, *, workers: bool) -> None:
        for number, port in enumerate(self.ports, 1):
            self._add(f"web{number}", "-m", "colorclash.server", "--port", str(port))
        for number in range(1, clocks + 1):
            self._add(f"clock{number}", "manage.py", "clock")
        if workers:
            self._add("computers", "manage.py", "worker", "--queues", "computers", "--processes", "1")
            self._add("ledger", "manage.py", "worker", "--queues", "ledger", "--processes", "0")

    def _add(self, name: str, *words: str) -> None:
        environment = dict(self.environment)
        if not name.startswith("web"):
            environment["COLORCLASH_POOL_SIZE"] = "0"
        log = self.data / f"{name}.log"
        self.processes[name] = Process(name, [sys.executable, *words], environment=environment, log=log)

    def start(self) -> None:
        """Starts everything and returns when every web process answers."""
        self.store.start()
        self.environment["REDIS_URL"] = self.redis_url
        for name, process in self.processes.items():
            if name != "store":
                process.environment = {**process.environment, "REDIS_URL": self.store_url_for(name)}
                process.start()
        for number in range(1, len(self.ports) + 1):
            self.wait_for_web(number)

    def __getitem__(self, name: str) -> Process:
        return self.processes[name]

    def base_url(self, number: int = 1) -> str:
        return f"http://127.0.0.1:{self.ports[number - 1]}"

    def socket_url(self, path: str, number: int = 1) -> str:
        return f"ws://127.0.0.1:{self.ports[number - 1]}{path}"

    def wait_for_web(self, number: int = 1, seconds: float = PATIENCE) -> None:
        process = self.processes[f"web{number}"]
        wait_until(lambda: not process.alive or self.web_answers(number), f"web{number} answers", seconds)
        assert process.alive, process.tail()

    def web_answers(self, number: int = 1) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.ports[number - 1]), 1) as link:
            link.settimeout(2)
            link.sendall(f"GET /health/ HTTP/1.0\r\nHost: 127.0.0.1:{self.ports[number - 1]}\r\n\r\n".encode())
            return b" 200 " in link.recv(200)
        return False

    def restart(self, name: str) -> None:
        """Ends a process in good order, as a deploy does, and starts it again."""
        self.processes[name].stop()
        self.start_again(name)

    def kill(self, name: str) -> None:
        self.processes[name].kill()

    def start_again(self, name: str) -> None:
        self.processes[name].start()
        if name.startswith("web"):
            self.wait_for_web(int(name.removeprefix("web")))

    @property
    def redis_url(self) -> str:
        return address_of_embedded_store(self.data)

    def store_url_for(self, _name: str) -> str:
        """Where a process finds the store; tests put proxies in between."""
        return self.redis_url

    def redis(self) -> redis.Redis:
        return redis.Redis.from_url(self.redis_url, socket_timeout=5)

    def rows(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        """What the site's database answers; parameters are written %s."""
        if self.database_url.startswith("sqlite"):
            path = urlsplit(self.database_url).path.removeprefix("/")
            with contextlib.closing(sqlite3.connect(path, timeout=10)) as database:
                return database.execute(query.replace("%s", "?"), parameters).fetchall()
        with psycopg.connect(self.database_url, autocommit=True) as database:
            return database.execute(query.encode(), parameters).fetchall()

    def manage(self, *words: str, seconds: float = 60.0) -> str:
        """Runs a command of `manage.py` on this site and returns what it printed."""
        return run_manage(self.environment, *words, seconds=seconds)

    def tails(self) -> str:
        """The last lines of every process, for the message of a failing assertion."""
        return "\n".join(f"== {name}\n{process.tail()}" for name, process in self.processes.items())

    def close(self) -> None:
        for process in reversed(list(self.processes.values())):
            process.kill()
        databases.drop(self.database_url)
        shutil.rmtree(self.data, ignore_errors=True)
