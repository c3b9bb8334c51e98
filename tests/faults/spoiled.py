"""Starts a process of the site with one thing spoiled: for controls, failing computers, wrong clocks, deaf workers.

`python -m tests.faults.spoiled <how> <the words after python>`. The product has no switch for any of this: the process
changes its own copy of a script's text, of the function that thinks for computers, or of the time, before it begins.
"""

from __future__ import annotations

import hashlib
import os
import runpy
import sys
import time
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

SCRIPTS: Final = {
    "without-compare-and-set": (
        "elseif ARGV[start + 2] ~= version or ARGV[start + 1] ~= epoch then",
        "elseif string.find(key, ':room:', 1, true) and ARGV[start + 2] ~= version then",
    ),
    "without-deadline": ("if after ~= '' and not (had[5] and passed(had[5])) then", "if false then"),
    "without-act-id": ("redis.call('HSET', key .. ':acts', act, ARGV[at + 5])", "local _ = act"),
}
"""What of the commit script is replaced by what. Rooms keep their guard, or nobody might ever be ready to start; an act
id is of no use when it is not kept."""
HANG_SECONDS = 60
ACKNOWLEDGMENTS_LOST = 2
"""As many tasks as a worker of one process takes at a time."""


def spoil_script(guarded: str, unguarded: str) -> None:
    """Take a guard out of the commit script, in the place where every module has it from."""
    from games.live import scripts  # noqa: PLC0415 - settings come first

    commit: Any = scripts.COMMIT
    text = commit.text
    if text.count(guarded) != 1:
        raise LookupError(f"the commit script has no {guarded!r}")
    commit.text = text.replace(guarded, unguarded)
    commit.sha = hashlib.sha1(commit.text.encode("ascii"), usedforsecurity=False).hexdigest()
    whole: Any = scripts
    whole.SCRIPTS = tuple(commit.text if script == text else script for script in scripts.SCRIPTS)


def raises(*_: object, **__: object) -> object:
    raise RuntimeError("a computer that cannot think")


def hangs(*_: object, **__: object) -> object:
    time.sleep(HANG_SECONDS)
    return None


def nonsense(*_: object, **__: object) -> object:
    from games.engine import Catch, Seat  # noqa: PLC0415 - settings come first

    return Catch(Seat(0))


THOUGHTS: Final[dict[str, Callable[..., object]]] = {
    "computer-raises": raises,
    "computer-hangs": hangs,
    "computer-nonsense": nonsense,
}


CLOCKS: Final = {"an-hour-ahead": 3600.0, "an-hour-behind": -3600.0}


def spoil_clock(seconds: float) -> None:
    """Let this process believe in another time of day."""
    true_time, true_now = time.time, datetime.now
    skewed: Any = time
    skewed.time = lambda: true_time() + seconds

    class Pretended(type):
        """What the true class has made counts as one of these."""

        def __instancecheck__(cls, thing: object) -> bool:
            return isinstance(thing, datetime)

    class Skewed(datetime, metaclass=Pretended):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:  # noqa: ANN401 - a true datetime, which is none of these
            return true_now(tz) + timedelta(seconds=seconds)

        @classmethod
        def utcnow(cls) -> Any:  # noqa: ANN401 - as above
            return cls.now(UTC).replace(tzinfo=None)

    whole: Any = sys.modules["datetime"]
    whole.datetime = Skewed


def spoil_computers(thought: Callable[..., object]) -> None:
    from games.services import computers  # noqa: PLC0415 - settings come first

    spoiled: Any = computers
    spoiled.choose = thought


def spoil_acknowledgments() -> None:
    """Let a worker's first acknowledgments be cut off, as when the store dies under it again and again."""
    import redis  # noqa: PLC0415 - settings come first
    from kombu.transport.redis import QoS  # noqa: PLC0415 - settings come first

    queue: Any = QoS
    acknowledge = queue.ack
    lost: list[object] = []

    def cut_off(taken: object, tag: object) -> None:
        if len(lost) >= ACKNOWLEDGMENTS_LOST:
            acknowledge(taken, tag)
            return
        lost.append(tag)
        raise redis.ConnectionError("cut off")

    queue.ack = cut_off


def main() -> None:
    how, *words = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")
    if how in CLOCKS:
        spoil_clock(CLOCKS[how])
    import django  # noqa: PLC0415 - settings come first

    django.setup()
    if how in SCRIPTS:
        spoil_script(*SCRIPTS[how])
    if how == "acknowledgments-cut-off":
        spoil_acknowledgments()
    if how in THOUGHTS:
        spoil_computers(THOUGHTS[how])
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main()
