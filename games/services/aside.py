"""A match that waits, at its room's link: who is back, and how it goes on once all are.

Until the database has it, it lies in the store; from either it goes on in one script, so that of several who press the
button at once one brings it back, and the others find it running.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from asgiref.sync import sync_to_async

from accounts.models import Identity
from accounts.sanctions import out_of_play
from games.live import failpoints, leases, store
from games.live.aside import all_back, goes_on, room_again
from games.live.match import Live, LiveMatch
from games.live.pipe import StoreUnavailable, in_time
from games.live.room import Member, Room, RoomCode, RoomRefused, decode_room, encode_room
from games.live.store import Committed, Kept
from games.live.table import Durations
from games.models import AsideMatch
from games.selectors.history import AsideLine
from games.selectors.people import Person
from games.services.aside_keeping import kept_log, kept_match, resumable
from games.services.codes import claim_code
from games.services.room_changes import Moment, RoomBusy, load_room, moment_of, room_change

if TYPE_CHECKING:
    from games.live.pipe import Word

BACK_MS: Final = 15_000
"""How long somebody counts as back after his page has last said so."""
TRIES: Final = 5


class Waiting(NamedTuple):
    """A room that waits with its match. `row`: where the database keeps both; None while the store does (`moment`).

    `doubles`: members who are somebody that sits here once more, since he has taken over what a guest of another seat
    has played; nobody plays two seats. `out`: members whom staff keep out of play. Both are left to computers.
    """

    room: Room
    live: Live
    until: datetime
    row: AsideMatch | None
    moment: Moment | None
    doubles: Collection[str]
    out: Collection[str]

    @property
    def spare(self) -> Collection[str]:
        """Members for whom nobody waits."""
        return {*self.doubles, *self.out}

    def member_of(self, person: Person) -> Member | None:
        """The member that somebody is here, under whichever of his identities he played."""
        found = (member for member in self.room.members if member.identity in person and member.id not in self.spare)
        return next(found, None)

    def all_back(self, back: Collection[str]) -> bool:
        """Whether it can go on with these members."""
        return all_back(self.live.match, {*back, *self.spare})


async def waiting_at(room_id: str) -> Waiting | None:
    """What waits in a room, None where nothing does or it goes on already. Raises StoreUnavailable."""
    try:
        moment = await moment_of(room_id, even_aside=True)
    except RoomRefused:
        return await _kept_at(room_id)
    if moment.room.aside and moment.match is None:
        # The ledger's worker has taken both out of the store between the looks at one and the other.
        return await _kept_at(room_id)
    if not moment.room.aside or moment.match is None or moment.match.match.closed:
        return None
    match = moment.match.match
    until = datetime.fromtimestamp(match.aside / 1000, UTC) + timedelta(milliseconds=match.durations.aside)
    return Waiting(moment.room, moment.match, until, None, moment, *await sync_to_async(_spare)(moment.room, match))


async def come_back(waiting: Waiting, member: Member, identity: UUID) -> None:
    """Somebody's page says that he is back. Repeating it keeps him so."""
    await store.pipe().call("SET", _key(waiting.room, member), str(identity), "PX", BACK_MS)


async def who_is_back(waiting: Waiting) -> dict[str, UUID]:
    """As whom those who are back play now, by member."""
    members = [member for member in waiting.room.members if member.id not in waiting.spare]
    asked: list[tuple[Word, ...]] = [("GET", _key(waiting.room, member)) for member in members]
    found = zip(members, await store.pipe().call_all(asked), strict=True)
    return {member.id: UUID(value.decode()) for member, value in found if isinstance(value, bytes)}


async def still_waiting(lines: Sequence[AsideLine]) -> list[AsideLine]:
    """Those that do not go on already: the store knows, and where it is silent all of them."""
    try:
        rooms = [await load_room(line.room_id) for line in lines]
    except StoreUnavailable:
        return list(lines)
    return [line for line, found in zip(lines, rooms, strict=True) if found is None or found[0].aside]


@in_time()
async def resume(*, room_id: str, person: Person) -> None:
    """Go on with the match that waits here. Whoever comes second finds it going on.

    Raises RoomRefused (closed, aside for whom it does not wait, not_ready while somebody is missing),
    StoreUnavailable, RoomBusy.
    """
    for _ in range(TRIES):
        waiting = await waiting_at(room_id)
        if waiting is None:
            await moment_of(room_id)
            return
        if waiting.member_of(person) is None:
            raise RoomRefused(RoomCode.ASIDE)
        back = await who_is_back(waiting)
        if not waiting.all_back(back):
            raise RoomRefused(RoomCode.NOT_READY)
        now = await store.now()
        await leases.expect(room_id, list(back), now + Durations.from_settings().lease)
        code = await claim_code(waiting.room.code, room_id) if waiting.room.code else ""
        room = room_again(waiting.room, back, without=waiting.doubles, code=code, now=now)
        await failpoints.reach("before_room")
        woken = await _wake(waiting, room, back, now)
        await failpoints.reach("after_room")
        if woken:
            return
    raise RoomBusy


async def _wake(waiting: Waiting, room: Room, back: Mapping[str, UUID], now: int) -> bool:
    """Go on with it where it lies; False when it does not lie there any more."""
    if waiting.row is not None:
        return await _restore(kept_match(waiting.row, now), waiting.row, room, back)
    moment = waiting.moment
    if moment is None or moment.match is None:
        return False
    answer = await store.commit(room_change(moment, room), goes_on(moment.match, back).change)
    return isinstance(answer, Committed)


async def _restore(live: Live, row: AsideMatch, room: Room, back: Mapping[str, UUID]) -> bool:
    step = goes_on(live, back)
    due = {kind: ms for kind, ms in step.change.due.items() if ms is not None}
    expiry = {"expiry": live.match.durations.lobby}
    return await store.restore(
        Kept("room", room.id, live.loaded.epoch, live.loaded.version + 1, encode_room(room), expiry),
        Kept("match", live.id, live.loaded.epoch, live.loaded.version + 1, step.change.state, due, kept_log(row)),
    )


@sync_to_async
def _kept_at(room_id: str) -> Waiting | None:
    row = resumable().filter(room_id=room_id).first()
    if row is None:
        return None
    room, live = decode_room(bytes(row.room)), kept_match(row, 0)
    return Waiting(room, live, row.until, row, None, *_spare(room, live.match))


def _spare(room: Room, match: LiveMatch) -> tuple[set[str], set[str]]:
    """Of each person's members all but one, who is rather one that the match waits for; and those who may not play."""
    kept_out = out_of_play(member.identity for member in room.members)
    out = {member.id for member in room.members if member.identity in kept_out}
    asked = {seat.member for seat in match.seats if seat.aside}
    identities = Identity.objects.filter(pk__in=[member.identity for member in room.members], user__isnull=False)
    owners = dict(identities.values_list("pk", "user"))
    doubles, seen = set(), set()
    for member in sorted(room.members, key=lambda member: member.id not in asked):
        owner = owners.get(member.identity)
        if owner in seen:
            doubles.add(member.id)
        elif owner is not None:
            seen.add(owner)
    return doubles, out


def _key(room: Room, member: Member) -> str:
    return f"{{s{room.id[:2]}}}:back:{room.id}:{member.id}"
