"""A finished round becomes lines of the ledger; a finished match keeps its result and its log."""

import zlib

import msgspec
import pytest

from accounts.models import Identity, User
from games.live.records import SCHEMA, LineRecord, SeatRecord
from games.models import DeadLetter, LedgerLine, Match, MatchSeat, Round, StoredLog
from games.selectors.scores import points_of, score_sheet
from games.services.ledger import CorrectionRefused, correct_line, store_match, write_round
from tests.ledger.conftest import MATCH, PEOPLE, Outbox, match_record, round_record, seats

pytestmark = pytest.mark.usefixtures("people")


def lines() -> list[tuple[int, int, str, int]]:
    return list(LedgerLine.objects.values_list("round", "seat", "kind", "points"))


def test_a_round_writes_a_line_for_each_seat_and_kind(outbox: Outbox) -> None:
    write_round(outbox_key=outbox.put(round_record()))
    assert lines() == [
        (1, 0, "round_won", 30),
        (1, 0, "cards_captured", 10),
        (1, 1, "cards_left", 0),
        (1, 2, "replacement", 0),
    ]
    assert set(LedgerLine.objects.values_list("identity", flat=True)) == set(PEOPLE)
    assert outbox.keys() == set()
    assert Round.objects.get().replaced == [2]
    assert all(person.last_played for person in Identity.objects.all())


def test_the_same_round_again_changes_nothing(outbox: Outbox) -> None:
    write_round(outbox_key=outbox.put(round_record()))
    before = lines()
    write_round(outbox_key=outbox.put(round_record()))
    write_round(outbox_key=f"{MATCH}:1")
    assert lines() == before
    assert outbox.keys() == set()
    assert not DeadLetter.objects.exists()


def test_a_match_keeps_its_result_and_its_log(outbox: Outbox) -> None:
    log = [b"1700000000000:first", b"1700000001000:second"]
    outbox.put_log(MATCH, log)
    store_match(outbox_key=outbox.put(match_record()))
    match = Match.objects.get()
    assert (match.reason, match.winners, match.ranking, match.totals) == ("rounds", [0], [[0], [1, 2]], [80, 0, 0])
    assert match.length == {"rounds": 2}
    stored = StoredLog.objects.get()
    assert stored.count == 2
    assert msgspec.msgpack.decode(zlib.decompress(bytes(stored.entries))) == log
    assert outbox.keys() == set()
    store_match(outbox_key=outbox.put(match_record()))
    assert (Match.objects.count(), StoredLog.objects.count(), MatchSeat.objects.count()) == (1, 1, 3)


@pytest.mark.parametrize("order", [("1", "2", "end"), ("end", "2", "1"), ("2", "end", "1")])
def test_entries_may_come_in_any_order(outbox: Outbox, order: tuple[str, ...]) -> None:
    outbox.put_log(MATCH, [b"1:x"])
    for record in (round_record(1), round_record(2), match_record(2)):
        outbox.put(record)
    for part in order:
        task = store_match if part == "end" else write_round
        task(outbox_key=f"{MATCH}:{part}")
    sheet = score_sheet(MATCH)
    assert sheet.holders == PEOPLE
    assert [one.points for one in sheet.rounds] == [(40, 0, 0), (40, 0, 0)]
    assert sheet.totals == (80, 0, 0)
    assert Match.objects.get().totals == list(sheet.totals)
    assert outbox.keys() == set()


def test_a_computer_of_a_practice_match_has_lines_of_its_own(outbox: Outbox) -> None:
    table = [seats()[0], SeatRecord(seat=1, identity=None, name="", kind="computer", replaced=False)]
    lines_of_two = [LineRecord(0, "nobody_scores", 0), LineRecord(1, "round_won", 12)]
    record = round_record(
        practice=True, seats=table, lines=lines_of_two, points=[0, 12], winners=[1], places=[1, 0], totals=[0, 12]
    )
    write_round(outbox_key=outbox.put(record))
    assert list(LedgerLine.objects.values_list("seat", "identity", "practice")) == [
        (0, PEOPLE[0], True),
        (1, None, True),
    ]
    assert points_of(PEOPLE[0]) == 0


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (b"\xc1 no message", "DecodeError"),
        (b"\x80", "ValidationError"),
        (msgspec.msgpack.encode({"type": "round", "match_id": 7}), "ValidationError"),
        (match_record(), "the entry is a MatchRecord"),
        (round_record(points=[41, 0, 0]), "for points [41, 0, 0]"),
        (round_record(lines=[LineRecord(0, "round_won", 40)]), "for points"),
        (round_record(lines=[*round_record().lines, LineRecord(0, "bribe", 0)]), ""),
        (
            round_record(seats=[*seats()[:2], SeatRecord(2, "nobody", "Cal", "person", replaced=False)]),
            "names no identity",
        ),
        (round_record(seats=[*seats()[:2], SeatRecord(2, None, "", "computer", replaced=False)]), ""),
    ],
)
def test_what_cannot_be_recorded_is_kept_as_a_dead_letter(
    outbox: Outbox, entry: bytes, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    key = f"{MATCH}:1"
    for _ in range(2):
        write_round(outbox_key=outbox.put(entry, key))
    letter = DeadLetter.objects.get()
    assert problem in letter.problem
    assert letter.outbox_key == key
    assert not LedgerLine.objects.exists()
    assert outbox.keys() == set()
    assert "cannot be recorded" in caplog.text


def test_what_newer_code_has_written_waits_for_a_worker_that_can_read_it(outbox: Outbox) -> None:
    newer = {**msgspec.to_builtins(round_record()), "type": "round", "schema": SCHEMA + 1, "places": "another shape"}
    key = outbox.put(msgspec.msgpack.encode(newer), f"{MATCH}:1")
    write_round(outbox_key=key)
    assert outbox.keys() == {key}
    assert not DeadLetter.objects.exists()
    assert not Round.objects.exists()


def test_a_round_played_again_after_a_rollback_of_the_store_pays_nobody_twice(outbox: Outbox) -> None:
    write_round(outbox_key=outbox.put(round_record()))
    before = lines()
    other = round_record(
        lines=[LineRecord(0, "cards_left", 0), LineRecord(1, "round_won", 25), LineRecord(2, "replacement", 0)],
        points=[0, 25, 0],
        winners=[1],
    )
    write_round(outbox_key=outbox.put(other))
    assert lines() == before
    assert "the ledger has" in DeadLetter.objects.get().problem


def test_a_result_is_kept_even_when_its_log_is_gone(outbox: Outbox) -> None:
    store_match(outbox_key=outbox.put(match_record()))
    assert Match.objects.get().reason == "rounds"
    assert not StoredLog.objects.exists()
    assert "log is gone" in DeadLetter.objects.get().problem


def test_a_correction_is_another_line_that_names_the_first(outbox: Outbox) -> None:
    staff = User.objects.create_user("staff@example.org", is_staff=True)
    write_round(outbox_key=outbox.put(round_record()))
    won = LedgerLine.objects.get(kind="round_won")
    correction = correct_line(line_id=won.pk, points=-30, staff=staff, reason="counted by mistake")
    assert (correction.corrects, correction.staff, correction.identity_id) == (won, staff, PEOPLE[0])
    assert score_sheet(MATCH).totals == (10, 0, 0)
    assert points_of(PEOPLE[0]) == 10
    for points, reason, code in ((1, " ", "no_reason"), (0, "why", "no_points"), (1, "why", "is_corrected")):
        with pytest.raises(CorrectionRefused) as refused:
            correct_line(line_id=won.pk, points=points, staff=staff, reason=reason)
        assert refused.value.code == code
    write_round(outbox_key=outbox.put(round_record()))
    assert not DeadLetter.objects.exists()
    correct_line(line_id=correction.pk, points=20, staff=staff, reason="a third of it was right")
    assert score_sheet(MATCH).totals == (30, 0, 0)


def test_a_sheet_costs_three_queries(outbox: Outbox, django_assert_num_queries: object) -> None:
    for number in range(1, 12):
        write_round(outbox_key=outbox.put(round_record(number)))
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert score_sheet(MATCH).totals == (440, 0, 0)
    assert score_sheet("unknown").rounds == ()
