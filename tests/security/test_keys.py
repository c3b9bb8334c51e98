"""The site's key may be changed: what the one before has signed and sealed stays good while it is still named."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import account, app_code, sign_in

pytestmark = pytest.mark.django_db


def test_a_new_key_signs_nobody_out_and_opens_second_factors_while_the_earlier_one_is_named(settings: Settings) -> None:
    user, client, secret = account(), Client(), generate_totp_secret()
    sign_in(client)
    TOTP.activate(user, secret)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of the site", [settings.SECRET_KEY]
    stolen = client.cookies["sessionid"].value
    assert client.get("/account/").status_code == 200
    other = Client()
    sign_in(other)
    answer = other.post("/accounts/2fa/authenticate/", {"code": app_code(secret)})
    assert answer.headers["Location"] == "/account/"
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third key of the site", ["that of another site"]
    for key in (stolen, client.cookies["sessionid"].value, other.cookies["sessionid"].value):
        browser = Client()
        browser.cookies["sessionid"] = key
        assert browser.get("/account/").status_code == 302
