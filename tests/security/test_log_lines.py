"""Who signs in, who fails to, and what is refused to whom stands in the log; nothing that somebody typed does."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.roles import ensure_roles
from tests.accounts.people import PASSWORD, account, app_code, sign_in
from tests.moderation.staff import browser_of

pytestmark = pytest.mark.django_db


def test_signing_in_and_failing_to_is_written_down_without_what_was_typed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    user, client = account(), Client(REMOTE_ADDR="198.51.100.7")
    sign_in(client, password="my secret of another site")
    sign_in(client, email="somebody@example.org")
    sign_in(client)
    client.post("/accounts/logout/")
    lines = [record.getMessage() for record in caplog.records if record.name == "accounts.receivers"]
    assert lines == [
        "Not signed in: a wrong address or password from 198.51.100.7",
        "Not signed in: a wrong address or password from 198.51.100.7",
        f"Signed in: account {user.pk} from 198.51.100.7",
        f"Signed out: account {user.pk} from 198.51.100.7",
    ]
    for typed in (PASSWORD, "my secret", "example.org"):
        assert typed not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_second_factors_and_wrong_codes_are_written_down(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    user, client = account(), Client()
    sign_in(client)
    page = client.get("/accounts/2fa/app/").content.decode()
    secret = re.search(r"\b[A-Z2-7]{32}\b", page)
    assert secret is not None
    client.post("/accounts/2fa/app/", {"code": app_code(secret[0])})
    thief = Client(REMOTE_ADDR="198.51.100.7")
    sign_in(thief)
    thief.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert f"A second factor was added: account {user.pk} from 127.0.0.1" in caplog.text
    assert f"A wrong code of a second factor: account {user.pk} from 198.51.100.7" in caplog.text
    assert secret[0] not in caplog.text


def test_what_is_refused_is_written_down_and_what_is_not_there_is_not(
    caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    ensure_roles()
    client = browser_of(User.objects.create_user("none@example.org", is_staff=True))
    client.get("/staff/accounts/user/")
    client.get("/nothing/here/")
    refused = [record.getMessage() for record in caplog.records if record.name == "django.request"]
    assert refused == ["Forbidden (Permission denied): /staff/accounts/user/"]
    assert not [record for record in caplog.records if record.exc_info]
