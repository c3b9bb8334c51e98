"""A match's page: the sheet as on paper, places, how long it took, who left when; for those who had a seat alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Identity, User
from games.models import LedgerLine, Match
from games.services.ledger import correct_line, write_round
from tests.history.played import PlayedMatch, list_matches, match_id
from tests.ledger.conftest import MATCH, PEOPLE, Outbox, round_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    Come = Callable[[UUID | Identity], Client]

ANA, BEA, CAL = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]

pytestmark = pytest.mark.usefixtures("people")


def page_of(client: Client, match: str) -> str:
    answer = client.get(f"/history/{match}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_only_who_had_a_seat_sees_a_match(come: Come) -> None:
    list_matches(1, PAIR)
    statuses = [client.get(f"/history/{match_id(0)}/").status_code for client in (come(ANA), come(CAL), Client())]
    assert statuses == [200, 404, 404]
    assert come(ANA).get(f"/history/{match_id(9)}/").status_code == 404


def test_nobody_has_a_place_where_nobody_has_won(come: Come) -> None:
    list_matches(1, PAIR, winners=[], ranking=[[0, 1]], reason="stalled")
    page = page_of(come(ANA), match_id(0))
    assert "<b>1.</b>" not in page
    assert "None" not in page
    listed = come(ANA).get("/history/").content.decode()
    assert "place 1" not in listed
    assert "no result" in listed


def test_a_match_that_still_runs_has_no_page(come: Come, outbox: Outbox) -> None:
    write_round(outbox_key=outbox.put(round_record()))
    assert come(ANA).get(f"/history/{MATCH}/").status_code == 404


def test_no_cache_and_no_search_engine_keeps_it(come: Come) -> None:
    list_matches(1, PAIR)
    answer = come(ANA).get(f"/history/{match_id(0)}/")
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_sheet_has_a_row_for_each_round_and_the_totals_below(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR, rounds=3).record(outbox)
    page = page_of(come(ANA), played.id)
    assert [f'<th scope="row">{number}</th>' in page for number in (1, 2, 3, 4)] == [True, True, True, False]
    foot = page[page.index("<tfoot>") : page.index("</tfoot>")]
    assert [f"<td>{total}</td>" in foot for total in played.end.totals] == [True, True]
    assert "round won" in page
    assert "3 rounds" in page


def test_the_sheet_of_teams_adds_up_partners_and_counts_lost_rounds(come: Come, outbox: Outbox) -> None:
    people = [*PAIR, (CAL, "Cal"), None]
    played = PlayedMatch(people, ruleset="upcolor", rounds=2, teams=True).record(outbox)
    page = page_of(come(ANA), played.id)
    assert '<th scope="col" class="mine"><bdi>Ana</bdi> + <bdi>Cal</bdi></th>' in page
    foot = page[page.index("<tfoot>") : page.index("</tfoot>")]
    totals = played.end.totals
    cells = re.findall(r"<td>([^<]+)</td>", foot.replace("\u2212", "-"))
    sums = [totals[0] + totals[2], totals[1] + totals[3]]
    assert [int(cell) for cell in cells] == [*totals, *sums, *played.states[-1].losses]
    assert page.count("won-mark") == sum(played.states[-1].losses)


def test_who_left_and_in_which_round(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch([*PAIR, (CAL, "Cal")], leaves=2).record(outbox)
    page = page_of(come(ANA), played.id)
    assert "<bdi>Cal</bdi> left in round 1" in page
    assert "a computer finished the round" in page
    assert Match.objects.get().with_replacements


def test_a_correction_stands_on_the_sheet_with_its_reason(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    line = LedgerLine.objects.filter(round=1).first()
    assert line is not None
    staff = User.objects.create(email="staff@example.org", is_staff=True)
    correct_line(line_id=line.pk, points=5, staff=staff, reason="counted twice")
    page = page_of(come(ANA), played.id)
    assert "counted twice" in page
    assert "staff@example.org" not in page


def test_a_correction_changes_points_but_not_who_lost_a_round(come: Come, outbox: Outbox) -> None:
    """The match was decided by its rounds as they were played, and its winners stay."""
    played = PlayedMatch([*PAIR, (CAL, "Cal"), None], ruleset="upcolor", rounds=1, teams=True).record(outbox)
    losses = played.states[-1].losses
    line = LedgerLine.objects.filter(seat=losses.index(1)).earliest("id")
    correct_line(
        line_id=line.pk,
        points=100,
        staff=User.objects.create(email="staff@example.org", is_staff=True),
        reason="counted twice",
    )
    page = page_of(come(ANA), played.id)
    foot = page[page.index("<tfoot>") : page.index("</tfoot>")]
    cells = [int(cell) for cell in re.findall(r"<td>([^<]+)</td>", foot.replace("\u2212", "-"))]
    totals = played.end.totals
    assert sum(cells[4:6]) == sum(totals) + 100
    assert tuple(cells[6:]) == losses
    assert page.count("won-mark") == 1


def test_names_of_people_are_text_and_nothing_else(come: Come) -> None:
    list_matches(1, [(ANA, "Ana"), (BEA, "<img src=x>")])
    page = page_of(come(ANA), match_id(0))
    assert "&lt;img src=x&gt;" in page
    assert "<img src=x>" not in page


@pytest.mark.parametrize(("language", "words"), [("fr", "Feuille de score"), ("es", "Hoja de puntos")])
def test_the_page_speaks_the_reader_s_language(come: Come, language: str, words: str) -> None:
    list_matches(1, PAIR)
    client = come(ANA)
    assert words in client.get(f"/history/{match_id(0)}/", headers={"accept-language": language}).content.decode()


def test_a_long_match_costs_no_more_queries_than_a_short_one(come: Come, outbox: Outbox) -> None:
    client = come(ANA)
    client.get("/history/")
    counts = []
    for number, rounds in ((1, 1), (2, 5)):
        played = PlayedMatch(PAIR, rounds=rounds, number=number).record(outbox)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/history/{played.id}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
