"""What a seat or the clock may ask of the engine.

An action is canonical when each of its fields means something where it is played: a color only
with a wild, an announcement only where it arms the play, a serial only where equal faces are not
equal cards. The engine accepts canonical actions alone; `canonical` makes one of any other.
"""

from dataclasses import dataclass

from games.engine.cards import Card, Color
from games.engine.seats import Seat, SeatKind


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card.

    Attributes:
        card: the visible face.
        color: the color chosen with a wild.
        announce: call the last card with the play.
        serial: which of the held cards it is, where cards with equal faces differ (two faces).
    """

    card: Card
    color: Color | None = None
    announce: bool = False
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card, or take the whole pending stack."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the card just drawn and end the turn."""


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """Choose the color of an opening Wild."""

    color: Color


@dataclass(frozen=True, slots=True)
class Announce:
    """Call one's last card while the window is open."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a seat that has not called its last card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallReturn:
    """Answer the return window of Up-color: lay a green and call a return, or let it go."""

    call: bool


@dataclass(frozen=True, slots=True)
class Timeout:
    """The clock: the turn timer of the seat has run out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WindowCloses:
    """The clock: the last-card window or the return window has run out."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The clock: a computer takes the seat over for the rest of the round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """The clock: the person behind a replaced seat is back.

    The computer finishes the round; the person counts among those left and has the seat again from
    the next deal on.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """The clock: deal the next round.

    Attributes:
        seats: who plays each seat from now on. None: everybody as before, and who is back has the
            seat again.
    """

    seats: tuple[SeatKind, ...] | None = None


SeatAction = Play | Draw | Keep | ChooseColor | Announce | Catch | CallReturn
ClockAction = Timeout | WindowCloses | Replaced | Returned | Deal
Action = SeatAction | ClockAction
