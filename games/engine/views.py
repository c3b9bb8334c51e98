"""What one seat may see, built from that and from nothing else."""

from typing import Any, NamedTuple, Protocol

from games.engine.actions import Action
from games.engine.cards import HeldCard
from games.engine.results import Length, MatchResult, RoundResult
from games.engine.seats import Seat, SeatKind
from games.engine.state import Decision, Window


class FamilyView(Protocol):
    """The family's part of a view: a named tuple whose field names are its keys on the wire."""

    def _asdict(self) -> dict[str, Any]:
        """The fields by name."""


class View(NamedTuple):
    """A match as one seat sees it.

    Attributes:
        round_number: counts from 1.
        kinds: who plays each seat now; where seats go out one by one, who played the last card of one that is out.
        returned: replaced seats whose person is back and watches.
        counts: hand sizes per seat.
        hand: the seat's own cards, in the order in which they are shown.
        drawn: serial of the card just drawn that may be played or kept, for its own seat only.
        points: per seat, scored so far in this round.
        legal: what this seat may do now.
        family: what only this family shows.
    """

    ruleset: str
    seat: Seat
    length: Length
    teams: bool
    round_number: int
    dealer: Seat
    kinds: tuple[SeatKind, ...]
    returned: tuple[Seat, ...]
    decision: Decision
    turn: Seat | None
    turn_number: int
    window: Window | None
    window_number: int
    direction: int
    counts: tuple[int, ...]
    hand: tuple[HeldCard, ...]
    drawn: int | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    losses: tuple[int, int]
    round_result: RoundResult | None
    result: MatchResult | None
    legal: tuple[Action, ...]
    family: FamilyView
