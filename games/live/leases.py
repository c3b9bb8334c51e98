"""Who is present: leases of room members, renewed by their sockets' heartbeats and judged by the store's clock.

A member's newest socket holds the lease; an older one learns at its next renewal (at once, if the hint arrives) that
it is no longer the holder.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from games.live import store
from games.live.scripts import END_LEASE, RENEW

if TYPE_CHECKING:
    from games.live.pipe import Word


class Lease(NamedTuple):
    """One socket's claim. `take` for a new socket, which becomes the holder whoever was."""

    room_id: str
    member: str
    socket: str
    take: bool = False


class Held(IntEnum):
    """The answer to a claim."""

    BY_ANOTHER = 0
    WAS_PRESENT = 1
    WAS_ABSENT = 2


async def renew(claims: Sequence[Lease], ms: int) -> list[Held]:
    """Renew or take leases for `ms`, in one write for all shards; the answers in the order of the claims."""
    by_shard: dict[str, dict[str, list[tuple[int, Lease]]]] = {}
    for position, claim in enumerate(claims):
        rooms = by_shard.setdefault(claim.room_id[:2], {})
        rooms.setdefault(claim.room_id, []).append((position, claim))
    answers = [Held.BY_ANOTHER] * len(claims)
    for shard, rooms in by_shard.items():
        keys: list[Word] = [f"{{s{shard}}}:lease"]
        args: list[Word] = [ms]
        order: list[int] = []
        for room_id, sockets in rooms.items():
            keys.append(_holders(room_id))
            args += [room_id, len(sockets)]
            for position, claim in sockets:
                args += [claim.member, claim.socket, "take" if claim.take else "keep"]
                order.append(position)
        for position, held in zip(order, await store.run_script(RENEW, keys, args), strict=True):
            answers[position] = Held(held)
    return answers


async def give_up(claim: Lease, ms: int) -> None:
    """The socket has gone: its lease runs for `ms` more, unless another socket holds it."""
    keys = [f"{{s{claim.room_id[:2]}}}:lease", _holders(claim.room_id)]
    await store.run_script(END_LEASE, keys, [claim.room_id, claim.member, claim.socket, ms])


async def expect(room_id: str, members: Sequence[str], until: int) -> None:
    """Count members as present until then (store ms), though no page of theirs has come yet; leases that run stay."""
    rows = [word for member in members for word in (until, f"{room_id}|{member}")]
    await store.pipe().call("ZADD", f"{{s{room_id[:2]}}}:lease", "NX", *rows)


async def forget(room_id: str, member: str) -> None:
    """Remove a lease that has lapsed and been dealt with; one that was renewed meanwhile stays."""
    keys = [f"{{s{room_id[:2]}}}:lease", _holders(room_id)]
    await store.run_script(END_LEASE, keys, [room_id, member, "", 0])


async def holder_of(room_id: str, member: str) -> str | None:
    """The socket that holds the member's lease. Raises StoreUnavailable."""
    found: bytes | None = await store.pipe().call("HGET", _holders(room_id), member)
    return None if found is None else found.decode()


async def present_members(room_id: str, members: Iterable[str]) -> frozenset[str]:
    """Those of the members whose lease runs."""
    names = list(members)
    if not names:
        return frozenset()
    rows = [f"{room_id}|{member}" for member in names]
    time, scores = await store.pipe().call_all(
        [("TIME",), ("ZMSCORE", f"{{s{room_id[:2]}}}:lease", *rows)],
    )
    now = int(time[0]) * 1000 + int(time[1]) // 1000
    return frozenset(name for name, score in zip(names, scores, strict=True) if score and float(score) > now)


def _holders(room_id: str) -> str:
    return f"{{s{room_id[:2]}}}:holders:{room_id}"
