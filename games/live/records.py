"""What leaves a match for the ledger: written into the outbox by the commit that ends a round or the match."""

from typing import Final

import msgspec

SCHEMA: Final = 1


class SeatRecord(msgspec.Struct, frozen=True):
    """Who sat where. `kind` is person or computer; `replaced`: a computer finished the round for the person."""

    seat: int
    identity: str | None
    name: str
    kind: str
    replaced: bool


class LineRecord(msgspec.Struct, frozen=True):
    """One scoring line of a round, `kind` as the engine's ScoreLine names it."""

    seat: int
    kind: str
    points: int


class RoundRecord(msgspec.Struct, frozen=True, tag="round", omit_defaults=True):
    """One finished round. `points`, `totals` by seat; `places` seats in order of rank; times by the store's clock.

    `ended_ms` is not known before the commit and is therefore the store's time as last read before it. `opener` is the
    identity that opened a premium table.
    """

    schema: int
    match_id: str
    room_id: str
    room_code: str
    ruleset: str
    practice: bool
    round: int
    seats: list[SeatRecord]
    lines: list[LineRecord]
    points: list[int]
    winners: list[int]
    reason: str
    places: list[int]
    totals: list[int]
    started_ms: int
    ended_ms: int
    opener: str | None = None


class MatchRecord(msgspec.Struct, frozen=True, tag="match", omit_defaults=True):
    """One finished match. `length` as the wire has it, such as {"rounds": 3}; `ranking`: groups of equals, best first.

    The log of actions is not in it: it lies in the store beside the match, and `store.read_log` gives it.
    `waited_ms` is how long the match had been put aside, all times together.
    """

    schema: int
    match_id: str
    room_id: str
    room_code: str
    ruleset: str
    practice: bool
    length: dict[str, int]
    teams: bool
    seats: list[SeatRecord]
    totals: list[int]
    rounds: int
    winners: list[int]
    reason: str
    ranking: list[list[int]]
    started_ms: int
    ended_ms: int
    waited_ms: int = 0


class AsideRecord(msgspec.Struct, frozen=True, tag="aside"):
    """A match that was put aside. It lies in the store beside its room, until the database has both."""

    schema: int
    match_id: str
    room_id: str


Record = RoundRecord | MatchRecord | AsideRecord
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Record)


def encode_record(record: Record) -> bytes:
    return _encoder.encode(record)


class NewerRecord(Exception):
    """The entry was written by newer code than this: another worker can record it, this one leaves it where it lies."""


class _Head(msgspec.Struct):
    """What a record of any schema has."""

    schema: int


_head = msgspec.msgpack.Decoder(_Head)


def decode_record(entry: bytes) -> Record:
    """The record of any schema up to this code's own. Raises NewerRecord."""
    if (schema := _head.decode(entry).schema) > SCHEMA:
        raise NewerRecord(f"schema {schema}, this code reads {SCHEMA}")
    return _decoder.decode(entry)
