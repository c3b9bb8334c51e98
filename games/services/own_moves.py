"""What somebody did in his matches, move by move, from their stored logs: his seat's moves and nobody else's."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from games.engine import CallReturn, Catch, ChooseColor, Deal, Play, Replaced, Returned, Seat, SeatKind, Started
from games.live.log import LogEntry, name_of
from games.models import MatchSeat
from games.services.replays import LogUnreadable, entries_in

AT_ONCE: Final = 50
"""Logs in memory."""
UNREADABLE: Final = "log_unreadable"
"""Stands in place of the moves of a match whose log cannot be read any more."""

Move = Mapping[str, Any]

log = logging.getLogger(__name__)


def own_moves(identity_id: UUID) -> Iterator[Move]:
    """Each move of an identity's finished matches, the oldest match first."""
    seats = MatchSeat.objects.filter(identity=identity_id, match__stored_log__isnull=False).order_by("ended", "match")
    logs = seats.values_list("match", "seat", "match__stored_log__entries")
    for match_id, seat, kept in logs.iterator(chunk_size=AT_ONCE):
        try:
            moves = list(moves_in(entries_in(bytes(kept)), Seat(seat)))
        except LogUnreadable:
            log.exception("The log of match %s cannot be read", match_id)
            moves = [_move(UNREADABLE)]
        yield from ({"match": match_id, "seat": seat, **move} for move in moves)


def moves_in(entries: Sequence[LogEntry], seat: Seat) -> Iterator[Move]:
    """What the seat did, and what the clock did about it. `by` tells the person from a computer that had his seat.

    Steps are counted from 1 in each round, as the replay with all hands counts them.
    """
    number, step = 1, 0
    away = by_computer = False
    for entry in entries:
        step += 1
        match entry.action:
            case Deal(kinds):
                number, step = number + 1, 1
                away = by_computer = away if kinds is None else kinds[seat] is SeatKind.REPLACEMENT
            case Replaced(gone) if gone == seat:
                away = by_computer = True
            case Returned(back) if back == seat:
                # The computer finishes the round.
                away = False
            case _:
                pass
        if entry.actor == seat:
            yield _move_of(entry, number, step, "computer" if by_computer else "player")
        elif entry.actor is None and getattr(entry.action, "seat", None) == seat:
            yield _move_of(entry, number, step, "clock")


def _move_of(entry: LogEntry, number: int, step: int, by: str) -> Move:
    if isinstance(entry.action, Started):
        raise TypeError("nobody starts a match by a move")
    at = datetime.fromtimestamp(entry.at / 1000, UTC)
    move = {**_move(name_of(entry.action)), "round": number, "step": step, "at": at, "by": by}
    match entry.action:
        case Play(card, color, announce):
            return {**move, "card": card.code, "color": color, "called": announce}
        case ChooseColor(color):
            return {**move, "color": color}
        case CallReturn(call):
            return {**move, "called": call}
        case Catch(caught):
            return {**move, "caught_seat": caught}
        case _:
            return move


def _move(kind: str) -> dict[str, Any]:
    """With nothing but its kind: every row of a table has the same columns."""
    columns = ("round", "step", "at", "by", "kind", "card", "color", "called", "caught_seat")
    return {**dict.fromkeys(columns), "kind": kind}
