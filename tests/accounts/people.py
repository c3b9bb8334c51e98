"""People with accounts, and what they find in their mail."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
import time
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import Identity, User
from accounts.signup import save_new_user

if TYPE_CHECKING:
    from django.test import Client
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PASSWORD = "a quiet table by the window"


def account(name: str = "Ana", email: str = "ana@example.org", *, language: str = "en", band: str = "18") -> User:
    """Somebody with a confirmed account."""
    data = {"email": email, "password1": PASSWORD, "name": name, "band": band, "parent_email": ""}
    user = save_new_user(user=User(), data=data, language=language)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def sign_in(client: Client, email: str = "ana@example.org", password: str = PASSWORD, **more: str) -> Answer:
    return client.post("/accounts/login/", {"login": email, "password": password, **more})


def prove(client: Client) -> None:
    """Say once more who one is, as sensitive steps ask."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def form_of(name: str = "Ana", email: str = "ana@example.org", **more: str) -> dict[str, str]:
    """What somebody types to sign up."""
    return {"name": name, "email": email, "password1": PASSWORD, "band": "18", **more}


def sign_up(client: Client, **typed: str) -> Answer:
    """Sign up and confirm with the code from the mail."""
    client.post("/accounts/signup/", form_of(**typed))
    return client.post("/accounts/confirm-email/", {"code": last_code()})


def last_code() -> str:
    found = re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[0]


def last_link() -> str:
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def guest_in(client: Client, name: str = "Ana") -> Identity:
    """Let a browser be a guest, as opening a room does."""
    client.post("/rooms/", {"name": name})
    return Identity.objects.get(pk=client.session["identity"])


def app_code(secret: str, at: float | None = None) -> str:
    """What an authenticator app shows (RFC 6238)."""
    step = struct.pack(">Q", int((time.time() if at is None else at) // 30))
    digest = hmac.new(base64.b32decode(secret + "=" * (-len(secret) % 8)), step, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def words(response: Answer) -> str:
    """A page without its tags and its footer, in which languages name themselves."""
    html = response.content.decode().partition('<footer class="site-foot">')[0]
    html = re.sub(
        r"<script.*?</script>|<form class=\"languages\".*?</form>|<option.*?</option>", " ", html, flags=re.DOTALL
    )
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
