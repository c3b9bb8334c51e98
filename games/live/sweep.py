"""What is due in a shard, by the store's clock; and the grace after a pause of the whole service."""

import logging
import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from games.live import metrics, store
from games.live.scripts import SWEEP
from games.live.store import RUN
from games.live.table import Durations

Row = TypeVar("Row")
_DUE: Final = re.compile(r"([a-z]+):([0-9a-f]{2}[a-z0-9]+)\|(.+)")
_LEASE: Final = re.compile(r"([0-9a-f]{2}[a-z0-9]+)\|(.+)")

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """A deadline that has passed, of a kind that newer code may have brought."""

    kind: str
    id: str
    due: str

    @property
    def row(self) -> str:
        return f"{self.kind}:{self.id}|{self.due}"


class Lapsed(NamedTuple):
    """A lease that has run out."""

    room_id: str
    member: str

    @property
    def row(self) -> str:
        return f"{self.room_id}|{self.member}"


class Sweep(NamedTuple):
    """What a sweep found. `lost`: for how many ms nobody had swept, when everything was given back instead; below 0,
    by how many the store's clock was set back. `waits`: no web process is there, so nothing is due."""

    lost: int
    due: Sequence[Due]
    lapsed: Sequence[Lapsed]
    waits: bool


async def sweep_shard(shard: int, durations: Durations, *, at_most: int, web_seen: int | None = None) -> Sweep:
    """What has passed in a shard, earliest first; see `webs` for `web_seen`. Raises StoreUnavailable, StoreError."""
    name = f"{shard:02x}"
    due, leases, swept = (f"{{s{name}}}:{what}" for what in ("due", "lease", "swept"))
    limits = [at_most, durations.pause, durations.grace, durations.lease, "" if web_seen is None else web_seen]
    _, lost, rows, lapsed, waits = await store.run_script(SWEEP, [due, leases, swept], [RUN, *limits])
    return Sweep(
        lost,
        await _only_rows(due, rows, lambda row: _due(row, name)),
        await _only_rows(leases, lapsed, lambda row: _lapsed(row, name)),
        bool(waits),
    )


async def _only_rows(key: str, found: Sequence[bytes], read: Callable[[bytes], Row | None]) -> list[Row]:
    """The rows that are any. What is none belongs to nothing, and would be found first for ever: it is taken away."""
    rows: list[Row] = []
    for each in found:
        row = read(each)
        if row is not None:
            rows.append(row)
            continue
        log.error("What stands in %s is no row, and is taken away: %r", key, each)
        metrics.NO_ROWS.inc()
        await store.pipe().call("ZREM", key, each)
    return rows


def _due(row: bytes, shard: str) -> Due | None:
    found = _DUE.fullmatch(row.decode(errors="replace"))
    return Due(*found.groups()) if found is not None and found[2].startswith(shard) else None


def _lapsed(row: bytes, shard: str) -> Lapsed | None:
    found = _LEASE.fullmatch(row.decode(errors="replace"))
    return Lapsed(*found.groups()) if found is not None and found[1].startswith(shard) else None
