"""Practice: one person and computers, in a room that nobody else can enter."""

from collections.abc import Sequence
from uuid import UUID

from msgspec.structs import replace

from accounts.services import aname_of
from billing.services import apremium_tables_of
from games.live import store
from games.live.pipe import StoreUnavailable, in_time
from games.live.premium import is_premium
from games.live.room import RoomCode, RoomRefused, Way, check_table, fitting_computers
from games.live.table import TableSettings
from games.live.ways import practice_room
from games.protocol.lobby import Level
from games.services.beginning import make_with_match
from games.services.room_changes import load_room
from games.services.tastes import has_taste_in, return_taste, take_taste


async def begin_practice(*, identity: UUID, table: TableSettings, computers: Sequence[Level], fast: bool) -> str:
    """A new practice room in which the match has begun; its id. Of the computers as many sit as the table takes.

    Who may not open a premium table tastes one round of it a day. Raises RoomRefused, StoreUnavailable.
    """
    opens = await apremium_tables_of(identity)
    if not is_premium(table.ruleset) or table.ruleset in opens:
        return await _begin(identity, opens, table, computers, fast=fast, taste=False)
    check_table(table, Way.PRACTICE)
    taste = await take_taste(identity, table.ruleset)
    if taste is None:
        raise RoomRefused(RoomCode.PREMIUM)
    one_round = replace(table, rounds=1, to=None, losses=None)
    try:
        room_id = await _begin(identity, opens, one_round, computers, fast=fast, taste=True)
    except (RoomRefused, StoreUnavailable):
        await return_taste(taste)
        raise
    begun = await load_room(room_id)
    if begun is not None and begun[0].match_id is not None:
        await has_taste_in(taste, begun[0].match_id)
    return room_id


@in_time()
async def _begin(
    identity: UUID, opens: Sequence[str], table: TableSettings, computers: Sequence[Level], *, fast: bool, taste: bool
) -> str:
    now = await store.now()
    room = practice_room(
        room_id=store.new_id(store.any_shard()),
        identity=identity,
        name=await aname_of(identity),
        opens=opens,
        table=table,
        computers=fitting_computers(Way.PRACTICE, table, computers),
        fast=fast,
        now=now,
        taste=taste,
    )
    await make_with_match(room, now)
    return room.id
