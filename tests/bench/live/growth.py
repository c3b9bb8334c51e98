"""`make bench-growth`: what more matches, players, web processes and idle sockets cost us; a table and a plot."""

from __future__ import annotations

import argparse
import json
import os
import resource
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from tests.bench.environments import BUILD
from tests.bench.live.plot import Line, Panel, drawing
from tests.bench.live.report import AT_400, SATURATION
from tests.bench.live.rounds import Phase, Round, play_round
from tests.bench.live.servers import LIMITS, Cores, OurServer
from tests.bench.tables import table

if TYPE_CHECKING:
    from collections.abc import Sequence

MATCHES = (50, 100, 200, 500, 1000, 2000)
PLAYERS = (2, 3, 4, 5, 6)
WEBS = (1, 2)
USUAL_MATCHES, USUAL_PLAYERS = 200, 4
IDLE_MATCHES = 1250
FILES_A_SOCKET = 2
PLOT, RESULTS = BUILD / "growth.svg", BUILD / "growth.json"


@dataclass(frozen=True)
class Point:
    """One setting, and the round that was played at it."""

    matches: int
    players: int
    webs: int
    round: Round

    @property
    def row(self) -> list[str]:
        full, paced = self.round.phases[SATURATION], self.round.phases[AT_400]
        return [
            f"{self.matches:,}",
            *(str(number) for number in (self.players, self.webs)),
            f"{full.moves_a_second:,.0f}",
            f"{full.p99:.0f}",
            f"{full.used_per_1000('server'):.3f}",
            *(f"{latency:.2f}" for latency in (paced.p50, paced.p99)),
            f"{self.round.kb_per_socket or 0:.1f}",
            f"{self.round.memory_kb / 1024:.0f}",
            f"{max(full.others, paced.others):.2f}",
        ]


HEAD = ["matches", "players", "webs", "moves/s", "p99 ms", "CPU s/1,000", "400/s: p50 ms", "p99", "kB/idle socket",
        "MB in all", "others"]  # fmt: skip


def measure(cores: Cores, *, matches: int, players: int, webs: int, seconds: float) -> Point:
    phases = [
        Phase(SATURATION, matches, None, warm=2, seconds=seconds),
        Phase(AT_400, matches, 400, warm=max(2.0, matches / 400), seconds=seconds),
    ]
    played = play_round(OurServer(cores, webs=webs), phases, matches=matches, players=players)
    point = Point(matches, players, webs, played)
    print("  " + "  ".join(point.row), flush=True)
    return point


def idle(cores: Cores) -> str:
    """What so many idle sockets of one web process cost."""
    phases = [Phase("idle", 0, None, warm=0, seconds=10)]
    found = play_round(OurServer(cores), phases, matches=IDLE_MATCHES, players=USUAL_PLAYERS)
    sockets = IDLE_MATCHES * USUAL_PLAYERS
    share = found.phases["idle"].share("server")
    return (
        f"idle: {sockets:,} sockets in one web process: {found.memory_kb / 1024:.0f} MB, "
        f"{share:.0%} of a core for their heartbeats, {found.closed} closed"
    )


def plot(points: Sequence[Point]) -> str:
    usual = {"matches": USUAL_MATCHES, "players": USUAL_PLAYERS, "webs": 1}
    panels = []
    for field, title in (("matches", "matches"), ("players", "players a match"), ("webs", "web processes")):
        others = [name for name in usual if name != field]
        along = sorted(
            (each for each in points if all(getattr(each, name) == usual[name] for name in others)),
            key=lambda each: int(getattr(each, field)),
        )
        places = [float(getattr(each, field)) for each in along]
        speeds = [each.round.phases[SATURATION].moves_a_second for each in along]
        latencies = [each.round.phases[AT_400].p99 for each in along]
        panels.append(Panel(title, places, Line("moves/s at saturation", speeds), Line("p99 at 400/s, ms", latencies)))
    return drawing(panels)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-growth", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="how long a phase is measured")
    parser.add_argument("--most-matches", type=int, default=MATCHES[-1])
    asked = parser.parse_args()
    _allow_files(FILES_A_SOCKET * max(IDLE_MATCHES, asked.most_matches) * USUAL_PLAYERS)
    cores = Cores(server=0, load=1, store=1)
    os.sched_setaffinity(0, {cores.load})
    print(f"growth: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; the web process on core {cores.server}, all")
    print(f"else on core {cores.load}; of two web processes both share core {cores.server}. Raised: {LIMITS}.")
    print("  " + "  ".join(HEAD))
    settings = [(matches, USUAL_PLAYERS, 1) for matches in MATCHES if matches <= asked.most_matches]
    settings += [(USUAL_MATCHES, players, 1) for players in PLAYERS if players != USUAL_PLAYERS]
    settings += [(USUAL_MATCHES, USUAL_PLAYERS, webs) for webs in WEBS if webs > 1]
    points = [
        measure(cores, matches=matches, players=players, webs=webs, seconds=asked.seconds)
        for matches, players, webs in settings
    ]
    BUILD.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps([asdict(point) for point in points]))
    PLOT.write_text(plot(points))
    print(f"\n{table(HEAD, [point.row for point in points])}\n\n{idle(cores)}\nplot: {PLOT}")


def _allow_files(count: int) -> None:
    """Every socket is a file here, on either side; children inherit what is allowed."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(allowed, count)
    if most != resource.RLIM_INFINITY and wanted > most:
        raise SystemExit(f"{wanted} open files are needed, {most} allowed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


if __name__ == "__main__":
    main()
