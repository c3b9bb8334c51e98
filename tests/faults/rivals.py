"""Rivals: event loops on threads of their own, each with its own connection to the store, as processes have."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, Self, TypeVar

from games.live import store

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

T = TypeVar("T")


class Rival:
    """One of several that go for the same thing at the same time."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rival", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        self.run(store.now())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(store.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)


def at_once(works: Sequence[tuple[Rival, Coroutine[Any, Any, Any]]]) -> list[Any]:
    """Each rival does his work, all begun together; the results in their order."""
    begun = [asyncio.run_coroutine_threadsafe(work, rival._loop) for rival, work in works]
    return [each.result(30) for each in begun]
