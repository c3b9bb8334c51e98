"""Ratings: finished matches between accounts, each once, and every figure computable again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command

from accounts.models import Identity, User
from accounts.personal_data import keep_account, request_deletion
from games.models import Match, RatedMatch, Rating
from games.selectors.people import person_of
from games.selectors.rankings import leaderboard, own_rating
from games.services.ledger import store_match
from games.services.personal_history import forget_history
from games.services.ratings import choose_listing, rate_match, rate_missing, recompute_ratings, season_of
from tests.accounts.people import words
from tests.history.played import PlayedMatch, list_matches, match_id
from tests.ledger.conftest import PEOPLE, Outbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.test import Client

    Come = Callable[[UUID | Identity], Client]

ANA, BEA, CAL = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]
THREE = [*PAIR, (CAL, "Cal")]
SEASON = "2026-1"

pytestmark = pytest.mark.usefixtures("people")


@pytest.fixture
def accounts(people: None) -> None:  # noqa: ARG001 (they sign up)
    for person in Identity.objects.all():
        user = User.objects.create(email=f"{person.name.lower()}@example.org")
        Identity.objects.filter(pk=person.pk).update(kind=Identity.Kind.ACCOUNT, user=user)


def figures() -> list[tuple[object, ...]]:
    fields = ("player", "ruleset", "season", "estimate", "deviation", "sure", "matches", "won")
    return list(Rating.objects.order_by("player", "ruleset", "season").values_list(*fields))


def rate_all(count: int) -> None:
    for number in range(count):
        assert rate_match(match_id=match_id(number))


@pytest.mark.usefixtures("accounts")
def test_who_wins_rises_who_loses_falls_and_doubt_shrinks() -> None:
    list_matches(3, THREE)
    rate_all(3)
    ana, bea, cal = (Rating.objects.get(player=person) for person in PEOPLE)
    assert ana.estimate > bea.estimate > cal.estimate
    assert all(rating.deviation < 25 / 3 for rating in (ana, bea, cal))
    assert (ana.matches, ana.won, cal.won) == (3, 3, 0)
    assert ana.sure == ana.estimate - 3 * ana.deviation


@pytest.mark.usefixtures("accounts")
def test_a_match_counts_once_however_often_it_is_taken_up(outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    once = figures()
    assert len(once) == 2
    assert not rate_match(match_id=played.id)
    store_match(outbox_key=outbox.put(played.end))
    assert figures() == once


@pytest.mark.usefixtures("accounts")
def test_computed_again_every_figure_is_the_same() -> None:
    list_matches(5, THREE)
    list_matches(5, PAIR, first=5, ruleset="upcolor", winners=[1], ranking=[[1], [0]])
    list_matches(2, PAIR, first=10, winners=[0, 1], ranking=[[0, 1]])
    for number in (3, 1, 0, 2, 4, 9, 8, 11, 5, 6, 7, 10):
        assert rate_match(match_id=match_id(number))
    kept = figures()
    assert recompute_ratings() == 0
    assert figures() == kept
    Rating.objects.filter(player=ANA).update(estimate=99.0)
    Rating.objects.filter(player=BEA, ruleset="upcolor").delete()
    assert recompute_ratings() == 3
    assert figures() == kept


@pytest.mark.usefixtures("accounts")
def test_the_command_says_whether_anything_differed(capsys: pytest.CaptureFixture[str]) -> None:
    list_matches(1, PAIR)
    rate_all(1)
    call_command("ratings")
    Rating.objects.update(matches=9)
    call_command("ratings")
    assert capsys.readouterr().out.splitlines() == ["Every rating is as computed.", "2 ratings differed"]


@pytest.mark.usefixtures("accounts")
def test_teams_are_rated_as_teams() -> None:
    dan = Identity.objects.create(
        kind=Identity.Kind.ACCOUNT, name="Dan", user=User.objects.create(email="dan@example.org")
    )
    list_matches(1, [*THREE, (dan.pk, "Dan")], ruleset="upcolor", teams=True, winners=[1, 3], ranking=[[1, 3], [0, 2]])
    rate_all(1)
    estimate = {rating.player_id: rating.estimate for rating in Rating.objects.all()}
    assert estimate[BEA] == estimate[dan.pk] > 25 > estimate[ANA] == estimate[CAL]


@pytest.mark.parametrize(
    "facts",
    [{"practice": True}, {"ranking": [], "reason": "abandoned"}, {"ended": None, "reason": ""}],
    ids=["practice", "abandoned", "not over"],
)
@pytest.mark.usefixtures("accounts")
def test_what_is_no_finished_match_between_people_never_counts(facts: dict[str, Any]) -> None:
    list_matches(1, PAIR, **{key: value for key, value in facts.items() if key not in ("ended", "reason")})
    Match.objects.update(**{key: value for key, value in facts.items() if key in ("ended", "reason")})
    assert not rate_match(match_id=match_id(0))
    assert not RatedMatch.objects.exists()


@pytest.mark.usefixtures("accounts")
def test_a_guest_at_the_table_means_no_rating() -> None:
    Identity.objects.filter(pk=CAL).update(kind=Identity.Kind.GUEST, user=None)
    list_matches(1, THREE)
    list_matches(1, PAIR, first=1)
    assert not rate_match(match_id=match_id(0))
    assert rate_match(match_id=match_id(1))


@pytest.mark.usefixtures("accounts")
def test_one_account_in_two_seats_means_no_rating() -> None:
    ana = User.objects.get(email="ana@example.org")
    Identity.objects.filter(pk=BEA).update(user=ana, claimed=datetime(2026, 1, 1, tzinfo=UTC))
    list_matches(1, PAIR)
    assert not rate_match(match_id=match_id(0))


@pytest.mark.usefixtures("accounts")
def test_what_a_dying_process_left_is_taken_up_the_next_night() -> None:
    list_matches(3, PAIR)
    rate_match(match_id=match_id(1))
    assert rate_missing(since=datetime(2026, 1, 1, tzinfo=UTC)) == 2
    assert rate_missing(since=datetime(2026, 1, 1, tzinfo=UTC)) == 0


@pytest.mark.parametrize(("month", "season"), [(1, "2026-1"), (3, "2026-1"), (4, "2026-2"), (12, "2026-4")])
def test_a_season_is_a_quarter_of_the_year(month: int, season: str) -> None:
    assert season_of(datetime(2026, month, 1, tzinfo=UTC)) == season


@pytest.mark.usefixtures("accounts")
def test_only_who_chose_it_stands_on_the_leaderboard(come: Come) -> None:
    list_matches(2, THREE)
    rate_all(2)
    choose_listing(player_id=BEA, listed=True)
    page = come(ANA).get(f"/rankings/?ruleset=clash-classic&season={SEASON}").content.decode()
    assert "<bdi>Bea</bdi>" in page
    assert "<bdi>Ana</bdi>" not in page
    assert "after 2 matches." in page
    assert "after 2 matches: place 1." in come(BEA).get(f"/rankings/?season={SEASON}").content.decode()


@pytest.mark.usefixtures("accounts")
def test_who_has_asked_for_deletion_is_not_listed_unless_he_stays(come: Come) -> None:
    list_matches(2, PAIR)
    rate_all(2)
    for player in (ANA, BEA):
        choose_listing(player_id=player, listed=True)
    ana = User.objects.get(identities=ANA)
    boards, browser = [], come(ANA)
    for change in (request_deletion, keep_account):
        change(user=ana)
        boards.append([each.name for each in leaderboard("clash-classic", SEASON, person_of(BEA))])
        browser.force_login(ana)
        waits = "waits to be deleted" in words(browser.get("/rankings/"))
        assert waits is (change is request_deletion)
    assert boards == [["Bea"], ["Ana", "Bea"]]


@pytest.mark.usefixtures("accounts")
def test_whoever_is_not_listed_has_no_place(come: Come) -> None:
    """Least of all the first one, because nobody else is listed."""
    list_matches(2, PAIR)
    rate_all(2)
    address = f"/rankings/?season={SEASON}"
    assert "place" not in words(come(BEA).get(address)).partition("Your rating")[2]
    choose_listing(player_id=ANA, listed=True)
    assert "place" not in words(come(BEA).get(address)).partition("Your rating")[2]
    choose_listing(player_id=BEA, listed=True)
    assert "after 2 matches: place 2." in words(come(BEA).get(address))


@pytest.mark.usefixtures("accounts")
def test_one_s_own_place_is_the_one_on_the_leaderboard() -> None:
    """Ratings that show the same points share it, whatever stands behind their points."""
    list_matches(1, THREE)
    rate_all(1)
    for player, sure in ((ANA, 5.012), (BEA, 5.003), (CAL, 4.9)):
        choose_listing(player_id=player, listed=True)
        Rating.objects.filter(player=player).update(sure=sure)
    board = leaderboard("clash-classic", SEASON, person_of(ANA))
    assert [(each.place, each.points) for each in board] == [(1, 200), (1, 200), (3, 196)]
    own = [own_rating("clash-classic", SEASON, person_of(player)) for player in (ANA, BEA, CAL)]
    assert [each and each.place for each in own] == [1, 1, 3]


@pytest.mark.usefixtures("accounts")
def test_the_choice_is_made_and_taken_back_by_oneself(come: Come) -> None:
    list_matches(1, PAIR)
    rate_all(1)
    ana, address = come(ANA), f"/rankings/?season={SEASON}"
    assert ana.post("/rankings/listing/", {"listed": "yes"}).status_code == 404, "only a seat of hers was taken over"
    assert "List me" not in ana.get(address).content.decode()
    ana.force_login(User.objects.get(identities=ANA))
    assert "List me" in ana.get(address).content.decode()
    ana.post("/rankings/listing/", {"listed": "yes"})
    assert "<bdi>Ana</bdi>" in come(CAL).get(address).content.decode()
    ana.post("/rankings/listing/", {"listed": "no"})
    assert "<bdi>Ana</bdi>" not in come(CAL).get(address).content.decode()


def test_a_guest_has_no_such_choice(come: Come) -> None:
    assert come(ANA).post("/rankings/listing/", {"listed": "yes"}).status_code == 404
    assert "With an account" in come(ANA).get("/rankings/").content.decode()


@pytest.mark.usefixtures("accounts")
def test_who_leaves_is_listed_no_more_and_changes_nobody_else_s_rating(come: Come) -> None:
    list_matches(2, PAIR)
    rate_all(2)
    choose_listing(player_id=ANA, listed=True)
    kept = figures()
    forget_history(ANA)
    Identity.objects.filter(pk=ANA).update(kind=Identity.Kind.FORMER, user=None, name="")
    assert "<bdi>" not in come(BEA).get(f"/rankings/?season={SEASON}").content.decode()
    assert recompute_ratings() == 0
    assert figures() == kept
