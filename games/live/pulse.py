"""The heartbeat of a web process: for every place, every few seconds.

It compares what is known with the store's own versions (never with another process's memory), renews the leases of
the sockets that were heard, closes the slow and the silent, and tells each page the store's time and its versions.
The work of an interval is spread over slices, so that thousands of sockets never beat at once.
"""

import asyncio
import logging
from typing import Final

from games.live import leases, metrics, pages, store
from games.live.frames import Place, version_for
from games.live.hub import SLICES, Hub
from games.live.leases import Held, Lease
from games.live.pipe import StoreUnavailable
from games.live.sockets import Closing, Socket

log = logging.getLogger(__name__)
LATE_LOOP: Final = 0.1


async def pulse(hub: Hub) -> None:
    """Beat until cancelled."""
    loop = asyncio.get_running_loop()
    step = hub.durations.beat / 1000 / SLICES
    due = loop.time()
    part = 0
    while True:
        due += step
        await asyncio.sleep(max(0.0, due - loop.time()))
        lag = loop.time() - due
        metrics.LOOP_LAG.observe(max(0.0, lag))
        if lag > LATE_LOOP:
            log.warning("The event loop runs %.0f ms late", lag * 1000)
            due = loop.time()
        part = (part + 1) % SLICES
        places = [place for place in hub.places.values() if place.slice == part]
        if places:
            hub.start(beat(hub, places))


async def beat(hub: Hub, places: list[Place]) -> None:
    """One heartbeat for these places. With the store silent there is none: the pages then know it too."""
    try:
        now = await _compare(hub, places)
        await _renew(hub, places)
        await _renew_pages(places, now)
        await _note_recorded(places)
    except StoreUnavailable:
        return
    for place in places:
        for socket in list(place.sockets.values()):
            if socket.is_slow(asyncio.get_running_loop().time()):
                await socket.close(Closing.SLOW)
                continue
            await socket.send(_beat_frame(place, socket, now))
            await hub.bring_back(place, socket)
        # Acts that have come in meanwhile go first.
        await asyncio.sleep(0)


async def _compare(hub: Hub, places: list[Place]) -> int:
    """Refresh what the store has newer; the store's time in ms."""
    asked: list[tuple[store.Kind, str]] = []
    matches = [place.match_id for place in places]
    for place, match_id in zip(places, matches, strict=True):
        asked.append(("room", place.room_id))
        if match_id is not None:
            asked.append(("match", match_id))
    now = await store.now()
    found = iter(await store.versions(asked))
    for place, match_id in zip(places, matches, strict=True):
        room = next(found)
        match = next(found) if match_id is not None else None
        if match_id != place.match_id:
            # Another match has begun while the store was asked: the next heartbeat looks at that one.
            continue
        known = place.known
        lacks_match = place.match_id is not None and known is None
        if lacks_match or place.loaded is None or room != (place.loaded.epoch, place.loaded.version):
            place.room_is_old = True
        if match is not None:
            place.heard = max(place.heard, match)
        elif known is not None:
            place.must_look = True
        if place.room_is_old or place.match_is_old:
            hub.refresh(place)
    return now


async def _renew(hub: Hub, places: list[Place]) -> None:
    """Renew the leases of the sockets that have been heard within one; who has lost his to a newer socket is closed."""
    heard_after = asyncio.get_running_loop().time() - hub.durations.lease / 1000
    sockets = [
        socket
        for place in places
        for socket in place.sockets.values()
        if socket.claimed and not socket.closed and socket.heard > heard_after
    ]
    claims = [Lease(socket.room_id, socket.member, socket.token) for socket in sockets]
    if not claims:
        return
    for socket, held in zip(sockets, await leases.renew(claims, hub.durations.lease), strict=True):
        if held is Held.BY_ANOTHER:
            await socket.close(Closing.ELSEWHERE)
        elif held is Held.WAS_ABSENT:
            hub.start(hub.heard_again(socket))


async def _renew_pages(places: list[Place], now: int) -> None:
    """Let the open pages go on counting."""
    sockets = [
        socket
        for place in places
        for socket in place.sockets.values()
        if not socket.closed and socket.counts_until < now + pages.RENEWED_MS
    ]
    until = now + pages.COUNTS_MS
    await pages.renew([socket.page for socket in sockets], until)
    for socket in sockets:
        socket.counts_until = until


async def _note_recorded(places: list[Place]) -> None:
    """See which results the database has by now: what is recorded leaves the outbox."""
    asked = [(place, keys) for place in places if (keys := place.unrecorded())]
    replies = await store.pipe().call_all([("HMGET", f"{{s{keys[0][:2]}}}:outbox", *keys) for _, keys in asked])
    for (place, keys), entries in zip(asked, replies, strict=True):
        if isinstance(entries, list) and not any(entries):
            place.recorded = (keys[0].partition(":")[0], len(keys))


def _beat_frame(place: Place, socket: Socket, now: int) -> str:
    room = f"[{place.loaded.epoch},{place.loaded.version}]" if place.loaded is not None else "null"
    match, recorded = "null", 0
    if place.known is not None and socket.seat is not None:
        epoch, version = version_for(place.known, socket.seat)
        match = f'["{place.known.live.id}",{epoch},{version}]'
        recorded = place.recorded[1] if place.recorded[0] == place.known.live.id else 0
    return f'{{"type":"beat","now":{now},"room":{room},"match":{match},"recorded":{recorded}}}'
