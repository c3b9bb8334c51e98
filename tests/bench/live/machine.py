"""Cores and processes of this machine (Linux)."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")


def pin(pids: list[int], core: int) -> None:
    """Let all threads of some processes run on one core only; threads to come inherit it."""
    for pid in pids:
        with contextlib.suppress(FileNotFoundError):
            for task in (PROC / str(pid) / "task").iterdir():
                with contextlib.suppress(ProcessLookupError):
                    os.sched_setaffinity(int(task.name), {core})


def family_of(pid: int) -> list[int]:
    """A process and everything it has started."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found
