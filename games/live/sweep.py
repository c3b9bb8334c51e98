"""What is due in a shard, by the store's clock; and the grace after a pause of the whole service."""

from collections.abc import Sequence
from typing import NamedTuple

from games.live import store
from games.live.scripts import SWEEP
from games.live.store import RUN
from games.live.table import Durations


class Due(NamedTuple):
    """A deadline that has passed."""

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
    """What has passed in a shard, earliest first; see `webs` for `web_seen`. Raises StoreUnavailable."""
    tag = f"{{s{shard:02x}}}:"
    limits = [at_most, durations.pause, durations.grace, durations.lease, "" if web_seen is None else web_seen]
    keys = [tag + "due", tag + "lease", tag + "swept"]
    _, lost, rows, leases, waits = await store.run_script(SWEEP, keys, [RUN, *limits])
    due = [_due(row.decode()) for row in rows]
    return Sweep(lost, due, [Lapsed(*row.decode().split("|", 1)) for row in leases], bool(waits))


def _due(row: str) -> Due:
    name, _, due = row.partition("|")
    kind, _, aggregate_id = name.partition(":")
    return Due(kind, aggregate_id, due)
