"""What a computer is asked for and what it answers: a level and a budget, an action and the reason for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.engine import SeatAction


class Level(StrEnum):
    """How well a computer plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class Why(StrEnum):
    """Why something was chosen. A replay makes a sentence of the code and its facts (static/js/texts/reasons.js)."""

    FORCED = "forced"
    BY_CHANCE = "by_chance"
    OVERLOOKED = "overlooked"
    FOLLOWS_SUIT = "follows_suit"
    HIGH_CARD = "high_card"
    TAKES_TURN = "takes_turn"
    HURTS_LEADER = "hurts_leader"
    NOTHING_ELSE = "nothing_else"
    MOST_HELD = "most_held"
    LAST_CARD = "last_card"
    CALLS = "calls"
    CATCHES = "catches"
    PASSES = "passes"
    NOTHING_FITS = "nothing_fits"
    KEEPS_CARD = "keeps_card"
    MOVES_FUSE = "moves_fuse"
    ANSWERS_STACK = "answers_stack"
    BLOCKS_STACK = "blocks_stack"
    TAKES_STACK = "takes_stack"
    LIKELY_TRICK = "likely_trick"
    RETURNS = "returns"
    KEEPS_GREEN = "keeps_green"
    SEARCHED = "searched"
    SHIELD_STANDS = "shield_stands"
    FACES_SEEN = "faces_seen"
    FUSE_ENDS = "fuse_ends"


Facts = Mapping[str, str | int]


class Reason(NamedTuple):
    """Why, and the facts that its sentence names: cards and colors by their code, seats and counts as numbers."""

    code: Why
    facts: Facts = {}


class Choice(NamedTuple):
    """What the seat does; no action means to let a window pass."""

    action: SeatAction | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a computer may think.

    Attributes:
        playouts: the most positions it plays on from; the whole budget where a choice is to be repeatable.
        milliseconds: how long at most by `clock`, too; None for as long as the playouts take.
        clock: seconds of any clock.
    """

    playouts: int = 20_000
    milliseconds: float | None = None
    clock: Callable[[], float] | None = None

    def deadline(self) -> float | None:
        """When the time is up, by the clock."""
        if self.clock is None or self.milliseconds is None:
            return None
        return self.clock() + self.milliseconds / 1000

    def is_over(self, deadline: float | None) -> bool:
        """Whether the time is up."""
        return deadline is not None and self.clock is not None and self.clock() >= deadline
