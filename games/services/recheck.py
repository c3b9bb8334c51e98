"""Open pages are looked at again: whose sign-out or suspension did not reach them is dealt with within about a minute.

Both reach every web process by a message, and messages may be lost. This asks the database, beside the play; at once
where the connection that brings messages was lost.
"""

import asyncio
import logging
from typing import Final
from uuid import UUID

from django.db import Error

from games.live.hub import Hub
from games.live.sockets import Closing
from games.services.door import look_up

EVERY: Final = 60.0
"""Seconds after which a page's person is looked up again."""
STEP: Final = 1.0
AT_ONCE: Final = 100
"""Pages looked up in one step, so that no step takes long."""
COME_BACK_MS: Final = 2000

log = logging.getLogger(__name__)


async def recheck(hub: Hub) -> None:
    """Look at all pages again and again until cancelled."""
    while True:
        await asyncio.sleep(STEP)
        try:
            await look_again(hub, max(asyncio.get_running_loop().time() - EVERY, hub.missed_at))
        except Error as error:
            log.info("The database does not answer; open pages will be looked at later: %s", error)


async def look_again(hub: Hub, before: float) -> None:
    """Close the pages, judged `before` or earlier, of those who may not be here any more. Raises the database's errors.

    A session that is gone may only have got another key, so its page is asked to come back: the door decides.
    """
    sockets = [each for place in hub.places.values() for each in place.sockets.values()]
    chosen = [each for each in sockets if not each.closed and each.judged <= before][:AT_ONCE]
    now = asyncio.get_running_loop().time()
    lost = hub.lost.judged_before(before, now)[:AT_ONCE]
    if not chosen and not lost:
        return
    # In a task of its own, as at the door: Django keeps a connection for each context.
    sessions = {each.session for each in chosen} | {page.session for page in lost}
    playing, out = await asyncio.create_task(look_up(sessions))
    for page in lost:
        page.judged = now
    hub.lost.drop(each for each in lost if playing.get(each.session) != UUID(each.identity) or each.session in out)
    for socket in chosen:
        socket.judged = now
        identity = UUID(socket.identity)
        if playing.get(socket.session) != identity:
            await socket.close(Closing.RESTART, COME_BACK_MS)
        elif socket.session in out:
            await hub.reach(socket, "suspended")
