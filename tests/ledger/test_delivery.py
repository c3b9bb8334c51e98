"""Tasks may come late, twice, at once or while the database is away: a round is recorded exactly once."""

import threading
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.db import DatabaseError, OperationalError, connection, connections

from games.live import outbox as live_outbox
from games.live.records import SeatRecord
from games.models import DeadLetter, LedgerLine, Match, Round
from games.services.ledger import write_round
from tests.ledger.conftest import MATCH, Outbox, round_record, seats

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_database")]

KEY = f"{MATCH}:1"


def at_once(*calls: Callable[[], object]) -> list[Exception]:
    """Run the calls in threads that start together; what they raised."""
    barrier = threading.Barrier(len(calls))
    raised: list[Exception] = []

    def run(call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            call()
        except (DatabaseError, OSError) as error:
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return raised


def deliver() -> None:
    write_round(outbox_key=KEY)


def test_a_task_delivered_eight_times_at_once_writes_one_set_of_lines(outbox: Outbox) -> None:
    outbox.put(round_record())
    assert at_once(*[deliver] * 8) == []
    assert LedgerLine.objects.count() == 4
    assert (Round.objects.count(), Match.objects.count(), DeadLetter.objects.count()) == (1, 1, 0)
    assert outbox.keys() == set()


def test_different_rounds_of_a_match_at_once(outbox: Outbox) -> None:
    keys = [outbox.put(round_record(number)) for number in range(1, 9)]
    raised = at_once(*[lambda key=key: write_round(outbox_key=key) for key in keys])
    assert raised == []
    assert LedgerLine.objects.count() == 32
    assert outbox.keys() == set()


def test_control_without_the_unique_key_a_repeat_pays_twice(outbox: Outbox) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX ledger_line_once")
    for _ in range(2):
        write_round(outbox_key=outbox.put(round_record()))
    assert LedgerLine.objects.count() == 8


def test_what_is_not_committed_stays_in_the_outbox(outbox: Outbox, locked: Callable[[], None]) -> None:
    outbox.put(round_record())
    with pytest.raises(OperationalError):
        deliver()
    assert outbox.keys() == {KEY}
    locked()
    deliver()
    assert LedgerLine.objects.count() == 4
    assert outbox.keys() == set()


@pytest.fixture
def locked(own_database: None) -> Iterator[Callable[[], None]]:  # noqa: ARG001
    """A database in which somebody else holds what the ledger needs, until he is told to let go."""
    options = connection.settings_dict["OPTIONS"]
    patient = dict(options)
    if connection.vendor == "sqlite":
        options["init_command"] = options["init_command"].replace("busy_timeout=10000", "busy_timeout=200")
    connection.close()
    holder = connections.create_connection("default")
    holder.set_autocommit(False)
    with holder.cursor() as cursor:
        if holder.vendor == "postgresql":
            cursor.execute("LOCK TABLE games_ledgerline IN ACCESS EXCLUSIVE MODE")
        else:
            cursor.execute("BEGIN IMMEDIATE")

    def let_go() -> None:
        holder.rollback()
        holder.close()

    yield let_go
    options.update(patient)
    connection.close()


def test_a_worker_that_dies_before_it_settles_is_followed_by_another(outbox: Outbox) -> None:
    outbox.put(round_record())
    entry = live_outbox.read_bytes(KEY)
    assert entry is not None
    deliver()
    outbox.put(entry, KEY)
    deliver()
    assert LedgerLine.objects.count() == 4
    assert outbox.keys() == set()


def test_a_person_the_database_does_not_know_is_a_dead_letter(outbox: Outbox) -> None:
    stranger = SeatRecord(2, str(UUID(int=9)), "Cal", "person", replaced=False)
    write_round(outbox_key=outbox.put(round_record(seats=[*seats()[:2], stranger])))
    assert DeadLetter.objects.count() == 1
    assert not LedgerLine.objects.exists()
    assert not Match.objects.exists()
    assert outbox.keys() == set()
