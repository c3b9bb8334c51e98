"""Rooms that are made together with their match: those of quick play, and those of one person among computers."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from games.engine import RULESETS
from games.live.room import (
    SCHEMA,
    Member,
    Room,
    RoomCode,
    RoomRefused,
    Way,
    check_table,
    fitting_computers,
)
from games.live.table import TableSettings
from games.protocol.lobby import Level

QUICK_LENGTHS: Final = ((1, None), (3, None), (5, None), (None, 500))
"""What may be chosen in quick play beside the rule set's own length: rounds, or points to reach."""


def quick_table(ruleset: str, *, seats: int, rounds: int | None = None, to: int | None = None) -> TableSettings:
    """A table of quick play; without a length it has the rule set's own. Raises RoomRefused."""
    facts = RULESETS.get(ruleset)
    if facts is None or facts.premium:
        raise RoomRefused(RoomCode.RULESET)
    if not facts.seats[0] <= seats <= facts.seats[1]:
        raise RoomRefused(RoomCode.SEATS)
    if (rounds, to) == (None, None):
        rounds, to = facts.quick_length.rounds, facts.quick_length.to
    elif (rounds, to) not in QUICK_LENGTHS:
        raise RoomRefused(RoomCode.LENGTH)
    table = TableSettings(ruleset, rounds=rounds, to=to, timer=facts.quick_timer)
    check_table(table, Way.QUICK)
    return table


def quick_room(*, room_id: str, table: TableSettings, people: Sequence[tuple[UUID, str]], now: int) -> Room:
    """A room of those whom quick play brought together, by seat: identities and names. It has no host."""
    members = tuple(
        Member(id=f"m{number}", identity=identity, name=name, since=now)
        for number, (identity, name) in enumerate(people, 1)
    )
    return Room(
        schema=SCHEMA,
        id=room_id,
        code="",
        maker=people[0][0],
        members=members,
        table=table,
        made=len(members),
        way=Way.QUICK,
    )


def practice_room(
    *,
    room_id: str,
    identity: UUID,
    name: str,
    opens: Sequence[str],
    table: TableSettings,
    computers: Sequence[Level],
    fast: bool,
    now: int,
    taste: bool = False,
) -> Room:
    """A room of one person and these computers; a `taste` of a premium table needs no right. Raises RoomRefused."""
    check_table(table, Way.PRACTICE)
    if tuple(computers) != fitting_computers(Way.PRACTICE, table, computers):
        raise RoomRefused(RoomCode.SEATS)
    premium = RULESETS[table.ruleset].premium
    if premium and not taste and table.ruleset not in opens:
        raise RoomRefused(RoomCode.PREMIUM)
    return Room(
        schema=SCHEMA,
        id=room_id,
        code="",
        maker=identity,
        members=(Member(id="m1", identity=identity, name=name, since=now, opens=tuple(opens)),),
        table=table,
        made=1,
        opener=identity if premium else None,
        way=Way.PRACTICE,
        computers=tuple(computers),
        fast=fast,
    )
