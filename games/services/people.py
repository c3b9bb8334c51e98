"""What happens in play when something happens to a person elsewhere: the games' side of the hooks of `accounts`."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone

from accounts.hooks import Played, PlayedMatch
from accounts.services import ROOM_KEY, identity_of
from games.engine import RULESETS
from games.live.revoke import close_sockets_from_sync
from games.live.room import member_of
from games.live.tickets import Waiting
from games.models import MatchSeat
from games.services.quickplay import ticket_of
from games.services.room_changes import load_room

LAST: Final = 5


def close_pages_of_session(_identity_id: UUID, session_key: str) -> None:
    """Somebody signed out in one browser: its open pages close, those of his other devices do not."""
    close_sockets_from_sync(reason="signed_out", session=session_key)


def close_all_pages(identity_id: UUID) -> None:
    """Somebody signed out everywhere: whatever plays as he does closes."""
    close_sockets_from_sync(reason="signed_out", identity=str(identity_id))


def keeps_seat(session: SessionBase, others: Collection[UUID]) -> bool:
    """Whether this browser sits in a room, or waits for a table, as whom it plays now.

    Not where one of the others plays in the same room, with a page open. Raises StoreUnavailable.
    """
    identity_id = identity_of(session)
    if identity_id is None:
        return False
    return async_to_sync(_sits_or_waits)(session.get(ROOM_KEY), identity_id, others)


def what_was_played(identity_id: UUID) -> Played:
    """All that an identity's pages show: finished matches, practice apart from the others, and those put aside."""
    seats = MatchSeat.objects.filter(identity=identity_id)
    finished = seats.filter(match__ended__isnull=False, match__practice=False)
    last = finished.order_by("-match__ended").values_list("match__ruleset", "match__ended")[:LAST]
    return Played(
        matches=finished.count(),
        last=[PlayedMatch(ruleset, RULESETS[ruleset].family, ended) for ruleset, ended in last if ended is not None],
        practice=seats.filter(match__ended__isnull=False, match__practice=True).count(),
        waiting=seats.filter(match__ended__isnull=True, match__aside__until__gt=timezone.now()).count(),
    )


async def _sits_or_waits(room_id: str | None, identity_id: UUID, others: Collection[UUID]) -> bool:
    if isinstance(await ticket_of(identity_id), Waiting):
        return True
    found = await load_room(room_id) if room_id is not None else None
    if found is None or member_of(found[0], identity_id) is None:
        return False
    return not any(member.identity in others and member.away is None for member in found[0].members)
