"""What may hang over the seats in Color Duel: a pending stack, a burning fuse, a running clock."""

from dataclasses import dataclass
from typing import NamedTuple

from games.engine.cards import Rank


class Stack(NamedTuple):
    """A counted penalty waiting for the seat on turn; `last` is its last penalty card."""

    cards: int
    last: Rank


@dataclass(frozen=True, slots=True)
class Fuse:
    """A burning fuse: `left` counted passes to go, `size` cards at the explosion.

    `fresh` while the pass that is not counted is still to come.
    """

    left: int
    size: int
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A running Midnight Clock, counted like a fuse."""

    left: int
    fresh: bool = False
