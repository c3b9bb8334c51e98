"""What is known about an account and the identities that are its."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import F, QuerySet

from accounts.guests import guest_of
from accounts.hooks import Played, played
from accounts.models import Identity, User
from accounts.services import ever_played_as
from accounts.signing import has_declined

DELETION: Final = timedelta(days=7)
"""How long somebody has to change his mind about leaving."""
LAST_SHOWN: Final = 5


def identities_of(user: User) -> QuerySet[Identity]:
    """All identities of an account: its own one, which bears the public name, first, then each guest's it claimed."""
    return Identity.objects.filter(user=user).order_by(F("claimed").asc(nulls_first=True), "created")


def own_name(user: User) -> str:
    """The public name of an account, as it is kept; empty for one made by hand that has none yet."""
    names = Identity.objects.filter(user=user, claimed__isnull=True).values_list("name", flat=True)
    return names.first() or ""


def was_kept(session: SessionBase) -> bool:
    """Whether an account has taken over what this browser had played as a guest."""
    return Identity.objects.filter(pk__in=ever_played_as(session), claimed__isnull=False).exists()


def guest_to_ask_about(session: SessionBase, user: object) -> Identity | None:
    """This browser's guest, when he has played something that the account was not yet asked about."""
    guest = guest_of(session)
    if guest is None or not isinstance(user, User) or has_declined(session=session, user=user, guest_id=guest.pk):
        return None
    return guest if played_by(guest.pk) else None


def played_by(identity_id: UUID) -> Played:
    """What somebody has played, from all that know about it, with the last few matches."""
    answers = played.announce(identity_id)
    last = sorted((match for answer in answers for match in answer.last), key=lambda match: match.ended, reverse=True)
    return Played(
        matches=sum(answer.matches for answer in answers),
        last=last[:LAST_SHOWN],
        practice=sum(answer.practice for answer in answers),
        waiting=sum(answer.waiting for answer in answers),
    )
