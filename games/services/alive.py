"""A sign of life of processes that answer no requests: a file they touch while they do their work."""

import os
import time
from pathlib import Path

VARIABLE = "COLORCLASH_ALIVE_FILE"
SECONDS_BETWEEN_SIGNS = 10.0
SECONDS_TO_BELIEVE = 60.0


def show() -> None:
    """Touches the file named in the environment; without one it does nothing."""
    if name := os.environ.get(VARIABLE):
        Path(name).touch()


def seen() -> bool:
    """Whether the process that shares our environment gave a sign lately."""
    try:
        age = time.time() - Path(os.environ[VARIABLE]).stat().st_mtime
    except (KeyError, OSError):
        return False
    return age < SECONDS_TO_BELIEVE
