"""Every page of the account in every language: whole, in one language, and without anything inline."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern
from django.utils import timezone

from accounts.models import Identity, User
from accounts.urls import urlpatterns
from tests.accounts.people import PASSWORD, account, form_of, guest_in, last_code, last_link, prove, sign_in
from tests.accounts.test_claims import let_play
from tests.accounts.test_second_factor import switch_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test.client import _MonkeyPatchedWSGIResponse

    Pages = dict[str, _MonkeyPatchedWSGIResponse]

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "fr", "es")
SAID_ALIKE = {"Ana", "Color Clash", "Color Duel", "Up-color", "JSON", "Code", "·", "-", "DE", "Test", "English"}
"""What is the same in two languages, and what people typed."""
INLINE = re.compile(r"<style|<script(?![^>]*(?:\ssrc=|application/json))[^>]*>|\sstyle=|\son[a-z]+\s*=")


class Texts(HTMLParser):
    """The texts of a page: between tags, and in the attributes that are read aloud or shown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._skips = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in {"script", "style"} or named.get("class") == "languages":
            self._skips += 1
        for name in ("alt", "aria-label", "placeholder", "title"):
            self._add(named.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"} or (tag == "form" and self._skips):
            self._skips = max(0, self._skips - 1)

    def handle_data(self, data: str) -> None:
        if not self._skips:
            self._add(data)

    def _add(self, text: str) -> None:
        piece = " ".join(text.split())
        if re.search(r"[^\W\d_]{2,}", piece) and "@" not in piece:
            self.found.add(piece)


def pages_of_a_stranger(client: Client) -> Pages:
    account("Ben", "ben@example.org")
    found = {
        path: client.get(path)
        for path in (
            "/accounts/login/",
            "/accounts/signup/",
            "/accounts/inactive/",
            "/accounts/password/reset/",
            "/accounts/password/reset/done/",
            "/accounts/password/reset/key/done/",
            "/accounts/password/reset/key/1-nothing/",
            "/accounts/parent/",
            "/accounts/parent/nothing/",
            "/account/keep/",
        )
    }
    found["wrong login"] = sign_in(client, "ben@example.org", "a wrong password")
    found["wrong sign-up"] = client.post(
        "/accounts/signup/", form_of(email="nobody", password1="short", name="", band="")
    )
    found["common"] = client.post("/accounts/signup/", form_of(email="x@example.org", password1="1234567890"))
    found["young"] = client.post("/accounts/signup/", form_of(band="13"))
    client.post("/accounts/signup/", form_of(parent_email="mum@example.org"))
    found["code"] = client.get("/accounts/confirm-email/")
    found["wrong code"] = client.post("/accounts/confirm-email/", {"code": "BBBB-BBBB"})
    client.post("/accounts/confirm-email/", {"code": last_code()})
    link = last_link()
    found["parent"] = client.get(link)
    found["agreed"] = client.post(link)
    client.post("/accounts/password/reset/", {"email": "ben@example.org"})
    key = client.get(last_link()).headers["Location"]
    found["reset"] = client.get(key)
    found["two passwords"] = client.post(key, {"password1": PASSWORD, "password2": PASSWORD + "!"})
    return found


def pages_of_a_guest(client: Client) -> Pages:
    guest = guest_in(client)
    let_play(guest, 2)
    return {"keep": client.get("/account/keep/"), "code": client.post("/account/keep/code/")}


def pages_of_a_player(client: Client) -> Pages:
    user = account(language=client.defaults["HTTP_ACCEPT_LANGUAGE"])
    guest = Identity.objects.create(name="Ana")
    let_play(guest, 2)
    session = client.session
    session["identity"] = str(guest.pk)
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    sign_in(client)
    prove(client)
    found = {"asked": client.get("/account/")}
    User.objects.filter(pk=user.pk).update(deletion_due=timezone.now() + timedelta(days=7))
    found |= {
        path: client.get(path)
        for path in (
            "/account/",
            "/account/sessions/",
            "/account/claim/",
            "/account/data/",
            "/account/data/json/",
            "/account/leave/",
            "/accounts/logout/",
            "/accounts/email/",
            "/accounts/password/change/",
            "/accounts/reauthenticate/",
            "/accounts/2fa/",
            "/accounts/2fa/app/",
            "/accounts/2fa/passkeys/",
            "/accounts/2fa/passkeys/add/",
        )
    }
    found["wrong name"] = client.post("/account/name/", {"name": "x" * 30})
    found["no code"] = client.post("/account/claim/code/", {"code": "abc"})
    found["unknown code"] = client.post("/account/claim/code/", {"code": "ABCDEFGHJKLM"})
    found["wrong password"] = client.post("/accounts/reauthenticate/", {"password": "no"})
    found["same address"] = client.post("/accounts/email/", {"email": "ana@example.org", "action_add": "1"})
    client.post("/account/stay/")
    found["kept"] = client.get("/account/")
    switch_on(client)
    found |= {
        path: client.get(path)
        for path in (
            "/accounts/2fa/",
            "/accounts/2fa/app/off/",
            "/accounts/2fa/codes/",
            "/accounts/2fa/codes/new/",
            "/accounts/2fa/reauthenticate/",
        )
    }
    found["wrong app code"] = client.post("/accounts/2fa/reauthenticate/", {"code": "000000"})
    found["left"] = client.post("/account/leave/")
    sign_in(client)
    found["second factor"] = client.get("/accounts/2fa/authenticate/")
    return found


JOURNEYS = (pages_of_a_stranger, pages_of_a_guest, pages_of_a_player)


@pytest.mark.parametrize("journey", JOURNEYS)
def test_every_page_speaks_one_language(journey: Callable[[Client], Pages]) -> None:
    spoken: dict[str, dict[str, set[str]]] = {}
    for number, language in enumerate(LANGUAGES):
        cache.clear()  # whoever just asked for a code waits for the next one
        with transaction.atomic():
            pages = journey(Client(headers={"Accept-Language": language}, REMOTE_ADDR=f"10.0.0.{number}"))
            transaction.set_rollback(True)
        spoken[language] = {}
        for name, response in pages.items():
            html = response.content.decode()
            assert response.status_code in {200, 404, 410, 422}, (name, response.status_code)
            assert f'<html lang="{language}">' in html, name
            inline = re.findall(
                r"<style|<script(?![^>]*(?:\ssrc=|application/json))[^>]*>|\sstyle=|\son[a-z]+\s*=", html
            )
            assert not inline, (name, inline)
            spoken[language][name] = Texts(html.partition("<footer")[0]).found
    for one, other in (("en", "fr"), ("en", "es"), ("fr", "es")):
        for name in spoken[one]:
            assert spoken[one][name] & spoken[other][name] <= SAID_ALIKE, (name, one, other)


def test_no_page_is_forgotten() -> None:
    """Each address of accounts is visited above, in another test of this folder or in a browser."""
    here = Path(__file__).parent
    places = [*here.glob("*.py"), here.parent / "browser" / "test_accounts.py"]
    tests = "".join(path.read_text(encoding="utf-8") for path in places)
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        start = str(pattern.pattern).lstrip("^").replace("\\", "").split("<")[0].split("(")[0]
        assert f"/{start}" in tests, start


def test_no_page_is_kept_by_a_cache_or_found_by_a_search(client: Client) -> None:
    for path in ("/accounts/login/", "/accounts/signup/", "/account/keep/", "/accounts/parent/"):
        headers = client.get(path).headers
        assert "no-store" in headers["Cache-Control"], path
        assert headers["X-Robots-Tag"] == "noindex", path


def test_every_change_needs_the_page_s_own_proof() -> None:
    account()
    browser = Client(enforce_csrf_checks=True)
    for path in ("/accounts/login/", "/accounts/signup/", "/account/keep/code/", "/accounts/parent/nothing/"):
        assert browser.post(path, {}).status_code == 403, path


def test_mails_are_plain_words_with_nothing_left_to_fill_in(client: Client) -> None:
    client.post("/accounts/signup/", form_of(name="L'Été <b>"))
    client.post("/accounts/signup/", form_of())
    body = str(mail.outbox[0].body)
    assert "Welcome to Color Clash!" in body
    assert not re.search(r"&[a-z#0-9]+;|{{|}}|%\(", body)
