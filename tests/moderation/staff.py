"""Browsers of people who sign in with a second factor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from allauth.account.internal.flows.login import record_authentication
from django.http import HttpRequest
from django.test import Client

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from accounts.models import User


def browser_of(user: User, *, second_factor: bool = True) -> Client:
    """A browser in which a member of staff has signed in."""
    client = Client()
    client.force_login(user)
    if second_factor:
        show_second_factor(client, user)
    return client


def decides(client: Client, page: str, wish: dict[str, str]) -> Answer:
    """Looks at what the player will read, and does it."""
    shown = client.post(page, wish).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    assert seen is not None, shown
    return client.post(page, {**wish, "seen": seen[1]})


def show_second_factor(client: Client, user: User) -> None:
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "mfa")
    request.session.save()
