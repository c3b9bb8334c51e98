"""What the host agrees with the room before a match, and how long the things of a match last."""

from typing import Final, Self

import msgspec
from django.conf import settings

TIMERS: Final = (30, 45, 60, 90)
"""Seconds a turn may take, as the host may choose; practice may also go without."""


class TableSettings(msgspec.Struct, frozen=True, array_like=True):
    """The table: exactly one of `rounds`, `to` and `losses` is set (`losses` for teams). `timer` in seconds or None."""

    ruleset: str
    rounds: int | None = None
    to: int | None = None
    losses: int | None = None
    timer: int | None = 45
    teams: bool = False


class Durations(msgspec.Struct, frozen=True, array_like=True):
    """Milliseconds, stored with each match so that a deploy never changes a running one.

    `answer`: how long the others may think about putting the match aside; `aside`: how long it waits then.
    """

    window: int = 3_000
    absence: int = 90_000
    lease: int = 12_000
    beat: int = 5_000
    computer_least: int = 800
    computer_most: int = 2_000
    computer_retry: int = 1_350
    between: int = 15_000
    first_turn: int = 5_000
    lobby: int = 3_600_000
    catch_lock: int = 2_000
    reload: int = 2_000
    pause: int = 5_000
    grace: int = 5_000
    turn: int = 0
    answer: int = 30_000
    aside: int = 30 * 86_400_000

    @classmethod
    def from_settings(cls) -> Self:
        """The rules' durations, with those that the settings name (in seconds) put in their place.

        A `turn` among them stands for every table's own timer: tests play whole matches in seconds.
        """
        named = {name: round(seconds * 1000) for name, seconds in settings.COLORCLASH_DURATIONS.items()}
        return cls(**named)

    def turn_of(self, table: TableSettings) -> int | None:
        """How long a turn of this table lasts, None without a timer."""
        if table.timer is None:
            return None
        return self.turn or table.timer * 1000
