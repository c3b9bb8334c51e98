"""What pages tell browsers, and what the site does not serve; staff's pages included."""

import re

import pytest
from django.apps import apps
from django.test import Client
from pytest_django import Settings

from accounts.models import Identity, User
from accounts.roles import ensure_roles
from games.case_models import Case
from tests.moderation.staff import browser_of
from tests.platform.messages import ROOT
from tests.security.test_fuzz import ADDRESSES

pytestmark = pytest.mark.django_db

INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:ld\+)?json\")[^>]*>"
    r"|<style\b|\sstyle=|\son[a-z]+=\"|javascript:"
)
SECRET = re.compile(r"(?:sk_live_|rk_live_|whsec_)[A-Za-z0-9]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}")


@pytest.fixture(autouse=True)
def _mounted(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    ensure_roles()


@pytest.fixture
def root() -> Client:
    return browser_of(User.objects.create_superuser("root@example.org"))


def test_no_page_of_the_site_holds_code_or_style_that_the_policy_would_stop(root: Client, settings: Settings) -> None:
    """And none sets a cookie but the three that the page on privacy names."""
    found = {}
    three = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    for address in ADDRESSES:
        for client in (Client(), root):
            answer = client.get(address)
            assert set(answer.cookies) <= three, address
            is_page = answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming
            if is_page and (inline := INLINE.search(answer.content.decode())):
                found[address] = inline.group()
    assert found == {}


def test_the_pages_of_acts_keep_to_it_too(root: Client) -> None:
    ana = Identity.objects.create(name="Ana")
    case = Case.objects.create(subject=ana, ground="leaving")
    for path in (
        f"accounts/identity/{ana.pk}/change/",
        f"accounts/identity/{ana.pk}/act/sanction/",
        f"games/case/{case.pk}/change/",
        f"games/case/{case.pk}/act/decide/",
        "accounts/nameword/add/",
    ):
        answer = root.get(f"/staff/{path}")
        assert answer.status_code == 200
        assert not INLINE.search(answer.content.decode()), path


def test_every_address_says_what_browsers_may_do_with_its_answer(root: Client) -> None:
    for address in [*ADDRESSES, "/nothing/here/", "/staff/nothing/here/"]:
        for client in (Client(), root):
            answer = client.get(address)
            policy = answer.headers.get("Content-Security-Policy", "")
            assert "default-src 'none'" in policy, address
            assert "unsafe" not in policy, address
            assert "frame-ancestors 'none'" in policy, address
            assert answer["X-Content-Type-Options"] == "nosniff", address
            assert answer["Referrer-Policy"] == "same-origin", address
            assert "Access-Control-Allow-Origin" not in answer.headers, address


def test_no_address_takes_a_form_without_its_token() -> None:
    """But the payment provider's notices, which are signed."""
    root = browser_of(User.objects.create_superuser("root@example.org"))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = root.cookies
    taken = {address for address in ADDRESSES if strict.post(address).status_code not in {403, 404, 405}}
    assert taken == {"/shop/notices/"}


def test_nothing_is_written_by_looking(root: Client) -> None:
    """Whatever is looked at, by whom: no row comes, goes or changes but sessions."""
    Case.objects.create(subject=Identity.objects.create(name="Ana"), ground="leaving")
    for first in ("/account/", "/accounts/email/"):  # a user made by hand gets a name and an address there
        root.get(first)
    before = _rows()
    for address in ADDRESSES:
        for client in (Client(), root):
            client.get(address)
            client.head(address)
    assert _rows() == before


def _rows() -> dict[str, list[object]]:
    passing = {"sessions.session", "usersessions.usersession"}
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.label_lower not in passing and model._meta.managed
    }


@pytest.mark.parametrize(
    "address",
    ["/.git/config", "/.env", "/manage.py", "/metrics", "/admin/", "/admin/login/", "/static/../manage.py"],
)
def test_what_is_nobodys_business_is_not_served(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert b"Traceback" not in answer.content


def test_no_secret_lies_in_the_repository() -> None:
    found = []
    for folder in ("accounts", "billing", "colorclash", "games", "templates", "static", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in {".py", ".html", ".js", ".yml", ".json", ".md", ".toml"}:
                found += [f"{path.name}: {match}" for match in SECRET.findall(path.read_text(encoding="utf-8"))]
    assert found == []
