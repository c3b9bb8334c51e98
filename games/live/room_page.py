"""A room as one member's page shows it: the `room` of the room frame."""

from collections.abc import Collection
from typing import Any, NamedTuple

from billing.services.prices import price_of
from games.engine import RULESETS, Length
from games.live.room import (
    MatchPhase,
    Member,
    Room,
    Way,
    blocked_table,
    capacity,
    computers_allowed,
    host_of,
    member_named,
    why_not_start,
)
from games.live.table import TIMERS, TableSettings


class MatchSummary(NamedTuple):
    """What a room's page says of its match; `seated` are the members who sit in it."""

    id: str
    over: bool
    seated: frozenset[str]


def room_view(room: Room, member_id: str, present: Collection[str], match: MatchSummary | None) -> dict[str, Any]:
    """What the member may know of the room, which is all of it but who its people are elsewhere.

    Raises RoomRefused(no_member).
    """
    me = member_named(room, member_id)
    host = host_of(room, present)
    phase = None if match is None else MatchPhase.OVER if match.over else MatchPhase.PLAYING
    why = why_not_start(room, member_id, present=present, phase=phase)
    return {
        "id": room.id,
        "way": room.way.value,
        "code": room.code,
        "link": f"/room/{room.id}/",
        "host": host,
        "members": [_member(member, present, match) for member in room.members],
        "computers": {"levels": list(room.computers), "fast": room.fast},
        "you": {"id": me.id, "host": me.id == host, "ready": me.ready},
        "table": table_view(room.table),
        "choices": _choices(room, me, present),
        "start": {"ok": why is None, "why": why},
        "match": None if match is None else {"id": match.id, "over": match.over},
        "seats_left": max(0, capacity(room) - len(room.members)),
    }


def table_view(table: TableSettings) -> dict[str, Any]:
    """A table as the wire has it."""
    return {"ruleset": table.ruleset, "length": _length(table), "timer": table.timer, "teams": table.teams}


def _member(member: Member, present: Collection[str], match: MatchSummary | None) -> dict[str, Any]:
    return {
        "id": member.id,
        "name": member.name,
        "ready": member.ready,
        "present": member.id in present,
        "seated": match is not None and not match.over and member.id in match.seated,
    }


def _choices(room: Room, me: Member, present: Collection[str]) -> dict[str, Any]:
    """What a host may choose; the same for all, but for the premium tables."""
    facts = RULESETS[room.table.ruleset]
    return {
        "rulesets": [
            {
                "id": ruleset.id,
                "family": ruleset.family,
                "seats": list(ruleset.seats),
                "premium": ruleset.premium,
                "blocked": blocked_table(room, me, ruleset.id, present),
                "price": _price(ruleset.id),
            }
            for ruleset in RULESETS.values()
        ],
        "lengths": [_length(length) for length in (facts.team_lengths if room.table.teams else facts.lengths)],
        "timers": [*TIMERS, None] if room.way is Way.PRACTICE else list(TIMERS),
        "teams": bool(facts.team_lengths),
        "computers": list(computers_allowed(room)),
    }


def _price(ruleset: str) -> dict[str, Any] | None:
    """What a table costs: an amount in the currency's smallest unit; None where it is free or not on sale."""
    price = price_of(ruleset)
    return None if price is None else price._asdict()


def _length(length: Length | TableSettings) -> dict[str, int]:
    lengths = {"rounds": length.rounds, "to": length.to, "losses": length.losses}
    return {kind: value for kind, value in lengths.items() if value is not None}
