"""The servers that are measured: each started on a core of its own, asked what it runs, and ended."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.bench.environments import node_modules
from tests.bench.live.machine import family_of, pin
from tests.processes import CODE, Process, free_port, listens, wait_until
from tests.site import LiveSite

PEERS = Path(__file__).parent / "peers"
SEATING_PATIENCE = 600
# Raised for the run: one address holds every socket, and a seat moves as fast as its views come.
LIMITS = {"frames_per_second": 10_000, "frames_burst": 10_000, "sockets_per_address": 100_000}
TABLE = {"ruleset": "clash-classic", "length": {"to": 500}, "timer": 90, "teams": False}


@dataclass(frozen=True)
class Cores:
    """Which core (by number) runs what."""

    server: int
    load: int
    store: int


@dataclass(frozen=True)
class Target:
    """A running server as the load sees it. `processes` by name, `server` being the one that is measured."""

    kind: str
    port: int
    processes: dict[str, list[int]]
    more: dict[str, Any] = field(default_factory=dict)


class Server(ABC):
    """A server to be measured; started as a context."""

    name: str
    work: str

    def __init__(self, cores: Cores) -> None:
        self.cores = cores

    @abstractmethod
    def start(self, matches: int, players: int) -> Target:
        """Start everything, ready for so many matches."""

    @abstractmethod
    def stop(self) -> None:
        """End everything that was started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class NodeServer(Server):
    """A peer: one Node process with its matches in memory."""

    def __init__(self, cores: Cores, *, name: str, kind: str, work: str) -> None:
        super().__init__(cores)
        self.name, self.kind, self.work = name, kind, work
        self.folder = Path(tempfile.mkdtemp(prefix="cc-bench-"))
        self.process: Process | None = None

    def start(self, matches: int, players: int) -> Target:  # noqa: ARG002 - a peer makes its matches as they come
        port = free_port()
        self.process = Process(
            self.name,
            ["node", str(PEERS / f"{self.kind}.js"), str(port)],
            environment={"NODE_PATH": str(node_modules("peers", PEERS)), "NODE_ENV": "production"},
            log=self.folder / "peer.log",
        )
        self.process.start()
        pin([self.process.pid], self.cores.server)
        wait_until(lambda: listens(port) or not self.process_alive, f"{self.name} listens")
        assert self.process_alive, self.process.tail()
        return Target(self.kind, port, {"server": [self.process.pid]})

    @property
    def process_alive(self) -> bool:
        return self.process is not None and self.process.alive

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class OurServer(Server):
    """Our site as it runs in production: the web process measured, store, clock and workers beside it."""

    name = "ours"
    work = (
        "the product: Daphne and Channels, the whole rules of clash-classic, every act committed to the store (AOF on) "
        "before anybody sees it, logged, deduplicated, answered; clock and workers run, rounds go to the database"
    )

    def __init__(self, cores: Cores, *, name: str = "ours", webs: int = 1) -> None:
        super().__init__(cores)
        self.name, self.webs = name, webs
        self.site = LiveSite(webs=webs, limits=LIMITS)

    def start(self, matches: int, players: int) -> Target:
        self.site.start()
        everything = {name: family_of(process.pid) for name, process in self.site.processes.items()}
        webs = [everything.pop(f"web{number}") for number in range(1, self.webs + 1)]
        for name, pids in everything.items():
            pin(pids, self.cores.store if name == "store" else self.cores.load)
        for pids in webs:
            pin(pids, self.cores.server)
        seats = self._seats(matches, players)
        processes = {"server": [pid for pids in webs for pid in pids], **everything}
        return Target("ours", self.site.ports[0], processes, {"seats": seats, "table": TABLE, "ports": self.site.ports})

    def _seats(self, matches: int, players: int) -> list[dict[str, Any]]:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.live.seating", str(matches), str(players)],
            cwd=CODE,
            env={**os.environ, **self.site.processes["web1"].environment},
            capture_output=True,
            text=True,
            timeout=SEATING_PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        seats: list[dict[str, Any]] = json.loads(done.stdout)
        return seats

    def stop(self) -> None:
        self.site.close()


def peers(cores: Cores) -> list[NodeServer]:
    """Everybody we are compared with."""
    return [
        NodeServer(
            cores,
            name="boardgame.io",
            kind="boardgame",
            work="0.50.2, the small game, in memory; whole states by `playerView`",
        ),
        NodeServer(
            cores,
            name="Colyseus, messages",
            kind="colyseus",
            work="0.17, the small game, in memory; each seat's view as a message (msgpack)",
        ),
        NodeServer(
            cores,
            name="Colyseus, views",
            kind="colyseus_views",
            work="0.17, the small game, in memory; state patches by `StateView` (binary)",
        ),
        NodeServer(
            cores,
            name="bare ws",
            kind="floor",
            work="the floor: the small game over Node's `ws`, in memory; JSON, nothing else",
        ),
    ]
