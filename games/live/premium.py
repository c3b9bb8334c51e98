"""Premium tables in a room: which tables they are, and what its members may open."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine import RULESETS
from games.live.room import Room


def is_premium(ruleset: str) -> bool:
    """Whether only who has the right opens this table."""
    return ruleset in RULESETS and RULESETS[ruleset].premium


def with_opens(room: Room, member_id: str, opens: Sequence[str]) -> Room:
    """The room with the premium tables that the member may open now."""
    members = tuple(
        replace(member, opens=tuple(opens)) if member.id == member_id else member for member in room.members
    )
    return replace(room, members=members)
