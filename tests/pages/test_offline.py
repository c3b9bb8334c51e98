"""What browsers keep for when they reach no network: one page in the reader's language, the same for everybody."""

import hashlib
import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User

LANGUAGES = [code for code, _ in settings.LANGUAGES]
HEADINGS = {"en": "No network", "fr": "Pas de réseau", "es": "Sin red"}


def kept_by(client: Client, language: str) -> dict[str, Any]:
    """What the service worker of a language is told to keep."""
    script = client.get(f"/service-worker-{language}.js").content.decode()
    found = re.search(r"^const kept = (.+);$", script, re.MULTILINE)
    assert found
    kept: dict[str, Any] = json.loads(found[1])
    return kept


@pytest.fixture
def member(db: None) -> Client:  # noqa: ARG001 (where he is)
    """Somebody who has an account, a name as a guest and a language of his own."""
    client = Client()
    client.force_login(User.objects.create_user("ana@example.org"))
    client.post("/language/", {"language": "es"})
    return client


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_service_worker_is_asked_for_anew_and_answers_for_the_whole_site(client: Client, language: str) -> None:
    answer = client.get(f"/service-worker-{language}.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert client.get("/service-worker-xx.js").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_that_is_kept_is_in_the_reader_s_language(client: Client, language: str) -> None:
    address = kept_by(client, language)["page"]
    assert address == f"/{language}/offline/"
    answer = client.get(address, headers={"Accept-Language": "de"})
    html = answer.content.decode()
    assert f'<html lang="{language}">' in html
    assert f"<h1>{HEADINGS[language]}</h1>" in html
    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("no-cache", "noindex")
    assert not answer.cookies


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_kept_is_the_same_for_everybody(client: Client, member: Client, language: str) -> None:
    for address in (f"/{language}/offline/", f"/service-worker-{language}.js"):
        assert client.get(address).content == member.get(address).content
    assert "csrf" not in client.get(f"/{language}/offline/").content.decode()


def test_it_is_one_page_with_the_files_that_show_it(client: Client) -> None:
    files = kept_by(client, "en")["files"]
    assert len(files) == len(set(files)) > 4
    assert all(finders.find(name.removeprefix(settings.STATIC_URL)) for name in files)
    assert {name.rpartition(".")[2] for name in files} == {"css", "js", "svg"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_page_makes_another_version(client: Client, language: str) -> None:
    kept = kept_by(client, language)
    page = client.get(kept["page"]).content
    assert kept["version"] == f"offline-{hashlib.sha256(page).hexdigest()[:12]}"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/fr/rules/duel/", "/accounts/login/", "/nowhere/"])
def test_pages_have_it_kept_once_they_are_loaded(client: Client, path: str) -> None:
    html = client.get(path).content.decode()
    assert re.search(r'<script type="module" src="[^"]+/keep-offline\.[^"]*js"></script>', html)
