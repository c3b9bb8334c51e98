"""Running totals when a match's entries are recorded by several workers at once, or a guest is claimed meanwhile."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.claims import claim_guest
from accounts.models import Identity, User
from games.models import DeadLetter, Match
from games.services.ledger import store_match, write_round
from games.services.tallies import count_again
from games.tally_models import Tally
from tests.history.played import PlayedMatch
from tests.ledger.conftest import PEOPLE, Outbox
from tests.ledger.test_delivery import at_once

ANA, BEA, CAL = PEOPLE
ALL = [(ANA, "Ana"), (BEA, "Bea"), (CAL, "Cal")]

pytestmark = pytest.mark.usefixtures("own_database")


def nothing_differs() -> bool:
    return not sum(count_again(identity_id=identity) for identity in PEOPLE)


@pytest.mark.parametrize("seed", range(3))
def test_all_entries_of_a_match_at_once_and_twice_count_it_once(outbox: Outbox, seed: int) -> None:
    *rounds, end = PlayedMatch(ALL, seed=seed).leave_in(outbox)
    calls = [partial(write_round, outbox_key=key) for key in rounds] + [partial(store_match, outbox_key=end)]
    assert at_once(*calls, *calls) == []
    assert Match.objects.get().tallied
    assert set(Tally.objects.values_list("matches", "rounds")) == {(1, 3)}
    assert Tally.objects.count() == 3
    assert nothing_differs()
    assert not DeadLetter.objects.exists()


def test_matches_of_the_same_people_that_end_at_once_all_count(outbox: Outbox) -> None:
    played = [PlayedMatch(ALL, number=number, seed=number) for number in range(1, 5)]
    ends = []
    for match in played:
        *rounds, end = match.leave_in(outbox)
        for key in rounds:
            write_round(outbox_key=key)
        ends.append(end)
    assert at_once(*[partial(store_match, outbox_key=end) for end in ends]) == []
    assert set(Tally.objects.values_list("matches", "rounds")) == {(4, 12)}
    assert nothing_differs()


@pytest.mark.parametrize("number", range(3))
def test_a_guest_claimed_while_his_match_is_recorded_counts_for_the_account(outbox: Outbox, number: int) -> None:
    user = User.objects.create(email="ana@example.org")
    Identity.objects.filter(pk=ANA).update(kind=Identity.Kind.ACCOUNT, user=user)
    first = PlayedMatch([(ANA, "Ana"), (CAL, "Cal")], number=1).record(outbox)
    *rounds, end = PlayedMatch([(BEA, "Bea"), (CAL, "Cal")], number=2 + number).leave_in(outbox)
    for key in rounds:
        write_round(outbox_key=key)
    assert at_once(partial(claim_guest, guest_id=BEA, user=user), partial(store_match, outbox_key=end)) == []
    assert first.rounds
    assert set(Tally.objects.values_list("player", "matches")) == {(ANA, 2), (CAL, 2)}
    assert nothing_differs()
