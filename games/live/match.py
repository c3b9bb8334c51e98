"""The match as it lies in the store: the engine's state in an envelope of who sits where and what the service knows.

The envelope has a schema number. New fields are added at the end, with defaults, so that older bytes are read as they
are; anything else raises the number and adds a reader for the one before.
"""

from typing import Final, NamedTuple

import msgspec

from games import engine
from games.engine import Match, Seat, SeatKind
from games.live.pipe import Unreadable
from games.live.store import Loaded
from games.live.table import Durations, TableSettings

SCHEMA: Final = 1


class LiveSeat(msgspec.Struct, frozen=True, array_like=True):
    """Who sits there. `away`: his lease has lapsed, the seat is kept for a while. `left`: he is gone (on purpose, by
    three time-outs in a row, or by staying away) until he comes back. `ready`: his page shows the deal, or, between
    rounds, he wants the next one. `timeouts`: how many turns of his have run out in a row. `level`: how well a computer
    plays that sits there from the start. `aside`: he would like the match to be put aside. `returns`: how often he has
    left and come back since the deal."""

    identity: str | None
    member: str | None
    name: str
    computer: bool
    away: bool = False
    left: bool = False
    ready: bool = False
    timeouts: int = 0
    level: str = "normal"
    aside: bool = False
    returns: int = 0


class SheetRow(msgspec.Struct, frozen=True, array_like=True):
    """One finished round on the score sheet."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class LiveMatch(msgspec.Struct, frozen=True, array_like=True):
    """A match.

    `shown` counts the versions that seats see; it rises with every change that is not one seat's secret. `acted` is
    `shown` at the last change of play: an act decided on anything older is stale. `answered` are the seats that have
    answered the open return window: only they see that. `secret` makes this round's card handles. `dealing`: the
    first turn's clock has not started yet. Times are the store's, in ms.
    """

    schema: int
    room_id: str
    room_code: str
    table: TableSettings
    durations: Durations
    seats: tuple[LiveSeat, ...]
    state: bytes
    secret: bytes
    shown: int
    acted: int
    started: int
    round_started: int
    dealing: bool = True
    answered: tuple[int, ...] = ()
    sheet: tuple[SheetRow, ...] = ()
    closed: bool = False
    """Given up: everybody had gone, and nobody came back for an hour."""
    opener: str | None = None
    """The identity that opened a premium table."""
    aside: int = 0
    """Since when the match has been put aside, 0 while it has not."""
    waited: int = 0
    """For how long it had been put aside before, in ms."""

    def version_for(self, seat: int) -> int:
        """The version a seat sees."""
        return self.shown + (seat in self.answered)

    def seat_of(self, member: str) -> Seat | None:
        for seat, who in enumerate(self.seats):
            if who.member == member:
                return Seat(seat)
        return None


class Live(NamedTuple):
    """A match at one version, read and ready to go on from."""

    id: str
    loaded: Loaded
    match: LiveMatch
    state: Match

    @property
    def version(self) -> tuple[int, int]:
        return self.loaded.epoch, self.loaded.version


_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(LiveMatch)


class _Head(msgspec.Struct, array_like=True):
    """What a match of any schema begins with."""

    schema: int


_head = msgspec.msgpack.Decoder(_Head)


def encode_match(match: LiveMatch) -> bytes:
    return _encode(match)


def decode_match(data: bytes) -> LiveMatch:
    """The match of any schema up to this code's own. Raises Unreadable for a newer one."""
    try:
        match = _decoder.decode(data)
    except msgspec.ValidationError:
        _check(_head.decode(data).schema)
        raise
    _check(match.schema)
    return match


def _check(schema: int) -> None:
    if schema > SCHEMA:
        raise Unreadable(f"schema {schema}, this code reads {SCHEMA}")


def read_match(match_id: str, loaded: Loaded) -> Live:
    """Raises Unreadable when newer code has written it, be it that of a rule set this code does not have."""
    match = decode_match(loaded.state)
    try:
        return Live(match_id, loaded, match, engine.decode(match.state))
    except ValueError as error:
        raise Unreadable(str(error)) from error


def is_person(state: Match, seat: Seat) -> bool:
    """Whether a person plays the seat's cards now."""
    return state.kinds[seat] is SeatKind.PERSON


def over(live: Live) -> bool:
    """Whether nothing more happens in the match, or nothing until it goes on after having been put aside."""
    return live.state.result is not None or live.match.closed or live.match.aside > 0
