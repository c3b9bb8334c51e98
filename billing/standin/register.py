"""Everything the stand-in remembers, in one file: objects, answers by idempotency key, notices still to be sent."""

import json
import sqlite3
import threading
import time
from pathlib import Path
from typing import Final

from billing.standin.wire import Values

KEPT: Final = 24 * 3600
"""Seconds an idempotency key is remembered."""
TABLES: Final = """
CREATE TABLE IF NOT EXISTS object (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, place INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS answer (
  key TEXT PRIMARY KEY, at REAL NOT NULL, asked TEXT NOT NULL, status INTEGER, body TEXT
);
CREATE TABLE IF NOT EXISTS notice (
  place INTEGER PRIMARY KEY, event TEXT NOT NULL, due REAL NOT NULL, tries INTEGER NOT NULL
);
-- What was worked on when the process ended is worked on by nobody.
DELETE FROM answer WHERE status IS NULL;
"""


class Register:
    """One file with one lock; every call is a transaction of its own."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.executescript("PRAGMA journal_mode=WAL;" + TABLES)

    def close(self) -> None:
        self._file.close()

    # Objects, each under its id.

    def keep(self, values: Values) -> Values:
        """Write an object, new or changed."""
        with self._lock:
            place = self._file.execute("SELECT coalesce(max(place), 0) + 1 FROM object").fetchone()[0]
            self._file.execute(
                "INSERT INTO object VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
                (values["id"], values["object"], place, json.dumps(values)),
            )
        return values

    def find(self, object_id: str) -> Values | None:
        with self._lock:
            row = self._file.execute("SELECT body FROM object WHERE id = ?", (object_id,)).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def all(self, kind: str) -> list[Values]:
        """All objects of a kind, the newest first."""
        with self._lock:
            rows = self._file.execute("SELECT body FROM object WHERE kind = ? ORDER BY place DESC", (kind,)).fetchall()
        return [json.loads(body) for (body,) in rows]

    # Answers by idempotency key.

    def begin(self, key: str, asked: str) -> tuple[str, int | None, str | None] | None:
        """None when the key is new and now taken; else what was asked with it, and the answer if there is one yet."""
        with self._lock:
            self._file.execute("DELETE FROM answer WHERE at < ?", (time.time() - KEPT,))
            row = self._file.execute("SELECT asked, status, body FROM answer WHERE key = ?", (key,)).fetchone()
            if row is None:
                self._file.execute("INSERT INTO answer VALUES (?, ?, ?, NULL, NULL)", (key, time.time(), asked))
                return None
        return str(row[0]), row[1], row[2]

    def answer(self, key: str, status: int, body: str) -> None:
        with self._lock:
            self._file.execute("UPDATE answer SET status = ?, body = ? WHERE key = ?", (status, body, key))

    def forget(self, key: str) -> None:
        """What was refused before anything was done leaves no answer behind."""
        with self._lock:
            self._file.execute("DELETE FROM answer WHERE key = ?", (key,))

    # Notices still to be sent.

    def post(self, event_id: str, due: float) -> None:
        with self._lock:
            self._file.execute("INSERT INTO notice (event, due, tries) VALUES (?, ?, 0)", (event_id, due))

    def waiting(self, until: float) -> list[tuple[int, str, int]]:
        """Place, event and tries of what is due, in the order of posting."""
        query = "SELECT place, event, tries FROM notice WHERE due <= ? ORDER BY place"
        with self._lock:
            return self._file.execute(query, (until,)).fetchall()

    def put_off(self, place: int, due: float) -> None:
        with self._lock:
            self._file.execute("UPDATE notice SET due = ?, tries = tries + 1 WHERE place = ?", (due, place))

    def sent(self, place: int) -> None:
        with self._lock:
            self._file.execute("DELETE FROM notice WHERE place = ?", (place,))
