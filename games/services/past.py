"""What a member's seat was told of the round so far, for a page that was not there or missed something.

The match's log is played again, which the page that asks pays for and nobody's act.
"""

import asyncio
from uuid import UUID

import msgspec

from games.engine import Refused
from games.live import store
from games.live.hindsight import told_since_deal
from games.live.log import read_entry
from games.live.room import RoomRefused, member_of
from games.protocol.events import event_on_wire
from games.services.room_changes import moment_of


async def past_of(*, room_id: str, identity: UUID) -> bytes | None:
    """The round's events as the person's seat was told them, in JSON, with the version that they lead to.

    None when he has no seat in a match there, or its log cannot be played again. Raises StoreUnavailable.
    """
    try:
        moment = await moment_of(room_id)
    except RoomRefused:
        return None
    member, live = member_of(moment.room, identity), moment.match
    seat = live.match.seat_of(member.id) if member is not None and live is not None else None
    if live is None or seat is None:
        return None
    entries = [read_entry(stored) for stored in await store.read_log(live.id)]
    # Of what came after the state that was loaded the page hears by its socket.
    known = [entry for entry in entries if entry.version <= live.loaded.version]
    try:
        told = await asyncio.to_thread(told_since_deal, known, seat)
    except (ValueError, Refused):
        return None
    past = {
        "match": live.id,
        "epoch": live.loaded.epoch,
        "version": live.match.version_for(seat),
        "events": [event_on_wire(event) for event in told],
    }
    return msgspec.json.encode(past)
