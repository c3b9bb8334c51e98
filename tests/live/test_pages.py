"""Open pages are counted in the store: by identity and by address, and those of a dead process not for long."""

from __future__ import annotations

import pytest
import redis

from games.live import pages, store
from games.live.pages import Page

pytestmark = pytest.mark.usefixtures("open_store")
HOME, CAFE = "192.0.2.1", "192.0.2.2"


async def opens(page: Page, *, per_identity: int = 2, per_address: int = 3) -> bool:
    return await pages.count(page, per_identity=per_identity, per_address=per_address)


async def test_nobody_opens_more_pages_than_he_may_whatever_his_address() -> None:
    assert await opens(Page("ana", HOME, "r1"))
    assert await opens(Page("ana", CAFE, "r2"))
    assert not await opens(Page("ana", HOME, "r3"))
    assert await opens(Page("ben", HOME, "r3"))


async def test_an_address_has_a_limit_of_its_own_and_a_refused_page_does_not_count() -> None:
    for name in ("ana", "ben", "cem"):
        assert await opens(Page(name, HOME, "r1"))
    assert not await opens(Page("dora", HOME, "r1"))
    assert await opens(Page("dora", CAFE, "r1"))
    assert await opens(Page("dora", CAFE, "r2"))


async def test_whoever_comes_back_takes_the_place_that_he_had() -> None:
    for room in ("r1", "r2", "r1"):
        assert await opens(Page("ana", HOME, room))
    await pages.forget(Page("ana", HOME, "r1"))
    assert await opens(Page("ana", HOME, "r3"))


async def test_what_nobody_renews_counts_no_longer(open_store: str) -> None:
    lost, kept = Page("ana", HOME, "r1"), Page("ana", HOME, "r2")
    for page in (lost, kept):
        assert await opens(page)
    now = await store.now()
    with redis.Redis.from_url(open_store) as client:
        for key in kept.keys:
            client.zadd(key, {lost.name: now, kept.name: now})
        await pages.renew([kept], now + pages.COUNTS_MS)
        assert await opens(Page("ana", HOME, "r3"))
        assert not await opens(Page("ana", HOME, "r4"))
        assert all(client.pttl(key) > 0 for key in kept.keys)
