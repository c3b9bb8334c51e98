"""The one door through which background tasks are started, by name, so that nothing imports upwards.

A task is only the fast path of something that the clock would find undone: where it cannot be sent, nothing is lost.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final, Literal

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from games.live import durability, metrics, store
from games.live.pipe import StoreUnavailable

TaskName = Literal[
    "games.play_computer",
    "games.write_round",
    "games.store_match",
    "games.keep_aside",
    "games.end_aside",
    "games.recount",
    "games.forget_sessions",
    "games.forget_people",
    "games.compare_payments",
    "games.give_back_lost",
    "games.note_conduct",
    "games.forget_logs",
]

MOST_WAITING: Final = 1000
"""How many tasks of a queue may wait. With more nobody is there to take them, and they would fill the store."""

PATIENCE: Final = 0.5
"""Seconds that somebody's act waits for what it sends on."""

log = logging.getLogger(__name__)

_sending: set[asyncio.Task[None]] = set()


def send(name: TaskName, **kwargs: str | int) -> bool:
    """Send a task; False when the broker does not take it.

    None expires by anybody's clock: one that comes too late finds that all is done.
    """
    try:
        current_app.send_task(name, kwargs=kwargs, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("The task %s was not sent: %s", name, error)
        return False
    return True


async def send_beside(name: TaskName, **kwargs: str | int) -> bool:
    """The same from an event loop: the broker's client blocks, so a thread waits for it."""
    queue = settings.CELERY_TASK_ROUTES.get(name, {}).get("queue", settings.CELERY_TASK_DEFAULT_QUEUE)
    try:
        full = await waiting_in(queue) >= MOST_WAITING
    except StoreUnavailable:
        return False
    if full:
        metrics.UNSENT.labels(queue).inc()
        return False
    return await asyncio.to_thread(send, name, **kwargs)


async def waiting_in(queue: str) -> int:
    """How many tasks wait. The broker is the store, and keeps a queue as a list. Raises StoreUnavailable."""
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    return int(await store.pipe().call("LLEN", f"{prefix}{queue}"))


async def send_on(outbox_keys: Iterable[str]) -> None:
    """Have the ledger record what a commit has put into the outbox; a match over or put aside once it is on disk."""
    for key in outbox_keys:
        if not key.rpartition(":")[2].isdecimal():
            await durability.on_disk(key)
        await send_beside(task_for(key), outbox_key=key)


async def send_on_soon(outbox_keys: Iterable[str]) -> None:
    """The same while somebody waits: not for long, where the broker hangs. The clock finds what was not sent."""
    sending = asyncio.create_task(send_on(list(outbox_keys)))
    _sending.add(sending)
    sending.add_done_callback(_sending.discard)
    await asyncio.wait([sending], timeout=PATIENCE)


def task_for(outbox_key: str) -> TaskName:
    """Who records an outbox entry."""
    _, _, what = outbox_key.partition(":")
    if what.startswith("aside"):
        return "games.keep_aside"
    return "games.store_match" if what == "end" else "games.write_round"
