"""The headers that keep browsers careful, and where pages may come from."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from email.message import Message
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from django.test import Client

from tests.processes import CODE
from tests.site import LiveSite

PRODUCTION = {
    "COLORCLASH_PROFILE": "production",
    "COLORCLASH_ORIGINS": "https://play.example",
    "COLORCLASH_SECRET_KEY": "a key of the tests that is long enough and has 0-9 and letters: qwertzuiop",
    "COLORCLASH_PUBLIC_URL": "https://play.example",
    "COLORCLASH_TRUST_PROXY": "1",
}


SELLER = {
    **{
        f"COLORCLASH_SELLER_{name}": "x"
        for name in ("NAME", "ADDRESS", "MAIL", "PHONE", "REGISTER", "VAT_ID", "DIRECTOR", "HOST", "MEDIATOR")
    },
    "COLORCLASH_VAT_PERCENT": "20",
}


def settings_under(environment: dict[str, str], *names: str) -> list[object]:
    """What the settings say in a process with this environment."""
    code = (
        "import json, sys; from django.conf import settings;"
        "print(json.dumps([getattr(settings, name) for name in sys.argv[1:]], default=str))"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("COLORCLASH_", "REDIS", "DATAB"))}
    done = subprocess.run(
        [sys.executable, "-c", code, *names],
        cwd=CODE,
        env={**kept, "DJANGO_SETTINGS_MODULE": "colorclash.settings", **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    if done.returncode:
        raise ValueError(done.stderr.strip().splitlines()[-1])
    found: list[object] = json.loads(done.stdout)
    return found


def test_pages_forbid_inline_code_and_foreign_content() -> None:
    response = Client().get("/no-such-page/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert "Access-Control-Allow-Origin" not in response


def test_home_profile_takes_this_machines_own_names_and_no_others() -> None:
    origins, hosts, secure = settings_under(
        {"COLORCLASH_PORT": "8123"}, "COLORCLASH_ORIGINS", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE"
    )
    assert isinstance(origins, list)
    assert isinstance(hosts, list)
    assert {"http://localhost:8123", "http://127.0.0.1:8123"} <= set(origins)
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(hosts)
    assert "*" not in hosts
    assert secure is False


def test_production_profile_passes_djangos_own_deployment_checks() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=CODE,
        env={**os.environ, **PRODUCTION, **SELLER, "DJANGO_SETTINGS_MODULE": "colorclash.settings"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_production_profile_names_what_its_legal_pages_lack() -> None:
    lacking = {**PRODUCTION, **SELLER, "COLORCLASH_SELLER_VAT_ID": ""}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=CODE,
        env={**os.environ, **lacking, "DJANGO_SETTINGS_MODULE": "colorclash.settings"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.findall("COLORCLASH_[A-Z_]+", done.stderr) == ["COLORCLASH_SELLER_VAT_ID"]


@pytest.mark.parametrize(
    ("missing", "told"),
    [("COLORCLASH_ORIGINS", "Set COLORCLASH_ORIGINS"), ("COLORCLASH_SECRET_KEY", "Set COLORCLASH_SECRET_KEY")],
)
def test_production_profile_does_not_start_without(missing: str, told: str) -> None:
    environment = {name: value for name, value in PRODUCTION.items() if name != missing}
    with pytest.raises(ValueError, match=told):
        settings_under({**environment, "COLORCLASH_DATA": "/nonexistent"}, "DEBUG")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COLORCLASH_PROFILE", "office"),
        ("COLORCLASH_PORT", "many"),
        ("COLORCLASH_ORIGINS", "play.example"),
        ("COLORCLASH_DURATIONS", "[3]"),
        ("COLORCLASH_TRUST_PROXY", "maybe"),
    ],
)
def test_wrong_values_are_named(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name):
        settings_under({name: value}, "DEBUG")


def test_production_profile_answers_over_https_with_careful_cookies(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(environment=PRODUCTION, clocks=0, workers=False)
    status, headers = fetch(f"{site.base_url()}/", Host="play.example")
    assert (status, headers["Location"]) == (301, "https://play.example/")
    status, headers = fetch(f"{site.base_url()}/", **{"Host": "play.example", "X-Forwarded-Proto": "https"})
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    cookies = headers.get_all("Set-Cookie", [])
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Host-")
        assert "; Secure" in cookie
        assert "; SameSite=Lax" in cookie
        assert "; Path=/" in cookie
        assert "Domain" not in cookie
    status, _ = fetch(f"{site.base_url()}/", **{"Host": "evil.example", "X-Forwarded-Proto": "https"})
    assert status == 400
    status, _ = fetch(f"{site.base_url()}/health/", Host="whoever.asks")
    assert status == 200


def fetch(url: str, **headers: str) -> tuple[int, Message]:
    try:
        with build_opener(NoRedirect).open(Request(url, headers=headers), timeout=10) as response:
            return response.status, response.headers
    except HTTPError as error:
        return error.code, error.headers


class NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        """Leaves the redirect to the test."""
