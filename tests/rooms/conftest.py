"""Browsers at the site's doors, and rooms with people in them, on a real store and database."""

from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from accounts.models import Identity
from games.live import leases, store
from games.live.leases import Lease
from games.live.room import Member, Room
from games.services.entrance import join_room, make_room
from games.services.room_changes import load_room
from games.services.rooms import member_arrived
from tests.ledger.conftest import own_database  # noqa: F401 (fixture)


@pytest.fixture(autouse=True)
async def _own_connections() -> AsyncIterator[None]:
    """Every test has an event loop of its own, so connections of its own to store and database."""
    yield
    await store.close()
    await sync_to_async(connections.close_all)()


class Browser(AsyncClient):
    """A browser with its own cookies, at an address of its own."""

    def __init__(self, address: str, *, host: str = "testserver", enforce_csrf_checks: bool = False) -> None:
        super().__init__(enforce_csrf_checks=enforce_csrf_checks)
        self._address = address
        self._host = host

    def _base_scope(self, **request: object) -> dict[str, Any]:
        scope: dict[str, Any] = super()._base_scope(**request)  # type: ignore[misc]
        headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
        return {**scope, "client": [self._address, 0], "headers": [(b"host", self._host.encode()), *headers]}


@pytest.fixture
def browser() -> Callable[..., Browser]:
    """Makes browsers."""
    numbers = iter(range(1, 250))

    def make(*, host: str = "testserver", enforce_csrf_checks: bool = False) -> Browser:
        address = f"198.51.100.{next(numbers)}"
        return Browser(address, host=host, enforce_csrf_checks=enforce_csrf_checks)

    return make


class Lobby:
    """A room whose people are there, each with a page that holds a lease."""

    def __init__(self, room: Room) -> None:
        self.id = room.id
        self.code = room.code

    async def comes(self, name: str, identity: UUID | None = None) -> Member:
        """Somebody joins and opens his page."""
        if identity is None:
            identity = (await Identity.objects.acreate(name=name)).pk
        _, member = await join_room(room_id=self.id, identity=identity, name=name)
        await self.opens_page(member.id)
        return member

    async def opens_page(self, member_id: str) -> None:
        await leases.renew([Lease(self.id, member_id, uuid4().hex, take=True)], 60_000)
        await member_arrived(self.id, member_id)

    async def room(self) -> Room:
        found = await load_room(self.id)
        assert found is not None
        return found[0]


@pytest.fixture
async def lobby(transactional_db: None, redis_url: str) -> Lobby:  # noqa: ARG001 (what it stands on)
    """A room with its host Ana at her page (m1)."""
    ana = await Identity.objects.acreate(name="Ana")
    room, _ = await make_room(identity=ana.pk, name="Ana")
    made = Lobby(room)
    await made.opens_page("m1")
    return made
