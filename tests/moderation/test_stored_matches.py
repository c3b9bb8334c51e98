"""What finished matches tell: how each behaved, the evidence of a case, and to staff, afterwards, all hands."""

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from accounts.animals import MARK
from accounts.models import User
from accounts.roles import ensure_roles
from games.case_models import Report, SeatConduct
from games.models import Match
from games.services.afterwards import open_steps
from games.services.conduct import note_match, note_recent
from games.services.replays import stored_entries
from games.services.reports import Seated, report
from tests.history.played import PlayedMatch
from tests.ledger.conftest import PEOPLE, Outbox
from tests.moderation.staff import browser_of

ANA, BEA, _ = PEOPLE
STRANGERS = [(ANA, MARK + "fox"), (BEA, MARK + "owl")]

pytestmark = pytest.mark.usefixtures("people")


@pytest.fixture
def match(outbox: Outbox) -> PlayedMatch:
    """Two strangers; the second one's line fails."""
    return PlayedMatch(STRANGERS, rounds=1, leaves=1).record(outbox)


def test_how_each_behaved_is_kept_once(match: PlayedMatch) -> None:
    for _ in range(2):
        note_match(match_id=match.id)
    ana, bea = SeatConduct.objects.order_by("seat")
    assert (ana.identity_id, ana.quick, ana.away) == (ANA, True, "")
    assert (bea.identity_id, bea.away) == (BEA, "line")
    assert ana.turns > 0
    assert ana.longest_ms >= ana.median_ms > 0


def test_matches_of_people_who_know_each_other_are_not_quick_play(outbox: Outbox) -> None:
    note_match(match_id=PlayedMatch([(ANA, "Ana"), (BEA, "Bea")], rounds=1).record(outbox).id)
    assert set(SeatConduct.objects.values_list("quick", flat=True)) == {False}


def test_practice_and_matches_without_a_log_are_left_alone(match: PlayedMatch) -> None:
    Match.objects.filter(pk=match.id).update(practice=True)
    note_match(match_id=match.id)
    note_match(match_id="nothing")
    note_recent(hour="2026-01-01T00")
    assert not SeatConduct.objects.exists()


def test_a_case_holds_the_times_of_the_reported_match(match: PlayedMatch) -> None:
    people = [Seated(seat, identity, name) for seat, (identity, name) in enumerate(STRANGERS)]
    made = report(reporter_id=ANA, match_id=match.id, people=people, seat=1, ground="leaving")
    (reported,) = made.case.evidence["matches"]
    assert reported["replay"]
    assert [seat["away"] for seat in reported["seats"]] == ["", "line"]
    assert reported["seats"][0]["turns_ms"]


def test_staff_see_all_hands_of_a_match_that_is_over_and_of_no_other(match: PlayedMatch, settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    ensure_roles()
    root = browser_of(User.objects.create_superuser("root@example.org"))
    page = root.get(f"/staff/matches/{match.id}/hands/").content.decode()
    assert "Play" in page
    assert "Replaced" in page
    assert root.get(f"/staff/matches/{'00' + 'b' * 26}/hands/").status_code == 404


def test_a_case_leads_to_the_moment_in_the_match_at_which_it_was_reported(
    match: PlayedMatch, settings: Settings
) -> None:
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    people = [Seated(seat, identity, name) for seat, (identity, name) in enumerate(STRANGERS)]
    made = report(reporter_id=ANA, match_id=match.id, people=people, seat=1, ground="leaving")
    third = stored_entries(match.id)[2]
    Report.objects.filter(pk=made.pk).update(made=datetime.fromtimestamp(third.at / 1000, UTC))
    assert [len(step.reports) for step in open_steps(match.id)][:4] == [0, 0, 1, 0]
    root = browser_of(User.objects.create_superuser("root@example.org"))
    case = root.get(f"/staff/games/case/{made.case_id}/change/").content.decode()
    address = f"/staff/matches/{match.id}/hands/"
    assert f'href="{address}#report-{made.pk}"' in case
    assert "led_to" not in case
    assert "<td>Matches in quick play</td>" in case
    assert f'id="report-{made.pk}"' in root.get(address).content.decode()
