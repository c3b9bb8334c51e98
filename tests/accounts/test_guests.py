"""Guests: a browser plays as somebody without having an account."""

import json
from uuid import UUID, uuid4

import pytest
import redis
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, transaction

from accounts.claims import claim_guest
from accounts.guests import guest_of
from accounts.models import Identity, User
from accounts.names import NameRefused
from accounts.personal_data import GUEST_DAYS
from accounts.services import ensure_guest, hand_over_identity, identity_of, name_of, note_played, rename, sign_out
from accounts.signing import DAY, LOOKS, PLAYERS, own_identity

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> SessionStore:
    session = SessionStore()
    session.create()
    return session


def test_a_new_browser_is_nobody(session: SessionStore) -> None:
    assert identity_of(session) is None


def test_a_browser_knows_its_guest_as_long_as_he_is_kept(session: SessionStore) -> None:
    ensure_guest(session=session, name="Ana")
    lasts = session.get_expiry_age()
    assert lasts - lasts / LOOKS >= GUEST_DAYS * DAY, "a use may be written down so much later"


def test_a_guest_is_known_again(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name=" Ana ")
    assert identity_of(session) == guest.pk
    assert guest.name == "Ana"
    assert guest.kind == Identity.Kind.GUEST


def test_the_same_browser_under_another_name_is_the_same_person(session: SessionStore) -> None:
    first = ensure_guest(session=session, name="Ana")
    second = ensure_guest(session=session, name="Bea")
    assert second.pk == first.pk
    assert name_of(first.pk) == "Bea"


def test_a_session_key_planted_beforehand_opens_nothing(session: SessionStore) -> None:
    planted = session.session_key
    ensure_guest(session=session, name="Ana")
    session.save()
    assert session.session_key != planted
    assert not SessionStore().exists(planted or "")


def test_a_bad_name_makes_nobody(session: SessionStore) -> None:
    with pytest.raises(NameRefused):
        ensure_guest(session=session, name="A\u202ena")
    assert not Identity.objects.exists()
    assert identity_of(session) is None


@pytest.mark.parametrize("value", ["", "nobody", "6c22f743-9276-426e-8da5-8810d7eb80ae", 7, None])
def test_a_session_that_names_nobody_is_nobody(session: SessionStore, value: object) -> None:
    session["identity"] = value
    assert identity_of(session) is None


def test_a_former_player_s_browser_is_nobody(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name="Ana")
    Identity.objects.filter(pk=guest.pk).update(kind=Identity.Kind.FORMER, name="")
    assert identity_of(session) is None


def test_a_seat_handed_over_makes_two_browsers_one_person(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name="Ana")
    phone = SessionStore()
    phone.create()
    hand_over_identity(session=phone, identity_id=guest.pk)
    assert identity_of(phone) == guest.pk


def test_a_browser_that_takes_over_a_seat_remembers_its_own_guest(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name="Ana")
    hand_over_identity(session=session, identity_id=Identity.objects.create(name="Bea").pk)
    bea = guest_of(session)
    assert bea is not None
    assert bea.name == "Bea"
    user = User.objects.create_user("bea@example.org", "a long pass phrase")
    claim_guest(guest_id=bea.pk, user=user)
    assert guest_of(session) == guest


def test_a_browser_plays_as_an_account_without_signing_in_no_longer_than_with(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name="Ana")
    as_guest = session.get_expiry_age()
    user = User.objects.create_user("bea@example.org", "a long pass phrase")
    hand_over_identity(session=session, identity_id=own_identity(user=user).pk)
    assert session.get_expiry_age() == PLAYERS[0] < as_guest
    hand_over_identity(session=session, identity_id=guest.pk)
    assert session.get_expiry_age() == as_guest


def test_renaming_gives_the_name_as_kept(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name="Ana")
    assert rename(identity_id=guest.pk, name=" Bea  B ") == "Bea B"
    assert name_of(guest.pk) == "Bea B"
    assert name_of(uuid4()) == ""


def test_playing_is_noted(session: SessionStore) -> None:
    guest = ensure_guest(session=session, name="Ana")
    note_played(identity_ids=[guest.pk])
    guest.refresh_from_db()
    assert guest.last_played is not None


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "guest", "name": ""},
        {"kind": "account", "name": "Ana"},
        {"kind": "former", "name": "Ana"},
        {"kind": "robot", "name": "Ana"},
    ],
)
def test_the_database_refuses_an_identity_that_is_neither(row: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Identity.objects.create(id=UUID(int=1), **row)


def test_two_users_never_share_an_address_in_any_case() -> None:
    User.objects.create_user("Ana@example.org", "a long pass phrase")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ana@EXAMPLE.org", "another pass phrase")


def test_passwords_are_kept_as_argon2() -> None:
    user = User.objects.create_superuser("staff@example.org", "a long pass phrase")
    assert user.password.startswith("argon2$argon2id$")
    assert user.is_staff
    assert User.objects.get_by_natural_key("STAFF@example.org") == user


def test_signing_out_leaves_nothing_and_closes_this_browser_s_pages(session: SessionStore, redis_url: str) -> None:
    guest = ensure_guest(session=session, name="Ana")
    session["room"] = "a room"
    session.save()
    key = session.session_key
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as heard:
        heard.subscribe("revoke")
        assert heard.get_message(timeout=2) is not None
        sign_out(session=session)
        message = heard.get_message(timeout=2)
    assert message is not None
    told = json.loads(message["data"])
    assert (told["reason"], told["session"]) == ("signed_out", key)
    assert str(guest.pk) not in message["data"].decode()
    assert identity_of(session) is None
    assert "room" not in session
    assert not SessionStore().exists(key or "")
