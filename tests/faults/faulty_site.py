"""A site to be hurt: with proxies before its store and its web processes, armed seams, and a list of its outages."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg

from games.management.embedded_store import socket_path
from tests.faults.history import Outage
from tests.faults.proxy import Proxy
from tests.live.sites import FAST, OPEN_LIMITS
from tests.processes import Process, wait_until
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.witness import Witness

SHORT = {**FAST, "lease": 3.0, "beat": 0.5, "reload": 1.0, "absence": 20.0, "turn": 20.0, "pause": 2.0, "grace": 1.0}
"""Play without waiting; a turn long enough that only faults about clocks see it run out."""
OPEN = {
    **OPEN_LIMITS,
    "sockets_per_address": 100_000,
    **{f"{what}_{window}": 1_000_000 for what in ("rooms", "joins", "codes") for window in ("minute", "hour")},
}
"""One machine stands for a crowd of people."""


class FaultySite(LiveSite):
    """Two web processes, two clocks and one worker a queue, unless told otherwise.

    The processes named in `proxied` reach the store through a proxy each: `site.store_proxies["web1"]`.
    """

    SLACK_MS = 500
    """How far apart two things may be that the site does at one time, such as the sweeps of all shards."""

    def __init__(self, *, proxied: Sequence[str] = (), **options: Any) -> None:  # noqa: ANN401
        chosen: dict[str, Any] = {"webs": 2, "clocks": 2, "durations": SHORT, "limits": OPEN, **options}
        super().__init__(**chosen)
        self.durations: dict[str, float] = chosen["durations"]
        store = socket_path(self.data)
        self.store_proxies = {name: Proxy(store).start() for name in proxied}
        self.web_proxies = [Proxy(("127.0.0.1", port)).start() for port in self.ports]
        self.outages: list[Outage] = []
        self._honest: dict[str, Sequence[str]] = {}

    def store_url_for(self, name: str) -> str:
        direct = super().store_url_for(name)
        if name not in self.store_proxies:
            return direct
        password = urlsplit(direct).password or ""
        return f"redis://:{password}@127.0.0.1:{self.store_proxies[name].port}/0"

    @property
    def bases(self) -> list[str]:
        """The addresses of its web processes."""
        return [self.base_url(number) for number in range(1, len(self.ports) + 1)]

    def proxied_url(self, number: int = 1) -> str:
        """A web process's address through its proxy."""
        return f"http://127.0.0.1:{self.web_proxies[number - 1].port}"

    @contextlib.contextmanager
    def outage(self) -> Iterator[None]:
        """What is down within is down on purpose: deadlines are held against the time after it."""
        since = _now()
        try:
            yield
        finally:
            self.outages.append(Outage(since, _now()))

    def arm(self, name: str, failpoint: str) -> None:
        """Start a process anew with a seam armed."""
        self.kill(name)
        self[name].environment = {**self[name].environment, "COLORCLASH_FAILPOINT": failpoint}
        self.start_again(name)

    async def down(self, seconds: float) -> None:
        """Let so much time pass on the store's side."""
        end = time.monotonic() + seconds
        await asyncio.to_thread(wait_until, lambda: time.monotonic() > end, "time passes", seconds + 5)

    def start_and_wait_for_sweep(self, name: str) -> None:
        """Start a clock, and wait until it has swept for the first time."""
        with self.redis() as client:
            before = client.get("{s00}:swept")
            self.start_again(name)
            wait_until(lambda: client.get("{s00}:swept") != before, f"{name} sweeps")

    def start_and_wait_for_work(self, name: str) -> None:
        """Start a worker, and wait until it waits for tasks as the other one does: a busy machine is slow at it."""
        with self.redis() as client:

            def waiting() -> int:
                return sum(each["cmd"] == "brpop" for each in client.client_list())

            wait_until(lambda: waiting() == 1, "only the other worker waits for tasks")
            self.start_again(name)
            wait_until(lambda: waiting() == 2, f"{name} waits for tasks")

    def spoil(self, how: str, *names: str) -> None:
        """Let these processes run, from their next start on, with one thing spoiled: see `spoiled`."""
        for name in names:
            python, *words = self[name].command
            self._honest.setdefault(name, self[name].command)
            self[name].command = [python, "-m", "tests.faults.spoiled", how, *words]

    def mend(self) -> None:
        """Everything runs again, nothing is armed, nothing is spoiled."""
        for proxy in (*self.store_proxies.values(), *self.web_proxies):
            proxy.heal()
        for name, process in self.processes.items():
            process.resume()
            if name in self._honest or process.environment.get("COLORCLASH_FAILPOINT"):
                process.command = self._honest.pop(name, process.command)
                process.environment = {**process.environment, "COLORCLASH_FAILPOINT": ""}
                self.kill(name)
            if not process.alive:
                self.start_again(name)
        self.outages.clear()

    @contextlib.contextmanager
    def another(self, name: str) -> Iterator[Process]:
        """A second process of a kind, not started yet; it is gone when the block is left."""
        first = self[name]
        process = Process(
            f"{name} too", first.command, environment=first.environment, log=self.data / f"{name}-too.log"
        )
        try:
            yield process
        finally:
            process.kill()

    def tasks_taken(self) -> int:
        """How many tasks workers have taken and not finished; those of a killed one stay for a while."""
        with self.redis() as client:
            taken: int = client.hlen("celery:unacked")
            return taken

    def wait_for_empty_queue(self, queue: str, taken: int) -> None:
        """Wait until every task of a queue has been done; `taken` had been taken before by workers now gone."""
        with self.redis() as client:
            wait_until(lambda: not client.llen(queue) and self.tasks_taken() <= taken, f"{queue} is empty")

    def write(self, statement: str, *parameters: object) -> None:
        """Change the site's own database."""
        if self.database_url.startswith("sqlite"):
            path = urlsplit(self.database_url).path.removeprefix("/")
            with contextlib.closing(sqlite3.connect(path, timeout=10)) as database:
                database.execute(statement.replace("%s", "?"), parameters)
                database.commit()
            return
        with psycopg.connect(self.database_url, autocommit=True) as database:
            database.execute(statement.encode(), parameters)

    def opens_premium_tables(self, host: Witness) -> None:
        """Give the host, whose name nobody else has, the right to open all premium tables."""
        key = uuid.uuid4()
        self.write(
            'insert into billing_entitlement (id, holder_id, "table", term, granted_at, grant_reason, spent_on, '
            "withdraw_reason) select %s, id, '', 'lasting', CURRENT_TIMESTAMP, 'test', '', '' "
            "from accounts_identity where name = %s",
            key.hex if self.database_url.startswith("sqlite") else key,
            host.name,
        )

    def close(self) -> None:
        for process in self.processes.values():
            process.resume()
        super().close()
        for proxy in (*self.store_proxies.values(), *self.web_proxies):
            proxy.close()


def _now() -> int:
    """The store runs on this machine, so its clock is ours."""
    return time.time_ns() // 1_000_000
