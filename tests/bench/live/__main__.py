"""`make bench-live`: our real server beside boardgame.io and Colyseus, in turn, in the same run."""

from __future__ import annotations

import argparse
import json
import os
import platform
from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.bench.environments import BUILD
from tests.bench.live.report import (
    AT_50,
    AT_400,
    SATURATION,
    Rounds,
    latency_table,
    ratio,
    remarks,
    speed_table,
    speeds,
)
from tests.bench.live.rounds import Phase, play_round
from tests.bench.live.servers import LIMITS, TABLE, Cores, OurServer, Server, peers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLAYERS = 4
MOST_LOW = 50
RESULTS = BUILD / "live.json"


def phases(matches: int, seconds: float) -> list[Phase]:
    """As fast as it goes; 400 moves a second over all matches; 50 a second, one in each of as many matches."""
    return [
        Phase(SATURATION, matches, None, warm=2, seconds=seconds),
        Phase(AT_400, matches, 400, warm=2, seconds=seconds),
        Phase(AT_50, min(MOST_LOW, matches), 50, warm=1.5, seconds=seconds * 1.5),
    ]


def contenders(cores: Cores, chosen: Sequence[str]) -> dict[str, Callable[[], Server]]:
    """How each server is made, by name; ours first."""
    together = Cores(server=cores.server, load=cores.load, store=cores.server)
    made: dict[str, Callable[[], Server]] = {
        "ours": lambda: OurServer(cores),
        "ours, store on its core": lambda: OurServer(together, name="ours, store on its core"),
    }
    for place, peer in enumerate(peers(cores)):
        made[peer.name] = lambda place=place: peers(cores)[place]  # type: ignore[misc]
    return {name: make for name, make in made.items() if not chosen or name in chosen}


def compare(asked: argparse.Namespace, cores: Cores) -> Rounds:
    """All rounds, the servers taking turns."""
    servers = contenders(cores, asked.only)
    found: Rounds = {name: [] for name in servers}
    for number in range(1, asked.rounds + 1):
        for name, make in servers.items():
            played = play_round(make(), phases(asked.matches, asked.seconds), matches=asked.matches, players=PLAYERS)
            found[name].append(played)
            phase = played.phases[SATURATION]
            print(
                f"round {number}: {name}: {phase.moves_a_second:,.0f} moves/s, p99 at 400/s "
                f"{played.phases[AT_400].p99:.1f} ms; others used {phase.others:.2f} of a core",
                flush=True,
            )
    return found


def show(found: Rounds, cores: Cores) -> None:
    print()
    print(speed_table(found, cores), end="\n\n")
    print("Rounds with other work on the machine (a quarter of a core or more) are left out here, if others are there.")
    print(latency_table(found), end="\n\n")
    for remark in remarks(found):
        print(remark)
    if "ours" in found and "boardgame.io" in found:
        mine, theirs = (sorted(speeds(found[name])) for name in ("ours", "boardgame.io"))
        middle = len(mine) // 2
        together = ratio(found["ours"], found["boardgame.io"])
        print(f"live: ours {mine[middle]:.0f} moves/s, boardgame.io {theirs[middle]:.0f} moves/s, ratio {together:.2f}")


def introduce(asked: argparse.Namespace, cores: Cores) -> None:
    print(
        f"live: {os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}; {asked.rounds} rounds of "
        f"{asked.matches} matches of {PLAYERS} ({asked.matches * PLAYERS} sockets), in turn. Servers on core "
        f"{cores.server}, the load on core {cores.load}, and there the store, our clock and workers too; "
        "`store on its core`: the store on the server's."
    )
    print("A move is done when the last of the four has his view of it; each seat is sent its own, with hidden hands.")
    print(f"  ours: {OurServer.work}")
    for peer in peers(cores):
        print(f"  {peer.name}: {peer.work}")
    print(f"Raised for the run: {LIMITS}. Table: {TABLE}.\n", flush=True)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench-live", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6, help="how long a phase is measured")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this server; repeatable")
    parser.add_argument("--server-core", type=int, default=0)
    parser.add_argument("--load-core", type=int, default=1)
    return parser


def main() -> None:
    asked = arguments().parse_args()
    cores = Cores(server=asked.server_core, load=asked.load_core, store=asked.load_core)
    # Whatever is started from here keeps off the server's core until it is told otherwise.
    os.sched_setaffinity(0, {cores.load})
    introduce(asked, cores)
    found = compare(asked, cores)
    BUILD.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps({name: [asdict(each) for each in rounds] for name, rounds in found.items()}))
    show(found, cores)


if __name__ == "__main__":
    main()
