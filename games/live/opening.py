"""A new match, made in the same commit that ties it to its room."""

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from games import engine
from games.engine import Length, Match, Recorder, Seat, SeatKind, Started
from games.live import store
from games.live.chance import chance
from games.live.deadlines import after_deal
from games.live.endings import KEPT, outbox_of, with_sheet_row
from games.live.log import log_entry
from games.live.match import SCHEMA, LiveMatch, LiveSeat, encode_match
from games.live.store import Change, Loaded
from games.live.table import Durations, TableSettings


class NewSeat(msgspec.Struct, frozen=True):
    """Who is to sit there, in order of seats. A computer has neither identity nor member, but a level."""

    identity: str | None
    member: str | None
    name: str
    kind: Literal["person", "computer"]
    level: Literal["easy", "normal", "hard"] = "normal"


def new_match(
    *,
    room_id: str,
    room_code: str,
    seats: Sequence[NewSeat],
    table: TableSettings,
    durations: Durations,
    now: int,
    opener: str | None = None,
) -> tuple[str, Change]:
    """The id of a match and the change that makes it, to be committed together with the room's. `now` by the store.

    `opener` is the identity that opened a premium table.
    """
    match_id = store.new_id(store.shard_of(room_id))
    state, started = _deal(seats, table)
    match = LiveMatch(
        schema=SCHEMA,
        room_id=room_id,
        room_code=room_code,
        table=table,
        durations=durations,
        seats=tuple(
            LiveSeat(seat.identity, seat.member, seat.name, seat.kind == "computer", level=seat.level) for seat in seats
        ),
        state=engine.encode(state),
        secret=secrets.token_bytes(16),
        shown=1,
        acted=1,
        started=now,
        round_started=now,
        opener=opener,
    )
    held = Loaded(b"", 0, 0, {}, now)
    change = Change(
        kind="match",
        id=match_id,
        expect=None,
        state=b"",
        log=log_entry(None, started, started.orders, None, 1),
        due=after_deal(held, state, match),
        held=held,
    )
    if state.rounds_played:
        match = with_sheet_row(match, state)
        change.outbox = outbox_of(match_id, match, state, now)
    if state.result is not None:
        change.expire = KEPT
    change.state = encode_match(match)
    return match_id, change


def _deal(seats: Sequence[NewSeat], table: TableSettings) -> tuple[Match, Started]:
    """The first round, dealt by a dealer drawn at random."""
    kinds = tuple(SeatKind(seat.kind) for seat in seats)
    length = Length(table.rounds, table.to, table.losses)
    dealer = Seat(secrets.randbelow(len(seats)))
    recorder = Recorder(chance)
    state, _ = engine.start(
        table.ruleset, seats=kinds, length=length, teams=table.teams, dealer=dealer, chance=recorder
    )
    return state, Started(table.ruleset, kinds, length, table.teams, dealer, recorder.orders)
