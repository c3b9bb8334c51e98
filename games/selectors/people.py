"""Who is who on the pages about matches: all identities of a person, and what a seat is called."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from asgiref.sync import sync_to_async
from django.utils.translation import gettext

from accounts.animals import is_animal, shown_name
from accounts.models import Identity
from games.models import MatchSeat


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with all his identities: his own one and each guest's that he claimed."""

    identities: tuple[UUID, ...]
    user_id: int | None = None

    def __contains__(self, identity: UUID | None) -> bool:
        return identity in self.identities


NOBODY: Final = Person(())


def person_of(identity_id: UUID) -> Person:
    """The person behind an identity, in two queries at most."""
    user_id = Identity.objects.filter(pk=identity_id).values_list("user", flat=True).first()
    if user_id is None:
        return Person((identity_id,))
    claimed = Identity.objects.filter(user=user_id).order_by("created", "pk").values_list("pk", flat=True)
    return Person(tuple(claimed), user_id)


aperson_of = sync_to_async(person_of)


def seat_name(seat: MatchSeat) -> str:
    """What the seat's person was called there, for the reader of the active language.

    Somebody met in quick play keeps his animal's name for ever; of a former player no other name is left.
    """
    if is_animal(seat.name):
        return shown_name(seat.name)
    return gettext("former player") if _is_gone(seat) else seat.name


def name_in_sentence(seat: MatchSeat) -> str:
    """The same where a sentence goes on around it."""
    return gettext("a former player") if _is_gone(seat) and not is_animal(seat.name) else seat_name(seat)


def can_be_met(seat: MatchSeat) -> bool:
    """Whether one may ask for all matches with the seat's person: with those met in quick play nobody may."""
    return seat.identity is not None and not is_animal(seat.name)


def is_known(seat: MatchSeat) -> bool:
    """Whether the seat's person has a name that he has thought up."""
    return can_be_met(seat) and not _is_gone(seat)


def _is_gone(seat: MatchSeat) -> bool:
    return seat.identity is not None and seat.identity.kind == Identity.Kind.FORMER
