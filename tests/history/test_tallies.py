"""Running totals: each match in them once, in whatever order and however often its entries come; as counted again."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.claims import claim_guest
from accounts.models import Identity, User
from games.models import DeadLetter, LedgerLine, Match, Round
from games.selectors.history import Filters, history_page, own_seat
from games.selectors.people import person_of
from games.selectors.statistics import figures, head_to_head
from games.services import daily
from games.services.ledger import correct_line, store_match, write_round
from games.services.personal_history import forget_history
from games.services.tallies import check_totals, count_again, tally_match, tally_missing
from games.tally_models import Meeting, Tally
from tests.history.played import PlayedMatch, list_matches, match_id
from tests.ledger.conftest import PEOPLE, Outbox

if TYPE_CHECKING:
    from uuid import UUID

ANA, BEA, CAL = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]
ALL = [(ANA, "Ana"), (BEA, "Bea"), (CAL, "Cal")]
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)

pytestmark = pytest.mark.usefixtures("people")


def totals() -> list[object]:
    """Every running total, whatever its row is called."""
    tallies = [{**each, "id": 0} for each in Tally.objects.order_by("player", "ruleset").values()]
    meetings = [{**each, "id": 0} for each in Meeting.objects.order_by("player", "other", "ruleset").values()]
    return [*tallies, *meetings]


def counted_from_the_start() -> list[object]:
    Tally.objects.all().delete()
    Meeting.objects.all().delete()
    for identity in PEOPLE:
        count_again(identity_id=identity)
    return totals()


def account(identity: UUID, name: str) -> User:
    user = User.objects.create(email=f"{name}@example.org")
    Identity.objects.filter(pk=identity).update(kind=Identity.Kind.ACCOUNT, user=user)
    return user


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (0, 3, 2, 1), (1, 2, 3, 0)])
def test_whatever_order_the_entries_come_in_the_match_counts_once_when_all_are_there(
    outbox: Outbox, order: tuple[int, ...]
) -> None:
    played = PlayedMatch(ALL)
    keys = played.leave_in(outbox)
    for number, at in enumerate(order):
        assert not Tally.objects.exists(), f"after {number} entries"
        (store_match if at == 3 else write_round)(outbox_key=keys[at])
    (mine,) = figures(person_of(ANA))
    assert (mine.matches, mine.rounds, mine.points) == (1, 3, played.end.totals[0])
    before = totals()
    for key in played.leave_in(outbox):
        (store_match if key == keys[3] else write_round)(outbox_key=key)
    assert totals() == before == counted_from_the_start()


def test_who_had_two_seats_in_a_match_counts_by_the_first_of_them(outbox: Outbox) -> None:
    before = PlayedMatch(ALL).record(outbox)
    claim_guest(guest_id=BEA, user=account(ANA, "ana"))
    after = PlayedMatch(ALL, number=2, seed=2).record(outbox)
    (mine,) = figures(person_of(ANA))
    assert (mine.matches, mine.rounds) == (2, 6)
    assert mine.points == before.end.totals[0] + after.end.totals[0]
    assert mine.won == sum(0 in played.end.winners for played in (before, after))
    assert totals() == counted_from_the_start()


def test_the_list_and_the_match_s_page_show_the_first_of_two_seats(outbox: Outbox) -> None:
    played = PlayedMatch([(BEA, "Bea"), (ANA, "Ana"), (CAL, "Cal")]).record(outbox)
    claim_guest(guest_id=BEA, user=account(ANA, "ana"))
    (listed,) = history_page(person_of(ANA), Filters()).matches
    paper = own_seat(person_of(ANA), played.id)
    assert paper is not None
    assert listed.own.seat == paper.seat == 0
    assert [seat.seat for seat in listed.others] == [1, 2]


def test_matches_that_are_recorded_late_count_in_their_place(outbox: Outbox) -> None:
    entries = [PlayedMatch(ALL, number=number, seed=number).leave_in(outbox) for number in (1, 2, 3, 4)]
    for *rounds, end in (entries[at] for at in (1, 3, 0, 2)):
        for key in rounds:
            write_round(outbox_key=key)
        store_match(outbox_key=end)
    (mine,) = figures(person_of(ANA))
    in_order = list(Match.objects.order_by("ended", "pk"))
    assert [ended for ended, _ in mine.over_time] == [match.ended for match in in_order]
    won = [0 in match.winners for match in in_order]
    assert mine.streak == max(len(list(row)) if good else 0 for good, row in itertools.groupby(won))
    assert totals() == counted_from_the_start()


def test_practice_counts_nowhere(outbox: Outbox) -> None:
    PlayedMatch([(ANA, "Ana"), None]).record(outbox)
    assert totals() == []
    assert tally_missing() == 0


def test_a_correction_counts_at_once_in_totals_records_and_distribution(outbox: Outbox) -> None:
    PlayedMatch(PAIR).record(outbox)
    staff = User.objects.create(email="staff@example.org", is_staff=True)
    line = LedgerLine.objects.filter(identity=ANA).first()
    assert line is not None
    (before,) = figures(person_of(ANA))
    correct_line(line_id=line.pk, points=1000, staff=staff, reason="counted wrongly")
    (after,) = figures(person_of(ANA))
    assert after.points == before.points + 1000
    assert after.best_round is not None
    assert after.best_round.value >= 900
    assert sum(bar.rounds for bar in after.bars) == after.rounds
    assert totals() == counted_from_the_start()


def test_what_a_guest_has_played_counts_for_the_account_that_claims_it() -> None:
    """Also the longest row of matches won, across both, and for those who played against him."""
    user = account(ANA, "ana")
    list_matches(2, [(ANA, "Ana"), (CAL, "Cal")])
    list_matches(2, [(BEA, "Guest"), (CAL, "Cal")], first=2)
    list_matches(1, [(ANA, "Ana"), (CAL, "Cal")], first=4, winners=[1])
    assert tally_missing(complete=False) == 5
    assert [each.streak for each in figures(person_of(ANA))] == [2]
    claim_guest(guest_id=BEA, user=user)
    (mine,) = figures(person_of(ANA))
    assert (mine.matches, mine.won, mine.streak) == (5, 4, 4)
    (ours,) = head_to_head(person_of(CAL), person_of(ANA))
    assert (ours.matches, ours.won, ours.lost) == (5, 1, 4)
    list_matches(1, [(BEA, "Guest"), (CAL, "Cal")], first=5)
    tally_missing(complete=False)
    assert figures(person_of(ANA))[0].matches == 6
    assert not Tally.objects.filter(player=BEA).exists()


def test_two_seats_of_one_person_are_one_match_of_his() -> None:
    user = account(ANA, "ana")
    list_matches(1, ALL)
    claim_guest(guest_id=BEA, user=user)
    tally_missing(complete=False)
    assert figures(person_of(ANA))[0].matches == 1
    assert [each.matches for each in head_to_head(person_of(CAL), person_of(ANA))] == [1]
    assert totals() == counted_from_the_start()


def test_whoever_goes_leaves_no_totals_and_everybody_else_keeps_his(outbox: Outbox) -> None:
    PlayedMatch(ALL).record(outbox)
    before = list(Tally.objects.exclude(player=ANA).order_by("player").values())
    forget_history(ANA)
    Identity.objects.filter(pk=ANA).update(kind=Identity.Kind.FORMER, user=None, name="")
    assert list(Tally.objects.order_by("player").values()) == before
    assert set(Meeting.objects.values_list("player", "other")) == {(BEA, CAL), (CAL, BEA)}
    assert check_totals(matches=Match.objects.all()) == 0


def test_the_nightly_recount_finds_and_mends_what_is_wrong(outbox: Outbox) -> None:
    PlayedMatch(PAIR).record(outbox)
    Match.objects.update(ended=timezone.now())
    Match.objects.first().seats.update(ended=timezone.now())  # type: ignore[union-attr]
    check_totals(matches=Match.objects.all())
    right, today = totals(), timezone.now().date().isoformat()
    assert daily.recount(day=today) == 0
    for spoil in (
        lambda: Tally.objects.filter(player=ANA).update(points=12345),
        lambda: Meeting.objects.filter(player=BEA).update(matches=700),
        lambda: Tally.objects.filter(player=BEA).delete(),
    ):
        spoil()
        assert daily.recount(day=today) == 1
        assert totals() == right


def test_a_match_of_which_a_round_was_never_recorded_is_added_by_the_night(outbox: Outbox) -> None:
    played = PlayedMatch(PAIR, rounds=3)
    *rounds, end = played.leave_in(outbox)
    for key in (*rounds[1:], end):
        (store_match if key == end else write_round)(outbox_key=key)
    assert tally_missing() == 0
    assert tally_missing(since=LONG_AGO, complete=False) == 1
    assert [each.rounds for each in figures(person_of(ANA))] == [2]
    write_round(outbox_key=rounds[0])
    assert [(each.matches, each.rounds) for each in figures(person_of(ANA))] == [(1, 3)]
    assert Round.objects.count() == 3
    assert totals() == counted_from_the_start()


def test_a_match_is_added_once_however_often_it_is_told(outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    before = totals()
    assert not any(tally_match(match_id=played.id) for _ in range(3))
    assert totals() == before


def test_a_fault_of_the_totals_does_not_stop_the_ledger(outbox: Outbox) -> None:
    """Here a row that nothing may stand beside."""
    with connection.cursor() as cursor:
        cursor.execute("create unique index in_the_way on games_tally (ruleset)")
    played = PlayedMatch(PAIR).record(outbox)
    assert LedgerLine.objects.filter(match=played.id).exists()
    assert not DeadLetter.objects.exists()
    assert not Match.objects.get().tallied
    with connection.cursor() as cursor:
        cursor.execute("drop index in_the_way")
    assert tally_missing() == 1
    assert [each.matches for each in figures(person_of(ANA))] == [1]


def test_adding_the_next_match_costs_the_same_however_many_there_are() -> None:
    counts = []
    for first in (0, 41):
        list_matches(41, ALL, first=first)
        last = Match.objects.filter(pk=match_id(first + 40))
        last.update(practice=True)
        assert tally_missing(complete=False) == 40
        last.update(practice=False)
        with CaptureQueriesContext(connection) as queries:
            assert tally_match(match_id=match_id(first + 40), complete=False)
        counts.append(len(queries))
    assert counts[0] == counts[1] < 20
