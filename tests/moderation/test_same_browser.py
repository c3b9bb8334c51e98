"""Whoever may not play does not play in the same browser as somebody else, as far as that can be told."""

import json
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Identity, User
from accounts.sanction_models import Sanction
from accounts.sanctions import impose, lift, standing
from accounts.services import ensure_guest, identities_by_key
from accounts.sessions import SessionStore
from accounts.signing import end_sessions_of, own_identity
from tests.accounts.people import account, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]
QUICK = {"ruleset": "clash-classic", "seats": "2"}


@pytest.fixture
def ana() -> User:
    return account()


def decide(user: User, staff: User, kind: str = "suspension") -> Sanction:
    ends = timezone.now() + timedelta(days=1)
    return impose(
        identity_id=own_identity(user=user).pk, kind=kind, ground="leaving", staff=staff, reason="left", ends=ends
    )


@pytest.mark.parametrize("way", ["logout", "elsewhere"])
@pytest.mark.parametrize("guest", [True, False])
def test_signing_out_lets_nobody_play_on_as_a_guest(
    client: Client, ana: User, moderator: User, way: str, *, guest: bool
) -> None:
    if guest:
        client.post("/rooms/", {"name": "Guest"})
    sign_in(client)
    sanction = decide(ana, moderator)
    if way == "logout":
        client.post("/accounts/logout/")
    else:
        end_sessions_of(user=ana)
    answer: Any = client.get("/")
    assert answer.status_code == 403
    assert "You cannot play until" in answer.content.decode()
    assert 'name="plea"' not in answer.content.decode()
    assert client.post("/rooms/", {"name": "Another"}).status_code == 403
    lift(sanction_id=sanction.pk, staff=moderator, reason="a mistake")
    assert client.post("/rooms/", {"name": "Another"}).status_code == 302


def test_quick_play_alone_is_closed_to_the_guest_of_who_has_lost_it(client: Client, ana: User, moderator: User) -> None:
    sign_in(client)
    decide(ana, moderator, "no_quick_play")
    client.post("/accounts/logout/")
    assert client.post("/rooms/", {"name": "Another"}).status_code == 302
    assert client.post("/quick/", QUICK).headers["Location"] == "/told/"
    assert "quick play" in client.get("/told/").content.decode()


def test_another_account_in_that_browser_stands_for_itself(client: Client, ana: User, moderator: User) -> None:
    account("Ben", "ben@example.org")
    sign_in(client)
    decide(ana, moderator)
    client.post("/accounts/logout/")
    sign_in(client, "ben@example.org")
    assert client.get("/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/").status_code == 403


def test_who_signs_in_keeps_no_guest_s_seat_against_a_decision(client: Client, ana: User, moderator: User) -> None:
    """The seat is his through signing in; what has been decided about his account counts there as well."""
    client.post("/rooms/", {"name": "Guest"})
    guest = Identity.objects.get(name="Guest")
    decide(ana, moderator)
    sign_in(client)
    assert standing(guest.pk) is None
    assert client.get("/").status_code == 403
    key = client.session.session_key or ""
    assert identities_by_key([key]) == {key: [guest.pk, own_identity(user=ana).pk]}
    wish = {"sanction": str(Sanction.objects.get().pk), "plea": "line"}
    assert client.post("/told/appeal/", wish).status_code == 302
    assert "You have asked for another look." in client.get("/told/").content.decode()


def test_the_open_page_of_a_guest_s_seat_closes_when_its_account_is_suspended(
    client: Client,
    ana: User,
    moderator: User,
    redis_url: str,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    client.post("/rooms/", {"name": "Guest"})
    opened_with = client.session.session_key
    sign_in(client)
    assert client.session["identity"] == str(Identity.objects.get(name="Guest").pk)
    with redis.Redis.from_url(redis_url) as store, store.pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe("revoke")
        heard.get_message(timeout=2)
        with django_capture_on_commit_callbacks(execute=True):
            decide(ana, moderator)
        told = [json.loads(message["data"]) for message in iter(lambda: heard.get_message(timeout=0.5), None)]
    keys = {each["session"] for each in told if each["reason"] == "suspended" and "session" in each}
    assert keys == {opened_with, client.session.session_key}


def test_nobody_else_is_behind_a_guest(ana: User) -> None:
    session = SessionStore()
    guest = ensure_guest(session=session, name="Cleo")
    session.save()
    assert identities_by_key([session.session_key or ""]) == {session.session_key: [guest.pk]}
    assert ana.pk
