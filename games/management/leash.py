"""Ties a process to the one that started it: when that one is gone, however it went, this one ends too.

The parent keeps the writing end of a pipe and never writes. Its death closes the pipe, on every system.
"""

import os
import signal
import threading
import time

VARIABLE = "COLORCLASH_LEASH"
# The web process drains its sockets for five seconds at most.
SECONDS_TO_END = 10


def follow() -> None:
    """Ends this process when the parent named in the environment has gone; without one it does nothing."""
    descriptor = os.environ.pop(VARIABLE, "")
    if descriptor:
        threading.Thread(target=_end_after, args=(int(descriptor),), name="leash", daemon=True).start()


def _end_after(descriptor: int) -> None:
    os.read(descriptor, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    # The supervisor gave this process a group of its own, so that this reaches what it started and nobody else.
    os.killpg(os.getpgrp(), signal.SIGKILL)
