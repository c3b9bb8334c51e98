"""Whose session ends is put out of his open pages, also where the store is not there to pass it on."""

import json

import pytest
import redis
from allauth.usersessions.models import UserSession
from django.test import Client
from pytest_django import Settings

from accounts.models import Identity
from games.live import revoke
from games.live.revoke import close_sockets_from_sync
from tests.accounts.people import account, sign_in
from tests.processes import free_port, wait_until

pytestmark = pytest.mark.django_db


def test_a_store_that_takes_nothing_keeps_no_session_from_ending_and_is_told_of_all_once_it_is_back(
    redis_url: str, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    user = account()
    phone, *others = browsers = [Client() for _ in range(4)]
    for browser in browsers:
        sign_in(browser)
    keys = {browser.session.session_key for browser in others}
    with redis.Redis.from_url(redis_url) as client, client.pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe("revoke")
        heard.get_message(timeout=2)
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        assert phone.post("/account/sessions/end/").status_code == 302
        assert not UserSession.objects.filter(session_key__in=keys).exists()
        assert "did not reach the open pages yet" in caplog.text
        settings.REDIS_URL = redis_url
        told: set[tuple[str, str]] = set()

        def hears_of_all() -> bool:
            while message := heard.get_message(timeout=0.2):
                revocation = json.loads(message["data"])
                told.update((what, revocation[what]) for what in ("session", "identity") if what in revocation)
            everywhere = ("identity", str(Identity.objects.get(user=user).pk))
            return told == {everywhere, *(("session", key) for key in keys)}

        wait_until(hears_of_all, "all are told")


def test_what_is_given_up_takes_nothing_with_it_that_came_later(
    redis_url: str, settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with redis.Redis.from_url(redis_url) as client, client.pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe("revoke")
        heard.get_message(timeout=2)
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        monkeypatch.setattr(revoke, "GIVES_UP", 0.0)
        close_sockets_from_sync(reason="signed_out", session="early")
        monkeypatch.undo()
        close_sockets_from_sync(reason="signed_out", session="late")
        wait_until(lambda: "1 revocations were given up" in caplog.text, "the first is given up")
        settings.REDIS_URL = redis_url
        message = heard.get_message(timeout=5)
        assert message is not None
        assert json.loads(message["data"])["session"] == "late"
