"""Steps that ask once more who it is, when he said so a while ago."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import PASSWORD, account, last_link, prove, sign_in, sign_up, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return account()


SENSITIVE = (
    "/account/data/json/",
    "/account/data/csv/",
    "/account/data/export.json",
    "/account/leave/",
    "/accounts/2fa/app/",
    "/accounts/2fa/passkeys/add/",
)
"""Steps that ask once more who it is."""


def asks_who_it_is(client: Client, path: str) -> bool:
    """Whether a step asks, sooner or later on its way."""
    return bool(client.get(path, follow=True).request["PATH_INFO"] == "/accounts/reauthenticate/")


def change_address(client: Client) -> str:
    """Where one is led who wants another e-mail address."""
    typed = {"email": "ana@elsewhere.example", "action_add": "1"}
    return client.post("/accounts/email/", typed).headers["Location"]


def let_minutes_pass(client: Client, minutes: int) -> None:
    """What this browser last said of who it is, it said so much longer ago."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 60 * minutes
    session.save()


def test_sensitive_steps_ask_again_after_a_while(client: Client, user: User) -> None:
    del user
    sign_in(client)
    let_minutes_pass(client, 4)
    assert [path for path in SENSITIVE if asks_who_it_is(client, path)] == []
    let_minutes_pass(client, 2)
    assert [path for path in SENSITIVE if asks_who_it_is(client, path)] == [*SENSITIVE]
    assert "reauthenticate" in change_address(client)
    prove(client)
    assert [path for path in SENSITIVE if asks_who_it_is(client, path)] == []
    assert "reauthenticate" not in change_address(client)


def test_whoever_has_just_signed_up_is_not_asked_again(client: Client) -> None:
    sign_up(client)
    assert [path for path in SENSITIVE if asks_who_it_is(client, path)] == []


def test_whoever_came_by_a_link_for_a_new_password_is_asked(client: Client, user: User, settings: Settings) -> None:
    """The mail box alone opens nothing sensitive, should the link once sign people in."""
    del user
    settings.ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    key = client.get(last_link()).headers["Location"]
    client.post(key, {"password1": PASSWORD + "!", "password2": PASSWORD + "!"})
    assert client.get("/account/").status_code == 200
    assert asks_who_it_is(client, "/account/leave/")


def test_after_being_asked_the_copy_is_fetched_from_a_page_that_stays(client: Client, user: User) -> None:
    del user
    sign_in(client)
    let_minutes_pass(client, 6)
    for asked_for in ("/account/data/json/", "/account/data/export.json"):
        asked = client.get(asked_for, follow=True).request
        assert asked["PATH_INFO"] == "/accounts/reauthenticate/"
    again = client.post(f"{asked['PATH_INFO']}?{asked['QUERY_STRING']}", {"password": PASSWORD})
    assert again.headers["Location"] == "/account/data/json/"
    page = client.get("/account/data/json/")
    assert "Your copy is on its way." in words(page)
    assert '<meta http-equiv="refresh" content="0; url=/account/data/export.json">' in page.content.decode()
    assert "attachment" in client.get("/account/data/export.json").headers["Content-Disposition"]
