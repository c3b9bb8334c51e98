"""An evening begins with a recorded round, and comes back by itself when a fault of ours ended its match."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
import redis

from accounts.models import User
from billing.models import Entitlement, HistoryLine
from billing.services import give_back, grant
from games.live.store import key_of
from games.services.ledger import store_match, write_round
from games.services.premium import give_back_lost
from games.services.tastes import GIVEN_BACK
from tests.ledger.conftest import MATCH, PEOPLE, match_record, round_record, seats

if TYPE_CHECKING:
    from tests.ledger.conftest import Outbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("people")]

ANA = str(PEOPLE[0])


@pytest.fixture
def evening() -> Entitlement:
    staff = User.objects.create_user("staff@example.org", is_staff=True)
    return grant(holder_id=PEOPLE[0], table="", term="evening", staff=staff, reason="won it")


def begun(evening: Entitlement) -> bool:
    evening.refresh_from_db()
    return evening.spent_on == MATCH


def test_an_evening_begins_when_the_first_round_with_a_second_person_is_recorded(
    outbox: Outbox, evening: Entitlement
) -> None:
    for number in (1, 2):
        key = outbox.put(round_record(number, ruleset="duel-siege", opener=ANA))
        write_round(outbox_key=key)
        write_round(outbox_key=outbox.put(round_record(number, ruleset="duel-siege", opener=ANA)))
    assert begun(evening)
    assert evening.used_at is not None
    assert HistoryLine.objects.filter(kind="begun").count() == 1


def test_nothing_begins_alone_in_practice_or_on_a_free_table(outbox: Outbox, evening: Entitlement) -> None:
    alone = [
        seat if seat.seat == 0 else type(seat)(seat.seat, seat.identity, seat.name, "person", True) for seat in seats()
    ]
    siege: dict[str, object] = {"ruleset": "duel-siege", "opener": ANA}
    exceptions: list[dict[str, object]] = [{"seats": alone}, {"practice": True}, {"ruleset": "clash-classic"}]
    for number, changes in enumerate(exceptions, 1):
        record = round_record(number, **siege | changes)
        write_round(outbox_key=outbox.put(record))
    assert not begun(evening)


def test_what_is_for_good_is_used_and_the_evening_stays_whole(outbox: Outbox, evening: Entitlement) -> None:
    staff = User.objects.get()
    lasting = grant(holder_id=PEOPLE[0], table="duel-siege", term="lasting", staff=staff, reason="won it")
    write_round(outbox_key=outbox.put(round_record(ruleset="duel-siege", opener=ANA)))
    lasting.refresh_from_db()
    assert lasting.used_at is not None
    assert not begun(evening)


def test_a_result_that_cannot_be_recorded_gives_the_evening_back(outbox: Outbox, evening: Entitlement) -> None:
    write_round(outbox_key=outbox.put(round_record(ruleset="duel-siege", opener=ANA)))
    assert begun(evening)
    write_round(outbox_key=outbox.put(round_record(2, ruleset="duel-siege", opener=ANA, points=[1, 2, 3])))
    assert not begun(evening)
    line = HistoryLine.objects.get(kind="given_back")
    assert "fault of ours" in line.reason


@pytest.mark.parametrize(("points", "left"), [([40, 0, 0], MATCH.encode()), ([1, 2, 3], GIVEN_BACK)])
def test_a_taste_whose_result_cannot_be_recorded_is_given_back(
    outbox: Outbox, redis_url: str, points: list[int], left: bytes
) -> None:
    day = datetime.fromtimestamp(round_record().started_ms / 1000, UTC).date()
    key = f"taste:{ANA}:duel-siege:{day}"
    with redis.Redis.from_url(redis_url) as client:
        client.set(key, MATCH, ex=60)
        record = round_record(ruleset="duel-siege", opener=ANA, practice=True, points=points)
        write_round(outbox_key=outbox.put(record))
        assert client.get(key) == left
        assert 0 < client.ttl(key) <= 60


def test_the_evening_of_a_match_that_is_lost_is_given_back(
    outbox: Outbox, evening: Entitlement, redis_url: str
) -> None:
    write_round(outbox_key=outbox.put(round_record(ruleset="duel-siege", opener=ANA)))
    with redis.Redis.from_url(redis_url) as client:
        client.set(key_of("match", MATCH), b"running")
        assert give_back_lost(hour="2026-01-01T10") == 0
        client.delete(key_of("match", MATCH))
        assert give_back_lost(hour="2026-01-01T11") == 1
    assert not begun(evening)
    assert give_back(match_id=MATCH, reason="again") == 0


def test_a_match_that_has_ended_is_not_lost(outbox: Outbox, evening: Entitlement) -> None:
    write_round(outbox_key=outbox.put(round_record(ruleset="duel-siege", opener=ANA)))
    outbox.put_log(MATCH, [b"1:x"])
    store_match(outbox_key=outbox.put(match_record(1, ruleset="duel-siege")))
    assert give_back_lost(hour="2026-01-01T10") == 0
    assert begun(evening)
