"""Workers killed around the ledger's transaction, tasks doubled and lost, the database locked: faults 13 and 14."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.faults.kept import wait_for_ledger
from tests.faults.own_postgres import OwnPostgres, PostgresSite
from tests.faults.run import Run
from tests.faults.tables import short_table
from tests.faults.witness import all_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.faulty_site import FaultySite
    from tests.faults.witness import Witness

QUEUE = "celery:ledger"

pytestmark = pytest.mark.services


async def play_to_the_end(witnesses: Sequence[Witness]) -> str:
    """The match's id, once it is over."""
    await all_play(witnesses, lambda: all(one.match and one.view["phase"] == "over" for one in witnesses))
    match_id: str = witnesses[0].match["id"]
    return match_id


@pytest.mark.parametrize(
    "seam",
    ["in_ledger", *[pytest.param(seam, marks=pytest.mark.nightly) for seam in ("before_ledger", "after_ledger")]],
)
async def test_13_a_worker_killed_around_the_ledgers_transaction(site: FaultySite, seam: str) -> None:
    """One set of lines within thirty seconds of another worker's start."""
    await asyncio.to_thread(site.arm, "ledger", f"{seam}=kill")
    run = Run(13, site)
    await play_to_the_end(await run.seat(table=short_table("clash-classic"), people=2, thinks=0))
    await asyncio.to_thread(site["ledger"].wait_for_end)
    await asyncio.to_thread(site.mend)
    await run.verdict()


@pytest.mark.nightly
async def test_13_acknowledgments_cut_off_with_the_brokers_connection(site: FaultySite) -> None:
    """The worker that could not say it was done takes the next tasks all the same, within thirty seconds."""
    site.spoil("acknowledgments-cut-off", "ledger")
    site.kill("ledger")
    site.start_again("ledger")
    run = Run(13, site)
    table = short_table("duel-classic", length={"rounds": 3})
    await play_to_the_end(await run.seat(table=table, people=2, thinks=0))
    await run.verdict()


@pytest.mark.nightly
async def test_13_celery_off_and_its_queue_lost(site: FaultySite) -> None:
    """Play goes on without workers; what the broker has forgotten is sent again."""
    site.kill("ledger")
    run = Run(13, site)
    rooms = [await run.seat(table=short_table(ruleset), thinks=0) for ruleset in ("duel-classic", "upcolor")]
    await asyncio.gather(*map(play_to_the_end, rooms))
    with site.redis() as client:
        assert client.llen(QUEUE) > 0
        client.delete(QUEUE)
    site.start_again("ledger")
    await run.verdict()


async def test_13_the_same_task_to_several_workers_at_once(site: FaultySite) -> None:
    """Ten deliveries of each task, two workers: one set of lines."""
    site.kill("ledger")
    run = Run(13, site)
    await play_to_the_end(await run.seat(table=short_table("clash-family"), people=2, thinks=0))
    with site.redis() as client:
        tasks = client.lrange(QUEUE, 0, -1)
        for task in tasks * 9:
            client.rpush(QUEUE, task)
    taken = site.tasks_taken()
    with site.another("ledger") as second:
        site.start_again("ledger")
        second.start()
        await asyncio.to_thread(site.wait_for_empty_queue, QUEUE, taken)
    await run.verdict()


@contextlib.contextmanager
def locked(site: FaultySite) -> Iterator[None]:
    """Another process holds a lock: nobody writes to the ledger's table, or on SQLite to the whole database."""
    if not site.database_url.startswith("sqlite"):
        with psycopg.connect(site.database_url) as database:
            database.execute("lock table games_ledgerline in exclusive mode")
            yield
        return
    path = urlsplit(site.database_url).path.removeprefix("/")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("begin immediate")
        yield
        database.execute("rollback")


async def test_14_the_database_is_locked_at_a_rounds_end(site: FaultySite) -> None:
    """Play goes on into the next round; the result is recorded once the lock is gone."""
    run = Run(14, site)
    table = short_table("duel-classic", length={"rounds": 3})
    witnesses = await run.seat(table=table, people=2, thinks=0)
    match_id = witnesses[0].match["id"]
    with locked(site):
        await all_play(witnesses, lambda: all(one.match and one.view["round"] >= 2 for one in witnesses))
        assert not site.rows("select 1 from games_ledgerline where match_id = %s", match_id)
    await play_to_the_end(witnesses)
    await asyncio.to_thread(wait_for_ledger, site, match_id)
    await run.verdict()


@pytest.fixture
def postgres() -> Iterator[OwnPostgres]:
    server = OwnPostgres().start()
    yield server
    server.close()


@pytest.fixture
def postgres_site(postgres: OwnPostgres) -> Iterator[PostgresSite]:
    running = PostgresSite(postgres)
    running.start()
    yield running
    running.close()


@pytest.mark.nightly
async def test_14_the_database_is_stopped_at_a_rounds_end(postgres_site: PostgresSite, postgres: OwnPostgres) -> None:
    """Play goes on without a database, and what was finished meanwhile is recorded after its recovery."""
    run = Run(14, postgres_site)
    table = short_table("duel-classic", length={"rounds": 3})
    witnesses = await run.seat(table=table, people=2, thinks=0)
    postgres.stop_immediately()
    await all_play(witnesses, lambda: all(one.match and one.view["round"] >= 2 for one in witnesses))
    await play_to_the_end(witnesses)
    postgres.start_again()
    await run.verdict()
