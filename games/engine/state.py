"""The state of a match: what must happen next, the round being played, and the totals.

Values of this module are never changed once they have been handed out. `MatchState` is a tuple; a
`Round` is a plain record for speed's sake, and only the step that carries out an action writes to
it, on a copy of its own.
"""

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from games.engine.cards import HeldCard
from games.engine.results import Length, MatchResult, RoundResult, ScoreLine
from games.engine.seats import Seat, SeatKind


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat is to play; `drawn` when it has drawn a card and may only play or keep it."""

    seat: Seat
    drawn: bool


@dataclass(frozen=True, slots=True)
class OpeningColor:
    """The seat is to choose the color of the opening Wild before it plays."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReturnWindow:
    """Up-color: a trick has ended, returns may be called, nobody is on turn."""

    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The next round is to be dealt."""

    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class MatchOver:
    """Nothing more happens."""

    seat: ClassVar[None] = None


Decision = Turn | OpeningColor | ReturnWindow | RoundOver | MatchOver
"""Who must do what next; `seat` is the seat on turn, if any. It is public, so it names no card."""


@dataclass(frozen=True, slots=True)
class LastCard:
    """The seat's last-card window is open."""

    seat: Seat


Window = LastCard | ReturnWindow
"""The short time in which a call is possible."""


@dataclass(slots=True)
class Round:
    """What the rounds of all families have in common. Each family adds its own fields.

    Attributes:
        decision: who must do what next.
        turn_number: rises each time a turn begins, over the whole match.
        window_number: rises each time a window opens, over the whole match.
        direction: 1 clockwise, -1 the other way.
        hands: per seat, sorted by face where equal faces are equal cards, else in order of drawing.
        drawn_counts: per seat, how many cards it has drawn this round, the deal included.
        points: per seat, scored so far in this round; the totals have them already.
        lines: the score sheet so far.
        result: None while the round runs.
    """

    decision: Decision
    turn_number: int
    window_number: int
    direction: int
    hands: tuple[tuple[HeldCard, ...], ...]
    drawn_counts: tuple[int, ...]
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    result: RoundResult | None

    @property
    def window(self) -> Window | None:
        """The window that is open."""
        return None

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; None in a return window and after the round."""
        return self.decision.seat

    def drawn_by(self, seat: Seat) -> int | None:
        """The serial of the card that the seat has drawn and may play or keep."""
        return None

    def copy(self) -> Self:
        """A copy for one step to write to; every field is a value, so nothing is shared."""
        kind = type(self)
        values = _VALUES.get(kind)
        if values is None:
            values = _VALUES[kind] = attrgetter(*[field.name for field in fields(kind)])
        return kind(*values(self))


_VALUES: dict[type[Round], "attrgetter[tuple[Any, ...]]"] = {}
"""Per kind of round, what reads all its fields in order."""

R = TypeVar("R", bound=Round)


class MatchState(NamedTuple, Generic[R]):
    """A match between two actions.

    Attributes:
        ruleset: the id in `RULESETS`.
        length: when it ends.
        teams: seats 0 and 2 against 1 and 3.
        kinds: who plays each seat now.
        returned: replaced seats whose person is back and waits for the next deal.
        dealer: the seat that dealt this round.
        totals: per seat, this round's points so far included.
        rounds_played: finished rounds.
        losses: rounds lost, per team.
        result: None while the match runs.
        round: the round being played, or the one just finished.
    """

    ruleset: str
    length: Length
    teams: bool
    kinds: tuple[SeatKind, ...]
    returned: tuple[Seat, ...]
    dealer: Seat
    totals: tuple[int, ...]
    rounds_played: int
    losses: tuple[int, int]
    result: MatchResult | None
    round: R

    def with_round(self, round: R) -> "MatchState[R]":
        """The match with another state of its round; quicker than `_replace`, for every action."""
        return tuple.__new__(MatchState, (*self[:-1], round))

    @property
    def decision(self) -> Decision:
        """Who must do what next."""
        return self.round.decision

    @property
    def turn(self) -> Seat | None:
        """The seat on turn, if any."""
        return self.round.turn

    @property
    def turn_number(self) -> int:
        """Rises each time a turn begins, over the whole match."""
        return self.round.turn_number

    @property
    def window(self) -> Window | None:
        """The window that is open, if any."""
        return self.round.window

    @property
    def window_number(self) -> int:
        """Rises each time a window opens, over the whole match."""
        return self.round.window_number

    @property
    def practice(self) -> bool:
        """A match with a computer seat: nothing of it counts outside."""
        return SeatKind.COMPUTER in self.kinds
