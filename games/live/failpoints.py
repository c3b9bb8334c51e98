"""Seams at which the fault suite stops or kills a process. Outside a process that it has armed they do nothing.

`COLORCLASH_FAILPOINT` is "<seam>=<kill|hang|raise>" or "<seam>=<what>@<n>" for the n-th time it is reached. Production
settings refuse to start with it.
"""

import asyncio
import os
import signal
from typing import Final

from django.conf import settings

SEAMS: Final = frozenset(
    {
        "before_commit",
        "after_commit",
        "before_delivery",
        "before_sweep",
        "before_due",
        "before_room",
        "after_room",
        "before_ledger",
        "in_ledger",
        "after_ledger",
    }
)


class Failed(Exception):
    """A seam was armed to raise."""


class _Armed:
    """What the environment has armed: one seam, and how often it is passed before it fails."""

    def __init__(self, text: str) -> None:
        self.seam, _, rest = text.partition("=")
        self.what, _, count = rest.partition("@")
        self.left = int(count or 1)
        if self.seam and self.seam not in SEAMS:
            raise ValueError(f"there is no seam {self.seam!r}")

    def fails_now(self, seam: str) -> str | None:
        if seam != self.seam:
            return None
        self.left -= 1
        return self.what if self.left == 0 else None


_armed = _Armed("" if settings.PRODUCTION else os.environ.get("COLORCLASH_FAILPOINT", ""))


def reach_now(seam: str) -> None:
    """Pass a seam in code that does not await; a process armed to hang stops as a whole."""
    if not _armed.seam:
        return
    what = _armed.fails_now(seam)
    if what == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif what == "hang":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif what == "raise":
        raise Failed(seam)


async def reach(seam: str) -> None:
    """Pass a seam in code that awaits; one armed to hang holds up this act alone."""
    if _armed.seam and _armed.seam == seam and _armed.what == "hang":
        if _armed.fails_now(seam):
            await asyncio.sleep(3600)
        return
    reach_now(seam)
