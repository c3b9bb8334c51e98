"""What is counted of one's matches: from the ledger's lines, practice left out, in words, figures and pictures."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Identity, User
from accounts.personal_data import forget_guest
from games.charts import bar_label, distribution_chart, points_chart
from games.models import LedgerLine, Match
from games.selectors.history import Filters, history_page
from games.selectors.match_page import match_page
from games.selectors.people import person_of
from games.selectors.statistics import Bar, figures, figures_in, head_to_head
from games.services.ledger import correct_line
from games.services.personal_history import export_history
from games.services.tallies import check_totals, forget_totals, tally_missing
from games.tally_models import LATEST
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


def test_figures_are_those_of_the_matches_played(outbox: Outbox) -> None:
    all_played = [PlayedMatch(PAIR, rounds=3, number=number, seed=number).record(outbox) for number in (1, 2)]
    (tally,) = figures(person_of(ANA))
    rounds = [record for played in all_played for record in played.rounds]
    assert (tally.ruleset, tally.matches, tally.rounds) == ("clash-classic", 2, 6)
    assert tally.won == sum(0 in played.end.winners for played in all_played)
    assert tally.rounds_won == sum(0 in record.winners for record in rounds)
    assert tally.points == sum(record.points[0] for record in rounds)
    assert tally.best_round is not None
    assert tally.best_match is not None
    assert tally.best_round.value == max(record.points[0] for record in rounds)
    assert tally.best_match.value == max(played.end.totals[0] for played in all_played)


def test_a_correction_counts_and_practice_does_not(outbox: Outbox) -> None:
    PlayedMatch(PAIR, number=1).record(outbox)
    PlayedMatch([(ANA, "Ana"), None], number=2).record(outbox)
    (before,) = figures(person_of(ANA))
    line = LedgerLine.objects.filter(identity=ANA, practice=False).first()
    assert line is not None
    staff = User.objects.create(email="staff@example.org", is_staff=True)
    correct_line(line_id=line.pk, points=7, staff=staff, reason="counted wrongly")
    (after,) = figures(person_of(ANA))
    assert (before.matches, after.points) == (1, before.points + 7)


def test_a_correction_counts_wherever_points_are_told(outbox: Outbox) -> None:
    """On the list, at the places below the sheet, between two people in both directions, in the copy of one's data."""
    played = PlayedMatch(PAIR).record(outbox)
    line = LedgerLine.objects.filter(identity=ANA).earliest("id")
    staff = User.objects.create(email="staff@example.org", is_staff=True)
    correct_line(line_id=line.pk, points=7, staff=staff, reason="counted wrongly")
    ana, bea = person_of(ANA), person_of(BEA)
    page = match_page(Match.objects.get(), bea)
    corrected = played.end.totals[line.seat] + 7
    assert page.totals[line.seat] == page.seats[line.seat].points == corrected
    assert history_page(ana, Filters()).matches[0].own.points == corrected
    assert [both.points for both in head_to_head(ana, bea)] == [corrected]
    assert [both.their_points for both in head_to_head(bea, ana)] == [corrected]
    assert [row["points"] for row in export_history(ANA)["matches"]] == [corrected]
    forget_totals(ANA)
    assert [both.their_points for both in head_to_head(bea, ana)] == [corrected]


def test_the_longest_row_of_matches_won() -> None:
    list_matches(3, PAIR)
    list_matches(1, PAIR, first=3, winners=[1])
    list_matches(2, PAIR, first=4)
    tally_missing(complete=False)
    assert [tally.streak for tally in figures(person_of(ANA))] == [3]
    assert [tally.streak for tally in figures(person_of(BEA))] == [1]


def test_two_people_against_each_other() -> None:
    list_matches(3, PAIR)
    list_matches(1, PAIR, first=3, winners=[1])
    list_matches(1, [(ANA, "Ana"), (CAL, "Cal")], first=4)
    list_matches(1, [(ANA, "\ue000owl"), (BEA, "\ue000fox")], first=5)
    tally_missing(complete=False)
    (both,) = head_to_head(person_of(ANA), person_of(BEA))
    assert (both.matches, both.won, both.lost, both.points, both.their_points) == (4, 3, 1, 160, 120)


def test_the_page_of_two_people_is_for_those_who_met(come: Come) -> None:
    list_matches(1, PAIR)
    page = come(ANA).get(f"/history/{match_id(0)}/with/1/")
    assert "You and Bea" in page.content.decode()
    assert f'href="/report/{match_id(0)}/#seat-1"' in page.content.decode()
    for client, seat in ((come(CAL), 1), (come(ANA), 0), (come(ANA), 5)):
        assert client.get(f"/history/{match_id(0)}/with/{seat}/").status_code == 404


def test_what_one_played_with_somebody_who_is_gone_stays_as_with_a_former_player(come: Come) -> None:
    list_matches(3, PAIR)
    list_matches(1, PAIR, first=3, winners=[1])
    list_matches(2, PAIR, first=4, practice=True)
    list_matches(1, [(ANA, "\ue000owl"), (BEA, "\ue000fox")], first=6)
    tally_missing(complete=False)
    client, with_bea = come(ANA), f"/history/{match_id(0)}/with/1/"
    figures_before = re.findall(r'data-label="[^"]*">(.*?)</td>', client.get(with_bea).content.decode())
    assert len(figures_before) == 5
    forget_guest(guest=Identity.objects.get(pk=BEA))
    page = client.get(with_bea).content.decode()
    assert "You and a former player" in page
    assert "Bea" not in page
    assert re.findall(r'data-label="[^"]*">(.*?)</td>', page) == figures_before
    assert page.count('class="match-link"') == 4
    assert f'href="{with_bea}"' in client.get(f"/history/{match_id(0)}/").content.decode()
    assert client.get(f"/history/{match_id(6)}/with/1/").status_code == 404
    assert check_totals(matches=Match.objects.all()) == 0


def test_bars_span_the_same_and_hold_every_round(outbox: Outbox) -> None:
    played = [PlayedMatch(PAIR, rounds=5, number=number, seed=number).record(outbox) for number in range(1, 4)]
    found = figures_in(person_of(ANA), "clash-classic")
    assert found is not None
    bars = found.bars
    points = [record.points[0] for match in played for record in match.rounds]
    assert sum(bar.rounds for bar in bars) == len(points) == 15
    assert len({bar.most - bar.least for bar in bars}) == 1
    assert len(bars) <= 12
    assert [bar.rounds for bar in bars] == [sum(bar.least <= each <= bar.most for each in points) for bar in bars]


def test_points_over_time_end_with_the_latest_match(outbox: Outbox) -> None:
    played = [PlayedMatch(PAIR, number=number, seed=number).record(outbox) for number in (1, 2, 3)]
    (found,) = figures(person_of(ANA))
    by_end = sorted(played, key=lambda match: (match.end.ended_ms, match.id))
    assert [points for _, points in found.over_time] == [match.end.totals[0] for match in by_end]


@pytest.mark.parametrize(("matches", "said"), [(LATEST - 1, False), (LATEST + 5, True)])
def test_the_page_says_where_its_chart_begins(come: Come, matches: int, *, said: bool) -> None:
    list_matches(matches, PAIR)
    tally_missing(complete=False)
    assert (f"the latest {LATEST} matches" in come(ANA).get("/statistics/").content.decode()) is said


def test_points_over_time_are_those_of_the_latest_matches() -> None:
    list_matches(LATEST + 5, PAIR)
    tally_missing(complete=False)
    (found,) = figures(person_of(ANA))
    ends = list(Match.objects.order_by("-ended").values_list("ended", flat=True)[:LATEST])
    assert [ended for ended, _ in found.over_time] == ends[::-1]


def test_charts_are_pictures_without_script() -> None:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    for drawn in (points_chart([(moment, -5), (moment, 40)]), distribution_chart([Bar(-10, -1, 3), Bar(0, 9, 4)])):
        root = ET.fromstring(drawn)  # noqa: S314 (our own)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert b"<script" not in drawn
    assert (bar_label(Bar(-10, -1, 3)), bar_label(Bar(4, 4, 1))) == ("\u221210\u2013\u22121", "4")


@pytest.mark.parametrize("days", [1, 3, 60])
def test_a_chart_names_few_days_and_each_once(days: int) -> None:
    """However many matches end on one day: labels beside each other would cover each other."""
    began = datetime(2026, 3, 1, tzinfo=UTC)
    drawn = points_chart([(began + timedelta(days=number * days // 60), number) for number in range(60)])
    texts = [text.text or "" for text in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    shown = [text for text in texts if text.endswith("/2026")]
    assert len(shown) == len(set(shown)) == min(days, 4)


@pytest.mark.parametrize("most", [1, 2, 5, 6, 7, 12, 400])
def test_no_number_stands_twice_on_an_axis(most: int) -> None:
    drawn = distribution_chart([Bar(0, 9, most), Bar(10, 19, 1)])
    texts = [text.text or "" for text in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    marks = [text for text in texts if text.isdecimal()]
    assert len(marks) == len(set(marks)) > 1


def test_pictures_come_with_a_policy_of_their_own_for_the_reader_alone(come: Come, outbox: Outbox) -> None:
    PlayedMatch(PAIR).record(outbox)
    for name in ("points", "rounds"):
        answer = come(ANA).get(f"/statistics/clash-classic/{name}.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        policy = set(answer["Content-Security-Policy"].split("; "))
        (styles,) = (part for part in policy if part.startswith("style-src 'sha256-"))
        assert policy == {"default-src 'none'", "frame-ancestors 'none'", styles}
        assert b" style=" not in answer.content
        assert b"<script" not in answer.content
        assert "no-store" in answer["Cache-Control"]
    assert come(ANA).get("/statistics/whist/points.svg").status_code == 404


@pytest.mark.parametrize(("language", "words"), [("en", "My figures"), ("fr", "Mes chiffres"), ("es", "Mis cifras")])
def test_the_page_says_in_a_table_what_the_pictures_show(come: Come, outbox: Outbox, language: str, words: str) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    page = come(ANA).get("/statistics/", headers={"accept-language": language}).content.decode()
    assert words in page
    assert '<img src="/statistics/clash-classic/points.svg"' in page
    assert page.count('role="columnheader"') == 7  # a row laid out by itself on a phone is still a table's
    assert page.count('role="cell" class="figure-cell" data-label="') == 6
    assert f'<td class="figure-cell">{played.end.totals[0]}</td>' in page


def test_somebody_without_matches_is_told_so(come: Come) -> None:
    assert "As soon as you have finished a match" in come(CAL).get("/statistics/").content.decode()


def test_more_matches_cost_no_more_queries(come: Come) -> None:
    client = come(ANA)
    client.get("/statistics/")
    counts = []
    for first in (0, 50):
        list_matches(50, PAIR, first=first)
        tally_missing(complete=False)
        with CaptureQueriesContext(connection) as queries:
            client.get("/statistics/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
