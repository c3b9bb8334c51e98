"""The one door through which background tasks are started, by name, so that nothing imports upwards.

A task is only the fast path of something that the clock would find undone: where it cannot be sent, nothing is lost.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Literal

from celery import current_app
from kombu.exceptions import OperationalError

from games.live import durability

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

log = logging.getLogger(__name__)


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
    return await asyncio.to_thread(send, name, **kwargs)


async def send_on(outbox_keys: Iterable[str]) -> None:
    """Have the ledger record what a commit has put into the outbox; a match over or put aside once it is on disk."""
    for key in outbox_keys:
        if not key.rpartition(":")[2].isdecimal():
            await durability.on_disk(key)
        await send_beside(task_for(key), outbox_key=key)


def task_for(outbox_key: str) -> TaskName:
    """Who records an outbox entry."""
    _, _, what = outbox_key.partition(":")
    if what.startswith("aside"):
        return "games.keep_aside"
    return "games.store_match" if what == "end" else "games.write_round"
