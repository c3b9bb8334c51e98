"""A deploy reads what the version before it wrote: the bytes of schema 1, as they were recorded when it was made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine import Catch, Color, Deal, Play, Seat, SeatKind, Started, Timeout, card
from games.live.log import read_entry
from games.live.match import decode_match, encode_match
from games.live.pipe import Unreadable
from games.live.records import MatchRecord, RoundRecord, decode_record, encode_record
from games.live.room import Way, decode_room, encode_room

_file = Path(__file__).parent / "recorded" / "schema_1.json"
RECORDED: dict[str, Any] = json.loads(_file.read_text(encoding="ascii"))


def test_a_match_of_schema_1_is_read_and_written_again_as_it_was() -> None:
    data = bytes.fromhex(RECORDED["match"])
    match = decode_match(data)
    assert [seat.away for seat in match.seats] == [False, False, True]
    assert match.table.rounds == 2
    assert decode_match(encode_match(match)) == match
    state = engine.decode(match.state)
    assert isinstance(state.window, engine.LastCard)
    assert engine.decode(engine.encode(state)) == state


def test_a_match_without_the_fields_that_came_later_is_read_with_their_defaults() -> None:
    fields = msgspec.msgpack.decode(bytes.fromhex(RECORDED["match"]))
    match = decode_match(msgspec.msgpack.encode(fields[:12]))
    assert (match.answered, match.sheet, match.closed) == ((), (), False)


def test_a_match_of_a_schema_to_come_is_refused_by_name() -> None:
    fields = msgspec.msgpack.decode(bytes.fromhex(RECORDED["match"]))
    with pytest.raises(Unreadable):
        decode_match(msgspec.msgpack.encode([99, *fields[1:]]))


def test_a_log_of_schema_1_is_read() -> None:
    start, play, catch, deal, timeout = [read_entry(bytes.fromhex(entry)) for entry in RECORDED["log"]]
    assert isinstance(start.action, Started)
    assert start.action.orders == (tuple(reversed(range(108))),)
    assert (play.at, play.version, play.actor, play.act) == (1_700_000_000_000, 2, Seat(0), "m1:00")
    assert play.action == Play(card("wild"), Color.RED, announce=True)
    assert (catch.action, catch.orders) == (Catch(Seat(0)), ((1, 0),))
    assert deal.action == Deal((SeatKind.PERSON, SeatKind.REPLACEMENT))
    assert (timeout.actor, timeout.action) == (None, Timeout(Seat(1)))


def test_records_of_schema_1_are_read_and_written_again_as_they_were() -> None:
    for name, kind in (("round", RoundRecord), ("end", MatchRecord)):
        data = bytes.fromhex(RECORDED[name])
        record = decode_record(data)
        assert isinstance(record, kind)
        assert encode_record(record) == data


def test_a_room_is_read_and_written_again_as_it_was() -> None:
    data = bytes.fromhex(RECORDED["room of schema 2"])
    room = decode_room(data)
    assert [(member.name, member.ready, member.away) for member in room.members] == [
        ("Ana", False, None),
        ("Bea", True, 1_700_000_005_000),
        ("Cal", False, None),
    ]
    assert (room.table.ruleset, room.seated, room.way) == ("duel-siege", ("m1", "m2"), Way.PRIVATE)
    assert decode_room(encode_room(room)) == room
