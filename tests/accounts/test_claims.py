"""A guest keeps what he played."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.claims import (
    CODE_LETTERS,
    ClaimRefused,
    claim_guest,
    guest_behind,
    make_claim_code,
    normal_code,
    redeem_claim_code,
)
from accounts.hooks import guest_merged
from accounts.models import ClaimCode, Identity, User
from accounts.selectors import identities_of
from accounts.services import hand_over_identity, identities_by_key, identity_of
from accounts.sessions import SessionStore
from accounts.signing import own_identity
from games.models import AsideMatch, LedgerLine, Match, MatchSeat
from games.services.rooms import member_arrived
from tests.accounts.people import account, guest_in, sign_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return account()


@pytest.fixture
def guest() -> Identity:
    return Identity.objects.create(name="Guest Ana")


def let_play(identity: Identity, matches: int = 1, *, practice: bool = False) -> None:
    """Finished matches, one line each."""
    now = timezone.now()
    for number in range(matches):
        match = Match.objects.create(
            id=f"{identity.pk}"[:30] + f"-{'p' * practice}{number}",
            room_id="r",
            room_code="ABCDEF",
            ruleset="clash-classic",
            practice=practice,
            started=now - timedelta(hours=number + 1),
            ended=now - timedelta(hours=number),
            reason="rounds",
        )
        MatchSeat.objects.create(match=match, seat=0, kind="person", identity=identity)
        LedgerLine.objects.create(
            match=match, round=1, seat=0, kind="round_won", points=5, practice=practice, identity=identity
        )


def browser_of(guest: Identity) -> Client:
    """A browser in which this guest played; he sits nowhere now."""
    browser = Client()
    guest_in(browser)
    session = browser.session
    session["identity"] = str(guest.pk)
    session.pop("room")
    session.save()
    return browser


def test_what_was_played_here_moves_when_one_says_so(user: User, guest: Identity) -> None:
    let_play(guest, 7)
    browser = browser_of(guest)
    lines = set(LedgerLine.objects.values_list("pk", "identity", "points"))
    asked = sign_in(browser)
    assert asked.headers["Location"] == "/account/claim/"
    page = browser.get("/account/claim/")
    assert "7 matches, played as Guest Ana" in words(page)
    assert page.content.decode().count("<li>") >= 5
    guest.refresh_from_db()
    assert guest.user is None
    browser.post("/account/claim/here/")
    guest.refresh_from_db()
    assert (guest.kind, guest.user_id, guest.name) == ("account", user.pk, "Guest Ana")
    assert guest.claimed is not None
    assert [one.name for one in identities_of(user)] == ["Ana", "Guest Ana"]
    assert browser.session["identity"] == str(identities_of(user)[0].pk)
    assert set(LedgerLine.objects.values_list("pk", "identity", "points")) == lines


def test_whoever_only_practiced_is_asked_as_well(user: User, guest: Identity) -> None:
    let_play(guest, 3, practice=True)
    browser = browser_of(guest)
    assert "3 practice matches, played as Guest Ana" in words(browser.get("/account/keep/"))
    assert sign_in(browser).headers["Location"] == "/account/claim/"
    assert "you have played as a guest" in words(browser.get("/account/"))
    assert "3 practice matches, played as Guest Ana" in words(browser.get("/account/claim/"))
    browser.post("/account/claim/here/")
    guest.refresh_from_db()
    assert guest.user == user


def test_practice_is_counted_apart_from_matches_with_others(user: User, guest: Identity) -> None:
    del user
    let_play(guest, 2)
    let_play(guest, practice=True)
    browser = browser_of(guest)
    sign_in(browser)
    page = words(browser.get("/account/claim/"))
    assert "2 matches, played as Guest Ana" in page
    assert "1 practice match, played as Guest Ana" in page


def test_whoever_has_put_his_only_match_aside_is_asked_as_well(user: User, guest: Identity) -> None:
    del user
    let_play(guest)
    MatchSeat.objects.update(ended=None)
    Match.objects.update(ended=None, reason="")
    now = timezone.now()
    aside = AsideMatch(match=Match.objects.get(), room_id="r", room=b"", state=b"", log=b"", epoch=1, version=1)
    aside.rounds, aside.since, aside.until = 1, now, now + timedelta(days=30)
    aside.save()
    browser = browser_of(guest)
    assert sign_in(browser).headers["Location"] == "/account/claim/"
    assert "1 match that Guest Ana has put aside" in words(browser.get("/account/claim/"))


def test_a_guest_who_has_played_nothing_is_not_asked(user: User, guest: Identity) -> None:
    del user
    browser = browser_of(guest)
    assert sign_in(browser).headers["Location"] == "/account/"
    assert "you have played as a guest" not in words(browser.get("/account/"))


def test_whoever_declines_is_not_asked_again(user: User, guest: Identity) -> None:
    let_play(guest)
    browser = browser_of(guest)
    sign_in(browser)
    assert "you have played as a guest" in words(browser.get("/account/"))
    browser.post("/account/claim/here/", {"decline": "1"})
    assert "you have played as a guest" not in words(browser.get("/account/"))
    guest.refresh_from_db()
    assert guest.kind == "guest"
    assert identities_of(user).count() == 1


def test_what_one_account_declines_waits_for_its_guest(user: User, guest: Identity, redis_url: str) -> None:
    let_play(guest)
    browser = browser_of(guest)
    sign_in(browser)
    browser.post("/account/claim/here/", {"decline": "1"})
    browser.post("/accounts/logout/")
    assert "1 match, played as Guest Ana" in words(browser.get("/account/keep/"))
    assert sign_in(browser).headers["Location"] == "/account/", "he was asked already"
    browser.post("/accounts/logout/")
    ana = account("Ana", "guest.ana@example.org")
    assert sign_in(browser, ana.email).headers["Location"] == "/account/claim/", "she was not"
    browser.post("/account/claim/here/")
    assert list(identities_of(ana))[1:] == [guest]
    assert identities_of(user).count() == 1
    assert redis_url


def test_a_guest_who_sits_at_a_table_stays_who_he_is(client: Client, user: User) -> None:
    guest = guest_in(client)
    room = client.session["room"]
    sign_in(client)
    client.post("/account/claim/here/")
    assert client.session["identity"] == str(guest.pk)
    guest.refresh_from_db()
    assert guest.user == user
    assert "data-room" in client.get(f"/room/{room}/").content.decode()


def join_as_account(browser: Client, room: str) -> None:
    sign_in(browser)
    browser.post(f"/room/{room}/join/", {"name": "Ana"})


def test_who_plays_elsewhere_already_comes_to_that_seat_when_he_signs_in(client: Client, user: User) -> None:
    """A second hand beside it is nobody's to see: a computer has the seat he held as a guest."""
    guest_in(client)
    room, phone = client.session["room"], Client()
    join_as_account(phone, room)
    async_to_sync(member_arrived)(room, "m2")
    sign_in(client)
    assert client.session["identity"] == phone.session["identity"] == str(own_identity(user=user).pk)


def test_of_two_seats_taken_over_one_comes_to_the_one_that_is_played(client: Client, user: User) -> None:
    guest = guest_in(client)
    room, phone = client.session["room"], Client()
    join_as_account(phone, room)
    async_to_sync(member_arrived)(room, "m1")
    sign_in(client)
    client.post("/account/claim/here/")
    assert "data-room" in phone.get(f"/room/{room}/").content.decode()
    assert client.session["identity"] == phone.session["identity"] == str(guest.pk)
    assert identities_of(user).count() == 2


def test_the_seat_of_a_guest_whom_one_took_over_is_found_again_at_its_room(client: Client, user: User) -> None:
    guest = guest_in(client)
    room = client.session["room"]
    stranger, tablet = Client(), Client()
    for browser in (client, tablet):
        sign_in(browser)
    client.post("/account/claim/here/")
    client.post("/accounts/logout/")
    sign_in(client)
    sign_in(stranger, account("Bea", "bea@example.org").email)
    assert "data-room" not in stranger.get(f"/room/{room}/").content.decode()
    for browser in (client, tablet):
        assert browser.session["identity"] == str(own_identity(user=user).pk)
        assert "data-room" in browser.get(f"/room/{room}/").content.decode()
        assert browser.session["identity"] == str(guest.pk)


def test_a_code_takes_the_results_to_another_device(client: Client, user: User, guest: Identity) -> None:
    let_play(guest, 2)
    elsewhere = browser_of(guest)
    assert "2 matches" in words(elsewhere.get("/account/keep/"))
    shown = elsewhere.post("/account/keep/code/").content.decode()
    code = shown.partition('claim-code">')[2].partition("<")[0]
    assert not ClaimCode.objects.filter(digest=code).exists()
    sign_in(client)
    typed = code.lower().replace("-", " ")
    assert "2 matches, played as Guest Ana" in words(client.post("/account/claim/code/", {"code": typed}))
    guest.refresh_from_db()
    assert guest.kind == "guest"
    client.post("/account/claim/code/", {"code": typed, "confirm": "1"})
    guest.refresh_from_db()
    assert guest.user == user
    used = client.post("/account/claim/code/", {"code": typed})
    assert used.status_code == 404
    assert "This code has been used, is older than 30 days, or is not one of ours." in words(used)


def test_the_device_that_showed_the_code_has_no_part_in_the_account(user: User, guest: Identity) -> None:
    """It never signed in: it is nobody there from now on, changes nothing, and plays on as somebody new."""
    let_play(guest)
    elsewhere = browser_of(guest)
    assert identity_of(elsewhere.session) == guest.pk
    redeem_claim_code(code=normal_code(make_claim_code(guest_id=guest.pk)) or "", user=user)
    assert identity_of(elsewhere.session) is None
    assert identities_by_key([elsewhere.session.session_key or ""]) == {}
    assert "is kept already" in words(elsewhere.get("/account/keep/"))
    assert elsewhere.post("/rankings/listing/", {"listed": "yes"}).status_code == 404
    elsewhere.post("/rooms/", {"name": "Somebody"})
    assert identity_of(elsewhere.session) not in {None, *[each.pk for each in identities_of(user)]}


def test_who_claims_in_the_same_browser_goes_on_there(user: User, guest: Identity) -> None:
    browser = browser_of(guest)
    sign_in(browser)
    session = browser.session
    session["identity"] = str(guest.pk)
    session.save()
    claim_guest(guest_id=guest.pk, user=user)
    assert identity_of(browser.session) == guest.pk


def test_whoever_is_handed_a_claimed_seat_later_is_let_in(user: User, guest: Identity) -> None:
    claim_guest(guest_id=guest.pk, user=user)
    session = SessionStore()
    hand_over_identity(session=session, identity_id=guest.pk)
    assert identity_of(session) == guest.pk


def test_two_tabs_that_show_the_code_show_the_same_one(guest: Identity) -> None:
    let_play(guest)
    browser = browser_of(guest)
    shown = [browser.post("/account/keep/code/").content.decode() for _ in range(2)]
    first, second = (page.partition('claim-code">')[2].partition("<")[0] for page in shown)
    assert first == second
    assert guest_behind(normal_code(second) or "") == guest


def test_every_guest_has_a_code_of_his_own() -> None:
    guests = [Identity.objects.create(name="Ana") for _ in range(50)]
    codes = [normal_code(make_claim_code(guest_id=guest.pk)) or "" for guest in guests]
    assert [guest_behind(code) for code in codes] == guests
    assert set("".join(codes)) == set(CODE_LETTERS)


def test_a_code_is_drawn_anew_under_another_key_of_the_site(guest: Identity, settings: Settings) -> None:
    old = normal_code(make_claim_code(guest_id=guest.pk)) or ""
    settings.SECRET_KEY = "another key of the site"
    code = normal_code(make_claim_code(guest_id=guest.pk)) or ""
    assert code != old
    assert guest_behind(code) == guest
    assert guest_behind(old) is None


def test_a_code_outlives_a_change_of_the_site_s_key_that_names_the_earlier_one(
    user: User, guest: Identity, settings: Settings
) -> None:
    old = normal_code(make_claim_code(guest_id=guest.pk)) or ""
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of the site", [settings.SECRET_KEY]
    assert guest_behind(old) == guest
    new = normal_code(make_claim_code(guest_id=guest.pk)) or ""
    redeem_claim_code(code=old, user=user)
    assert guest_behind(old) is guest_behind(new) is None


def test_a_code_works_once_within_thirty_days_of_being_shown(user: User, guest: Identity) -> None:
    code = normal_code(make_claim_code(guest_id=guest.pk)) or ""
    assert guest_behind(code) == guest
    ClaimCode.objects.update(made=timezone.now() - timedelta(days=31))
    assert guest_behind(code) is None
    assert normal_code(make_claim_code(guest_id=guest.pk)) == code
    assert guest_behind(code) == guest
    ClaimCode.objects.update(made=timezone.now() - timedelta(days=29))
    redeem_claim_code(code=code, user=user)
    with pytest.raises(ClaimRefused):
        redeem_claim_code(code=code, user=user)


def test_of_two_who_claim_one_guest_one_gets_it(user: User, guest: Identity) -> None:
    ben = account("Ben", "ben@example.org")
    claim_guest(guest_id=guest.pk, user=user)
    with pytest.raises(ClaimRefused) as refused:
        claim_guest(guest_id=guest.pk, user=ben)
    assert refused.value.code == "gone"
    with pytest.raises(ClaimRefused):
        make_claim_code(guest_id=guest.pk)
    with pytest.raises(ClaimRefused):
        claim_guest(guest_id=identities_of(ben)[0].pk, user=user)


def test_the_apps_above_are_told(user: User, guest: Identity) -> None:
    told: list[tuple[object, object]] = []
    callback = guest_merged.register(lambda merged, own: told.append((merged, own)))
    try:
        claim_guest(guest_id=guest.pk, user=user)
    finally:
        guest_merged.forget(callback)
    assert told == [(guest.pk, identities_of(user)[0].pk)]


@pytest.mark.parametrize("typed", ["", "ABC", "ABCD-EFGH-JKLI", "ABCD-EFGH-JKL1", "x" * 41])
def test_what_cannot_be_a_code_is_said_so(client: Client, user: User, typed: str) -> None:
    del user
    sign_in(client)
    response = client.post("/account/claim/code/", {"code": typed})
    assert response.status_code == 422


def test_trying_codes_is_slowed_down(client: Client, user: User) -> None:
    del user
    sign_in(client)
    answers = [client.post("/account/claim/code/", {"code": "ABCDEFGHJKLM"}).status_code for _ in range(11)]
    assert answers == [404] * 10 + [429]


def test_a_code_is_made_for_guests_alone(client: Client, user: User) -> None:
    del user
    assert client.post("/account/keep/code/").headers["Location"] == "/account/keep/"
    assert "Nothing has been played" in words(client.get("/account/keep/"))
    sign_in(client)
    assert client.get("/account/keep/").headers["Location"] == "/account/claim/"
    assert not ClaimCode.objects.exists()
