"""Reports and the cases that staff make of them."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.animals import FORMER
from accounts.audit import StaffRefused
from accounts.models import Identity, User
from accounts.personal_data import forget_guest
from accounts.sanction_models import AuditLine
from accounts.sanctions import appeal, decide_appeal, impose, standing
from games.case_models import Case, CaseNote, Report
from games.models import Match, MatchSeat
from games.selectors.moderation_counts import counts_by_month
from games.services.cases import claim, decide, note
from games.services.reports import ReportRefused, Seated, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Seated]:
    names = ("Ana", "Bea", "Cal")
    made = [Identity.objects.create(name=name) for name in names]
    sit_down("m1", made)
    return [Seated(seat, one.pk, one.name) for seat, one in enumerate(made)]


def sit_down(match_id: str, who: list[Identity]) -> None:
    match = Match.objects.create(
        id=match_id, room_id="r", room_code="ABCDEF", ruleset="clash-classic", practice=False, started=timezone.now()
    )
    for seat, one in enumerate(who):
        MatchSeat.objects.create(match=match, seat=seat, kind="person", identity=one)


def reports(people: list[Seated], by: int, about: int, *, match: str = "m1", ground: str = "leaving") -> Report:
    return report(reporter_id=people[by].identity, match_id=match, people=people, seat=about, ground=ground)


def refused(people: list[Seated], by: int, about: int, **more: str) -> str:
    with pytest.raises(ReportRefused) as refusal:
        reports(people, by, about, **more)
    return refusal.value.code


def test_reports_about_one_person_go_to_one_case(people: list[Seated]) -> None:
    first = reports(people, 0, 1)
    second = reports(people, 2, 1, ground="name")
    assert first.case == second.case
    assert (first.case.subject.name, first.case.ground, first.case.state) == ("Bea", "leaving", "open")


def test_one_report_a_person_and_match(people: list[Seated]) -> None:
    reports(people, 0, 1)
    assert refused(people, 0, 1, ground="name") == "again"
    sit_down("m2", [Identity.objects.get(pk=one.identity) for one in people])
    assert reports(people, 0, 1, match="m2").case.reports.count() == 2


def test_only_who_sat_there_reports_and_only_others(people: list[Seated]) -> None:
    stranger = Seated(0, Identity.objects.create(name="Dan").pk, "Dan")
    with pytest.raises(ReportRefused, match="not_there"):
        report(reporter_id=stranger.identity, match_id="m1", people=people, seat=1, ground="name")
    assert refused(people, 0, 0) == "oneself"
    assert refused(people, 0, 7) == "not_there"
    assert refused(people, 0, 1, ground="I dislike him") == "ground"
    assert not Case.objects.exists()


def test_the_case_gathers_by_itself_what_is_known(people: list[Seated]) -> None:
    sit_down("m2", [Identity.objects.get(pk=one.identity) for one in people[:2]])
    reports(people, 0, 1)
    evidence = Case.objects.get().evidence
    assert evidence["met"] == {str(people[0].identity): 2}
    assert evidence["reporters"] == {
        str(people[0].identity): {"reports": 1, "led_to_a_sanction": 0, "led_to_nothing": 0}
    }
    assert evidence["matches"][0]["match"] == "m1"
    assert evidence["earlier_cases"] == 0


def test_a_case_is_claimed_noted_and_decided_on_the_record(
    people: list[Seated], moderator: User, colleague: User
) -> None:
    case = reports(people, 0, 1).case
    with pytest.raises(StaffRefused, match="not_claimed"):
        decide(case_id=case.pk, staff=moderator, reason="left")
    claim(case_id=case.pk, staff=moderator, reason="my turn")
    note(case_id=case.pk, staff=colleague, text="He did it last week too.")
    with pytest.raises(StaffRefused, match="not_claimed"):
        decide(case_id=case.pk, staff=colleague, reason="left")
    ends = timezone.now() + timedelta(days=3)
    sanction = decide(case_id=case.pk, staff=moderator, reason="left", kind="suspension", ends=ends)
    case.refresh_from_db()
    assert (case.state, case.sanction, case.decided_by) == ("decided", sanction, moderator)
    assert case.evidence["earlier_sanctions"] == {}
    assert standing(people[1].identity) == sanction
    assert CaseNote.objects.get().staff == colleague
    acts = list(AuditLine.objects.order_by("id").values_list("act", flat=True))
    assert acts == ["claim", "note", "suspension", "decide"]
    with pytest.raises(StaffRefused, match="decided"):
        claim(case_id=case.pk, staff=colleague, reason="again")


def test_a_decision_that_is_refused_leaves_the_case_open(people: list[Seated], moderator: User) -> None:
    case = reports(people, 0, 1).case
    claim(case_id=case.pk, staff=moderator, reason="my turn")
    with pytest.raises(StaffRefused, match="no_end"):
        decide(case_id=case.pk, staff=moderator, reason="left", kind="suspension")
    case.refresh_from_db()
    assert case.state == "claimed"


def test_the_next_case_knows_of_the_one_before_and_what_its_reporters_were_worth(
    people: list[Seated], moderator: User
) -> None:
    case = reports(people, 0, 1).case
    claim(case_id=case.pk, staff=moderator, reason="my turn")
    decide(case_id=case.pk, staff=moderator, reason="a failing line")
    sit_down("m2", [Identity.objects.get(pk=one.identity) for one in people])
    again = reports(people, 0, 1, match="m2").case
    assert again != case
    assert again.evidence["earlier_cases"] == 1
    assert again.evidence["reporters"][str(people[0].identity)]["led_to_nothing"] == 1


def test_nobody_looks_into_his_own_case(people: list[Seated], moderator: User) -> None:
    own = Identity.objects.create(kind="account", user=moderator, name="Mod")
    sit_down("m2", [Identity.objects.get(pk=people[0].identity), own])
    both = [people[0], Seated(1, own.pk, "Mod")]
    case = reports(both, 0, 1, match="m2").case
    with pytest.raises(StaffRefused, match="oneself"):
        claim(case_id=case.pk, staff=moderator, reason="let me see")


def test_the_database_keeps_one_open_case_a_person(people: list[Seated]) -> None:
    case = reports(people, 0, 1).case
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.create(subject=case.subject, ground="name")
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.filter(pk=case.pk).update(state="decided")


def test_the_public_is_told_how_many_and_not_who(people: list[Seated], moderator: User) -> None:
    case = reports(people, 0, 1).case
    reports(people, 2, 1)
    claim(case_id=case.pk, staff=moderator, reason="my turn")
    decide(case_id=case.pk, staff=moderator, reason="left", kind="warning")
    (month,) = counts_by_month()
    assert (month["reports"], month["warning"], month["nothing"], month["appeals"]) == (2, 1, 0, 0)
    assert month["month"].day == 1


def test_who_has_reported_somebody_does_not_decide_about_him(people: list[Seated], moderator: User) -> None:
    Identity.objects.filter(pk=people[0].identity).update(kind="account", user=moderator)
    case = reports(people, 0, 1).case
    with pytest.raises(StaffRefused, match="own_report"):
        claim(case_id=case.pk, staff=moderator, reason="mine")
    Case.objects.filter(pk=case.pk).update(state="claimed", claimed_by=moderator)
    with pytest.raises(StaffRefused, match="own_report"):
        decide(case_id=case.pk, staff=moderator, reason="nothing in it")


def test_nor_does_he_by_another_page_or_a_second_look(people: list[Seated], moderator: User, colleague: User) -> None:
    Identity.objects.filter(pk=people[0].identity).update(kind="account", user=moderator)
    case, about = reports(people, 0, 1).case, people[1].identity
    wish = {"identity_id": about, "kind": "warning", "ground": "leaving", "reason": "left"}
    with pytest.raises(StaffRefused, match="own_report"):
        impose(staff=moderator, **wish)  # type: ignore[arg-type]
    claim(case_id=case.pk, staff=colleague, reason="mine")
    warned = decide(case_id=case.pk, staff=colleague, reason="left", kind="warning")
    assert warned is not None
    asked = appeal(sanction_id=warned.pk, identity_id=about, plea="line")
    with pytest.raises(StaffRefused, match="own_report"):
        decide_appeal(appeal_id=asked.pk, staff=moderator, lifted=False, reason="no")
    impose(staff=moderator, **wish)  # type: ignore[arg-type]  # what he reported has been decided by somebody else


def test_a_report_keeps_no_name_of_who_has_gone(people: list[Seated]) -> None:
    made = reports(people, 0, 1, ground="name")
    forget_guest(guest=Identity.objects.get(pk=people[1].identity))
    made.refresh_from_db()
    assert made.shown == FORMER
    assert made.case.subject_id == people[1].identity
