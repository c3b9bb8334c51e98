"""A match put aside in the database: beside the ledger, which takes its row away, and until its time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import redis
from django.utils import timezone
from msgspec.structs import replace

from games.engine import Length, Play, card
from games.live.aside import wishes_aside
from games.live.log import log_entry
from games.live.match import encode_match
from games.live.room import MatchPhase, encode_room, join, new_room
from games.models import AsideMatch, DeadLetter, Match, Round, StoredLog
from games.selectors.history import aside_lines
from games.selectors.people import person_of
from games.services.aside_keeping import end_aside_of, end_overdue, keep_aside, resumable
from games.services.ledger import write_round
from tests.ledger.conftest import NAMES, PEOPLE, Outbox, round_record, seats
from tests.live.tables import act, played, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.live.match import Live
    from games.live.records import RoundRecord

FEW = 2
NOW = round(timezone.now().timestamp() * 1000)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_database")]


@pytest.fixture
def store(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url, socket_timeout=5) as client:
        yield client


def put_aside(store: redis.Redis, outbox: Outbox) -> str:
    """Ana and Bea have put a match aside after its first round; the outbox entry's key."""
    live = table(["red-1"], ["blue-2"], length=Length(rounds=3))
    people = tuple(
        replace(seat, identity=str(identity), name=name)
        for seat, identity, name in zip(live.match.seats, PEOPLE, NAMES, strict=False)
    )
    live = live._replace(match=replace(live.match, seats=people))
    live = played(live, act(0, Play(card("red-1"))))
    room = new_room(room_id=live.match.room_id, code="ABCDEF", identity=PEOPLE[0], name="Ana", opens=(), now=0)
    room, _ = join(room, identity=PEOPLE[1], name="Bea", opens=(), now=0, phase=None)

    def wish(member: str) -> Live:
        step = wishes_aside(live, room, member, wish=True, phase=MatchPhase.BETWEEN)
        assert step is not None
        entries.update(step.change.outbox)
        return step.after(live, replace(live.loaded, version=live.loaded.version + 1, now=NOW))

    entries: dict[str, bytes] = {}
    live = wish("m1")
    live = wish("m2")
    tag = f"{{s{live.id[:2]}}}:"
    store.hset(f"{tag}match:{live.id}", mapping={"s": encode_match(live.match), "e": 7, "v": live.loaded.version})
    store.hset(f"{tag}room:{room.id}", mapping={"s": encode_room(replace(room, aside=True)), "e": 7, "v": 3})
    store.rpush(f"{tag}match:{live.id}:log", b"5:" + log_entry(None, Play(card("red-1")), (), None, 2))
    ((key, entry),) = entries.items()
    return outbox.put(entry, key)


@pytest.fixture
def kept(store: redis.Redis, outbox: Outbox) -> AsideMatch:
    key = put_aside(store, outbox)
    keep_aside(outbox_key=key)
    assert outbox.keys() == set()
    assert not DeadLetter.objects.exists()
    return AsideMatch.objects.get()


def its_round(row: AsideMatch, number: int) -> RoundRecord:
    """What the ledger is told of a round of the match."""
    lines = [line for line in round_record().lines if line.seat < FEW]
    facts = {"points": [40, 0], "places": [0, 1], "totals": [40 * number, 0]}
    return round_record(number, match_id=row.pk, seats=seats()[:FEW], lines=lines, **facts)


def test_it_stands_among_its_people_s_matches(kept: AsideMatch) -> None:
    for identity, count in zip(PEOPLE, (1, 1, 0), strict=True):
        assert len(aside_lines(person_of(identity))) == count
    (line,) = aside_lines(person_of(PEOPLE[0]))
    assert (line.room_id, line.names) == (kept.room_id, "Ana, Bea")


def test_its_own_rounds_leave_it_and_a_later_one_takes_it_away(kept: AsideMatch, outbox: Outbox) -> None:
    for number, waits in ((1, True), (2, False)):
        write_round(outbox_key=outbox.put(its_round(kept, number)))
        assert resumable().exists() is waits
        assert AsideMatch.objects.exists() is waits


def test_a_task_that_comes_after_a_later_round_keeps_nothing(store: redis.Redis, outbox: Outbox) -> None:
    key = put_aside(store, outbox)
    keep_aside(outbox_key=key)
    row = AsideMatch.objects.get()
    write_round(outbox_key=outbox.put(its_round(row, 2)))
    store.flushdb()
    assert put_aside(store, outbox) == key
    keep_aside(outbox_key=key)
    assert not AsideMatch.objects.exists()
    assert Round.objects.count() == 1


def test_after_thirty_days_it_ends_without_a_winner(kept: AsideMatch, outbox: Outbox) -> None:
    write_round(outbox_key=outbox.put(its_round(kept, 1)))
    assert end_overdue() == 0
    AsideMatch.objects.update(since=timezone.now() - timedelta(days=31), until=timezone.now())
    assert not resumable().exists()
    assert (end_overdue(), end_overdue()) == (1, 0)
    match = Match.objects.get()
    assert (match.reason, match.winners, match.rounds, match.ranking) == ("abandoned", [], 1, [])
    assert match.waited > timedelta(0)
    assert StoredLog.objects.get().count == 1
    assert Round.objects.count() == 1
    assert not AsideMatch.objects.exists()


def test_it_does_not_end_while_something_of_it_is_not_recorded(kept: AsideMatch, outbox: Outbox) -> None:
    outbox.put(its_round(kept, 1))
    AsideMatch.objects.update(since=timezone.now() - timedelta(days=31), until=timezone.now())
    assert end_overdue() == 0
    assert AsideMatch.objects.exists()


def test_it_ends_with_one_of_its_people(kept: AsideMatch) -> None:
    end_aside_of(PEOPLE[2])
    assert AsideMatch.objects.exists()
    end_aside_of(PEOPLE[1])
    assert Match.objects.get(pk=kept.pk).reason == "abandoned"
