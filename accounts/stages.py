"""The last step of signing in for the young: a parent's word."""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.stages import LoginStage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.models import User
from accounts.selectors import own_name
from accounts.signup import PARENT_DAYS, ask_parent, waits_for_parent

WAITS_KEY: Final = "waits_for_parent"
"""Where a session keeps which account has been signed in but for a parent's word."""


class ParentStage(LoginStage):
    """Nobody below the age of consent gets in before a parent has allowed it. The parent is written to at once."""

    key = "parent"
    urlname = "account_parent_asked"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user: Any = self.login.user
        if not isinstance(user, User) or not waits_for_parent(user):
            return None, True
        write_to_parent(self.request, user)
        self.request.session[WAITS_KEY] = user.pk
        return redirect("account_parent_asked"), False


def waiting_user(request: HttpRequest) -> User | None:
    """Who has signed in here and waits for a parent's word."""
    user = User.objects.filter(pk=request.session.get(WAITS_KEY, 0)).first()
    return user if user is not None and waits_for_parent(user) else None


@transaction.atomic
def write_to_parent(request: HttpRequest, user: User, *, again: bool = False) -> bool:
    """Send the parent his link; False when it is not the time for it, or he has had enough of them."""
    token = ask_parent(user=user, again=again)
    if token is None:
        return False
    link = request.build_absolute_uri(reverse("account_parent", args=[token]))
    context = {"user": user, "name": own_name(user), "link": link, "days": PARENT_DAYS}
    get_adapter().send_mail("account/email/parent", user.consent.parent_email, context)
    return True
