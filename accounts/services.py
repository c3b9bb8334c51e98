"""Everything that changes an identity, and the one door that says whose browser this is."""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from accounts.animals import any_animal
from accounts.hooks import signed_out
from accounts.models import Identity
from accounts.names import clean_name
from accounts.sessions import SessionStore, is_key

SESSION_KEY: Final = "identity"
TAKEN_KEY: Final = "taken"
"""Where a session keeps the time at which it took over a seat."""
ROOM_KEY: Final = "room"
"""Where a session keeps the room it was in last: for the way back from the front page, and for the seat there."""
GUESTS_KEY: Final = "guests"
"""Where a session keeps the guests it played as before, the last one last: their results have no other way to them."""
BESIDE_KEY: Final = "beside"
"""Where a session keeps the account that has signed in while the browser goes on in a guest's seat."""
OUT_KEY: Final = "out"
"""Where a browser keeps which accounts have signed out here while a decision kept them from playing."""
IDLE: Final = 14 * 24 * 3600
"""Seconds that a session which plays as an account lasts without use."""
EARLIER_KEYS: Final = "keys"
"""Where a session keeps the keys it had before: open pages still go by the one that they were opened with."""
EARLIER_MOST: Final = 20
GUESTS_MOST: Final = 5

Session = SessionBase | Mapping[str, Any]
"""A session, or only what is in it."""


def identity_of(session: SessionBase) -> UUID | None:
    """The identity this browser's session plays as, or None for somebody new or no longer there."""
    return _identities_in({"": session}).get("")


def others_behind(session: Session) -> list[UUID]:
    """The accounts whose decisions count for a browser too, beside those on whom it plays as.

    Who is kept from playing does not play as a guest instead. Another account that signs in here stands for itself.
    """
    beside = [session[BESIDE_KEY]] if BESIDE_KEY in session else []
    return list(map(UUID, beside if USER_KEY in session else session.get(OUT_KEY, [])))


def identities_by_key(keys: Iterable[str], *, arriving: bool = False) -> dict[str, list[UUID]]:
    """Whom the sessions with these keys play as, then the others behind them, looked up in the database in one go.

    A key that is missing here opens nothing any more. A session that has run out opens nothing to who is `arriving`;
    a page that is open already stays, however long ago another one was asked for.
    """
    store = SessionStore()
    rows = store.model.objects.filter(session_key__in=[key for key in keys if is_key(key)])
    if arriving:
        rows = rows.filter(expire_date__gt=timezone.now())
    sessions: dict[str, Session] = {row.session_key: store.decode(row.session_data) for row in rows}
    return {key: [found, *others_behind(sessions[key])] for key, found in _identities_in(sessions).items()}


@transaction.atomic
def ensure_guest(*, session: SessionBase, name: str) -> Identity:
    """The identity of this browser under the given name, made now if it has none.

    Raises NameRefused. A new identity gets a new session key, so that a key planted in the browser beforehand
    opens nothing. An account keeps its public name, whatever it is called in a room.
    """
    cleaned = clean_name(name)
    identity_id = identity_of(session)
    if identity_id is not None:
        return _named(identity_id, cleaned)
    return _new_guest(session, cleaned)


@transaction.atomic
def ensure_player(*, session: SessionBase) -> Identity:
    """The identity of this browser; if it has none, a new one that bears an animal's name."""
    identity_id = identity_of(session)
    if identity_id is not None:
        return Identity.objects.get(pk=identity_id)
    return _new_guest(session, any_animal())


@transaction.atomic
def rename(*, identity_id: UUID, name: str) -> str:
    """Give a guest another name and return it as it is kept; an account's public name stays. Raises NameRefused."""
    cleaned = clean_name(name)
    _named(identity_id, cleaned)
    return cleaned


def hand_over_identity(*, session: SessionBase, identity_id: UUID) -> None:
    """Let another browser's session play as this identity, which its owner has allowed.

    As an account it plays no longer without use than who has signed in.
    """
    remember_guest(session=session)
    rotate_key(session=session)
    session[SESSION_KEY] = str(identity_id)
    session[TAKEN_KEY] = time.time()
    if USER_KEY not in session:
        taken = Identity.objects.filter(pk=identity_id, kind=Identity.Kind.ACCOUNT).exists()
        session.set_expiry(IDLE if taken else None)


def ever_played_as(session: Session) -> list[UUID]:
    """Whom this browser plays as, whether or not it still may, then the guests of before, the last one first."""
    now = _named_in(session)
    return [*([now] if now is not None else []), *map(UUID, reversed(session.get(GUESTS_KEY, [])))]


def remember_guest(*, session: SessionBase) -> None:
    """Before this browser plays as somebody else: what it played as a guest is still to be kept."""
    identity_id = identity_of(session)
    if identity_id is not None and Identity.objects.filter(pk=identity_id, kind=Identity.Kind.GUEST).exists():
        others = [each for each in session.get(GUESTS_KEY, []) if each != str(identity_id)]
        session[GUESTS_KEY] = [*others, str(identity_id)][-GUESTS_MOST:]


def rotate_key(*, session: SessionBase) -> None:
    """Give the session another key, and remember the one by which its open pages are known."""
    earlier = session.session_key
    session.cycle_key()
    note_earlier_key(session=session, key=earlier)


def note_earlier_key(*, session: SessionBase, key: str | None) -> None:
    """What ends with this session, ends for the pages opened under `key` too."""
    if key is None or key == session.session_key:
        return
    session[EARLIER_KEYS] = [*session.get(EARLIER_KEYS, []), key][-EARLIER_MOST:]
    UserSession.objects.filter(session_key=key).update(session_key=session.session_key)


def keys_of(session: SessionBase) -> list[str]:
    """The session's key and those it had before."""
    return [key for key in (session.session_key, *session.get(EARLIER_KEYS, [])) if key]


def sign_out(*, session: SessionBase) -> None:
    """This browser is nobody's any more: nothing of its session stays, and then its open pages are told."""
    identity_id, keys = _named_in(session), keys_of(session)
    session.flush()
    if identity_id is not None:
        for key in keys:
            signed_out.announce(identity_id, key)


def note_played(*, identity_ids: Iterable[UUID]) -> None:
    """A guest who has played is kept from now on for another 30 days."""
    Identity.objects.filter(pk__in=list(identity_ids)).update(last_played=timezone.now())


def name_of(identity_id: UUID) -> str:
    """The name an identity last used, empty for a former player or an unknown one."""
    return Identity.objects.filter(pk=identity_id).values_list("name", flat=True).first() or ""


aidentity_of = sync_to_async(identity_of)
aensure_guest = sync_to_async(ensure_guest)
aensure_player = sync_to_async(ensure_player)
arename = sync_to_async(rename)
ahand_over_identity = sync_to_async(hand_over_identity)
aname_of = sync_to_async(name_of)


def _identities_in(sessions: Mapping[str, Session]) -> dict[str, UUID]:
    named = {key: found for key, session in sessions.items() if (found := _named_in(session)) is not None}
    living = Identity.objects.filter(pk__in=set(named.values())).exclude(kind=Identity.Kind.FORMER)
    owners = {pk: (user, out) for pk, user, *out in living.values_list("pk", "user", "user__others_out", "claimed")}
    return {
        key: identity_id
        for key, identity_id in named.items()
        if identity_id in owners and _is_let_in(sessions[key], *owners[identity_id])
    }


def _is_let_in(session: Session, owner: int | None, out: Sequence[datetime | None]) -> bool:
    """Whether a browser may still play as an identity.

    `out`: when its owner put everybody else out, and when an account claimed it from a guest. Since the later one of
    them only those are let in who have signed in as the owner, or have been handed the seat after that.
    """
    since = max((each.timestamp() for each in out if each is not None), default=None)
    if since is None or session.get(USER_KEY) == str(owner):
        return True
    return bool(session.get(TAKEN_KEY, 0) > since)


def _named_in(session: Session) -> UUID | None:
    try:
        return UUID(str(session.get(SESSION_KEY, "")))
    except ValueError:
        return None


def _new_guest(session: SessionBase, name: str) -> Identity:
    identity = Identity.objects.create(kind=Identity.Kind.GUEST, name=name)
    rotate_key(session=session)
    session[SESSION_KEY] = str(identity.pk)
    return identity


def _named(identity_id: UUID, cleaned: str) -> Identity:
    identity = Identity.objects.get(pk=identity_id)
    if identity.kind == Identity.Kind.GUEST and identity.name != cleaned:
        identity.name = cleaned
        identity.save(update_fields=["name"])
    return identity
