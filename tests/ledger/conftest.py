"""Rounds and matches in the outbox, and databases of a test's own where it writes for good."""

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
import redis
from django.db import connection, connections
from psycopg import sql
from pytest_django import DjangoDbBlocker

from accounts.models import Identity
from games.live.records import (
    LineRecord,
    MatchRecord,
    RoundRecord,
    SeatRecord,
    encode_record,
)

MATCH = "03" + "m" * 26
PEOPLE = (UUID(int=1), UUID(int=2), UUID(int=3))
NAMES = ("Ana", "Bea", "Cal")


def seats() -> list[SeatRecord]:
    return [
        SeatRecord(seat=seat, identity=str(identity), name=name, kind="person", replaced=seat == 2)
        for seat, (identity, name) in enumerate(zip(PEOPLE, NAMES, strict=True))
    ]


def round_record(number: int = 1, **changes: object) -> RoundRecord:
    """Ana wins 40 points, Bea none, a computer finishes Cal's seat."""
    fields = {
        "schema": 1,
        "match_id": MATCH,
        "room_id": "03" + "r" * 26,
        "room_code": "ABCDEF",
        "ruleset": "clash-classic",
        "practice": False,
        "round": number,
        "seats": seats(),
        "lines": [
            LineRecord(0, "round_won", 30),
            LineRecord(0, "cards_captured", 4),
            LineRecord(0, "cards_captured", 6),
            LineRecord(1, "cards_left", 0),
            LineRecord(2, "replacement", 0),
        ],
        "points": [40, 0, 0],
        "winners": [0],
        "reason": "out",
        "places": [0, 1, 2],
        "totals": [40 * number, 0, 0],
        "started_ms": 1_700_000_000_000,
        "ended_ms": 1_700_000_060_000,
        **changes,
    }
    return RoundRecord(**fields)  # type: ignore[arg-type]


def match_record(rounds: int = 2, **changes: object) -> MatchRecord:
    """The end of a match of that many such rounds."""
    fields = {
        "schema": 1,
        "match_id": MATCH,
        "room_id": "03" + "r" * 26,
        "room_code": "ABCDEF",
        "ruleset": "clash-classic",
        "practice": False,
        "length": {"rounds": 2},
        "teams": False,
        "seats": seats(),
        "totals": [40 * rounds, 0, 0],
        "rounds": rounds,
        "winners": [0],
        "reason": "rounds",
        "ranking": [[0], [1, 2]],
        "started_ms": 1_700_000_000_000,
        "ended_ms": 1_700_000_180_000,
        **changes,
    }
    return MatchRecord(**fields)  # type: ignore[arg-type]


class Outbox:
    """The store's outbox as the commits of matches fill it."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(url, socket_timeout=5)

    def put(self, record: RoundRecord | MatchRecord | bytes, key: str | None = None) -> str:
        """The key of the entry now in the outbox."""
        if key is None:
            assert not isinstance(record, bytes)
            number = record.round if isinstance(record, RoundRecord) else "end"
            key = f"{record.match_id}:{number}"
        entry = record if isinstance(record, bytes) else encode_record(record)
        self._client.hset(f"{{s{key[:2]}}}:outbox", key, entry)
        return key

    def put_log(self, match_id: str, entries: list[bytes]) -> None:
        self._client.rpush(f"{{s{match_id[:2]}}}:match:{match_id}:log", *entries)

    def keys(self) -> set[str]:
        return {str(key, "ascii") for key in self._client.hkeys(f"{{s{MATCH[:2]}}}:outbox") if isinstance(key, bytes)}

    def close(self) -> None:
        self._client.close()


@pytest.fixture
def outbox(redis_url: str) -> Iterator[Outbox]:
    made = Outbox(redis_url)
    yield made
    made.close()


def people_sit_down() -> None:
    for identity, name in zip(PEOPLE, NAMES, strict=True):
        Identity.objects.create(pk=identity, name=name)


@pytest.fixture
def people(db: None) -> None:  # noqa: ARG001 (where they are)
    """Ana, Bea and Cal, in a database that forgets the test."""
    people_sit_down()


@pytest.fixture
def own_database(
    django_db_setup: None,  # noqa: ARG001 (what is copied)
    django_db_blocker: DjangoDbBlocker,
    redis_url: str,  # noqa: ARG001
    tmp_path: Path,
) -> Iterator[None]:
    """A database of this test's own: what is written there for good can be taken back by no flush."""
    settings = connection.settings_dict
    shared = str(settings["NAME"])
    with django_db_blocker.unblock():
        connections.close_all()
        make, drop = (
            _copies_on_postgres(shared) if connection.vendor == "postgresql" else _copies_of_file(shared, tmp_path)
        )
        settings["NAME"] = make()
        people_sit_down()
        yield
        connections.close_all()
        settings["NAME"] = shared
        drop()


def _copies_of_file(shared: str, folder: Path) -> tuple[Callable[[], str], Callable[[], None]]:
    copy = folder / "own.sqlite3"

    def make() -> str:
        with closing(sqlite3.connect(shared)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        return str(copy)

    return make, copy.unlink


def _copies_on_postgres(shared: str) -> tuple[Callable[[], str], Callable[[], None]]:
    name = f"own_{secrets.token_hex(6)}"

    def run(statement: str, **names: str) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(sql.SQL(statement).format(**{key: sql.Identifier(value) for key, value in names.items()}))

    def make() -> str:
        """What is in use cannot be copied: whatever a thread of the test has still open there is ended."""
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [shared])
        run("CREATE DATABASE {name} TEMPLATE {shared}", name=name, shared=shared)
        return name

    return make, lambda: run("DROP DATABASE {name} WITH (FORCE)", name=name)
