"""Where a match's chance comes from: the system's own randomness."""

import secrets
from collections.abc import Sequence

_random = secrets.SystemRandom()


def chance(size: int) -> Sequence[int]:
    """An order of range(size), for the engine."""
    order = list(range(size))
    _random.shuffle(order)
    return order


def pause_between(least: int, most: int) -> int:
    """A computer's pause in ms."""
    return least + _random.randrange(max(1, most - least + 1))
