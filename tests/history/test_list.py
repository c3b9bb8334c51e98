"""The list of one's matches: newest first, a page at a time, narrowed by what one asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Identity, User
from games.models import MatchSeat
from games.selectors.history import Filters, history_page
from games.selectors.people import person_of
from tests.history.played import PlayedMatch, list_matches, match_id
from tests.ledger.conftest import PEOPLE, Outbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.test import Client

    Come = Callable[[UUID | Identity], Client]

ANA, BEA, CAL = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]

pytestmark = pytest.mark.usefixtures("people")


def listed(client: Client, query: str = "") -> list[str]:
    """The ids of the matches on the page, in order."""
    page = client.get(f"/history/{query}").content.decode()
    return re.findall(r'class="match-link" href="/history/(\w+)/"', page)


def test_the_newest_match_stands_first_and_links_to_its_page(come: Come) -> None:
    list_matches(3, PAIR)
    assert listed(come(ANA)) == [match_id(2), match_id(1), match_id(0)]
    assert listed(come(CAL)) == []


def test_somebody_new_is_told_what_will_stand_here(come: Come) -> None:
    assert "Every match that you finish" in come(CAL).get("/history/").content.decode()


def test_pages_follow_each_other_without_gap_or_repeat(come: Come) -> None:
    list_matches(60, PAIR)
    person, seen, after = person_of(ANA), [], ""
    while True:
        page = history_page(person, Filters(), after=after)
        seen += [each.match.pk for each in page.matches]
        after = page.older
        if not after:
            break
    assert seen == [match_id(number) for number in reversed(range(60))]
    newest = come(ANA).get("/history/").content.decode()
    assert "Older matches" in newest
    assert "Newest matches" not in newest


def test_a_page_costs_the_same_wherever_it_stands_and_however_many_there_are(come: Come) -> None:
    list_matches(30, PAIR)
    client = come(ANA)
    client.get("/history/")
    counts = []
    for more in (0, 300):
        list_matches(more, PAIR, first=30)
        for query in ("", f"?after=1767312000000000.{match_id(40)}", "?ruleset=clash-classic&replaced=no&practice=no"):
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/history/{query}")
            counts.append(len(queries))
    assert len(set(counts)) == 1
    assert counts[0] <= 9


def test_the_page_of_a_person_with_many_matches_comes_out_of_the_index() -> None:
    list_matches(30, PAIR)
    seats = MatchSeat.objects.filter(identity=ANA, ended__isnull=False).order_by("-ended", "-match")[:26]
    assert "match_seats_of_person" in seats.explain() or connection.vendor == "postgresql"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?ruleset=upcolor", [2]),
        ("?length=rounds-3", [1]),
        ("?practice=yes", [3]),
        ("?practice=no", [2, 1, 0]),
        ("?replaced=yes", [1]),
        ("?replaced=no&ruleset=clash-classic", [3, 0]),
        ("?ruleset=nonsense&length=-1&after=broken", [3, 2, 1, 0]),
    ],
)
def test_filters_narrow_the_list(come: Come, query: str, found: list[int]) -> None:
    list_matches(1, PAIR)
    list_matches(1, PAIR, first=1, length={"rounds": 3}, with_replacements=True)
    list_matches(1, PAIR, first=2, ruleset="upcolor")
    list_matches(1, PAIR, first=3, practice=True)
    assert listed(come(ANA), query) == [match_id(number) for number in found]


def test_matches_with_one_companion_alone(come: Come) -> None:
    list_matches(1, PAIR)
    list_matches(1, [(ANA, "Ana"), (CAL, "Cal")], first=1)
    client = come(ANA)
    assert listed(client, f"?companion={match_id(1)}.1") == [match_id(1)]
    assert (
        f'<option value="{match_id(1)}.1" selected>Cal</option>'
        in client.get(f"/history/?companion={match_id(1)}.1").content.decode()
    )
    assert listed(client, f"?companion={match_id(0)}.0") == [match_id(1), match_id(0)]


def test_people_met_in_quick_play_keep_their_animal_and_cannot_be_told_again(come: Come) -> None:
    list_matches(1, [(ANA, "\ue000owl"), (BEA, "\ue000fox")])
    list_matches(1, PAIR, first=1)
    page = come(ANA).get("/history/").content.decode()
    assert "<bdi>Fox</bdi>" in page
    assert f'value="{match_id(0)}.1"' not in page
    assert listed(come(ANA), f"?companion={match_id(0)}.1") == [match_id(1), match_id(0)]
    assert listed(come(ANA), f"?companion={match_id(1)}.1") == [match_id(1)]


def test_a_former_player_has_no_name_any_more(come: Come) -> None:
    list_matches(1, PAIR)
    Identity.objects.filter(pk=BEA).update(kind=Identity.Kind.FORMER, name="")
    page = come(ANA).get("/history/").content.decode()
    assert "former player" in page
    assert "Bea" not in page


def test_an_account_sees_the_matches_of_every_guest_it_claimed(come: Come) -> None:
    user = User.objects.create(email="ana@example.org")
    list_matches(2, [(ANA, "Ana"), (CAL, "Cal")])
    list_matches(2, [(BEA, "Bea"), (CAL, "Cal")], first=2)
    Identity.objects.filter(pk=ANA).update(kind=Identity.Kind.ACCOUNT, user=user)
    Identity.objects.filter(pk=BEA).update(kind=Identity.Kind.ACCOUNT, user=user, claimed=timezone.now())
    assert listed(come(ANA)) == [match_id(number) for number in (3, 2, 1, 0)]


def test_names_stand_as_they_were_at_the_table(come: Come, outbox: Outbox) -> None:
    PlayedMatch([(ANA, "Ana"), (BEA, "Bea")]).record(outbox)
    Identity.objects.filter(pk=BEA).update(name="Queen Bea")
    assert "<bdi>Bea</bdi>" in come(ANA).get("/history/").content.decode()
