"""The store's keys that belong to nobody: every key has an owner, or an expiry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import redis

    from tests.site import LiveSite

PARTS = re.compile(r"^\{s[0-9a-f]{2}\}:(room|match):([0-9a-z]+)(?::(log|acts|acts0))?$")
SHARDS_OWN = re.compile(r"^\{s[0-9a-f]{2}\}:(due|lease|outbox|swept)$")
"""What a shard has once, however many rooms and matches; their rows are looked at one by one."""
BROKERS_OWN = re.compile(r"^celery:")
ROW = re.compile(r"^(room|match):([0-9a-z]+)\|")


def leftovers(site: LiveSite) -> list[str]:
    """Each key or row without owner and without expiry, and what is wrong with it.

    Clocks go on while one looks: what has found its owner or its end at the second look was only on its way.
    """
    with site.redis() as client:
        first, second = _look(client), set(_look(client))
    return [each for each in first if each in second]


def _look(client: redis.Redis) -> list[str]:
    keys = {key.decode(): client.ttl(key) for key in client.scan_iter(count=1000)}
    return [*_ownerless_keys(keys), *_ownerless_rows(client, keys)]


def _ownerless_keys(keys: dict[str, int]) -> Iterator[str]:
    for key, seconds in keys.items():
        if seconds != -1 or SHARDS_OWN.match(key) or BROKERS_OWN.match(key):
            continue
        found = PARTS.match(key)
        if found is None:
            yield f"{key}: nobody owns it, and it does not expire"
        elif found[3] and f"{key.rpartition(':')[0]}" not in keys:
            yield f"{key}: its {found[1]} is gone"


def _ownerless_rows(client: redis.Redis, keys: dict[str, int]) -> Iterator[str]:
    """Rooms and matches that never end, and deadlines of things that are gone."""
    owners: set[str] = set()
    for shard in sorted({key[:5] for key in keys if SHARDS_OWN.match(key)}):
        for row, _ in client.zscan_iter(f"{shard}:due"):
            name = row.decode()
            owner = ROW.match(name)
            aggregate = f"{shard}:{name.partition('|')[0]}"
            owners.add(aggregate)
            if owner is None or aggregate not in keys:
                yield f"{shard}:due has {name}, which is gone"
    for key, seconds in keys.items():
        found = PARTS.match(key)
        if found is not None and not found[3] and seconds == -1 and key not in owners:
            yield f"{key}: no deadline and no expiry ends it"
