"""What a page may ask of its room: the `do` of a room frame, strictly typed and bounded."""

from typing import Annotated, Literal

import msgspec

MemberId = Annotated[str, msgspec.Meta(pattern=r"^m[0-9]{1,6}\Z")]
Level = Literal["easy", "normal", "hard"]
"""How well a computer plays."""
RulesetId = Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{1,32}\Z")]


class LengthWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long the match shall be: rounds, points to reach, or (teams) rounds lost. Exactly one makes sense."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    to: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    losses: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


class RoomWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The base of everything asked of a room."""


class SetReady(RoomWish, frozen=True, tag="ready"):
    ready: bool


class Rename(RoomWish, frozen=True, tag="rename"):
    name: Annotated[str, msgspec.Meta(max_length=400)]


class ChooseTable(RoomWish, frozen=True, tag="table"):
    """What is not named stays as it is, or is as the rule set has it when that is another one, or teams come or go.

    `timer` null is no time limit.
    """

    ruleset: RulesetId
    length: LengthWish | msgspec.UnsetType = msgspec.UNSET
    timer: Annotated[int, msgspec.Meta(ge=1, le=600)] | msgspec.UnsetType | None = msgspec.UNSET
    teams: bool = False


class MoveSeat(RoomWish, frozen=True, tag="seat"):
    """Somebody changes places with whoever has the seat that is to be his."""

    member: MemberId
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)]


class ChooseComputers(RoomWish, frozen=True, tag="computers"):
    """The levels of a practice room's computers, by seat, and whether they play without pauses."""

    levels: Annotated[list[Level], msgspec.Meta(min_length=1, max_length=9)]
    fast: bool = False


class RemoveMember(RoomWish, frozen=True, tag="remove"):
    member: MemberId


class StartMatch(RoomWish, frozen=True, tag="start"):
    pass


class Rematch(RoomWish, frozen=True, tag="rematch"):
    pass


class PutAside(RoomWish, frozen=True, tag="aside"):
    """Between rounds: the match may be put aside, or (`wish` false) rather not."""

    wish: bool


class LeaveRoom(RoomWish, frozen=True, tag="leave"):
    pass


Arrangement = SetReady | Rename | ChooseTable | MoveSeat | ChooseComputers
"""What is agreed before a match."""
RoomRequest = Arrangement | RemoveMember | StartMatch | Rematch | PutAside | LeaveRoom
