"""Matches put aside, in the database: kept once the store has said so, and ended when they have waited for too long.

A row is never the only truth of a match that goes on: whoever would go on with it asks the store first, and the
ledger, which takes the row away with the next round that it records.
"""

import zlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games import engine
from games.live import outbox
from games.live.aside import waits_no_longer
from games.live.match import Live, decode_match
from games.live.records import AsideRecord, MatchRecord, NewerRecord, decode_record
from games.live.store import Loaded
from games.models import AsideMatch, Round
from games.services.ledger import NotRecordable, ensure_match, packed_log, record_entry, write_log, write_match


def keep_aside(*, outbox_key: str) -> None:
    """Keep a match that was put aside, then take it out of the store. Raises as `write_round` does."""
    shelved = _shelved(outbox_key)

    def write(record: AsideRecord) -> None:
        if shelved is not None:
            _keep(record, shelved)

    def settle(key: str) -> None:
        if shelved is None:
            outbox.settle(key)
        else:
            outbox.shelve(key, shelved)

    record_entry(outbox_key, AsideRecord, write, settle)


def resumable() -> QuerySet[AsideMatch]:
    """The matches that may go on: those whose time is not over, and of which nothing later is recorded."""
    later = Round.objects.filter(match=OuterRef("pk"), number__gt=OuterRef("rounds"))
    waiting = AsideMatch.objects.filter(until__gt=timezone.now(), match__ended__isnull=True)
    return waiting.exclude(Exists(later)).order_by("-since")


def kept_log(row: AsideMatch) -> list[bytes]:
    """The log of a match put aside, oldest first."""
    return msgspec.msgpack.decode(zlib.decompress(bytes(row.log)), type=list[bytes])


def kept_match(row: AsideMatch, now: int) -> Live:
    """The match as it was put aside, read at `now` (the store's ms)."""
    match = decode_match(bytes(row.state))
    loaded = Loaded(bytes(row.state), row.epoch, row.version, {}, now)
    return Live(row.match_id, loaded, match, engine.decode(match.state))


def end_overdue() -> int:
    """End what has waited for its whole time; how many matches. One that goes on in the store is left alone."""
    return sum(_end(row) for row in AsideMatch.objects.filter(until__lte=timezone.now()))


def end_aside_of(identity_id: UUID) -> None:
    """Somebody is no player any more: what waits for him waits in vain."""
    for row in AsideMatch.objects.filter(match__seats__identity=identity_id):
        _end(row)


def _shelved(outbox_key: str) -> outbox.Shelved | None:
    """What waits in the store for an entry; None where it goes on already, or the entry is not readable."""
    try:
        record = outbox.read_entry(outbox_key)
    except (msgspec.MsgspecError, NewerRecord):
        return None
    found = outbox.read_aside(record) if isinstance(record, AsideRecord) else None
    return found if found is not None and decode_match(found.state).aside else None


def _keep(record: AsideRecord, shelved: outbox.Shelved) -> None:
    match = decode_match(shelved.state)
    since = datetime.fromtimestamp(match.aside / 1000, UTC)
    row = AsideMatch(
        match_id=record.match_id,
        room_id=record.room_id,
        room=shelved.room,
        state=shelved.state,
        log=packed_log(shelved.log),
        epoch=shelved.epoch,
        version=shelved.version,
        rounds=len(match.sheet),
        since=since,
        until=since + timedelta(milliseconds=match.durations.aside),
    )
    end = _end_of(kept_match(row, match.aside))
    ensure_match(end, end.seats, datetime.fromtimestamp(match.started / 1000, UTC))
    known = AsideMatch.objects.select_for_update().filter(pk=record.match_id).first()
    later = Round.objects.filter(match=record.match_id, number__gt=row.rounds).exists()
    over = known is None and row.match.ended is not None
    if later or over or (known is not None and known.version >= row.version):
        return
    row.save(force_insert=known is None, force_update=known is not None)


def _end(row: AsideMatch) -> bool:
    """End a match as one that everybody has left; False when there was nothing to end, or it goes on in the store."""
    return not outbox.match_exists(row.match_id) and _end_kept(row)


@transaction.atomic
def _end_kept(row: AsideMatch) -> bool:
    later = Round.objects.filter(match=row.match_id, number__gt=row.rounds).exists()
    locked = AsideMatch.objects.select_for_update().filter(pk=row.match_id, match__ended__isnull=True)
    if later or not locked.exists():
        AsideMatch.objects.filter(pk=row.match_id).delete()
        return False
    write_match(_end_of(kept_match(row, round(timezone.now().timestamp() * 1000))))
    write_log(row.match_id, kept_log(row))
    return True


def _end_of(live: Live) -> MatchRecord:
    """What is recorded of a match that ends after waiting in vain."""
    step = waits_no_longer(live)
    if step is None:
        raise NotRecordable("a match that was not put aside")
    (entry,) = step.change.outbox.values()
    record = decode_record(entry)
    if not isinstance(record, MatchRecord):
        raise NotRecordable(f"the end of a match is a {type(record).__name__}")
    return record
