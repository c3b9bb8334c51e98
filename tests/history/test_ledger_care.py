"""What staff may do about the ledger: correct by counter-lines, and have every total counted again."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from accounts.models import User
from games.models import LedgerLine, Match
from games.selectors.scores import score_sheet
from games.services.ledger import correct_line
from tests.history.played import PlayedMatch
from tests.ledger.conftest import PEOPLE, Outbox

ANA, BEA, _ = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]
SIGNED = ("--staff", "Staff@example.org", "--reason", "counted twice")

pytestmark = pytest.mark.usefixtures("people")


@pytest.fixture
def played(outbox: Outbox) -> PlayedMatch:
    User.objects.create(email="staff@example.org", is_staff=True)
    User.objects.create(email="player@example.org")
    return PlayedMatch(PAIR).record(outbox)


def first_line() -> LedgerLine:
    line = LedgerLine.objects.order_by("pk").first()
    assert line is not None
    return line


def test_a_correction_names_line_staff_and_reason_and_counts(played: PlayedMatch) -> None:
    line, before = first_line(), score_sheet(played.id).totals
    call_command("correct", line.pk, 7, *SIGNED)
    added = LedgerLine.objects.get(corrects=line)
    assert (added.points, added.note, added.identity_id) == (7, "counted twice", line.identity_id)
    assert added.staff is not None
    assert added.staff.email == "staff@example.org"
    assert LedgerLine.objects.get(pk=line.pk).points == line.points
    assert sum(score_sheet(played.id).totals) == sum(before) + 7


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("1", "--staff", "player@example.org", "--reason", "why"), "Only staff"),
        (("1", "--staff", "nobody@example.org", "--reason", "why"), "does not exist"),
        (("1", "--staff", "staff@example.org", "--reason", " "), "needs a reason"),
    ],
)
def test_nobody_else_corrects_and_nobody_without_a_reason(
    played: PlayedMatch, words: tuple[str, ...], answer: str
) -> None:
    assert played.rounds
    with pytest.raises(CommandError, match=answer):
        call_command("correct", first_line().pk, *words)


def test_a_line_is_corrected_once_and_its_correction_too(played: PlayedMatch) -> None:
    assert played.rounds
    line = first_line()
    call_command("correct", line.pk, 7, *SIGNED)
    with pytest.raises(CommandError, match="corrected already"):
        call_command("correct", line.pk, 7, *SIGNED)
    correction = LedgerLine.objects.get(corrects=line)
    with pytest.raises(CommandError, match="changes points"):
        call_command("correct", correction.pk, 0, *SIGNED)
    call_command("correct", correction.pk, -7, *SIGNED)
    with pytest.raises(CommandError, match="corrected already"):
        call_command("correct", correction.pk, -7, *SIGNED)


def test_the_database_itself_refuses_a_correction_that_nobody_signed(played: PlayedMatch) -> None:
    line = first_line()
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerLine.objects.create(
            match_id=played.id,
            round=1,
            seat=0,
            kind=line.kind,
            points=1,
            practice=False,
            identity_id=ANA,
            corrects=line,
        )


def test_every_total_is_counted_again_on_demand(played: PlayedMatch, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("recount")
    assert "agrees with every log" in capsys.readouterr().out
    Match.objects.filter(pk=played.id).update(totals=[1, 2])
    with pytest.raises(SystemExit):
        call_command("recount", "--days", "100000")
    assert f"{played.id} totals: counted" in capsys.readouterr().out


def test_corrections_are_no_differences(played: PlayedMatch, capsys: pytest.CaptureFixture[str]) -> None:
    staff = User.objects.get(email="staff@example.org")
    correct_line(line_id=first_line().pk, points=5, staff=staff, reason="why")
    call_command("recount")
    assert "agrees with every log" in capsys.readouterr().out
    assert played.rounds
