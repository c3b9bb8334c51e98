"""Staff see how often the clock had to play for a computer."""

from __future__ import annotations

import pytest
import redis

from games.live import helped
from games.services.watch import computers_helped

pytestmark = pytest.mark.usefixtures("open_store")


async def test_each_time_counts_for_its_day_and_is_forgotten_after_a_week(open_store: str) -> None:
    assert sum(await computers_helped()) == 0
    for _ in range(3):
        await helped.count()
    days = await computers_helped()
    assert (len(days), sum(days), sum(days[:2])) == (7, 3, 3)
    with redis.Redis.from_url(open_store) as client:
        assert all(0 < client.ttl(key) <= 8 * 24 * 3600 for key in client.keys("helped:*"))
