"""The store: one commit script for rooms and matches, loads, locks and deadlines.

An aggregate ("room" or "match") is one small state with its (epoch, version), deadlines, log and act ids, all under
one shard's tag. Every instant is the store's own clock in milliseconds; no process's clock decides anything.
"""

import asyncio
import base64
import secrets
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from django.conf import settings

from games.live.pipe import Pipe, Reply, StoreError, Word
from games.live.scripts import COMMIT, LOAD, LOCK, POSTPONE, RESTORE, SCRIPTS, Script

SHARDS: Final = 16
"""How many shards new rooms are spread over. Ids name their shard, so this may be raised (to 256) at any time."""

Kind = Literal["room", "match"]


class Loaded(msgspec.Struct):
    """An aggregate as it stood at `now`. `due`: kind of deadline -> instant; `spans`: its whole length in ms;
    `tries`: how often it was put off. `last` is the entry of the last logged action."""

    state: bytes
    epoch: int
    version: int
    due: dict[str, int]
    now: int
    spans: dict[str, int] = {}
    tries: dict[str, int] = {}
    last: bytes | None = None


class Change(msgspec.Struct, kw_only=True):
    """What one commit writes to one aggregate.

    `expect` is the (epoch, version) it was decided on, None makes the aggregate. `act` is "<member>:<act id>"; a repeat
    of it is answered with `outcome`. `due` gives deadlines in ms from now, None takes one away. The commit is refused
    Late when the deadline `before` has passed, Early when `after` has not, or while the lease `lapsed`
    ("<room>|<member>") runs, Locked while the lock `free` runs. `expire` in seconds; `log` is one logged action.
    """

    kind: Kind
    id: str
    expect: tuple[int, int] | None
    state: bytes
    act: str | None = None
    outcome: bytes = b""
    log: bytes | None = None
    due: dict[str, int | None] = {}
    before: str | None = None
    after: str | None = None
    free: str | None = None
    lapsed: str | None = None
    outbox: dict[str, bytes] = {}
    expire: int | None = None
    held: Loaded | None = None
    """What the change was made from, where known: its other deadlines then stand in the result too."""

    def words(self) -> list[Word]:
        """The change as the commit script reads it."""
        epoch, version = self.expect or (0, 0)
        put: list[Word] = []
        taken: list[Word] = []
        for kind, length in self.due.items():
            if length is None:
                taken.append(kind)
            else:
                put += (kind, length)
        words: list[Word] = [
            epoch,
            version,
            self.state,
            self.act or "",
            self.outcome,
            self.log or b"",
            self.before or "",
            self.after or "",
            self.free or "",
            self.lapsed or "",
            self.expire or 0,
            len(put) // 2,
            len(taken),
            len(self.outbox),
            *put,
            *taken,
        ]
        for entry, record in self.outbox.items():
            words += (entry, record)
        return words


class Committed(NamedTuple):
    """All changes are in the store; `loaded` in their order."""

    loaded: list[Loaded]


class Conflict(NamedTuple):
    """Somebody else was first: the aggregate (of the change at `position`) as it stands now."""

    loaded: Loaded
    position: int = 0


class Repeated(NamedTuple):
    """This very act was committed before: its first outcome, and the aggregate as it stands now."""

    outcome: bytes
    loaded: Loaded


class Late(NamedTuple):
    now: int


class Early(NamedTuple):
    now: int


class Locked(NamedTuple):
    now: int


class Gone(NamedTuple):
    """The aggregate does not exist (any more)."""

    now: int


Answer = Committed | Conflict | Repeated | Late | Early | Locked | Gone

_pipes: WeakKeyDictionary[asyncio.AbstractEventLoop, Pipe] = WeakKeyDictionary()
_newest: list[Any] = []
"""The loop that asked last and its connection: a process has one, and asks at every act."""


def pipe() -> Pipe:
    """This event loop's connection; a process has one loop, so one connection."""
    loop = asyncio.get_running_loop()
    if _newest and _newest[0] is loop:
        newest: Pipe = _newest[1]
        return newest
    found = _pipes.get(loop)
    if found is None:
        found = _pipes[loop] = Pipe(settings.REDIS_URL, scripts=SCRIPTS)
    _newest[:] = (loop, found)
    return found


async def close() -> None:
    """Close this loop's connection; the next call opens another."""
    _newest.clear()
    found = _pipes.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.close()


def new_id(shard: int) -> str:
    """An id that names its shard: two hex digits, then 128 random bits in lower-case base32."""
    return f"{shard:02x}" + base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()


def any_shard() -> int:
    return secrets.randbelow(SHARDS)


def shard_of(aggregate_id: str) -> int:
    return int(aggregate_id[:2], 16)


def key_of(kind: Kind, aggregate_id: str) -> str:
    return f"{{s{aggregate_id[:2]}}}:{kind}:{aggregate_id}"


def channel_of(kind: Kind, aggregate_id: str) -> str:
    """Where the hints of an aggregate are published."""
    return f"{kind}:{aggregate_id}"


async def run_script(script: Script, keys: Sequence[Word], args: Sequence[Word]) -> Reply:
    """Run a script by its hash, by its text where the store does not have it. `RUN` among the arguments stands for the
    run id of the server that the connection reached."""
    line = pipe()
    if not line.linked:
        await line.ready()
    words = [line.run_id if word is RUN else word for word in args]
    try:
        return await line.call("EVALSHA", script.sha, len(keys), *keys, *words)
    except StoreError as error:
        if not str(error).startswith("NOSCRIPT"):
            raise
        return await line.call("EVAL", script.text, len(keys), *keys, *words)


RUN: Final = b"<run>"


async def load(kind: Kind, aggregate_id: str) -> Loaded | None:
    """The aggregate as it stands, or None. Raises StoreUnavailable."""
    now, fields = await run_script(LOAD, [key_of(kind, aggregate_id)], [RUN])
    return _loaded(now, fields) if fields else None


async def commit(*changes: Change) -> Answer:
    """Commit all changes (of one shard) or none, in one call. Raises StoreUnavailable: then it is unknown which."""
    tag = f"{{s{changes[0].id[:2]}}}:"
    keys = [tag + "due", tag + "lease", tag + "outbox"]
    args: list[Word] = [RUN]
    for change in changes:
        keys.append(f"{tag}{change.kind}:{change.id}")
        args += change.words()
    reply = await run_script(COMMIT, keys, args)
    now: int = reply[1]
    match reply[0]:
        case b"ok":
            return Committed(
                [_after(change, now, reply[2 + 2 * i], reply[3 + 2 * i]) for i, change in enumerate(changes)]
            )
        case b"conflict":
            return Conflict(_loaded(now, reply[3]), reply[2])
        case b"repeated":
            return Repeated(reply[3], _loaded(now, reply[4]))
        case b"late":
            return Late(now)
        case b"early":
            return Early(now)
        case b"locked":
            return Locked(now)
        case _:
            return Gone(now)


def _after(change: Change, now: int, epoch: int, version: int) -> Loaded:
    held = change.held
    if held is None:
        due: dict[str, int] = {}
        spans: dict[str, int] = {}
    elif change.due:
        due, spans = held.due.copy(), held.spans.copy()
    else:
        due, spans = held.due, held.spans
    for kind, length in change.due.items():
        if length is None:
            due.pop(kind, None)
            spans.pop(kind, None)
        else:
            due[kind] = now + length
            spans[kind] = length
    return Loaded(change.state, epoch, version, due, now, spans, {}, change.log)


def _loaded(now: int, fields: list[bytes]) -> Loaded:
    found = Loaded(b"", 0, 0, {}, now, {}, {})
    for name, value in zip(fields[::2], fields[1::2], strict=True):
        if name == b"s":
            found.state = value
        elif name == b"e":
            found.epoch = int(value)
        elif name == b"v":
            found.version = int(value)
        elif name == b"l":
            found.last = value[value.index(b":") + 1 :]
        elif name.startswith(b"d:"):
            kind = name[2:].decode()
            due, span, tries = value.split(b":")
            found.due[kind] = int(due)
            found.spans[kind] = int(span)
            found.tries[kind] = int(tries)
    return found


async def outcome_of(kind: Kind, aggregate_id: str, act: str) -> bytes | None:
    """The stored outcome of an act that was committed, or None."""
    key = key_of(kind, aggregate_id)
    for outcome in await pipe().call_all([("HGET", key + ":acts", act), ("HGET", key + ":acts0", act)]):
        if isinstance(outcome, bytes):
            return outcome
    return None


async def versions(aggregates: Sequence[tuple[Kind, str]]) -> list[tuple[int, int] | None]:
    """(epoch, version) of many aggregates, read in one go.

    None: gone, not to be read, or last written under another server's run.
    """
    line = pipe()
    if not line.linked:
        await line.ready()
    replies = await line.call_all([("HMGET", key_of(kind, name), "e", "v", "r") for kind, name in aggregates])
    return [_version_in(reply, line.run_id) for reply in replies]


def _version_in(reply: Reply, run_id: bytes) -> tuple[int, int] | None:
    match reply:
        case [bytes(epoch), bytes(version), run] if run == run_id and (epoch + version).isdigit():
            return int(epoch), int(version)
        case _:
            return None


async def lock(kind: Kind, aggregate_id: str, name: str, ms: int) -> None:
    """Lock a name of the aggregate, such as a seat's catch: commits that ask for it `free` are refused meanwhile."""
    await run_script(LOCK, [key_of(kind, aggregate_id)], [name, ms])


class Kept(NamedTuple):
    """An aggregate as the database has kept it. `due` in ms from now."""

    kind: Kind
    id: str
    epoch: int
    version: int
    state: bytes
    due: dict[str, int]
    log: Sequence[bytes] = ()


async def restore(*kept: Kept) -> bool:
    """Put aggregates of one shard back, all of them; False when one is there already. Raises StoreUnavailable."""
    keys: list[Word] = [f"{{s{kept[0].id[:2]}}}:due"]
    args: list[Word] = [RUN]
    for one in kept:
        keys.append(key_of(one.kind, one.id))
        due = [word for deadline in one.due.items() for word in deadline]
        args += [one.epoch, one.version, one.state, len(one.due), *due, len(one.log), *one.log]
    return bool(await run_script(RESTORE, keys, args))


async def postpone(kind: Kind, aggregate_id: str, due: str, at: Loaded, ms: int) -> bool:
    """Put a deadline that has passed off by `ms` from now and count the try, as long as nothing has changed since `at`.

    False when somebody else has done so, or the aggregate has changed.
    """
    keys = [f"{{s{aggregate_id[:2]}}}:due", key_of(kind, aggregate_id)]
    return bool(await run_script(POSTPONE, keys, [due, at.epoch, at.version, ms]))


async def drop_deadline(kind: Kind, aggregate_id: str, due: str, at: Loaded | None) -> None:
    """Take away a deadline that belongs to nothing, as long as nothing has changed since `at`."""
    keys = [f"{{s{aggregate_id[:2]}}}:due", key_of(kind, aggregate_id)]
    await run_script(POSTPONE, keys, [due, at.epoch if at else 0, at.version if at else 0, ""])


async def read_log(match_id: str) -> list[bytes]:
    """The whole log of a match, oldest first; each entry is "<ms>:<packed entry>"."""
    reply: list[bytes] = await pipe().call("LRANGE", key_of("match", match_id) + ":log", 0, -1)
    return reply


async def now() -> int:
    """The store's clock in milliseconds."""
    seconds, micro = await pipe().call("TIME")
    return int(seconds) * 1000 + int(micro) // 1000
