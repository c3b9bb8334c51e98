"""Links by which a player shows a finished match as his seat saw it, and takes them back."""

import base64
import secrets
from uuid import UUID

from django.db import transaction

from games.models import MatchSeat, ShareLink


@transaction.atomic
def share_match(*, seat: MatchSeat) -> ShareLink:
    """The link of a finished match's seat, made now if it has none."""
    if seat.identity_id is None or seat.ended is None:
        raise ValueError(f"{seat} has nobody, or its match is not over")
    token = base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()
    link, _ = ShareLink.objects.get_or_create(
        match_id=seat.match_id, seat=seat.seat, defaults={"token": token, "maker_id": seat.identity_id}
    )
    return link


def withdraw_link(*, seat: MatchSeat) -> None:
    """From now on the seat's link opens nothing."""
    ShareLink.objects.filter(match=seat.match_id, seat=seat.seat).delete()


def withdraw_links_of(*, identity_id: UUID) -> None:
    """None of an identity's links opens anything any more."""
    ShareLink.objects.filter(maker=identity_id).delete()
