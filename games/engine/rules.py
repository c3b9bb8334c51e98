"""What a family of rule sets must answer, and the facts the registry keeps about each rule set.

A family is one subclass of `Rules` in `games.engine.rulesets`; its rule sets are instances with
different options. Nothing outside that package asks which rule set it deals with.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from games.engine.actions import Action, CallReturn, Catch, ChooseColor, Play
from games.engine.cards import Card, HeldCard
from games.engine.packing import Reader, Writer
from games.engine.position import Position
from games.engine.refusals import Refusal, Refused
from games.engine.results import Length
from games.engine.seats import Seat, SeatKind
from games.engine.state import MatchState, R
from games.engine.step import Chance, Step
from games.engine.views import FamilyView


class Rules(ABC, Generic[R]):
    """The rules of a family, played with one rule set's options.

    A method that takes a step may assume that the round runs, and raises `Refused` before it
    writes anything.
    """

    has_draw_pile: bool = True
    """Whether a seat may draw, and keep what it drew."""
    downwards: bool = False
    """Whether totals sink, so that a target is reached from above."""

    # The deal.

    @abstractmethod
    def deck(self, chance: Chance) -> tuple[Card, ...]:
        """The cards of a new match; two-faced ones are paired here."""

    @abstractmethod
    def deal(self, cards: Sequence[Card], seats: int) -> R:
        """A round with its hands dealt from the shuffled cards, and nothing opened yet."""

    @abstractmethod
    def open(self, step: Step[R]) -> None:
        """Begin a dealt round: turn the opening card, find who starts."""

    @abstractmethod
    def set_down(self, position: Position) -> R:
        """A round set down card by card.

        Raises:
            ValueError: the position asks for what the family has not.
        """

    @abstractmethod
    def take_up(self, step: Step[R], position: Position) -> None:
        """Give the turn in a position just set down, and do what the rules do at once in it."""

    @abstractmethod
    def cards(self, round: R) -> tuple[Card, ...]:
        """All cards of the round, for the next deal."""

    # Actions of the seats.

    @abstractmethod
    def legal_actions(self, match: MatchState[R], seat: Seat) -> tuple[Action, ...]:
        """What the seat may do, in canonical form; called only while the round runs."""

    @abstractmethod
    def canonical_play(self, match: MatchState[R], seat: Seat, play: Play) -> Play:
        """The play without the fields that mean nothing for this card, seat and rule set."""

    @abstractmethod
    def play(self, step: Step[R], seat: Seat, play: Play) -> None:
        """Lay a card."""

    def draw(self, step: Step[R], seat: Seat) -> None:
        """Draw a card or take the pending stack; refused in families without a draw pile."""
        raise Refused(Refusal.NOT_PLAYABLE)

    def keep(self, step: Step[R], seat: Seat) -> None:
        """Keep the drawn card; refused in families without a draw pile."""
        raise Refused(Refusal.NOTHING_DRAWN)

    def choose(self, step: Step[R], seat: Seat, choice: ChooseColor) -> None:
        """Choose the opening color; refused in families without that choice."""
        raise Refused(Refusal.NOT_PLAYABLE)

    def announce(self, step: Step[R], seat: Seat) -> None:
        """Call the last card; refused in families without that call."""
        raise Refused(Refusal.NOTHING_TO_ANNOUNCE)

    def catch(self, step: Step[R], seat: Seat, catch: Catch) -> None:
        """Catch a seat that has not called; refused in families without that call."""
        raise Refused(Refusal.NOTHING_TO_CATCH)

    def call_return(self, step: Step[R], seat: Seat, answer: CallReturn) -> None:
        """Answer the return window; refused in families without returns."""
        raise Refused(Refusal.NO_RETURN)

    # Actions of the clock.

    @abstractmethod
    def timeout(self, step: Step[R], seat: Seat) -> None:
        """The turn timer of the seat has run out."""

    def close_window(self, step: Step[R]) -> None:
        """The window has run out; refused in families without one."""
        raise Refused(Refusal.NOT_YOUR_TURN)

    def replaced(self, step: Step[R], seat: Seat) -> None:
        """A computer has just taken the seat over: do what it does at once."""

    # The end of a match.

    @abstractmethod
    def one_round_ranking(self, step: Step[R]) -> tuple[tuple[Seat, ...], ...]:
        """The ranking of a match of one round: groups of equal seats, best first."""

    @abstractmethod
    def one_round_winners(self, step: Step[R]) -> tuple[Seat, ...]:
        """Who has won a match of one round; none if nobody has."""

    def break_tie(self, step: Step[R], tied: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        """The one of several equal seats that wins the match; None where they share it."""
        return None

    # What a seat sees, and the binary form.

    def players(self, match: MatchState[R]) -> tuple[SeatKind, ...]:
        """Who plays each seat, as all see it."""
        return match.kinds

    def own_hand(self, round: R, seat: Seat) -> tuple[HeldCard, ...]:
        """The seat's cards as it may see them."""
        return round.hands[seat]

    @abstractmethod
    def family_view(self, match: MatchState[R], seat: Seat) -> FamilyView:
        """The family's part of the seat's view."""

    @abstractmethod
    def write(self, round: R, writer: Writer) -> None:
        """Write the round's fields that only this family has."""

    @abstractmethod
    def read(self, shared: dict[str, Any], reader: Reader) -> R:
        """The round that `write` wrote, given the fields that all families share."""


ONE_ROUND = Length(rounds=1)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What the platform needs to know of a rule set.

    Attributes:
        id: its name on the wire, in the database and in scenario files.
        family: the family's name on the wire.
        rules: how it is played.
        seats: how few and how many seats it can be played with.
        lengths: what the host may choose from, in single play.
        default_length: chosen if the host says nothing.
        quick_length: the length of quick play, unless another is chosen.
        timer: seconds a turn lasts if the host says nothing.
        quick_timer: the same in quick play.
        premium: whether the host needs the right to open it.
        team_seats: how many seats team play has; None where there are no teams.
        team_lengths: what the host may choose from, in team play.
    """

    id: str
    family: str
    rules: Rules[Any]
    seats: tuple[int, int]
    lengths: tuple[Length, ...]
    default_length: Length
    quick_length: Length = ONE_ROUND
    timer: int = 45
    quick_timer: int = 30
    premium: bool = False
    team_seats: int | None = None
    team_lengths: tuple[Length, ...] = ()
    default_team_length: Length | None = None

    def require_seats(self, *, seats: int, teams: bool) -> None:
        """Check that the rule set seats so many.

        Raises:
            ValueError: it does not.
        """
        few, many = self.seats
        if not few <= seats <= many or (teams and seats != self.team_seats):
            raise ValueError(f"{self.id} cannot seat {seats} (teams: {teams})")

    def require(self, *, seats: int, teams: bool, length: Length) -> None:
        """Check that the rule set can be played so.

        Raises:
            ValueError: it cannot.
        """
        self.require_seats(seats=seats, teams=teams)
        if length not in (self.team_lengths if teams else self.lengths):
            raise ValueError(f"{self.id} is not played to {length} (teams: {teams})")
