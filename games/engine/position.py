"""A position: a match set down card by card, as a scenario file or a test names it.

One record serves all families; each takes what it has and refuses the rest.
"""

from dataclasses import dataclass

from games.engine.cards import Card, Color
from games.engine.events import Side
from games.engine.hanging import Clock, Fuse, Stack
from games.engine.results import Length
from games.engine.seats import Seat, SeatKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Everything that lies on the table, and the match around it.

    Attributes:
        hands: per seat, in order of drawing.
        draw: the draw pile, top card first.
        discard: the discard pile, top card last.
        active: None stands for the top card's own color.
        turn: the seat to play, lead or follow.
        opening: hands are dealt and the opening card is still to be turned; `turn` then follows
            from the dealer.
        captured: Up-color: cards captured per seat; None, with no trick, is a fresh deal.
        set_aside: Up-color: the cards out of play, top first.
        trick: Up-color: the cards on the table, in order; its last card was `trick_owner`'s.
    """

    hands: tuple[tuple[Card, ...], ...]
    draw: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    active: Color | None = None
    turn: Seat
    direction: int = 1
    dealer: Seat
    opening: bool = False
    pending: Stack | None = None
    fuse: Fuse | None = None
    clock: Clock | None = None
    side: Side = Side.DAY
    shields: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    captured: tuple[int, ...] | None = None
    set_aside: tuple[Card, ...] = ()
    trick: tuple[Card, ...] | None = None
    trick_owner: Seat | None = None
    kinds: tuple[SeatKind, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a match stands before the round of a position."""

    length: Length
    teams: bool = False
    totals: tuple[int, ...]
    rounds_played: int = 0
    losses: tuple[int, int] = (0, 0)
