"""Signing in and out, and what ends a session."""

import json
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
import redis
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.claims import claim_guest
from accounts.models import Identity, User
from accounts.personal_data import forget_people
from accounts.services import hand_over_identity, identity_of
from accounts.sessions import SessionStore
from tests.accounts.people import PASSWORD, account, guest_in, last_link, prove, sign_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return account()


class Heard:
    """What the web processes are told: which sessions' pages to close."""

    def __init__(self, subscription: redis.client.PubSub) -> None:
        self._subscription = subscription
        self._everywhere: set[str] = set()

    @property
    def everywhere(self) -> set[str]:
        """Identities all of whose pages close."""
        self.sessions()
        return self._everywhere

    def sessions(self) -> set[str]:
        found = set()
        while message := self._subscription.get_message(timeout=0.2):
            told = json.loads(message["data"]) if message["type"] == "message" else {}
            found |= {told["session"]} if "session" in told else set()
            self._everywhere |= {told["identity"]} if "identity" in told else set()
        return found


@pytest.fixture
def closed(redis_url: str) -> Iterator[Heard]:
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as subscription:
        subscription.subscribe("revoke")
        yield Heard(subscription)


def test_signing_in_takes_one_to_one_s_account(client: Client, user: User) -> None:
    assert client.get("/account/").headers["Location"] == "/accounts/login/?next=/account/"
    assert sign_in(client).headers["Location"] == "/account/"
    own = Identity.objects.get(user=user)
    assert client.session["identity"] == str(own.pk)


@pytest.mark.parametrize("wrong", [{"password": "not this one"}, {"email": "who@example.org"}])
def test_a_wrong_sign_in_does_not_tell_what_was_wrong(client: Client, user: User, wrong: dict[str, str]) -> None:
    del user
    response = sign_in(client, **wrong)
    assert "This e-mail address and this password do not belong together." in words(response)
    assert "_auth_user_id" not in client.session


def test_guessing_is_slowed_down_where_it_comes_from(user: User) -> None:
    """Five tries for one account, ten from one place, and its owner gets in from elsewhere all the same."""
    del user
    thief = Client(REMOTE_ADDR="10.1.1.1")
    for number in range(5):
        assert "do not belong" in words(sign_in(thief, password=f"guess number {number}"))
    assert "Please wait five minutes" in words(sign_in(thief))
    for number in range(5):
        sign_in(thief, email=f"p{number}@example.org")
    assert "Please wait five minutes" in words(sign_in(thief, email="another@example.org"))
    assert sign_in(Client(REMOTE_ADDR="10.2.2.2")).headers["Location"] == "/account/"


def test_a_whole_network_of_ipv6_is_one_place_that_guesses(user: User) -> None:
    del user
    for number in range(5):
        thief = Client(REMOTE_ADDR=f"2001:db8:1:2::{number}")
        assert "do not belong" in words(sign_in(thief, password=f"guess number {number}"))
    assert "Please wait five minutes" in words(sign_in(Client(REMOTE_ADDR="2001:db8:1:2:ffff::9")))
    assert sign_in(Client(REMOTE_ADDR="2001:db8:1:3::1")).headers["Location"] == "/account/"


def test_an_ipv4_address_in_the_dress_of_ipv6_is_a_place_of_its_own(user: User) -> None:
    del user
    for number in range(5):
        sign_in(Client(REMOTE_ADDR="::ffff:10.1.1.1"), password=f"guess number {number}")
    assert "Please wait five minutes" in words(sign_in(Client(REMOTE_ADDR="10.1.1.1")))
    assert sign_in(Client(REMOTE_ADDR="::ffff:10.2.2.2")).headers["Location"] == "/account/"


@pytest.mark.parametrize(
    "target",
    [
        "//evil.example/",
        "https://evil.example/",
        "http:evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "///evil",
    ],
)
def test_next_leads_to_this_site_alone(user: User, target: str) -> None:
    del user
    assert sign_in(Client(), next=target).headers["Location"] == "/account/"
    assert sign_in(Client(), next="/quick/").headers["Location"] == "/quick/"


def test_signing_out_ends_everything_in_this_browser(client: Client, user: User, closed: Heard) -> None:
    del user
    guest_in(client)
    as_guest = client.session.session_key
    sign_in(client)
    key = client.session.session_key
    assert closed.sessions() == set()
    client.post("/accounts/logout/")
    assert closed.sessions() == {as_guest, key}
    for earlier in (as_guest, key):
        stranger = Client()
        stranger.cookies["sessionid"] = earlier or ""
        assert stranger.get("/account/").status_code == 302
        assert "identity" not in stranger.session


def test_whoever_signs_out_leaves_nothing_of_the_account(client: Client, user: User, redis_url: str) -> None:
    del user
    sign_in(client)
    client.post("/accounts/logout/")
    assert "identity" not in client.session
    assert redis_url


@pytest.mark.parametrize("seated", [True, False])
def test_the_browser_is_its_guest_s_again_once_somebody_has_signed_out(
    client: Client, user: User, redis_url: str, seated: bool
) -> None:
    guest = guest_in(client, "Grandma")
    as_guest = client.session.session_key
    if not seated:
        session = client.session
        session.pop("room")
        session.save()
    sign_in(client)
    client.post("/accounts/logout/")
    assert client.session["identity"] == str(guest.pk)
    assert client.session.session_key != as_guest
    assert client.get("/account/").status_code == 302
    guest.refresh_from_db()
    assert (guest.kind, user.identities.count()) == ("guest", 1)
    assert redis_url


def test_a_guest_whom_an_account_took_over_does_not_come_back(client: Client, user: User, redis_url: str) -> None:
    del user
    guest_in(client)
    sign_in(client)
    client.post("/account/claim/here/")
    client.post("/accounts/logout/")
    assert "identity" not in client.session
    assert redis_url


def test_a_get_does_not_sign_out(client: Client, user: User) -> None:
    del user
    sign_in(client)
    assert client.get("/accounts/logout/").status_code == 200
    assert client.get("/account/").status_code == 200


def test_a_seat_stays_one_s_own_through_signing_in(client: Client, user: User) -> None:
    guest = guest_in(client)
    room = client.session["room"]
    sign_in(client)
    assert client.session["identity"] == str(guest.pk)
    assert client.get(f"/room/{room}/").status_code == 200
    assert "data-room" in client.get(f"/room/{room}/").content.decode()
    guest.refresh_from_db()
    assert guest.user is None
    assert Identity.objects.filter(user=user).count() == 1


def test_a_seat_stays_one_s_own_through_signing_out_and_in_again(client: Client, user: User) -> None:
    del user
    guest = guest_in(client)
    room = client.session["room"]
    for _ in range(2):
        sign_in(client)
        assert client.session["identity"] == str(guest.pk)
        client.post("/accounts/logout/")
        assert client.get("/").context["seat"]["room_id"] == room


def test_a_seat_stays_one_s_own_in_the_room_that_one_came_back_to(client: Client, user: User) -> None:
    del user
    guest = guest_in(client)
    room = client.session["room"]
    session = client.session
    session["room"] = "another room"
    session.save()
    client.get(f"/room/{room}/")
    sign_in(client)
    assert client.session["identity"] == str(guest.pk)


def test_without_a_seat_the_browser_plays_as_the_account(client: Client, user: User, redis_url: str) -> None:
    guest = guest_in(client)
    session = client.session
    session.pop("room")
    session.save()
    sign_in(client)
    assert client.session["identity"] == str(Identity.objects.get(user=user).pk)
    assert client.session["guests"] == [str(guest.pk)]
    assert redis_url


def test_sessions_are_listed_and_ended_one_by_one(user: User, closed: Heard) -> None:
    agents = (
        "(iPhone) Safari/605.1",
        "(Windows NT 10.0) Firefox/141.0",
        "(Linux; Android 15) Chrome/140.0 Safari/537.36",
    )
    phone, desk, tablet = (Client(headers={"User-Agent": f"Mozilla/5.0 {agent}"}) for agent in agents)
    for browser in (phone, desk, tablet):
        sign_in(browser)
    page = words(phone.get("/account/sessions/"))
    assert all(name in page for name in ("This device", "Firefox on Windows", "Chrome on Android"))
    key = desk.session.session_key
    row = UserSession.objects.get(user=user, session_key=key)
    assert phone.post(f"/account/sessions/{row.pk}/end/").status_code == 302
    assert closed.sessions() == {key}
    assert desk.get("/account/").status_code == 302
    assert tablet.get("/account/").status_code == 200
    phone.post("/account/sessions/end/")
    assert closed.sessions() == {tablet.session.session_key}
    assert tablet.get("/account/").status_code == 302
    assert phone.get("/account/").status_code == 200


@pytest.mark.parametrize("claimed", [False, True])
def test_a_browser_whose_session_ends_elsewhere_is_its_guest_s_again(
    user: User, redis_url: str, *, claimed: bool
) -> None:
    """Unless an account has taken him over. The ended session's key opens him once, and nothing else."""
    desk, phone = Client(), Client()
    guest = guest_in(desk)
    session = desk.session
    session.pop("room")
    session.save()
    for browser in (desk, phone):
        sign_in(browser)
    if claimed:
        claim_guest(guest_id=guest.pk, user=user)
    key = desk.session.session_key or ""
    phone.post("/account/sessions/end/")
    assert not SessionStore().exists(key)
    assert desk.get("/account/").status_code == 302
    assert desk.session.get("identity") == (None if claimed else str(guest.pk))
    thief = Client()
    thief.cookies["sessionid"] = key
    thief.get("/")
    assert "identity" not in thief.session
    assert redis_url


def test_a_browser_that_took_over_a_seat_is_out_when_all_others_are(client: Client, user: User, closed: Heard) -> None:
    """It plays as the account without being signed in, so no list has it."""
    sign_in(client)
    own = Identity.objects.get(user=user)
    tablet = Client()
    guest_in(tablet)
    session = tablet.session
    hand_over_identity(session=session, identity_id=own.pk)
    session.save()
    assert identity_of(session) == own.pk
    client.post("/account/sessions/end/")
    assert closed.everywhere == {str(own.pk)}
    assert identity_of(session) is None
    assert identity_of(client.session) == own.pk
    hand_over_identity(session=session, identity_id=own.pk)
    assert identity_of(session) == own.pk


def test_nobody_ends_another_person_s_session(client: Client, user: User) -> None:
    del user
    sign_in(client)
    account("Ben", "ben@example.org")
    ben = Client()
    sign_in(ben, "ben@example.org")
    row = UserSession.objects.get(session_key=ben.session.session_key)
    assert client.post(f"/account/sessions/{row.pk}/end/").status_code == 404
    assert ben.get("/account/").status_code == 200


def test_a_new_password_ends_all_other_sessions(client: Client, user: User, closed: Heard) -> None:
    del user
    other = Client()
    sign_in(other)
    sign_in(client)
    before = client.session.session_key
    typed = {"oldpassword": PASSWORD, "password1": "another quiet table", "password2": "another quiet table"}
    assert client.post("/accounts/password/change/", typed).status_code == 302
    assert closed.sessions() == {other.session.session_key, before}
    assert client.session.session_key != before
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert "identity" not in other.session
    assert mail.outbox[-1].subject == "Your password has been changed"
    assert sign_in(Client(), password="another quiet table").headers["Location"] == "/account/"


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(client: Client, user: User, closed: Heard) -> None:
    del user
    other = Client()
    sign_in(other)
    assert client.post("/accounts/password/reset/", {"email": "ana@example.org"}).status_code == 302
    link = last_link()
    page = client.get(link)
    typed = {"password1": "another quiet table", "password2": "another quiet table"}
    assert client.post(page.headers["Location"], {**typed, "password2": "something else"}).status_code == 200
    done = client.post(page.headers["Location"], typed)
    assert done.headers["Location"] == "/accounts/password/reset/key/done/"
    assert closed.sessions() == {other.session.session_key}
    assert other.get("/account/").status_code == 302
    assert "has been used or is too old" in words(Client().get(link))
    assert sign_in(client, password="another quiet table").headers["Location"] == "/account/"


def test_links_in_mails_lead_here_from_other_devices_too(client: Client, user: User, settings: Settings) -> None:
    settings.COLORCLASH_PUBLIC_URL = "http://cards.home:8000"
    client.post("/accounts/password/reset/", {"email": user.email}, headers={"Host": "localhost:8000"})
    assert "http://cards.home:8000/accounts/password/reset/key/" in str(mail.outbox[-1].body)
    assert "localhost" not in str(mail.outbox[-1].body)


def test_whoever_has_no_password_gets_one_by_mail(client: Client) -> None:
    client.force_login(User.objects.create_user("hand@example.org"))
    assert client.get("/accounts/password/change/").headers["Location"] == "/accounts/password/set/"
    assert client.get("/accounts/password/set/").headers["Location"] == "/accounts/password/reset/"


def test_leaving_waits_for_no_mail_server(client: Client, settings: Settings, user: User) -> None:
    """The mail tells only of what has been done."""
    sign_in(client)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert client.post("/account/leave/").status_code == 200
    user.refresh_from_db()
    assert user.deletion_due is not None


def test_a_reset_tells_nobody_which_addresses_have_accounts(user: User) -> None:
    del user
    pages = []
    for email in ("ana@example.org", "nobody@example.org"):
        browser = Client()
        sent = browser.post("/accounts/password/reset/", {"email": email})
        pages.append((sent.status_code, sent.headers["Location"], words(browser.get(sent.headers["Location"]))))
    assert pages[0] == pages[1]
    assert [message.to for message in mail.outbox] == [["ana@example.org"], ["nobody@example.org"]]


def test_another_address_counts_once_it_is_confirmed(client: Client, user: User) -> None:
    sign_in(client)
    prove(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    assert mail.outbox[-1].to == ["new@example.org"]
    user.refresh_from_db()
    assert user.email == "ana@example.org"
    assert "Your new address, new@example.org, waits for its code" in words(client.get("/accounts/email/"))
    code = mail.outbox[-1].subject.split()[0]
    client.post("/accounts/confirm-email/", {"code": code})
    user.refresh_from_db()
    assert user.email == "new@example.org"
    assert "waits for its code" not in words(client.get("/accounts/email/"))
    assert mail.outbox[-1].to == ["ana@example.org"]
    assert sign_in(Client(), "new@example.org").headers["Location"] == "/account/"


def test_a_session_ends_after_ninety_days_and_earlier_without_use(
    client: Client, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    del user
    sign_in(client)
    assert client.session.get_expiry_age() == 14 * 24 * 3600
    now = time.time()
    seen = client.session["seen"]
    monkeypatch.setattr("accounts.middleware.time.time", lambda: now + 24 * 3600)
    assert client.get("/account/").status_code == 200
    assert client.session["seen"] > seen
    monkeypatch.setattr("accounts.middleware.time.time", lambda: now + 91 * 24 * 3600)
    assert client.get("/account/").status_code == 302
    assert "identity" not in client.session


def test_staff_sessions_are_short(client: Client, user: User) -> None:
    user.is_staff = True
    user.save()
    sign_in(client)
    assert client.session.get_expiry_age() == 30 * 60
    assert client.session["until"] - client.session["seen"] == 8 * 3600


def test_a_closed_account_stays_out(client: Client, user: User) -> None:
    user.is_active = False
    user.save()
    assert sign_in(client).headers["Location"] == "/accounts/inactive/"
    assert client.get("/account/").status_code == 302


def test_addresses_of_sessions_are_shortened_after_a_week(client: Client, user: User) -> None:
    del user
    sign_in(client)
    UserSession.objects.update(ip="203.0.113.77", last_seen_at=timezone.now() - timedelta(days=6))
    forget_people()
    assert UserSession.objects.get().ip == "203.0.113.77"
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=8))
    forget_people()
    assert UserSession.objects.get().ip == "203.0.113.0"
