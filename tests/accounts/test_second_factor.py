"""Authenticator apps, recovery codes, passkeys."""

import base64
import json
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.people import account, app_code, prove, sign_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return account()


def switch_on(client: Client) -> tuple[str, list[str]]:
    """Set an authenticator app up; its secret and the recovery codes."""
    prove(client)
    page = client.get("/accounts/2fa/app/").content.decode()
    found = re.search(r'id="secret" value="([A-Z2-7]+)"', page)
    assert found
    picture = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert picture
    assert b'xmlns="http://www.w3.org/2000/svg"' in base64.b64decode(picture[1])
    done = client.post("/accounts/2fa/app/", {"code": app_code(found[1])})
    codes = re.findall(r"<li>(\d{8})</li>", client.get(done.headers["Location"]).content.decode())
    return found[1], codes


def test_an_app_is_asked_for_its_code_from_then_on(client: Client, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in(client)
    secret, codes = switch_on(client)
    assert len(codes) == 10
    browser = Client()
    assert sign_in(browser).headers["Location"] == "/accounts/2fa/authenticate/"
    assert browser.get("/account/").status_code == 302
    assert "This code is not right" in words(browser.post("/accounts/2fa/authenticate/", {"code": "000000"}))
    later = time.time() + 60
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: later)
    code = app_code(secret, later)
    assert browser.post("/accounts/2fa/authenticate/", {"code": code}).headers["Location"] == "/account/"
    thief = Client()
    sign_in(thief)
    assert "This code is not right" in words(thief.post("/accounts/2fa/authenticate/", {"code": code}))
    assert user.pk


def test_the_code_that_switched_the_app_on_is_used_up(
    client: Client, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as it would still be right it lets nobody in and proves nothing once more."""
    del user
    now = time.time()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: now)
    monkeypatch.setattr("tests.accounts.people.time.time", lambda: now)
    sign_in(client)
    secret, _ = switch_on(client)
    thief = Client()
    sign_in(thief)
    for browser, path in ((thief, "/accounts/2fa/authenticate/"), (client, "/accounts/2fa/reauthenticate/")):
        assert "This code is not right" in words(browser.post(path, {"code": app_code(secret)}))
        assert "This code is not right" in words(browser.post(path, {"code": f" {app_code(secret)} "}))


def test_a_recovery_code_works_once_and_is_shown_once(client: Client, user: User) -> None:
    sign_in(client)
    _, codes = switch_on(client)
    for path in ("/accounts/2fa/codes/", "/accounts/2fa/codes/download/"):
        assert codes[0] not in client.get(path).content.decode()
    stored = str(Authenticator.objects.get(user=user, type="recovery_codes").data)
    assert codes[0] not in stored
    browser = Client()
    sign_in(browser)
    assert browser.post("/accounts/2fa/authenticate/", {"code": codes[0]}).headers["Location"] == "/account/"
    thief = Client()
    sign_in(thief)
    assert thief.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 200


def test_guessing_codes_is_slowed_down(client: Client, user: User) -> None:
    del user
    sign_in(client)
    switch_on(client)
    thief = Client(REMOTE_ADDR="10.3.3.3")
    sign_in(thief)
    told = [words(thief.post("/accounts/2fa/authenticate/", {"code": f"{n:06}"})) for n in range(7)]
    assert "This code is not right" in told[0]
    assert "That was a lot of tries" in told[-1]


def test_a_new_password_does_not_go_round_the_second_factor(client: Client, user: User) -> None:
    sign_in(client)
    switch_on(client)
    user.set_password("another quiet table")
    user.save()
    assert sign_in(Client(), password="another quiet table").headers["Location"] == "/accounts/2fa/authenticate/"


def test_passkeys_are_asked_for_this_site_alone(client: Client, user: User) -> None:
    del user
    asked = client.get("/accounts/2fa/passkeys/login/", headers={"Accept": "application/json"}).json()
    assert asked["request_options"]["publicKey"]["rpId"] == "testserver"
    sign_in(client)
    prove(client)
    page = client.get("/accounts/2fa/passkeys/add/").content.decode()
    assert '"rp": {' in page
    assert '"id": "testserver"' in page
    assert client.post("/accounts/2fa/passkeys/add/", {"credential": "{}"}).status_code == 200
    assert not Authenticator.objects.exists()


def answer(**of_passkey: object) -> str:
    """What a passkey's answer looks like, with something else in it."""
    response = {"clientDataJSON": "e30", "authenticatorData": "A" * 50, "signature": "aaaa", "userHandle": "MQ"}
    return json.dumps({"id": "aaaa", "rawId": "aaaa", "type": "public-key", "response": response, **of_passkey})


@pytest.mark.parametrize(
    "sent",
    [
        "", "x", "7", "null", "[]", "{}", '{"id":1}', '{"id":NaN}', "[" * 3000, '{"id":' * 3000, '{"response":[1]}',
        answer(), answer(rawId=7), answer(response=None), answer(response={}), answer(id="\0"), answer(id="\ud800"),
        answer(response={"clientDataJSON": "e30", "attestationObject": "oWE"}),
        answer(response={"attestationObject": 1}),
    ],
)  # fmt: skip
def test_no_answer_of_a_passkey_breaks_the_pages_that_take_it(client: Client, user: User, sent: str) -> None:  # noqa: ARG001
    client.get("/accounts/2fa/passkeys/login/", headers={"x-requested-with": "XMLHttpRequest"})
    assert client.post("/accounts/2fa/passkeys/login/", {"credential": sent}).status_code == 302
    sign_in(client)
    for page, status in (("passkeys/add", 200), ("passkeys/reauthenticate", 302), ("reauthenticate", 302)):
        client.get(f"/accounts/2fa/{page}/")
        assert client.post(f"/accounts/2fa/{page}/", {"credential": sent, "name": "key"}).status_code == status, page
    assert not Authenticator.objects.exists()
