"""What signing in and out, and the end of a session, do to a browser and to whom it plays as."""

import time
from collections.abc import Collection, Iterable
from importlib import import_module
from typing import Any, Final
from uuid import UUID

from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from accounts.animals import any_animal
from accounts.guests import DECLINED_KEY, known_of_guest, leave_behind
from accounts.hooks import keeps_seat, signed_out, signed_out_everywhere
from accounts.models import Identity, User
from accounts.services import (
    BESIDE_KEY,
    IDLE,
    SESSION_KEY,
    identity_of,
    keys_of,
    note_earlier_key,
    remember_guest,
    sign_out,
)

UNTIL_KEY: Final = "until"
SEEN_KEY: Final = "seen"
DAY: Final = 24 * 3600
PLAYERS: Final = (IDLE, 90 * DAY)
"""Seconds a session lasts without use, and at most."""
STAFF: Final = (30 * 60, 8 * 3600)
LOOKS: Final = 20
"""How many times in its time without use a session's use is written down."""

Pages = tuple[UUID | None, list[str]]
"""Whose open pages: who he plays as, and the keys his session has had."""


def is_signed_in(session: SessionBase) -> bool:
    """Whether an account is signed in here, as the session says. It proves nothing; it chooses a link's words."""
    return USER_KEY in session


def own_identity(*, user: User) -> Identity:
    """The identity that bears an account's public name; one made by hand gets an animal's until it says another."""
    found = Identity.objects.filter(user=user, claimed__isnull=True).first()
    if found is not None:
        return found
    with transaction.atomic():
        made, _ = Identity.objects.get_or_create(
            user=user, claimed=None, defaults={"kind": Identity.Kind.ACCOUNT, "name": any_animal()}
        )
    return made


@transaction.atomic
def sign_in(*, session: SessionBase, user: User, earlier: str | None, language: str) -> None:
    """Let this browser play as the account from now on; `earlier` is the key its session had as nobody's or a guest's.

    `language`: that of the page, for an account made by hand, which has none yet. A seat that is being played stays
    his: while there is one the browser goes on as the guest who sits in it. What the guest played is never moved
    without being asked.
    """
    note_earlier_key(session=session, key=earlier)
    if not user.language:
        choose_language(user=user, language=language)
    idle, most = STAFF if user.is_staff else PLAYERS
    now = time.time()
    session.set_expiry(idle)
    session[UNTIL_KEY], session[SEEN_KEY] = int(now + most), int(now)
    settle(session=session, user=user)


def settle(*, session: SessionBase, user: User) -> None:
    """Choose whom a signed-in browser plays as: the account itself, unless it holds a seat as somebody else.

    Nobody plays two seats: where the account plays in that room already, the browser is to show that seat.
    """
    own, identity_id = own_identity(user=user), identity_of(session)
    remember_guest(session=session)
    if identity_id is not None:
        others = set(Identity.objects.filter(user=user).values_list("pk", flat=True)) - {identity_id}
        if any(keeps_seat.announce(session, others)):
            session[BESIDE_KEY] = str(own.pk)
            return
    session[SESSION_KEY] = str(own.pk)
    session.pop(BESIDE_KEY, None)


def sit_as_one_of(*, session: SessionBase, user: object, identities: Collection[UUID]) -> UUID | None:
    """Let a signed-in browser play as that one of these identities which is its account's; None if none of them is."""
    if not isinstance(user, User):
        return None
    found = Identity.objects.filter(user=user, pk__in=identities).values_list("pk", flat=True).first()
    if found is not None:
        remember_guest(session=session)
        session[SESSION_KEY] = str(found)
    return found


asit_as_one_of = sync_to_async(sit_as_one_of)


def decline_guest(*, session: SessionBase, user: User, guest_id: UUID) -> None:
    """The account does not want what this browser's guest has played; it stays the guest's."""
    session[DECLINED_KEY] = [*session.get(DECLINED_KEY, []), _declined(user, guest_id)]


def has_declined(*, session: SessionBase, user: User, guest_id: UUID) -> bool:
    return _declined(user, guest_id) in session.get(DECLINED_KEY, [])


def _declined(user: User, guest_id: UUID) -> str:
    return f"{user.pk} {guest_id}"


def is_overdue(session: SessionBase, now: float) -> bool:
    """Whether somebody signed in here so long ago that he must do it again."""
    return bool(session.get(UNTIL_KEY, now + 1) <= now)


def keep_alive(*, session: SessionBase, now: float) -> None:
    """A page was asked for: the time without use begins again. It is written down now and then, not each time."""
    if SESSION_KEY not in session and UNTIL_KEY not in session:
        return
    if now - session.get(SEEN_KEY, 0) > session.get_expiry_age() / LOOKS:
        session[SEEN_KEY] = int(now)


def end_session(*, session: SessionBase) -> None:
    """End this browser's session, with all its open pages; it is its guest's again."""
    key, known = session.session_key, known_of_guest(session)
    sign_out(session=session)
    session.update(known)
    UserSession.objects.filter(session_key=key).delete()


def end_sessions(*, sessions: Iterable[Any]) -> None:
    """End these sessions of an account, wherever they are, with all their open pages; the browsers are guests' again.

    Not within a transaction: until it was over, a page could read an ended session from the database and keep it.
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for row in sessions:
        session: SessionBase = store(row.session_key)
        keys = {row.session_key, *keys_of(session)}
        identity_id, known = _identity_behind(session, row.user_id), known_of_guest(session)
        row.end()
        leave_behind(key=row.session_key, known=known)
        for key in keys:
            signed_out.announce(identity_id, key)


def end_sessions_of(*, user: User, but: str | None = None) -> None:
    """End all sessions of an account, or all but the one with the key `but`, and whatever took over a seat of its.

    All open tables close, this browser's too: nobody knows which of them belongs to whom.
    """
    User.objects.filter(pk=user.pk).update(others_out=timezone.now())
    end_sessions(sessions=UserSession.objects.filter(user=user).exclude(session_key=but or ""))
    for identity_id in Identity.objects.filter(user=user).values_list("pk", flat=True):
        signed_out_everywhere.announce(identity_id)


def keys_signed_in_as(identity_id: UUID) -> set[str]:
    """The keys of all sessions in which an identity's account is signed in, those of before included."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    found = UserSession.objects.filter(user__identities=identity_id).values_list("session_key", flat=True)
    return {key for each in found for key in (each, *keys_of(store(each)))}


def _identity_behind(session: SessionBase, user_id: int) -> UUID:
    return identity_of(session) or own_identity(user=User.objects.get(pk=user_id)).pk


def open_pages(*, session: SessionBase) -> Pages:
    """Whose open pages a session that ends now leaves behind, to be closed once it has ended."""
    return identity_of(session), keys_of(session)


def close_pages(pages: Pages) -> None:
    """Have the open pages of a session that has ended closed."""
    identity_id, keys = pages
    if identity_id is None:
        return
    for key in keys:
        signed_out.announce(identity_id, key)


def keep_own_time(*, session: SessionBase) -> None:
    """Give a session the time without use that its user's kind has, whatever the sign-in form set."""
    if is_signed_in(session):
        staff = session[UNTIL_KEY] - session[SEEN_KEY] <= STAFF[1]
        session.set_expiry((STAFF if staff else PLAYERS)[0])


@transaction.atomic
def change_public_name(*, user: User, name: str) -> None:
    """Give an account another public name, as `clean_name` keeps it."""
    Identity.objects.filter(pk=own_identity(user=user).pk).update(name=name)


def choose_language(*, user: User, language: str) -> None:
    """Write to somebody in this language from now on; what is none of the site's is passed over."""
    if language in dict(settings.LANGUAGES):
        user.language = language
        user.save(update_fields=["language"])
