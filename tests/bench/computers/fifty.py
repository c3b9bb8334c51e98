"""`python -m tests.bench.computers.fifty`: practice matches with three hard computers each, on a site of their own.

Store, one web process, one clock, one worker for the computers and one for the ledger run as `make play` starts them;
the people are played by a process beside them. Every computer pauses for exactly as long, so that the store's times in
the logs tell how long after its pause it moved.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.bench.live.machine import family_of
from tests.processes import CODE
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Sequence

PAUSE_MS = 800
PROMISED_MS = 3_000
PATIENCE = 120


def report(late: Sequence[int], asked: argparse.Namespace) -> str:
    over = sum(each > PROMISED_MS for each in late)
    percentiles = quantiles(late, n=100)
    where = f"{asked.seconds:g} s, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    return (
        f"{asked.matches} matches of {asked.ruleset} with three hard computers each, {where}\n"
        f"{len(late)} computers' moves ({len(late) / asked.seconds:.1f}/s); after the pause: "
        f"median {median(late):.0f} ms, 95th percentile {percentiles[94]:.0f} ms, 99th {percentiles[98]:.0f} ms, "
        f"longest {max(late)} ms; {over} later than {PROMISED_MS} ms"
    )


def processor_seconds(pid: int) -> float:
    """What a process and those that it has started have used so far."""
    ticks = 0
    for each in family_of(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ruleset", default="duel-classic")
    asked = parser.parse_args()
    site = LiveSite(webs=1, clocks=1, workers=True)
    try:
        site.start()
        environment = {**os.environ, **site.environment, "COLORCLASH_POOL_SIZE": "0"}
        people = [sys.executable, "-m", "tests.bench.computers.people"]
        wanted = [str(each) for each in (asked.matches, asked.ruleset, asked.seconds, PAUSE_MS)]
        patience = asked.seconds + PATIENCE
        played = subprocess.run(
            [*people, *wanted], cwd=CODE, env=environment, capture_output=True, text=True, timeout=patience, check=False
        )
        if played.returncode:
            raise SystemExit(played.stderr + site.tails())
        print(report(json.loads(played.stdout), asked))
        used = {name: processor_seconds(site[name].pid) for name in ("computers", "clock1")}
        print("processor time: " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in used.items()))
        helped = site["clock1"].tail(1_000_000).count("The clock played for a computer")
        print(f"moves that the clock made itself because no worker had: {helped}")
    finally:
        site.close()


if __name__ == "__main__":
    main()
