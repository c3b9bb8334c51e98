"""What a finished round and a finished match leave: a row on the sheet, and entries for the ledger."""

from typing import Any, Final

from msgspec.structs import replace

from games.engine import Match, RoundResult, SeatKind
from games.live.match import LiveMatch, SheetRow
from games.live.records import SCHEMA, LineRecord, MatchRecord, RoundRecord, SeatRecord, encode_record

ABANDONED: Final = "abandoned"
KEPT: Final = 24 * 3600
"""Seconds a finished match stays in the store."""


def finished(state: Match) -> RoundResult:
    """The result of the round just finished. Raises ValueError while it runs."""
    result: RoundResult | None = state.round.result
    if result is None:
        raise ValueError("the round still runs")
    return result


def with_sheet_row(match: LiveMatch, state: Match) -> LiveMatch:
    """The match with the round just finished on its sheet."""
    result = finished(state)
    row = SheetRow(result.points, tuple(result.winners), result.reason)
    return replace(match, sheet=(*match.sheet, row))


def outbox_of(match_id: str, match: LiveMatch, state: Match, now: int) -> dict[str, bytes]:
    """The entries of the round that `state` has just finished, and of the match if it ended with it."""
    shared = _shared(match_id, match, state, now)
    number = len(match.sheet)
    found = {f"{match_id}:{number}": encode_record(_round_record(shared, match, number, finished(state)))}
    if (result := state.result) is not None:
        ranking: list[list[int]] = [list(group) for group in result.ranking]
        found |= _end(shared, match, winners=list(result.winners), reason=result.reason, ranking=ranking)
    return found


def outbox_keys(match_id: str, match: LiveMatch, *, ended: bool) -> list[str]:
    """Under which keys what has ended so far went into the outbox: each round, and in the end the match."""
    return [f"{match_id}:{number + 1}" for number in range(len(match.sheet))] + [f"{match_id}:end"] * ended


def outbox_of_abandoned(match_id: str, match: LiveMatch, state: Match, now: int) -> dict[str, bytes]:
    """The entry of a match that everybody has left for good: it has a row like any other, and no winner."""
    return _end(_shared(match_id, match, state, now), match, winners=[], reason=ABANDONED, ranking=[])


def _shared(match_id: str, match: LiveMatch, state: Match, now: int) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "match_id": match_id,
        "room_id": match.room_id,
        "room_code": match.room_code,
        "ruleset": state.ruleset,
        "practice": state.practice,
        "seats": _seat_records(match, state),
        "totals": list(state.totals),
        "ended_ms": now,
    }


def _seat_records(match: LiveMatch, state: Match) -> list[SeatRecord]:
    return [
        SeatRecord(
            seat=seat,
            identity=who.identity,
            name=who.name,
            kind="computer" if who.computer else "person",
            replaced=state.kinds[seat] is SeatKind.REPLACEMENT,
        )
        for seat, who in enumerate(match.seats)
    ]


def _round_record(shared: dict[str, Any], match: LiveMatch, number: int, result: RoundResult) -> RoundRecord:
    return RoundRecord(
        **shared,
        round=number,
        lines=[LineRecord(line.seat, line.kind, line.points) for line in result.lines],
        points=list(result.points),
        winners=list(result.winners),
        reason=result.reason,
        places=list(result.places),
        started_ms=match.round_started,
        opener=match.opener,
    )


def _end(
    shared: dict[str, Any], match: LiveMatch, *, winners: list[int], reason: str, ranking: list[list[int]]
) -> dict[str, bytes]:
    record = MatchRecord(
        **shared,
        length=length_on_wire(match),
        teams=match.table.teams,
        rounds=len(match.sheet),
        winners=winners,
        reason=reason,
        ranking=ranking,
        started_ms=match.started,
        waited_ms=match.waited,
    )
    return {f"{record.match_id}:end": encode_record(record)}


def length_on_wire(match: LiveMatch) -> dict[str, int]:
    """The agreed length, such as {"rounds": 3}."""
    table = match.table
    lengths = {"rounds": table.rounds, "to": table.to, "losses": table.losses}
    return {name: value for name, value in lengths.items() if value is not None}
