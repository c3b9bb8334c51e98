"""Waiting until the store's disk has what a commit wrote, where the server can tell."""

import contextlib

from django.conf import settings

from games.live.pipe import StoreError, StoreUnavailable, answer, connect

PATIENCE_MS = 500


async def on_disk(outbox_key: str) -> None:
    """Wait, half a second at most, until the append-only file on disk holds all up to now.

    On a connection of its own, since the wait holds a connection up. The connection first writes something itself: the
    server counts what is on disk by each connection's own last write.
    """
    with contextlib.suppress(StoreError, StoreUnavailable, OSError, TimeoutError):
        link = await connect(settings.REDIS_URL)
        try:
            answer(await link.call(["HGET", f"{{s{outbox_key[:2]}}}:outbox", outbox_key]))
            answer(await link.call(["SET", f"{{s{outbox_key[:2]}}}:disk", "1", "EX", 60]))
            answer(await link.call(["WAITAOF", 1, 0, PATIENCE_MS]))
        finally:
            link.abort()
