"""One's copy of what matches keep, and what goes when one goes."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from typing import TYPE_CHECKING

import pytest
from django.utils.translation import override

from accounts.models import Identity
from accounts.personal_data import as_csv
from games.models import LedgerLine, MatchSeat
from games.selectors.history import own_seat
from games.selectors.people import person_of
from games.selectors.scores import score_sheet
from games.services.personal_history import export_history, forget_history
from games.services.shares import share_match
from tests.history.played import PlayedMatch, list_matches
from tests.ledger.conftest import PEOPLE, Outbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.test import Client

    Come = Callable[[UUID | Identity], Client]

ANA, BEA, _ = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]
PROGRAMMED = re.compile(r"^(True|False|None)$|^[\[{(<]|\w\(|^-?\d+:\d\d|\ue000")
"""What Python writes for values, collections, objects and spans of time, and the mark of an animal's name."""

pytestmark = pytest.mark.usefixtures("people")


def test_the_copy_holds_every_match_line_and_link(outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    seat = own_seat(person_of(ANA), played.id)
    assert seat is not None
    link = share_match(seat=seat)
    export = export_history(ANA)
    (match,) = export["matches"]
    assert (match["match"], match["name"], match["points"]) == (played.id, "Ana", played.end.totals[0])
    assert len(export["ledger_lines"]) == LedgerLine.objects.filter(identity=ANA).count() > 0
    assert [each["token"] for each in export["share_links"]] == [link.token]
    assert all(each["seat"] == 0 for each in export["ledger_lines"])
    mine, theirs = played.end.totals
    (meeting,) = export["head_to_head"]
    assert (meeting["against"], meeting["matches"]) == ("Bea", 1)
    assert (meeting["points"], meeting["their_points"]) == (mine, theirs)
    assert str(BEA) not in str(export)


@pytest.mark.parametrize(
    ("length", "kind", "target"),
    [({"rounds": 3}, "rounds", 3), ({"to": 500}, "points", 500), ({"losses": 3}, "lost rounds", 3), ({}, None, None)],
)
def test_the_copy_says_a_match_s_length_in_two_columns(length: dict[str, int], kind: str, target: int) -> None:
    list_matches(1, PAIR, length=length)
    (match,) = export_history(ANA)["matches"]
    assert (match["length_kind"], match["length_target"]) == (kind, target)


def test_the_copy_calls_an_animal_as_the_pages_do() -> None:
    list_matches(1, [(ANA, "\ue000owl"), (BEA, "\ue000fox")])
    with override("fr"):
        (match,) = export_history(ANA)["matches"]
    assert match["name"] == "Hibou"


def test_the_copy_for_spreadsheets_holds_plain_values_alone(outbox: Outbox) -> None:
    """No cell shows how a program writes what it holds."""
    played = PlayedMatch([*PAIR, None], leaves=1).record(outbox)
    seat = own_seat(person_of(ANA), played.id)
    assert seat is not None
    share_match(seat=seat)
    list_matches(2, [(ANA, "\ue000owl"), (BEA, "Bea")], first=10, practice=True)
    cells: set[str] = set()
    columns: set[str] = set()
    with zipfile.ZipFile(io.BytesIO(as_csv(export_history(ANA)))) as archive:
        for name in archive.namelist():
            for row in csv.DictReader(io.StringIO(archive.read(name).decode())):
                cells |= set(row.values())
                columns |= set(row)
    assert {"true", "false", ""} <= cells
    assert [column for column in columns if "__" in column] == []
    assert [cell for cell in cells if PROGRAMMED.search(cell)] == []


def test_who_goes_leaves_no_name_and_everybody_s_totals(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    before = score_sheet(played.id)
    forget_history(ANA)
    Identity.objects.filter(pk=ANA).update(kind=Identity.Kind.FORMER, user=None, name="")
    assert score_sheet(played.id) == before
    page = come(BEA).get(f"/history/{played.id}/").content.decode()
    assert "former player" in page
    assert "Ana" not in page


def test_an_animal_s_name_stays_for_it_told_nothing() -> None:
    list_matches(1, [(ANA, "\ue000owl"), (BEA, "Bea")])
    for identity in (ANA, BEA):
        forget_history(identity)
    assert list(MatchSeat.objects.order_by("seat").values_list("name", flat=True)) == ["\ue000owl", ""]
