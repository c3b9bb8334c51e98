"""One round: a server is started, filled, loaded in phases, and ended."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.environments import node_modules
from tests.bench.live.servers import PEERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.live.servers import Server

LOAD = Path(__file__).parent / "load" / "main.js"
SECONDS_TO_OPEN_A_SOCKET = 0.1
MOST_SECONDS_BESIDE = 120


@dataclass(frozen=True)
class Phase:
    """How the matches are played for a while.

    `moving` is how many of them play, `rate` their moves per second together (None: as fast as they can); `warm` and
    `seconds` are how long they play before and while they are measured.
    """

    name: str
    moving: int
    rate: float | None
    warm: float
    seconds: float


@dataclass(frozen=True)
class Measured:
    """A phase as it went: latencies in ms, `used` in processor seconds by process, `busy` by core (1.0 is all of it).

    `others` is how much of a core went to what is not part of the round, `stolen` what the machine below took.
    """

    name: str
    seconds: float
    moves: int
    p50: float
    p95: float
    p99: float
    used: dict[str, float]
    busy: list[float]
    others: float
    stolen: float
    frames: int
    bytes: int
    refused: int

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds

    def used_per_1000(self, process: str) -> float:
        """Processor seconds of a process per 1,000 moves."""
        return self.used[process] / self.moves * 1000 if process in self.used else 0.0

    def share(self, process: str) -> float:
        """How much of a core a process used."""
        return self.used.get(process, 0.0) / self.seconds


@dataclass(frozen=True)
class Round:
    """What one round found. `stuck` matches had nobody to move at the end, `closed` sockets were lost on the way."""

    server: str
    kb_per_socket: float | None
    memory_kb: int
    phases: dict[str, Measured]
    closed: int
    stuck: int
    refusals: dict[str, int] = field(default_factory=dict)
    extra: dict[str, int] = field(default_factory=dict)


def play_round(server: Server, phases: Sequence[Phase], *, matches: int, players: int = 4) -> Round:
    """Start the server, open all seats, measure each phase in its order, end the server."""
    with server:
        target = server.start(matches, players)
        plan = {
            **target.more,
            "kind": target.kind,
            "port": target.port,
            "matches": matches,
            "players": players,
            "processes": target.processes,
            "phases": [vars(phase) for phase in phases],
        }
        found = _load(plan, server.cores.load, _patience(phases, matches * players))
    return Round(
        server=server.name,
        kb_per_socket=found["kbPerSocket"],
        memory_kb=found["memoryKb"],
        phases={each["name"]: Measured(**each) for each in found["phases"]},
        closed=found["closed"],
        stuck=found["stuck"],
        refusals=found["refusals"],
        extra=found["extra"],
    )


def _patience(phases: Sequence[Phase], sockets: int) -> float:
    """The seconds after which a round is given up."""
    playing = sum(phase.warm + phase.seconds + 1 for phase in phases)
    return playing + sockets * SECONDS_TO_OPEN_A_SOCKET + MOST_SECONDS_BESIDE


def _load(plan: dict[str, Any], core: int, patience: float) -> dict[str, Any]:
    done = subprocess.run(
        ["taskset", "--cpu-list", str(core), "node", str(LOAD)],
        input=json.dumps(plan),
        env={**os.environ, "NODE_PATH": str(node_modules("peers", PEERS))},
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
