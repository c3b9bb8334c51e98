"""One's copy of what matches keep, and what goes when one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import Identity
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
