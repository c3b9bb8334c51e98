"""Rooms full of guests for the load: made by the site's own services, in a process of their own.

`python -m tests.bench.live.seating MATCHES PLAYERS`, with the environment of the site; prints, for each match, its room
and a session cookie for each member.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import sys
from typing import TYPE_CHECKING

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")
django.setup()

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import transaction

from accounts.models import Identity
from accounts.services import ensure_guest
from games.live import store
from games.services.entrance import join_room, make_room

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase

SessionStore: type[SessionBase] = importlib.import_module(settings.SESSION_ENGINE).SessionStore

Guest = tuple[Identity, str]
NAMES = 100
"""So many names go round: among thousands of numbers there are some that nobody may bear."""


@transaction.atomic
def _guests(count: int) -> list[Guest]:
    """Guests, each with the cookie of a session of his own."""
    guests = []
    for number in range(count):
        session = SessionStore()
        identity = ensure_guest(session=session, name=f"Guest {number % NAMES}")
        session.save()
        guests.append((identity, f"{settings.SESSION_COOKIE_NAME}={session.session_key}"))
    return guests


async def _rooms(tables: list[list[Guest]]) -> list[dict[str, object]]:
    rooms: list[dict[str, object]] = []
    for (host, _), *others in tables:
        room, _member = await make_room(identity=host.pk, name=host.name)
        for guest, _cookie in others:
            await join_room(room_id=room.id, identity=guest.pk, name=guest.name)
        rooms.append({"room": room.id})
    await store.close()
    await asyncio.sleep(0)
    return rooms


def main() -> None:
    matches, players = map(int, sys.argv[1:])
    guests = _guests(matches * players)
    tables = [guests[first : first + players] for first in range(0, len(guests), players)]
    rooms = async_to_sync(_rooms)(tables)
    seats = [{**room, "cookies": [cookie for _, cookie in table]} for room, table in zip(rooms, tables, strict=True)]
    print(json.dumps(seats))


if __name__ == "__main__":
    main()
