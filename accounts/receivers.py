"""What follows when the sign-in library says that something has happened; and what of it stands in the log.

Lines name accounts by number and say where from. What somebody typed never stands in them: it may be a password.
"""

import logging
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.core.internal.httpkit import get_client_ip
from allauth.mfa.signals import authentication_failed, authenticator_added, authenticator_removed
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signing import end_sessions_of

log = logging.getLogger(__name__)


@receiver([password_changed, password_set, password_reset])
def end_other_sessions(request: HttpRequest, user: User, **_named: Any) -> None:  # noqa: ANN401 (signals')
    """Whoever signed in with the old password is out, with his open pages. This browser stays signed in, if it was."""
    log.info("A new password: account %s from %s", user.pk, place_of(request))
    end_sessions_of(user=user, but=request.session.session_key)


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: User, **_named: Any) -> None:  # noqa: ANN401 (signals')
    log.info("Signed in: account %s from %s", user.pk, place_of(request))


@receiver(user_logged_out)
def note_sign_out(request: HttpRequest, user: User | None, **_named: Any) -> None:  # noqa: ANN401 (signals')
    if user is not None:
        log.info("Signed out: account %s from %s", user.pk, place_of(request))


@receiver(user_login_failed)
def note_failure(request: HttpRequest | None = None, **_named: Any) -> None:  # noqa: ANN401 (signals')
    log.warning("Not signed in: a wrong address or password from %s", place_of(request))


@receiver(authentication_failed)
def note_wrong_code(request: HttpRequest, user: User, **_named: Any) -> None:  # noqa: ANN401 (signals')
    log.warning("A wrong code of a second factor: account %s from %s", user.pk, place_of(request))


@receiver([authenticator_added, authenticator_removed])
def note_second_factor(request: HttpRequest, user: User, signal: Any, **_named: Any) -> None:  # noqa: ANN401 (signals')
    what = "added" if signal is authenticator_added else "removed"
    log.info("A second factor was %s: account %s from %s", what, user.pk, place_of(request))


def place_of(request: HttpRequest | None) -> str:
    """The address that a request comes from, as far as it can be believed."""
    return (get_client_ip(request) if request is not None else None) or "an unknown place"
