"""That a web process is there. Without any nobody can act, so the clocks let nothing run out meanwhile (see `sweep`).

All web processes write one key, with the store's time. A clock that finds none has nothing to go by and goes on: web
processes of older code write none. The key is forgotten after a day, and then a site without web processes goes on.
"""

import asyncio
import contextlib
import logging
from typing import Final

from games.live import store
from games.live.pipe import StoreError, StoreUnavailable
from games.live.table import Durations

KEY: Final = "web:seen"
KEPT_SECONDS: Final = 24 * 3600
A_PAUSE: Final = 10
"""How many signs a web process gives in the time that makes a pause."""
LEAST_SECONDS: Final = 0.1

log = logging.getLogger(__name__)


async def show() -> None:
    """This process is there. Raises StoreUnavailable."""
    await store.pipe().call("SET", KEY, await store.now(), "EX", KEPT_SECONDS)


async def stay_seen() -> None:
    """Show it until cancelled."""
    between = max(LEAST_SECONDS, Durations.from_settings().pause / 1000 / A_PAUSE)
    while True:
        with contextlib.suppress(StoreUnavailable):
            try:
                await show()
            except StoreError:
                log.exception("The store does not let this process be seen")
        await asyncio.sleep(between)


async def last_seen() -> int | None:
    """When (store ms) a web process was there for the last time, None if that is not known. Raises StoreUnavailable."""
    found: bytes | None = await store.pipe().call("GET", KEY)
    return int(found) if found is not None and found.isdigit() else None
