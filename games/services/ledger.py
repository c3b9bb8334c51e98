"""From the outbox into the database: each finished round and match once, whatever is sent how often.

The unique constraints of the ledger make a repeat a no-op. An entry leaves the outbox only after the database has
committed what it says; one that cannot be recorded is kept as a dead letter, where somebody finds it.
"""

import contextlib
import hashlib
import logging
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

import msgspec
from django.db import DataError, IntegrityError, transaction

from accounts.models import User
from accounts.names import MAX_CODE_POINTS
from accounts.services import note_played
from billing.services import give_back
from games.live import failpoints, outbox
from games.live.records import (
    AsideRecord,
    LineRecord,
    MatchRecord,
    NewerRecord,
    RoundRecord,
    SeatRecord,
    decode_record,
    encode_record,
)
from games.models import AsideMatch, DeadLetter, LedgerLine, Match, MatchSeat, Round, StoredLog
from games.services.premium import UNRECORDED, spend_for_round
from games.services.ratings import rate_match
from games.services.tallies import lock_match, tally_beside, tally_match
from games.services.tastes import give_back_taste

log = logging.getLogger(__name__)

R = TypeVar("R", RoundRecord, MatchRecord, AsideRecord)
LONGEST_PROBLEM: Final = 500


class NotRecordable(ValueError):
    """An outbox entry that contradicts itself or what is already recorded."""


class CorrectionRefused(ValueError):
    """A correction of nothing, without a reason, by nobody of the staff's, or of a line that was corrected already."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def write_round(*, outbox_key: str) -> None:
    """Write the lines of a finished round. Raises the database's and the store's errors: then it is sent again."""
    record_entry(outbox_key, RoundRecord, _write_round)


def store_match(*, outbox_key: str) -> None:
    """Keep the result and the log of a finished match. Raises as `write_round` does."""
    entries = outbox.read_log(outbox_key.partition(":")[0])

    def write(record: MatchRecord) -> None:
        write_match(record)
        if entries:
            write_log(record.match_id, entries)
        else:
            _bury(outbox_key, encode_record(record), NotRecordable("the match's log is gone"))

    record_entry(outbox_key, MatchRecord, write)
    rate_match(match_id=outbox_key.partition(":")[0])


@transaction.atomic
def correct_line(*, line_id: int, points: int, staff: User, reason: str) -> LedgerLine:
    """Add a line that changes what another one counts by `points`; a wrong correction is corrected as any line is.

    Raises CorrectionRefused, LedgerLine.DoesNotExist.
    """
    if not reason.strip():
        raise CorrectionRefused("no_reason")
    if not (staff.is_staff and staff.is_active):
        raise CorrectionRefused("not_staff")
    if points == 0:
        raise CorrectionRefused("no_points")
    line = LedgerLine.objects.select_for_update().get(pk=line_id)
    if line.corrections.exists():
        raise CorrectionRefused("is_corrected")
    correction = LedgerLine.objects.create(
        match_id=line.match_id,
        round=line.round,
        seat=line.seat,
        kind=line.kind,
        points=points,
        practice=line.practice,
        identity_id=line.identity_id,
        corrects=line,
        staff=staff,
        note=reason.strip()[:200],
    )
    tally_match(match_id=line.match_id)
    return correction


def record_entry(
    outbox_key: str, kind: type[R], write: Callable[[R], None], settle: Callable[[str], object] = outbox.settle
) -> None:
    """Write what an outbox entry says, in one transaction, and then settle it; what cannot be written is buried.

    What newer code has written stays where it is: the clock sends it again, until a worker of that code takes it.
    """
    entry = outbox.read_bytes(outbox_key)
    if entry is None:
        return
    try:
        record = _read(entry, kind)
        failpoints.reach_now("before_ledger")
        with transaction.atomic():
            write(record)
            failpoints.reach_now("in_ledger")
    except NewerRecord as newer:
        log.info("Outbox entry %s is for a worker of newer code: %s", outbox_key, newer)
        return
    except (msgspec.MsgspecError, NotRecordable, IntegrityError, DataError) as problem:
        _bury(outbox_key, entry, problem)
        settle = outbox.settle
    failpoints.reach_now("after_ledger")
    settle(outbox_key)


def _read(entry: bytes, kind: type[R]) -> R:
    record = decode_record(entry)
    if not isinstance(record, kind):
        raise NotRecordable(f"the entry is a {type(record).__name__}")
    return record


def _bury(outbox_key: str, entry: bytes, problem: Exception) -> None:
    """Keep what cannot be recorded, once, and say so loudly."""
    log.error("Outbox entry %s cannot be recorded: %s", outbox_key, problem)
    letter = DeadLetter(
        outbox_key=outbox_key[:80],
        entry=entry,
        digest=hashlib.sha256(entry).hexdigest(),
        problem=f"{type(problem).__name__}: {problem}"[:LONGEST_PROBLEM],
    )
    DeadLetter.objects.bulk_create([letter], ignore_conflicts=True)
    give_back(match_id=outbox_key.partition(":")[0], reason=UNRECORDED)
    with contextlib.suppress(msgspec.MsgspecError):
        record = decode_record(entry)
        if not isinstance(record, AsideRecord):
            give_back_taste(record)


def _write_round(record: RoundRecord) -> None:
    _check_sums(record)
    started, ended = _times(record.started_ms, record.ended_ms)
    ensure_match(record, record.seats, started)
    lock_match(record.match_id)
    is_new = not Round.objects.filter(match=record.match_id, number=record.round).exists()
    result = Round(
        match_id=record.match_id,
        number=record.round,
        started=started,
        ended=ended,
        reason=record.reason,
        winners=record.winners,
        places=record.places,
        points=record.points,
        totals=record.totals,
        replaced=[seat.seat for seat in record.seats if seat.replaced],
    )
    Round.objects.bulk_create([result], ignore_conflicts=True)
    if result.replaced:
        Match.objects.filter(pk=record.match_id).update(with_replacements=True)
    LedgerLine.objects.bulk_create(_lines(record), ignore_conflicts=True)
    _check_written(record)
    AsideMatch.objects.filter(match=record.match_id, rounds__lt=record.round).delete()
    note_played(identity_ids=_identities(record.seats))
    spend_for_round(record)
    if is_new:
        tally_beside(match_id=record.match_id)


def write_match(record: MatchRecord) -> None:
    """The result of a match. Raises the database's errors."""
    started, ended = _times(record.started_ms, record.ended_ms)
    ensure_match(record, record.seats, started)
    found = Match.objects.filter(pk=record.match_id, ended__isnull=True).update(
        started=started,
        ended=ended,
        teams=record.teams,
        length=record.length,
        rounds=record.rounds,
        reason=record.reason,
        winners=record.winners,
        ranking=record.ranking,
        totals=record.totals,
        waited=timedelta(milliseconds=record.waited_ms),
    )
    AsideMatch.objects.filter(match=record.match_id).delete()
    if found:
        MatchSeat.objects.filter(match=record.match_id).update(ended=ended)
        tally_beside(match_id=record.match_id)


def write_log(match_id: str, entries: Sequence[bytes]) -> None:
    """The log of a match that is over."""
    stored = StoredLog(match_id=match_id, count=len(entries), entries=packed_log(entries))
    StoredLog.objects.bulk_create([stored], ignore_conflicts=True)


def packed_log(entries: Sequence[bytes]) -> bytes:
    """A log as the database keeps it."""
    return zlib.compress(msgspec.msgpack.encode(list(entries)), 9)


def ensure_match(record: RoundRecord | MatchRecord, seats: Sequence[SeatRecord], started: datetime) -> None:
    """The match and its seats, written by whichever of its entries comes first."""
    match = Match(
        id=record.match_id,
        room_id=record.room_id,
        room_code=record.room_code,
        ruleset=record.ruleset,
        practice=record.practice,
        started=started,
    )
    Match.objects.bulk_create([match], ignore_conflicts=True)
    rows = [
        MatchSeat(
            match=match, seat=seat.seat, kind=seat.kind, identity_id=_identity(seat), name=seat.name[:MAX_CODE_POINTS]
        )
        for seat in seats
    ]
    MatchSeat.objects.bulk_create(rows, ignore_conflicts=True)


def _lines(record: RoundRecord) -> list[LedgerLine]:
    holders = {seat.seat: _identity(seat) for seat in record.seats}
    return [
        LedgerLine(
            match_id=record.match_id,
            round=record.round,
            seat=seat,
            kind=kind,
            points=points,
            practice=record.practice,
            identity_id=holders[seat],
        )
        for (seat, kind), points in _added_up(record.lines).items()
    ]


def _added_up(lines: Iterable[LineRecord]) -> dict[tuple[int, str], int]:
    """One line of a kind for each seat: several captures of a round are one entry of the sheet."""
    points: dict[tuple[int, str], int] = {}
    for line in lines:
        points[line.seat, line.kind] = points.get((line.seat, line.kind), 0) + line.points
    return points


def _check_sums(record: RoundRecord) -> None:
    """A round's lines add up to its points, and every seat has one."""
    sums: Counter[int] = Counter()
    for line in record.lines:
        sums[line.seat] += line.points
    seats = range(len(record.seats))
    if set(sums) != set(seats) or [sums[seat] for seat in seats] != record.points:
        raise NotRecordable(f"lines that come to {dict(sums)} for points {record.points}")


def _check_written(record: RoundRecord) -> None:
    """What stands in the ledger is what this entry says, whoever wrote it.

    Passing over a repeat passes over more on SQLite, such as a line that breaks a check; and after the store was rolled
    back a round may have been played again with another end. Neither may go unnoticed.
    """
    written = LedgerLine.objects.filter(match=record.match_id, round=record.round, corrects__isnull=True)
    found = {(line.seat, line.kind): line.points for line in written}
    if found != _added_up(record.lines):
        raise NotRecordable(f"the ledger has {found} for round {record.round}")


def _identity(seat: SeatRecord) -> UUID | None:
    if seat.identity is None:
        return None
    try:
        return UUID(seat.identity)
    except ValueError as error:
        raise NotRecordable(f"seat {seat.seat} names no identity") from error


def _identities(seats: Iterable[SeatRecord]) -> list[UUID]:
    return [identity for identity in map(_identity, seats) if identity is not None]


def _times(started_ms: int, ended_ms: int) -> tuple[datetime, datetime]:
    started = datetime.fromtimestamp(started_ms / 1000, UTC)
    return started, max(started, datetime.fromtimestamp(ended_ms / 1000, UTC))
