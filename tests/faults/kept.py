"""What a site has kept of a match: the store's state, log, deadlines and outbox, and the database's rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games import engine
from games.live.log import LogEntry, read_entry
from games.live.match import LiveMatch, decode_match
from tests.processes import wait_until

if TYPE_CHECKING:
    from games.engine import Match
    from tests.site import LiveSite

RECORDED_SECONDS = 30.0
"""A finished round is in the ledger within this time of recovery."""


@dataclass(frozen=True)
class Kept:
    """A match as the site has it at the end of a run. `due`: kind -> instant (store ms) by the match; `rows`: the same
    by the sorted set of all deadlines. `lines`: (round, seat, kind, points) of the ledger, in its order."""

    match_id: str
    now: int
    epoch: int
    version: int
    match: LiveMatch
    state: Match
    entries: list[LogEntry]
    due: dict[str, int]
    rows: dict[str, int]
    outbox: list[str]
    lines: list[tuple[int, int, str, int]]
    rounds: list[int]
    result: tuple[Any, ...] | None
    """(reason, rounds, count of log entries stored or None) once the match has its result row."""
    dead_letters: list[str]


def wait_for_ledger(site: LiveSite, match_id: str, seconds: float = RECORDED_SECONDS) -> None:
    """Wait until the outbox holds nothing of the match any more."""
    wait_until(lambda: not _outbox(site, match_id), f"the ledger has {match_id}", seconds)


def read_kept(site: LiveSite, match_id: str) -> Kept:
    """Everything of one match: the store's part as of one instant, then the database's.

    Raises LookupError when the store has none.
    """
    tag = f"{{s{match_id[:2]}}}:"
    key = f"{tag}match:{match_id}"
    with site.redis() as client:
        pipeline = client.pipeline(transaction=True)
        pipeline.time().hgetall(key).lrange(key + ":log", 0, -1).zrange(tag + "due", 0, -1, withscores=True)
        (seconds, micro), fields, log, deadlines, outbox = pipeline.hkeys(tag + "outbox").execute()
    if not fields:
        raise LookupError(match_id)
    match = decode_match(fields[b"s"])
    mine = f"match:{match_id}|"
    names = {member.decode(): int(score) for member, score in deadlines}
    return Kept(
        match_id=match_id,
        now=seconds * 1000 + micro // 1000,
        epoch=int(fields[b"e"]),
        version=int(fields[b"v"]),
        match=match,
        state=engine.decode(match.state),
        entries=[read_entry(entry) for entry in log],
        due={name[2:].decode(): int(value.split(b":")[0]) for name, value in fields.items() if name[:2] == b"d:"},
        rows={name.removeprefix(mine): score for name, score in names.items() if name.startswith(mine)},
        outbox=[entry.decode() for entry in outbox if entry.startswith(match_id.encode())],
        lines=_lines(site, match_id),
        rounds=[row[0] for row in site.rows("select number from games_round where match_id = %s order by 1", match_id)],
        result=_result(site, match_id),
        dead_letters=[row[0] for row in site.rows("select problem from games_deadletter")],
    )


def _outbox(site: LiveSite, match_id: str) -> list[str]:
    with site.redis() as client:
        keys: list[bytes] = client.hkeys(f"{{s{match_id[:2]}}}:outbox")
    return [key.decode() for key in keys if key.startswith(match_id.encode())]


def _lines(site: LiveSite, match_id: str) -> list[tuple[int, int, str, int]]:
    found = site.rows(
        "select round, seat, kind, points from games_ledgerline where match_id = %s order by round, seat, id", match_id
    )
    return [(number, seat, kind, points) for number, seat, kind, points in found]


def _result(site: LiveSite, match_id: str) -> tuple[Any, ...] | None:
    found = site.rows(
        "select m.reason, m.rounds, l.count from games_match m left join games_storedlog l on l.match_id = m.id "
        "where m.id = %s and m.ended is not null",
        match_id,
    )
    return found[0] if found else None
