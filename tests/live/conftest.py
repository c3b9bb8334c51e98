from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.live import store
from tests.live.player import Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture(autouse=True)
async def _pages_closed() -> AsyncIterator[None]:
    yield
    for player in list(Player.open_pages):
        await player.close()


@pytest.fixture
async def open_store(redis_url: str) -> AsyncIterator[str]:
    """An empty store, and this test's connection to it closed at the end; the store's URL."""
    yield redis_url
    await store.close()
