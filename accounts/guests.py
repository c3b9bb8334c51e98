"""The guest that a browser was before somebody signed in there, and is again when nobody is any more.

What he played is kept for him, and unless an account takes it over he has no other way to it.
"""

from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import salted_hmac

from accounts.models import Identity
from accounts.sanctions import no_quick_play
from accounts.services import (
    BESIDE_KEY,
    GUESTS_KEY,
    OUT_KEY,
    ROOM_KEY,
    SESSION_KEY,
    ever_played_as,
    identity_of,
)
from accounts.sessions import SessionStore, is_key

DECLINED_KEY: Final = "declined"
"""Where a browser keeps which accounts did not want which guests' results: nobody is asked about them twice."""
KEY_LENGTH: Final = 32


def guest_of(session: SessionBase) -> Identity | None:
    """The guest that this browser plays as, or the last one it played as before; none whom somebody has claimed."""
    known = ever_played_as(session)
    guests = Identity.objects.filter(kind=Identity.Kind.GUEST).in_bulk(known)
    return next((guests[each] for each in known if each in guests), None)


def known_of_guest(session: SessionBase) -> dict[str, Any]:
    """What of a session is its guest's, and stays when nobody is signed in any more: {} where there is none.

    The room, too, where it is he who sits there; and that somebody has gone who may not play now.
    """
    guest, out = guest_of(session), _kept_from_play(session)
    kept_out = {OUT_KEY: out} if out else {}
    if guest is None:
        return kept_out
    keys = (GUESTS_KEY, DECLINED_KEY, *([ROOM_KEY] if identity_of(session) == guest.pk else []))
    return {SESSION_KEY: str(guest.pk), **kept_out, **{key: session[key] for key in keys if key in session}}


def _kept_from_play(session: SessionBase) -> list[str]:
    """The accounts of this browser that may not play now."""
    known = [session.get(SESSION_KEY), session.get(BESIDE_KEY), *session.get(OUT_KEY, [])]
    accounts = Identity.objects.filter(pk__in=[each for each in known if each]).exclude(kind=Identity.Kind.GUEST)
    return [str(each.pk) for each in accounts if no_quick_play(each.pk) is not None]


def leave_behind(*, key: str, known: dict[str, Any]) -> None:
    """Keep what is a guest's of a session that has been ended from elsewhere, until its browser comes again.

    Not under the session's own key: a page that has read the session before could then bring it back.
    """
    if known:
        store = SessionStore()
        store.model.objects.create(
            session_key=_key_after(key), session_data=store.encode(known), expire_date=store.get_expiry_date()
        )


def take_up(*, session: SessionBase, key: str) -> None:
    """A browser has come whose session, of this key, is no more: let it be the guest's again, if one was left."""
    if not is_key(key):
        return
    left = SessionStore(_key_after(key))
    if known := left.load():
        left.delete()
        session.update(known)


def _key_after(key: str) -> str:
    """Nobody can tell it from the session's key, and so come by it as if it were a session of his."""
    return salted_hmac("accounts.guests", key, algorithm="sha256").hexdigest()[:KEY_LENGTH]
