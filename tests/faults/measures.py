"""What is measured from outside: the memory of a site's processes, their counters, and how long acts take."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from tests.processes import listens, wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.witness import Witness

PAGE_KB = 4


def memory_kb(pid: int) -> int:
    """The memory that a process and its children hold; 0 when it is gone."""
    try:
        own = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE_KB
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return own + sum(memory_kb(int(child)) for child in children)


def counter(port: int | str, name: str) -> float:
    """A counter or gauge of a process that opens its metrics, by its full name. Raises StopIteration when unknown.

    A process that has just been started may still be on its way to opening them: it is waited for.
    """
    wait_until(lambda: listens(int(port)), f"metrics on port {port}")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines: list[str] = answer.read().decode().splitlines()
    return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} "))


def act_seconds(witnesses: Sequence[Witness], since: float = 0.0) -> list[float]:
    """How long each act asked since (monotonic) took until its first answer, sorted."""
    found = []
    for witness in witnesses:
        answered = {
            heard.frame["id"]: heard.at for heard in reversed(witness.heard) if heard.frame["type"] == "outcome"
        }
        first = {asked.message["id"]: asked.at for asked in reversed(witness.asked) if asked.at >= since}
        found += [answered[act_id] - at for act_id, at in first.items() if act_id in answered]
    return sorted(found)


def percentile(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
