"""The first member of staff: made at the machine, nobody has a password before he chose it."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from accounts.roles import ensure_roles
from tests.accounts.people import account, sign_in

pytestmark = pytest.mark.django_db

PASSWORD = "a quiet table by the window"


def link() -> str:
    said = StringIO()
    call_command("first_administrator", "root@example.org", stdout=said)
    found = re.search(r"https?://[^/]+(/\S+)", said.getvalue())
    assert found is not None
    return found.group(1)


def test_the_first_administrator_chooses_a_password_by_a_link_that_works_once(client: Client) -> None:
    ensure_roles()
    path = link()
    assert not User.objects.get().has_usable_password()
    page = client.get(path, follow=True)
    chooses = page.redirect_chain[-1][0] if page.redirect_chain else path
    assert client.post(chooses, {"password1": PASSWORD, "password2": PASSWORD}).status_code == 302
    user = User.objects.get()
    assert user.check_password(PASSWORD)
    assert user.is_staff
    assert not user.is_superuser
    assert [group.name for group in user.groups.all()] == ["administrator"]
    assert sign_in(Client(), "root@example.org", PASSWORD).status_code == 302
    again = Client().get(path, follow=True)
    assert "password1" not in again.content.decode()


def test_who_had_signed_up_with_the_address_before_gets_nothing_by_it(client: Client) -> None:
    """Anybody may have: neither his password nor a browser in which he is signed in opens staff's pages."""
    ensure_roles()
    user = account(email="root@example.org")
    sign_in(client, "root@example.org", PASSWORD)
    assert client.get("/account/").status_code == 200
    link()
    user.refresh_from_db()
    assert not user.has_usable_password()
    assert client.get("/account/").status_code == 302
    assert sign_in(Client(), "root@example.org", PASSWORD).status_code == 200


def test_there_is_one_first_administrator() -> None:
    ensure_roles()
    link()
    link()
    user = User.objects.get()
    user.set_password(PASSWORD)
    user.save()
    with pytest.raises(CommandError, match="administrator already"):
        link()
