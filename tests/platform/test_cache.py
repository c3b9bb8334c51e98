"""Every request has a cache of its own; they share the connections of the process."""

import asyncio

from asgiref.sync import sync_to_async
from django.core.cache import caches
from redis import Redis

REQUESTS = 20


async def test_requests_one_after_another_open_the_store_once_at_most(redis_url: str) -> None:
    async def request(number: int) -> object:
        cache = caches["default"]
        await sync_to_async(cache.set)(f"asked-{number}", number, 60)
        return await sync_to_async(cache.get)(f"asked-{number}")

    def opened() -> int:
        with Redis.from_url(redis_url) as client:
            received: int = client.info("stats")["total_connections_received"]
        return received

    before = opened()
    told = [await asyncio.create_task(request(number)) for number in range(REQUESTS)]
    assert told == list(range(REQUESTS))
    counted = 1
    assert opened() - before <= counted + 1
