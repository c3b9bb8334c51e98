"""What the rounds say together: medians, and what stood in the way."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from tests.bench.tables import table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.bench.live.rounds import Measured, Round
    from tests.bench.live.servers import Cores

SATURATION, AT_400, AT_50 = "saturation", "400 moves/s", "50 moves/s"
QUIET = 0.25
"""Of a core, for whatever is not part of the round: with more, a round's latencies say little."""
FULL = 0.9

Rounds = dict[str, list["Round"]]
"""The rounds of each server, by its name, in the order in which they were played."""


def speeds(rounds: Sequence[Round]) -> list[float]:
    return [each.phases[SATURATION].moves_a_second for each in rounds]


def ratio(mine: Sequence[Round], theirs: Sequence[Round]) -> float:
    """Moves per second, mine to theirs: the median over the pairs."""
    return median(ours / peer for ours, peer in zip(speeds(mine), speeds(theirs), strict=True))


def speed_table(found: Rounds, cores: Cores) -> str:
    head = ["at saturation", "moves/s", "lowest", "highest", "p50 ms", "p95", "p99", "server CPU s/1,000", "store",
            "beside", "kB/idle socket", "B/view", "limit"]  # fmt: skip
    rows = []
    for name, rounds in found.items():
        phases = [each.phases[SATURATION] for each in rounds]
        reached = speeds(rounds)
        rows.append(
            [
                name,
                *(f"{figure:,.0f}" for figure in (median(reached), min(reached), max(reached))),
                *_latencies(phases),
                f"{median(each.used_per_1000('server') for each in phases):.3f}",
                f"{median(each.used_per_1000('store') for each in phases):.3f}",
                f"{median(_beside(each) for each in phases):.3f}",
                f"{median(each.kb_per_socket or 0.0 for each in rounds):.1f}",
                f"{median(each.bytes / each.frames for each in phases):,.0f}",
                ", ".join(dict.fromkeys(_limit(each, cores) for each in phases)),
            ]
        )
    return table(head, rows)


def _beside(phase: Measured) -> float:
    """Processor seconds per 1,000 moves of what runs beside server, store and load."""
    return sum(phase.used_per_1000(name) for name in phase.used if name not in {"server", "store", "load"})


def _limit(phase: Measured, cores: Cores) -> str:
    """What could not do more."""
    if phase.share("server") >= FULL:
        return "server"
    if phase.share("load") >= FULL or (phase.busy[cores.load] >= FULL and phase.others < QUIET):
        return "THE LOAD"
    return f"others ({phase.others:.1f} cores)"


def latency_table(found: Rounds) -> str:
    head = ["server", "400/s: p50 ms", "p95", "p99", "CPU s/1,000", "quiet", "50/s: p50 ms", "p95", "p99", "quiet"]
    rows = []
    for name, rounds in found.items():
        row = [name]
        for phase_name in (AT_400, AT_50):
            phases, quiet = quiet_ones([each.phases[phase_name] for each in rounds])
            row += _latencies(phases)
            if phase_name == AT_400:
                row.append(f"{median(each.used_per_1000('server') for each in phases):.2f}")
            row.append(f"{quiet} of {len(rounds)}")
        rows.append(row)
    return table(head, rows)


def quiet_ones(phases: list[Measured]) -> tuple[list[Measured], int]:
    """The phases that nothing else disturbed, all of them if there is none; and how many there are."""
    quiet = [each for each in phases if each.others < QUIET]
    return quiet or phases, len(quiet)


def _latencies(phases: Sequence[Measured]) -> list[str]:
    figures: list[Callable[[Measured], float]] = [lambda p: p.p50, lambda p: p.p95, lambda p: p.p99]
    return [f"{median(map(figure, phases)):.2f}" for figure in figures]


def remarks(found: Rounds) -> list[str]:
    """What went otherwise than it should."""
    said = []
    for name, rounds in found.items():
        for number, each in enumerate(rounds, 1):
            wrong = {"closed sockets": each.closed, "stuck matches": each.stuck, **each.refusals}
            told = ", ".join(f"{count} {what}" for what, count in wrong.items() if count)
            if told:
                said.append(f"{name}, round {number}: {told}")
    return said
