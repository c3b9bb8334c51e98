"""The outbox as the ledger's tasks read it: synchronous, outside any event loop.

An entry stays until the database has committed what it says; the clock sends every entry again until then.
"""

from typing import NamedTuple

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live.records import AsideRecord, Record, decode_record
from games.live.scripts import SHELVE
from games.live.store import key_of


def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, retry=Retry(NoBackoff(), 0))


def _outbox_of(outbox_key: str) -> str:
    return f"{{s{outbox_key[:2]}}}:outbox"


def read_bytes(outbox_key: str) -> bytes | None:
    """The entry as it was written, or None when it has been settled."""
    with _client() as client:
        entry = client.hget(_outbox_of(outbox_key), outbox_key)
    return entry if isinstance(entry, bytes) else None


def read_entry(outbox_key: str) -> Record | None:
    """The entry, or None when it has been settled."""
    entry = read_bytes(outbox_key)
    return None if entry is None else decode_record(entry)


def replace(key: str, value: bytes) -> None:
    """Put something in the place of what stands in the store by itself, under a key of its own, if it is there."""
    with _client() as client:
        client.set(key, value, xx=True, keepttl=True)


def match_exists(match_id: str) -> bool:
    """Whether the store still has the match, or anything of it that is not recorded."""
    with _client() as client:
        if client.exists(key_of("match", match_id)):
            return True
        return any(key.startswith(match_id.encode()) for key in client.hkeys(_outbox_of(match_id)))


def read_log(match_id: str) -> list[bytes]:
    """The match's log of actions, oldest first, each "<ms>:<entry>"; kept for a day after the end."""
    with _client() as client:
        return list(client.lrange(key_of("match", match_id) + ":log", 0, -1))


class Shelved(NamedTuple):
    """A match that was put aside and its room, as they lie in the store: all that is needed to go on with them."""

    record: AsideRecord
    room: bytes
    state: bytes
    epoch: int
    version: int
    log: list[bytes]


def read_aside(record: AsideRecord) -> Shelved | None:
    """The match and its room at one instant, None when they are not there any more."""
    match = key_of("match", record.match_id)
    with _client() as client, client.pipeline(transaction=True) as asked:
        asked.hmget(match, ["s", "e", "v"])
        asked.hget(key_of("room", record.room_id), "s")
        asked.lrange(match + ":log", 0, -1)
        (state, epoch, version), room, entries = asked.execute()
    return None if state is None or room is None else Shelved(record, room, state, int(epoch), int(version), entries)


def shelve(outbox_key: str, shelved: Shelved) -> bool:
    """The database has the match: take it and its room out of the store, unless it has gone on meanwhile."""
    record = shelved.record
    tag = f"{{s{record.match_id[:2]}}}:"
    keys = [tag + "due", tag + "outbox", key_of("match", record.match_id), key_of("room", record.room_id)]
    with _client() as client:
        return bool(client.eval(SHELVE.text, len(keys), *keys, outbox_key, shelved.state))


def settle(outbox_key: str) -> None:
    """Take the entry out: the database has it."""
    with _client() as client:
        client.hdel(_outbox_of(outbox_key), outbox_key)
