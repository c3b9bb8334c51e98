"""Browsers of people who sign in with a second factor."""

from allauth.account.internal.flows.login import record_authentication
from django.http import HttpRequest
from django.test import Client

from accounts.models import User


def browser_of(user: User, *, second_factor: bool = True) -> Client:
    """A browser in which a member of staff has signed in."""
    client = Client()
    client.force_login(user)
    if second_factor:
        show_second_factor(client, user)
    return client


def show_second_factor(client: Client, user: User) -> None:
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "mfa")
    request.session.save()
