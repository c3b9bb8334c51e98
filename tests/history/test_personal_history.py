"""One's copy of what matches keep, and what goes when one goes."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from typing import TYPE_CHECKING

import pytest
from django.utils.translation import override

from accounts.copies import as_csv
from accounts.models import Identity
from games.engine import Play, Started
from games.live.log import LogEntry, name_of
from games.models import LedgerLine, MatchSeat, StoredLog
from games.selectors.history import own_seat
from games.selectors.people import person_of
from games.selectors.scores import score_sheet
from games.services.personal_history import export_history, forget_history
from games.services.replays import stored_entries
from games.services.shares import share_match
from tests.history.played import PlayedMatch, list_matches, match_id
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
    export = {name: list(rows) for name, rows in export_history(ANA).items()}
    (match,) = export["matches"]
    assert (match["match"], match["name"], match["points"]) == (played.id, "Ana", played.end.totals[0])
    lines = LedgerLine.objects.filter(identity=ANA).values_list("pk", flat=True)
    assert {each["line"] for each in export["ledger_lines"]} == set(lines) != set()
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


def test_the_copy_holds_every_move_of_one_s_own_seat(outbox: Outbox) -> None:
    played = PlayedMatch([*PAIR, None], leaves=0).record(outbox)
    entries = stored_entries(played.id)
    moves = list(export_history(ANA)["moves"])
    asked = [move for move in moves if move["by"] != "clock"]
    own = [entry for entry in entries if entry.actor == 0]
    assert [(move["kind"], move["at"].timestamp()) for move in asked] == [
        (name_of(entry.action), entry.at / 1000) for entry in own if not isinstance(entry.action, Started)
    ]
    assert [move["card"] for move in asked if move["kind"] == "play"] == [
        entry.action.card.code for entry in own if isinstance(entry.action, Play)
    ]
    (left,) = (place for place, move in enumerate(moves) if move["kind"] == "replaced")
    assert {move["by"] for move in moves[:left]} == {"player"}
    assert {move["by"] for move in moves[left:] if move["round"] == 1} == {"clock", "computer"}
    first = [move["step"] for move in moves if move["round"] == 1]
    assert first == [place for place, entry in enumerate(entries[: first[-1]], 1) if is_about_ana(entry)]


def is_about_ana(entry: LogEntry) -> bool:
    return entry.actor == 0 or (entry.actor is None and getattr(entry.action, "seat", None) == 0)


def test_a_log_that_cannot_be_read_is_named_in_the_copy() -> None:
    list_matches(1, PAIR)
    StoredLog.objects.create(match_id=match_id(0), count=2, entries=b"no log")
    (move,) = export_history(ANA)["moves"]
    assert (move["match"], move["kind"], move["card"]) == (match_id(0), "log_unreadable", None)


def test_the_copy_for_spreadsheets_holds_plain_values_alone(outbox: Outbox) -> None:
    """No cell shows how a program writes what it holds."""
    played = PlayedMatch([*PAIR, None], leaves=1).record(outbox)
    seat = own_seat(person_of(ANA), played.id)
    assert seat is not None
    share_match(seat=seat)
    list_matches(2, [(ANA, "\ue000owl"), (BEA, "Bea")], first=10, practice=True)
    cells: set[str] = set()
    columns: set[str] = set()
    with zipfile.ZipFile(io.BytesIO(b"".join(as_csv(export_history(ANA))))) as archive:
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
