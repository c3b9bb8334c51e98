"""Jobs of the day: claimed by name and date, so that each is done once, and again only if nobody finished it."""

from typing import Final

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live import store

CLAIM_SECONDS: Final = 900
"""After this long a job that was not finished is given out again."""
KEPT_SECONDS: Final = 3 * 24 * 3600


def _key(name: str, day: str) -> str:
    return f"job:{name}:{day}"


async def claim(name: str, day: str) -> bool:
    """Whether the job of that day is to be started now. Raises StoreUnavailable."""
    return bool(await store.pipe().call("SET", _key(name, day), "claimed", "NX", "EX", CLAIM_SECONDS))


def finished(name: str, day: str) -> None:
    """The job is done for that day. Raises redis.RedisError."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, retry=Retry(NoBackoff(), 0)) as client:
        client.set(_key(name, day), "done", ex=KEPT_SECONDS)
