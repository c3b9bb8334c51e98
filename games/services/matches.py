"""Matches as the site's doors reach them: this process's hub, and what follows a commit outside the store."""

import asyncio
from weakref import WeakKeyDictionary

from games.live import metrics, store
from games.live.hub import Hub
from games.live.match import over, read_match
from games.live.pipe import in_time
from games.live.play import carry_out
from games.live.pulse import pulse
from games.live.transitions import leaves
from games.selectors.people import Person
from games.services.dispatch import send_on, send_on_soon
from games.services.recheck import recheck
from games.services.rooms import member_arrived
from games.services.sanctioned import follow_on_page

_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of this process, started with its first page."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub(send_on=send_on, follow=follow_on_page, arrived=member_arrived)
        found.start(pulse(found))
        found.start(recheck(found))
        metrics.serve()
    return found


async def stop_hub() -> None:
    """End this loop's hub and its connections."""
    found = _hubs.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.stop()
    await store.close()


@in_time()
async def leave_match(*, match_id: str, member_id: str) -> None:
    """The member's seat goes to a computer. Repeating it changes nothing. Raises StoreUnavailable."""
    loaded = await store.load("match", match_id)
    if loaded is None:
        return
    live = read_match(match_id, loaded)
    seat = live.match.seat_of(member_id)
    if seat is None:
        return
    known = await carry_out(live, lambda now: leaves(now, seat))
    if known is not None and known.outbox:
        await send_on_soon(known.outbox)


async def is_being_recorded(match_id: str, person: Person) -> bool:
    """Whether somebody has played a match that is over, and that the store still holds. Raises StoreUnavailable."""
    loaded = await store.load("match", match_id)
    if loaded is None:
        return False
    live = read_match(match_id, loaded)
    played = {seat.identity for seat in live.match.seats}
    return over(live) and not live.match.aside and any(str(identity) in played for identity in person.identities)
