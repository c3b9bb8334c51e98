"""The door: whose browser has come, and whether he may play.

After a restart hundreds of pages come in the same second. Those that come while others are being looked up wait for
each other and are looked up together, in one go of the database.
"""

import asyncio
from collections.abc import Set as AbstractSet
from typing import NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from accounts.sanctions import out_of_play
from accounts.services import identities_by_key


class People(NamedTuple):
    """Whom each session plays as, by its key, and the keys of those that may not play."""

    playing: dict[str, UUID]
    out: set[str]


class _Group:
    """Those who are looked up together."""

    def __init__(self) -> None:
        self.sessions: set[str] = set()
        self.found: asyncio.Task[People]


class Door:
    """The door of an event loop: one group is being looked up, and one gathers behind it."""

    def __init__(self) -> None:
        self._gathering: _Group | None = None
        self._last: asyncio.Task[People] | None = None

    async def people_with(self, session: str) -> People:
        """The people among whom this session's is. Raises the database's errors."""
        group = self._gathering
        if group is None:
            group = self._gathering = _Group()
            # In a task of its own, with which its context ends: Django keeps a connection for each.
            group.found = self._last = asyncio.create_task(self._look_up(group, self._last))
        group.sessions.add(session)
        return await asyncio.shield(group.found)

    async def _look_up(self, group: _Group, before: asyncio.Task[People] | None) -> People:
        if before is not None:
            await asyncio.wait([before])
        self._gathering = None
        return await look_up(group.sessions, arriving=True)


_doors: WeakKeyDictionary[asyncio.AbstractEventLoop, Door] = WeakKeyDictionary()


async def person_behind(session: str | None) -> tuple[UUID | None, bool]:
    """Whose browser it is, by the key of its session, and whether he may play. Raises the database's errors."""
    if not session:
        return None, True
    door = _doors.setdefault(asyncio.get_running_loop(), Door())
    people = await door.people_with(session)
    return people.playing.get(session), session not in people.out


async def look_up(sessions: AbstractSet[str], *, arriving: bool = False) -> People:
    """The people of these sessions; whoever is `arriving` needs one that has not run out."""

    def look() -> People:
        behind = identities_by_key(sessions, arriving=arriving)
        out = out_of_play(identity for identities in behind.values() for identity in identities)
        playing = {key: identities[0] for key, identities in behind.items()}
        return People(playing, {key for key, identities in behind.items() if not out.isdisjoint(identities)})

    found: People = await database_sync_to_async(look)()
    return found
