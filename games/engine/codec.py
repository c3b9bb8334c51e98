"""The compact binary form of a match, as it lies in the store.

The first byte is the version of the form. A live match survives a deploy, so a version once used
stays readable: `decode` dispatches on it. A card takes one byte, a two-faced one three; a match of
four takes a few hundred.
"""

from functools import cache
from typing import Any

from games.engine.cards import HeldCard
from games.engine.match import Match
from games.engine.packing import Reader, Writer
from games.engine.results import (
    Length,
    LineKind,
    MatchReason,
    MatchResult,
    RoundReason,
    RoundResult,
    ScoreLine,
)
from games.engine.rulesets import RULESETS
from games.engine.seats import Seat, SeatKind
from games.engine.state import (
    Decision,
    MatchOver,
    MatchState,
    OpeningColor,
    ReturnWindow,
    Round,
    RoundOver,
    Turn,
)

VERSION = 1
_KINDS = tuple(SeatKind)
_LINE_KINDS = tuple(LineKind)
_ROUND_REASONS = tuple(RoundReason)
_MATCH_REASONS = tuple(MatchReason)
_SEATLESS = (ReturnWindow(), RoundOver(), MatchOver())


def encode(match: Match) -> bytes:
    """The match as bytes."""
    writer = Writer()
    writer.written(_agreed(match.ruleset, match.length, match.teams))
    writer.naturals([_KINDS.index(kind) for kind in match.kinds])
    writer.naturals(match.returned)
    writer.natural(match.dealer)
    writer.integers(match.totals)
    writer.natural(match.rounds_played)
    writer.naturals(match.losses)
    _write_match_result(match.result, writer)
    _write_round(match.round, writer)
    RULESETS[match.ruleset].rules.write(match.round, writer)
    return writer.finish()


@cache
def _agreed(ruleset: str, length: Length, teams: bool) -> bytes:
    """How every state of such a match begins."""
    writer = Writer()
    writer.natural(VERSION)
    writer.text(ruleset)
    for part in (length.rounds, length.to, length.losses):
        writer.optional(part)
    writer.flag(teams)
    return writer.finish()


def decode(data: bytes) -> Match:
    """The match that `encode` made bytes of.

    Raises:
        ValueError: the bytes are no match, or of a version from the future.
    """
    reader = Reader(data)
    version = reader.natural()
    if version != VERSION:
        raise ValueError(f"no match is stored in version {version}")
    ruleset = reader.text()
    if ruleset not in RULESETS:
        raise ValueError(f"there is no rule set {ruleset!r}")
    match: Match = MatchState(
        ruleset=ruleset,
        length=Length(reader.optional(), reader.optional(), reader.optional()),
        teams=reader.flag(),
        kinds=tuple([_KINDS[kind] for kind in reader.naturals()]),
        returned=reader.seats(),
        dealer=Seat(reader.natural()),
        totals=reader.integers(),
        rounds_played=reader.natural(),
        losses=_pair(reader.naturals()),
        result=_read_match_result(reader),
        round=RULESETS[ruleset].rules.read(_read_shared(reader), reader),
    )
    reader.finish()
    return match


def _pair(values: tuple[int, ...]) -> tuple[int, int]:
    first, second = values
    return first, second


def _write_round(round: Round, writer: Writer) -> None:
    _write_decision(round.decision, writer)
    writer.natural(round.turn_number)
    writer.natural(round.window_number)
    writer.integer(round.direction)
    writer.natural(len(round.hands))
    for hand in round.hands:
        writer.naturals([held.serial for held in hand])
        writer.cards([held.card for held in hand])
    writer.naturals(round.drawn_counts)
    writer.integers(round.points)
    _write_lines(round.lines, writer)
    _write_result(round.result, writer)


def _read_shared(reader: Reader) -> dict[str, Any]:
    """The fields that the rounds of all families share, by name."""
    return {
        "decision": _read_decision(reader),
        "turn_number": reader.natural(),
        "window_number": reader.natural(),
        "direction": reader.integer(),
        "hands": tuple([_read_hand(reader) for _ in range(reader.natural())]),
        "drawn_counts": reader.naturals(),
        "points": reader.integers(),
        "lines": _read_lines(reader),
        "result": _read_result(reader),
    }


def _read_hand(reader: Reader) -> tuple[HeldCard, ...]:
    return tuple(map(HeldCard, reader.naturals(), reader.cards()))


def _write_decision(decision: Decision, writer: Writer) -> None:
    match decision:
        case Turn(seat, drawn):
            writer.naturals((int(drawn), seat))
        case OpeningColor(seat):
            writer.naturals((2, seat))
        case _:
            writer.naturals((3 + _SEATLESS.index(decision),))


def _read_decision(reader: Reader) -> Decision:
    kind, *rest = reader.naturals()
    if kind > 2:
        return _SEATLESS[kind - 3]
    seat = Seat(rest[0])
    return OpeningColor(seat) if kind == 2 else Turn(seat, kind == 1)


def _write_lines(lines: tuple[ScoreLine, ...], writer: Writer) -> None:
    writer.natural(len(lines))
    for line in lines:
        writer.natural(line.seat)
        writer.natural(_LINE_KINDS.index(line.kind))
        writer.integer(line.points)


def _read_lines(reader: Reader) -> tuple[ScoreLine, ...]:
    return tuple(
        [
            ScoreLine(Seat(reader.natural()), _LINE_KINDS[reader.natural()], reader.integer())
            for _ in range(reader.natural())
        ]
    )


def _write_result(result: RoundResult | None, writer: Writer) -> None:
    writer.flag(result is not None)
    if result is None:
        return
    writer.naturals(result.winners)
    writer.integers(result.points)
    writer.natural(_ROUND_REASONS.index(result.reason))
    _write_lines(result.lines, writer)
    writer.naturals(result.places)
    writer.optional(result.loser)


def _read_result(reader: Reader) -> RoundResult | None:
    if not reader.flag():
        return None
    return RoundResult(
        reader.seats(),
        reader.integers(),
        _ROUND_REASONS[reader.natural()],
        _read_lines(reader),
        reader.seats(),
        reader.optional(),
    )


def _write_match_result(result: MatchResult | None, writer: Writer) -> None:
    writer.flag(result is not None)
    if result is None:
        return
    writer.naturals(result.winners)
    writer.natural(_MATCH_REASONS.index(result.reason))
    writer.natural(len(result.ranking))
    for group in result.ranking:
        writer.naturals(group)


def _read_match_result(reader: Reader) -> MatchResult | None:
    if not reader.flag():
        return None
    return MatchResult(
        reader.seats(),
        _MATCH_REASONS[reader.natural()],
        tuple([reader.seats() for _ in range(reader.natural())]),
    )
