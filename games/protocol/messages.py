"""What a page may send: a closed set of small messages. Unknown fields, kinds and out-of-range values are refused."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

MOST_BYTES: Final = 8192

ActId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,40}\Z")]
Handle = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
AggregateId = Annotated[str, Meta(pattern=r"^[0-9a-f]{2}[a-z2-7]{26}\Z")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
ColorName = Literal["red", "blue", "yellow", "green", "violet", "black"]


class _Act(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class PlayAct(_Act, frozen=True, tag="play"):
    card: Handle
    color: ColorName | None = None
    announce: bool = False


class DrawAct(_Act, frozen=True, tag="draw"):
    pass


class KeepAct(_Act, frozen=True, tag="keep"):
    pass


class ChooseAct(_Act, frozen=True, tag="choose"):
    color: ColorName


class AnnounceAct(_Act, frozen=True, tag="announce"):
    pass


class CatchAct(_Act, frozen=True, tag="catch"):
    seat: SeatNumber


class ReturnAct(_Act, frozen=True, tag="return"):
    call: bool


class ReadyAct(_Act, frozen=True, tag="ready"):
    """The page shows the deal; between rounds: the next round, please; watching: I am back."""


class LeaveAct(_Act, frozen=True, tag="leave"):
    pass


PlayersAct = PlayAct | DrawAct | KeepAct | ChooseAct | AnnounceAct | CatchAct | ReturnAct
"""Acts of the game itself, which the engine judges."""
SeatAct = PlayersAct | ReadyAct | LeaveAct


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Act(_Message, frozen=True, tag="act"):
    """An act in the match, decided on (epoch, version)."""

    id: ActId
    match: AggregateId
    epoch: Count
    version: Count
    act: SeatAct


class RoomAct(_Message, frozen=True, tag="room"):
    """An act in the room; what it asks is read by the room's own schema."""

    id: ActId
    epoch: Count
    version: Count
    do: msgspec.Raw


class Beat(_Message, frozen=True, tag="beat"):
    """The page is alive, and shows this version of this match."""

    match: tuple[AggregateId, Count, Count] | None = None


class Sync(_Message, frozen=True, tag="sync"):
    """The page has missed something and wants everything anew."""


Message = Act | RoomAct | Beat | Sync
_decoder = msgspec.json.Decoder(Message)


class Malformed(Exception):
    """Not a message of ours."""


def read_message(text: str) -> Message:
    """Raises Malformed."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise Malformed from error
