"""A room: who is in it, what they agreed on, and every step from making it to the next match.

Pure steps from one room to the next; a step that is not allowed raises `RoomRefused` and changes nothing. Who is
present is not kept here but told: presence is a lease that each member's page renews.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Final
from uuid import UUID

import msgspec
from msgspec.structs import replace

from accounts.names import MAX_GRAPHEMES, shortened
from games.engine import RULESETS
from games.live.pipe import Unreadable
from games.live.table import TIMERS, Durations, TableSettings
from games.protocol.lobby import Level

SCHEMA: Final = 2
FIRST_RULESET: Final = "clash-classic"
FEWEST_PEOPLE: Final = 2
MOST_REMOVED: Final = 256


class RoomCode(StrEnum):
    """Why a room says no."""

    NOT_HOST = "not_host"
    NOT_READY = "not_ready"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    IN_PLAY = "in_play"
    NOT_OVER = "not_over"
    FULL = "full"
    REMOVED = "removed"
    CLOSED = "closed"
    NO_MEMBER = "no_member"
    PREMIUM = "premium"
    RULESET = "unknown_ruleset"
    LENGTH = "length"
    TIMER = "timer"
    TEAMS = "teams"
    SEATS = "seats"
    FIXED = "fixed"
    NOT_BETWEEN = "not_between"
    ASIDE = "aside"
    QUICK = "quick"


class Way(StrEnum):
    """How people come into a room: invited by its host, brought together by quick play, or alone among computers."""

    PRIVATE = "private"
    QUICK = "quick"
    PRACTICE = "practice"


class RoomRefused(Exception):
    """The room stays as it is; `code` says why."""

    def __init__(self, code: RoomCode) -> None:
        super().__init__(code.value)
        self.code = code


class MatchPhase(StrEnum):
    """Where the room's match stands."""

    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who has taken a place in the room.

    Instants are the store's ms. `since` is when he last came, `away` since when no page of his has been there (None:
    one is). `opens` are the premium tables he may open, as read when he came.
    """

    id: str
    identity: UUID
    name: str
    ready: bool = False
    since: int = 0
    away: int | None = None
    opens: tuple[str, ...] = ()


class Room(msgspec.Struct, frozen=True, omit_defaults=True):
    """A room as it lies in the store. Members are in the order of their coming, which is the order of seats.

    `maker` has the host's rights whenever he is there. `opener` is who opened the premium table on which the room
    agreed. `seated` are the members of match `match_id`, by seat. `made` counts members, so that no id comes twice.
    `computers` are the levels of those who sit after the one person of a practice room, who play without pauses when
    it is `fast`. Only a private room has a code. `aside`: the match was put aside, and the room waits with it.
    """

    schema: int
    id: str
    code: str
    maker: UUID
    members: tuple[Member, ...]
    table: TableSettings
    made: int
    opener: UUID | None = None
    removed: tuple[UUID, ...] = ()
    match_id: str | None = None
    seated: tuple[str, ...] = ()
    closed: bool = False
    way: Way = Way.PRIVATE
    computers: tuple[Level, ...] = ()
    fast: bool = False
    aside: bool = False


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Room)


def table_of(ruleset: str) -> TableSettings:
    """The table as it is when the host says nothing but the rule set. Raises RoomRefused(unknown_ruleset)."""
    facts = RULESETS.get(ruleset)
    if facts is None:
        raise RoomRefused(RoomCode.RULESET)
    length = facts.default_length
    return TableSettings(ruleset, length.rounds, length.to, length.losses, facts.timer)


def with_teams(table: TableSettings, *, teams: bool) -> TableSettings:
    """The table with or without teams, at the length that is usual then. Raises RoomRefused(teams)."""
    facts = RULESETS[table.ruleset]
    length = facts.default_team_length if teams else facts.default_length
    if length is None:
        raise RoomRefused(RoomCode.TEAMS)
    return replace(table, teams=teams, rounds=length.rounds, to=length.to, losses=length.losses)


def encode_room(room: Room) -> bytes:
    return _encoder.encode(room)


def decode_room(state: bytes) -> Room:
    """Raises Unreadable."""
    try:
        room = _decoder.decode(state)
    except msgspec.DecodeError as error:
        raise Unreadable(str(error)) from error
    if room.schema > SCHEMA:
        raise Unreadable(f"schema {room.schema}")
    return room


def new_room(*, room_id: str, code: str, identity: UUID, name: str, opens: Sequence[str], now: int) -> Room:
    """A private room with its maker in it, at the default table."""
    maker = Member(id="m1", identity=identity, name=name, since=now, away=now, opens=tuple(opens))
    return Room(
        schema=SCHEMA, id=room_id, code=code, maker=identity, members=(maker,), table=table_of(FIRST_RULESET), made=1
    )


def join(
    room: Room,
    *,
    identity: UUID,
    name: str,
    opens: Sequence[str],
    now: int,
    phase: MatchPhase | None,
    former: str | None = None,
) -> tuple[Room, Member]:
    """Take a place; who has one already keeps it. In a full room somebody gone for an absence makes way.

    `former` is the member he was when the running match began: he is the same again, and its seat is his.
    """
    if (member := member_of(room, identity)) is not None:
        return room, member
    if room.closed:
        raise RoomRefused(RoomCode.CLOSED)
    if identity in room.removed:
        raise RoomRefused(RoomCode.REMOVED)
    if room.way is not Way.PRIVATE:
        raise RoomRefused(RoomCode.FULL)
    members = room.members
    if len(members) >= capacity(room):
        gone = [member for member in members if _makes_way(room, member, now=now, phase=phase)]
        if not gone:
            raise RoomRefused(RoomCode.IN_PLAY if is_running(phase) else RoomCode.FULL)
        longest = min(gone, key=lambda member: member.away or 0)
        members = tuple(member for member in members if member is not longest)
    member = Member(
        id=former or f"m{room.made + 1}",
        identity=identity,
        name=unique_name(name, [other.name for other in members]),
        since=now,
        away=now,
        opens=tuple(opens),
    )
    return replace(room, members=(*members, member), made=room.made + (former is None)), member


def arrived(room: Room, member_id: str, *, opens: Sequence[str], now: int) -> Room:
    """A page of the member's is there: from now on he counts among those who are here."""
    member = member_named(room, member_id)
    since = member.since if member.away is None else now
    return _with_member(room, replace(member, since=since, away=None, opens=tuple(opens)))


def gone(room: Room, member_id: str, *, now: int) -> Room:
    """No page of the member's is there any more. He keeps his place, until somebody else wants it."""
    member = member_named(room, member_id)
    return _with_member(room, replace(member, away=now)) if member.away is None else room


def set_ready(room: Room, member_id: str, *, ready: bool, phase: MatchPhase | None) -> Room:
    _outside_a_match(phase)
    return _with_member(room, replace(member_named(room, member_id), ready=ready))


def rename(room: Room, member_id: str, name: str) -> Room:
    """Another name, already clean; made different where somebody else here bears it."""
    if room.way is Way.QUICK:
        raise RoomRefused(RoomCode.FIXED)
    member = member_named(room, member_id)
    unique = unique_name(name, [other.name for other in room.members if other is not member])
    return _with_member(room, replace(member, name=unique))


def choose_table(
    room: Room, member_id: str, table: TableSettings, *, present: Collection[str], phase: MatchPhase | None
) -> Room:
    """The host's choice of rule set, length and timer. Others who were ready for something else are not any more."""
    host = _acting_host(room, member_id, present)
    _outside_a_match(phase)
    check_table(table, room.way)
    if (blocked := blocked_table(room, host, table.ruleset, present)) is not None:
        raise RoomRefused(blocked)
    if table == room.table:
        return room
    opener = room.opener if table.ruleset == room.table.ruleset else None
    if RULESETS[table.ruleset].premium and opener is None:
        opener = host.identity
    changed = replace(room, table=table, opener=opener, computers=fitting_computers(room.way, table, room.computers))
    return _asked_anew(changed, host)


def fitting_computers(way: Way, table: TableSettings, computers: Sequence[Level]) -> tuple[Level, ...]:
    """As many of a practice room's computers as the table seats, and as many more as it needs; none elsewhere."""
    if way is not Way.PRACTICE:
        return ()
    fewest, most = _seats_range(table)
    more: list[Level] = ["normal"] * (fewest - 1 - len(computers))
    return (*computers, *more)[: most - 1]


def computers_allowed(room: Room) -> tuple[int, int]:
    """How few and how many computers the room's table takes."""
    fewest, most = _seats_range(room.table)
    return (fewest - 1, most - 1) if room.way is Way.PRACTICE else (0, 0)


def choose_computers(
    room: Room,
    member_id: str,
    levels: Sequence[Level],
    *,
    fast: bool,
    present: Collection[str],
    phase: MatchPhase | None,
) -> Room:
    """Who else sits at the practice table, by seat, and whether they play without pauses."""
    _acting_host(room, member_id, present)
    _outside_a_match(phase)
    if room.way is not Way.PRACTICE or tuple(levels) != fitting_computers(room.way, room.table, levels):
        raise RoomRefused(RoomCode.SEATS)
    return replace(room, computers=tuple(levels), fast=fast)


def move_seat(
    room: Room, member_id: str, whom: str, seat: int, *, present: Collection[str], phase: MatchPhase | None
) -> Room:
    """The host has somebody who is here change places with whoever has that seat; seats count those who are here."""
    host = _acting_host(room, member_id, present)
    _outside_a_match(phase)
    here = _here(room, present)
    moving = member_named(room, whom)
    if moving not in here or seat >= len(here):
        raise RoomRefused(RoomCode.SEATS)
    sitting = here[seat]
    if sitting is moving:
        return room
    places = {moving.id: sitting, sitting.id: moving}
    members = tuple(places.get(member.id, member) for member in room.members)
    return _asked_anew(replace(room, members=members), host)


def blocked_table(room: Room, host: Member, ruleset: str, present: Collection[str]) -> RoomCode | None:
    """Why this rule set cannot be chosen, None when it can. Too few is no reason yet: people may still come."""
    facts = RULESETS[ruleset]
    if room.way is not Way.PRACTICE and len(_here(room, present)) > facts.seats[1]:
        return RoomCode.TOO_MANY
    agreed = ruleset == room.table.ruleset and room.opener is not None
    if facts.premium and not agreed and ruleset not in host.opens:
        return RoomCode.PREMIUM
    return None


def remove_member(room: Room, member_id: str, whom: str, *, present: Collection[str], phase: MatchPhase | None) -> Room:
    """The host sends somebody out of the lobby or, between rounds, out of the match; he cannot come back."""
    host = _acting_host(room, member_id, present)
    if phase is MatchPhase.PLAYING:
        raise RoomRefused(RoomCode.IN_PLAY)
    target = member_named(room, whom)
    if target is host:
        raise RoomRefused(RoomCode.NO_MEMBER)
    return replace(leave(room, whom), removed=(*room.removed, target.identity)[-MOST_REMOVED:])


def leave(room: Room, member_id: str) -> Room:
    """Give up one's place; one may come again while there are places."""
    leaving = member_named(room, member_id)
    return replace(room, members=tuple(member for member in room.members if member is not leaving))


def why_not_start(room: Room, member_id: str, *, present: Collection[str], phase: MatchPhase | None) -> RoomCode | None:
    """Why this member cannot start a match now. Who is gone does not count; the host is ready by starting."""
    here = _here(room, present)
    if host_of(room, present) != member_id:
        return RoomCode.NOT_HOST
    if is_running(phase):
        return RoomCode.IN_PLAY
    if (uneven := _wrong_number(room, len(here))) is not None:
        return uneven
    if not all(member.ready or member.id == member_id for member in here):
        return RoomCode.NOT_READY
    return None


def seats_to_start(room: Room, member_id: str, *, present: Collection[str], phase: MatchPhase | None) -> list[Member]:
    """Who plays when this member starts a match: all who are present, in the order of their coming, by seat."""
    if (why := why_not_start(room, member_id, present=present, phase=phase)) is not None:
        raise RoomRefused(why)
    return _here(room, present)


def seats_to_play_again(
    room: Room, member_id: str, *, present: Collection[str], phase: MatchPhase | None
) -> list[Member]:
    """Who plays the rematch: those of the last match in their seats, newcomers after them.

    Nobody has to be ready: who does not want to play again has left, or is replaced as soon as he does.
    """
    _acting_host(room, member_id, present)
    if phase is not MatchPhase.OVER:
        raise RoomRefused(RoomCode.IN_PLAY if is_running(phase) else RoomCode.NOT_OVER)
    here = _here(room, present)
    again = [member for seat in room.seated for member in here if member.id == seat]
    seats = [*again, *(member for member in here if member not in again)]
    if (uneven := _wrong_number(room, len(seats))) is not None:
        raise RoomRefused(uneven)
    return seats


def with_match(room: Room, match_id: str, seats: Sequence[Member]) -> Room:
    """The room as its next match begins; everybody will have to get ready anew for the one after it."""
    members = tuple(replace(member, ready=False) for member in room.members)
    return replace(room, match_id=match_id, seated=tuple(member.id for member in seats), members=members)


def close(room: Room) -> Room:
    """Nobody came back in time: the room takes nobody any more."""
    return replace(room, closed=True)


def member_of(room: Room, identity: UUID) -> Member | None:
    return next((member for member in room.members if member.identity == identity), None)


def member_named(room: Room, member_id: str) -> Member:
    """Raises RoomRefused(no_member)."""
    for member in room.members:
        if member.id == member_id:
            return member
    raise RoomRefused(RoomCode.NO_MEMBER)


def host_of(room: Room, present: Collection[str]) -> str | None:
    """Whose the host's rights are: the maker's whenever he is here, else of who has been here longest.

    Where quick play brought people together nobody has them.
    """
    if room.way is Way.QUICK:
        return None
    here = _here(room, present)
    maker = member_of(room, room.maker)
    if maker is not None and (maker in here or not here):
        return maker.id
    return min(here, key=lambda member: member.since).id if here else None


def capacity(room: Room) -> int:
    """How many people the room seats: as many as its rule set, or exactly those it was made for."""
    if room.way is not Way.PRIVATE:
        return len(room.members)
    return _seats_range(room.table)[1]


def seats_left(room: Room, *, now: int, phase: MatchPhase | None) -> int:
    """How many newcomers the room can still take."""
    if room.way is not Way.PRIVATE:
        return 0
    staying = sum(1 for member in room.members if not _makes_way(room, member, now=now, phase=phase))
    return max(0, capacity(room) - staying)


def is_running(phase: MatchPhase | None) -> bool:
    return phase in (MatchPhase.PLAYING, MatchPhase.BETWEEN)


def unique_name(name: str, taken: Collection[str]) -> str:
    """The name itself, or with the smallest number behind it that nobody here bears: a second Ana is Ana 2."""
    borne = {other.casefold() for other in taken}
    unique, number = name, 1
    while unique.casefold() in borne:
        number += 1
        ending = f" {number}"
        unique = shortened(name, MAX_GRAPHEMES - len(ending)) + ending
    return unique


def check_table(table: TableSettings, way: Way) -> None:
    """A rule set of the registry, at one of its lengths, with one of the timers; practice may go without one."""
    facts = RULESETS.get(table.ruleset)
    if facts is None:
        raise RoomRefused(RoomCode.RULESET)
    if table.teams and not facts.team_lengths:
        raise RoomRefused(RoomCode.TEAMS)
    allowed = facts.team_lengths if table.teams else facts.lengths
    if (table.rounds, table.to, table.losses) not in {(length.rounds, length.to, length.losses) for length in allowed}:
        raise RoomRefused(RoomCode.LENGTH)
    if table.timer not in TIMERS and not (table.timer is None and way is Way.PRACTICE):
        raise RoomRefused(RoomCode.TIMER)


def _seats_range(table: TableSettings) -> tuple[int, int]:
    """How few and how many people this table seats."""
    facts = RULESETS[table.ruleset]
    if table.teams and facts.team_seats is not None:
        return facts.team_seats, facts.team_seats
    return max(facts.seats[0], FEWEST_PEOPLE), facts.seats[1]


def _wrong_number(room: Room, people: int) -> RoomCode | None:
    fewest, most = _seats_range(room.table)
    people += len(room.computers)
    if people < fewest:
        return RoomCode.TOO_FEW
    return RoomCode.TOO_MANY if people > most else None


def _here(room: Room, present: Collection[str]) -> list[Member]:
    return [member for member in room.members if member.id in present]


def _acting_host(room: Room, member_id: str, present: Collection[str]) -> Member:
    if host_of(room, present) != member_id:
        raise RoomRefused(RoomCode.NOT_HOST)
    return member_named(room, member_id)


def _outside_a_match(phase: MatchPhase | None) -> None:
    if is_running(phase):
        raise RoomRefused(RoomCode.IN_PLAY)


def _makes_way(room: Room, member: Member, *, now: int, phase: MatchPhase | None) -> bool:
    """Whether a newcomer may have the place of this member: never the host's, nor one in a running match."""
    if member.identity == room.maker or (is_running(phase) and member.id in room.seated):
        return False
    return member.away is not None and now - member.away >= Durations.from_settings().absence


def _asked_anew(room: Room, host: Member) -> Room:
    """What was agreed has changed: others who were ready for something else are not any more."""
    members = tuple(
        replace(member, ready=False) if member.ready and member.id != host.id else member for member in room.members
    )
    return replace(room, members=members)


def _with_member(room: Room, changed: Member) -> Room:
    members = tuple(changed if member.id == changed.id else member for member in room.members)
    return replace(room, members=members)
