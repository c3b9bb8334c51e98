"""How long a match lasts, and what a round and a match come to."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Length:
    """When a match ends; exactly one of the three is set.

    Attributes:
        rounds: after so many rounds.
        to: when a total has gone so far (upwards, in Color Duel downwards).
        losses: when a team has lost so many rounds.

    Raises:
        ValueError: none, or more than one, is set, or it is not positive.
    """

    rounds: int | None = None
    to: int | None = None
    losses: int | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.rounds, self.to, self.losses) if value is not None]
        if len(given) != 1 or given[0] < 1:
            raise ValueError("a length is a number of rounds, a target or a number of losses")


class LineKind(StrEnum):
    """What a line of the score sheet is for."""

    ROUND_WON = "round_won"
    CARDS_CAPTURED = "cards_captured"
    QUARTE = "quarte"
    BLACK_PENALTY = "black_penalty"
    CARDS_LEFT = "cards_left"
    NOBODY_SCORES = "nobody_scores"
    FORFEIT = "forfeit"
    REPLACEMENT = "replacement"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One entry of the score sheet; the lines of a seat add up to its points of the round."""

    seat: Seat
    kind: LineKind
    points: int


class RoundReason(StrEnum):
    """Why a round ended."""

    OUT = "out"
    DEADLOCK = "deadlock"
    QUARTE = "quarte"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round.

    Attributes:
        winners: empty when nobody has won it.
        points: the change of each seat's total by this round.
        lines: at least one for every seat.
        places: all seats, best first.
        loser: the team that lost the round (0: seats 0 and 2), None for single play and a draw.
    """

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    reason: RoundReason
    lines: tuple[ScoreLine, ...]
    places: tuple[Seat, ...]
    loser: int | None = None


class MatchReason(StrEnum):
    """Why a match ended."""

    ROUNDS = "rounds"
    TARGET = "target"
    LOSSES = "losses"
    FORFEIT = "forfeit"
    TIE_DRAW = "tie_draw"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match.

    Attributes:
        winners: empty when there is none.
        ranking: groups of seats, best first; the seats of a group share their rank.
    """

    winners: tuple[Seat, ...]
    reason: MatchReason
    ranking: tuple[tuple[Seat, ...], ...]
