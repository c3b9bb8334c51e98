"""What follows when the sign-in library says that something has happened."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signing import end_sessions_of


@receiver([password_changed, password_set, password_reset])
def end_other_sessions(request: HttpRequest, user: User, **_named: Any) -> None:  # noqa: ANN401 (signals')
    """Whoever signed in with the old password is out, with his open pages. This browser stays signed in, if it was."""
    end_sessions_of(user=user, but=request.session.session_key)
