"""What players do and read: reporting, blocking, decisions, appeals."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.animals import MARK, shown_name
from accounts.claims import claim_guest
from accounts.models import Identity, User
from accounts.personal_data import forget_guest
from accounts.sanction_models import Appeal, Block, Sanction
from accounts.sanctions import blocks_of, impose
from accounts.services import SESSION_KEY
from games.case_models import Report
from games.models import Match, MatchSeat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

MATCH = "00" + "a" * 26
UNKNOWN = "00" + "b" * 26


def browser_of(who: Identity) -> Client:
    client = Client()
    session = client.session
    session[SESSION_KEY] = str(who.pk)
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    return client


@pytest.fixture
def people() -> list[Identity]:
    match = Match.objects.create(
        id=MATCH, room_id="r", room_code="", ruleset="clash-classic", practice=False, started=timezone.now()
    )
    made = [Identity.objects.create(name=name) for name in (MARK + "fox", MARK + "owl")]
    for seat, one in enumerate(made):
        MatchSeat.objects.create(match=match, seat=seat, kind="person", identity=one, name=one.name)
    return made


def test_a_player_is_reported_once_from_the_page_of_a_match(people: list[Identity]) -> None:
    fox = browser_of(people[0])
    page = fox.get(f"/report/{MATCH}/").content.decode()
    assert "Owl" in page
    assert "Fox" not in page
    done = fox.post(f"/report/{MATCH}/", {"seat": "1", "ground": "stalling"})
    assert "Thank you." in done.content.decode()
    report = Report.objects.get()
    assert (report.subject, report.reporter, report.ground, report.shown) == (
        people[1],
        people[0],
        "stalling",
        MARK + "owl",
    )
    assert fox.post(f"/report/{MATCH}/", {"seat": "1", "ground": "name"}).status_code == 409


@pytest.mark.parametrize("wish", [{}, {"seat": "1"}, {"seat": "1", "ground": "hate"}, {"seat": "x", "ground": "name"}])
def test_a_report_has_a_fixed_ground_and_nothing_else(people: list[Identity], wish: dict[str, str]) -> None:
    answer = browser_of(people[0]).post(f"/report/{MATCH}/", {**wish, "text": "what I think of him"})
    assert answer.status_code == 422
    assert not Report.objects.exists()


def test_who_did_not_sit_there_finds_no_such_page(people: list[Identity]) -> None:
    stranger = browser_of(Identity.objects.create(name="Ana"))
    assert stranger.get(f"/report/{MATCH}/").status_code == 404
    assert stranger.post(f"/report/{MATCH}/block/", {"seat": "0"}).status_code == 404
    assert Client().get(f"/report/{MATCH}/").status_code == 404
    assert browser_of(people[0]).get(f"/report/{UNKNOWN}/").status_code == 404


def test_who_has_taken_a_guest_over_reports_and_blocks_from_its_matches(people: list[Identity]) -> None:
    user = User.objects.create_user("ana@example.org")
    ana = Identity.objects.create(kind="account", user=user, name="Ana")
    claim_guest(guest_id=people[0].pk, user=user)
    page = browser_of(ana).get(f"/report/{MATCH}/").content.decode()
    assert "Owl" in page
    assert "Fox" not in page
    assert browser_of(ana).post(f"/report/{MATCH}/block/", {"seat": "0"}).status_code == 404


def test_of_a_former_player_without_a_name_there_is_nothing_to_report(people: list[Identity]) -> None:
    MatchSeat.objects.filter(seat=1).update(name="Owl")
    assert "Owl" in browser_of(people[0]).get(f"/report/{MATCH}/").content.decode()
    Identity.objects.filter(pk=people[1].pk).update(last_played=timezone.now())
    forget_guest(guest=Identity.objects.get(pk=people[1].pk))
    assert 'name="seat"' not in browser_of(people[0]).get(f"/report/{MATCH}/").content.decode()


def test_a_block_is_made_seen_and_taken_back_by_oneself_alone(people: list[Identity]) -> None:
    fox, owl = (browser_of(one) for one in people)
    assert "Nobody is told" in fox.post(f"/report/{MATCH}/block/", {"seat": "1"}).content.decode()
    assert "Owl" in fox.get("/blocked/").content.decode()
    assert "Fox" not in owl.get("/blocked/").content.decode()
    number = str(Block.objects.get().pk)
    owl.post("/blocked/", {"block": number})
    assert Block.objects.exists()
    fox.post("/blocked/", {"block": number})
    assert not Block.objects.exists()


def test_blocks_never_tell_that_two_names_are_one_person(people: list[Identity]) -> None:
    """Blocked under an animal's name in one match and under his own in another, he stands there twice."""
    other = Match.objects.create(
        id=UNKNOWN, room_id="r", room_code="", ruleset="clash-classic", practice=False, started=timezone.now()
    )
    for seat, (one, name) in enumerate(zip(people, ("Ana", "Bea"), strict=True)):
        MatchSeat.objects.create(match=other, seat=seat, kind="person", identity=one, name=name)
    fox = browser_of(people[0])
    for match_id in (MATCH, UNKNOWN, UNKNOWN):
        fox.post(f"/report/{match_id}/block/", {"seat": "1"})
    assert [shown_name(one.shown) for one in blocks_of(people[0].pk)] == ["Bea", "Owl"]


@pytest.fixture
def suspended(people: list[Identity]) -> Sanction:
    staff = User.objects.create_user("staff@example.org", is_staff=True)
    ends = timezone.now() + timedelta(days=1)
    return impose(identity_id=people[0].pk, kind="suspension", ground="leaving", staff=staff, reason="left", ends=ends)


@pytest.mark.parametrize("path", ["/", "/quick/", "/practice/", f"/room/{MATCH}/"])
def test_every_way_to_play_is_closed_to_who_is_suspended_and_says_why(
    people: list[Identity], suspended: Sanction, path: str
) -> None:
    answer = browser_of(people[0]).get(path)
    assert answer.status_code == 403
    assert "You cannot play until" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert browser_of(people[1]).get("/").status_code == 200
    assert suspended.pk is not None


@pytest.mark.parametrize("path", ["/rooms/", "/code/", "/quick/", "/practice/", "/quick/ticket/"])
def test_nothing_can_be_begun_either(people: list[Identity], suspended: Sanction, path: str) -> None:
    wish = {"name": "Another", "code": "ABCDEF", "ruleset": "clash-classic", "seats": "2", "computer1": "easy"}
    assert browser_of(people[0]).post(path, wish).status_code == 403
    assert suspended.pk is not None


def test_the_pages_about_oneself_stay_open(people: list[Identity], suspended: Sanction) -> None:
    fox = browser_of(people[0])
    for path in ("/told/", "/legal/privacy/", "/moderation/", "/blocked/"):
        assert fox.get(path).status_code == 200
    assert suspended.pk is not None


def test_an_appeal_is_made_once_on_a_fixed_ground(people: list[Identity], suspended: Sanction) -> None:
    fox, owl = (browser_of(one) for one in people)
    wish = {"sanction": str(suspended.pk), "plea": "line"}
    assert owl.post("/told/appeal/", wish).status_code == 409
    assert fox.post("/told/appeal/", {**wish, "plea": "because"}).status_code == 422
    assert fox.post("/told/appeal/", {**wish, "sanction": "x"}).status_code == 422
    assert fox.post("/told/appeal/", wish).status_code == 302
    assert "You have asked for another look." in fox.get("/told/").content.decode()
    assert fox.post("/told/appeal/", wish).status_code == 409
    assert Appeal.objects.count() == 1


def test_what_is_new_is_shown_wherever_he_comes_in_until_it_is_read(people: list[Identity]) -> None:
    impose(
        identity_id=people[0].pk,
        kind="warning",
        ground="leaving",
        staff=None,
        reason="4 of 10",
        figures={"matches": 10, "count": 4},
    )
    fox, owl = (browser_of(one) for one in people)
    for path in ("/", "/quick/", "/practice/"):
        assert "a decision about you" in fox.get(path).content.decode()
    assert "a decision about you" not in owl.get("/").content.decode()
    assert "Of your last 10 matches in quick play you left 4." in fox.get("/told/").content.decode()
    fox.post("/told/read/")
    assert "a decision about you" not in fox.get("/").content.decode()


def test_who_may_not_wait_for_a_table_reads_why_and_may_do_all_else(people: list[Identity]) -> None:
    ends = timezone.now() + timedelta(days=1)
    impose(identity_id=people[0].pk, kind="no_quick_play", ground="leaving", staff=None, reason="again", ends=ends)
    fox = browser_of(people[0])
    answer = fox.post("/quick/", {"ruleset": "clash-classic", "seats": "2", "length": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/told/")
    assert fox.post("/rooms/", {"name": "Ana"}).status_code == 302
    assert fox.get("/practice/").status_code == 200


@pytest.mark.parametrize(
    ("language", "word"), [("en", "What we keep"), ("fr", "Ce que nous gardons"), ("es", "Qué guardamos")]
)
def test_what_is_kept_stands_on_a_page_in_every_language(language: str, word: str) -> None:
    page = Client(headers={"accept-language": language}).get("/privacy/", follow=True)
    assert page.redirect_chain == [("/legal/privacy/", 301)]
    assert word in page.content.decode()
    assert "Stripe" in page.content.decode()
    assert 'href="/legal/privacy/"' in Client().get("/").content.decode()
