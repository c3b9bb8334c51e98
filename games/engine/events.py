"""What happened, told to the seats one by one.

An event names faces that its seat may see, never a hidden one: `redact` takes out what the viewer
was not shown. On the wire an event is called by its class's name in snake case.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.cards import Card, Color
from games.engine.results import MatchResult, RoundResult
from games.engine.seats import Seat


class Cause(StrEnum):
    """Why cards were drawn."""

    TURN = "turn"
    PENALTY = "penalty"
    CAUGHT = "caught"
    TIMEOUT = "timeout"
    STACK = "stack"
    EXPLOSION = "explosion"


class Side(StrEnum):
    """Which faces of a two-faced deck are up."""

    DAY = "day"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands are out."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Opened:
    """The opening card was turned."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card was laid; `armed` when its last-card call came with it."""

    seat: Seat
    card: Card
    color: Color | None
    armed: bool


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took cards; `cards` (visible faces, in order) for that seat alone."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None
    cause: Cause


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat kept the card it drew."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat's turn timer ran out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat lost its turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reversed:
    """Play runs the other way: 1 is clockwise, -1 is not."""

    direction: int


@dataclass(frozen=True, slots=True)
class ColorChosen:
    """The color of the opening Wild was chosen."""

    seat: Seat
    color: Color


@dataclass(frozen=True, slots=True)
class OneCard:
    """A seat is left with one card, and the board shows it by itself."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat called its last card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """A seat is to call its last card, or may be caught."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WindowLapsed:
    """The window has run out; the duty to call has lapsed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat was caught without its call; `count` cards are due for it."""

    seat: Seat
    by: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards under the top card became the new draw pile."""


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat laid its last card; `place` counts from 1."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class SeatReplaced:
    """A computer plays the seat from here on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """The person of a replaced seat is back and plays from the next round on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over."""

    result: RoundResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    result: MatchResult


@dataclass(frozen=True, slots=True)
class BombLit:
    """Duel: a fuse burns; the explosion will be of `size` cards."""

    seat: Seat
    size: int


@dataclass(frozen=True, slots=True)
class Exploded:
    """Duel: the bomb goes off at a seat; `count` cards are due for it."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Stacked:
    """Duel: an answer made the pending stack grow to `total` cards."""

    total: int


@dataclass(frozen=True, slots=True)
class ShieldRaised:
    """Duel: a shield stands before a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Blocked:
    """Duel: a seat's standing shield broke the stack put on it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TableFlipped:
    """Duel: the whole table turned to `side`."""

    side: Side
    by_clock: bool


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """Duel: the Midnight Clock runs."""


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """Duel: the Midnight Clock was stopped."""


@dataclass(frozen=True, slots=True)
class Hunted:
    """Duel: a Colour Hunt made a seat draw; `cards` for that seat alone."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Passed:
    """Up-color: a seat cannot follow."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """Up-color: a seat collected the trick of `count` cards."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class ReturnWindowOpened:
    """Up-color: who holds a green may call a return."""


@dataclass(frozen=True, slots=True)
class ReturnCalled:
    """Up-color: the one return called; its green lies on the trick and play has turned."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReturnCancelled:
    """Up-color: several returns cancelled each other."""


@dataclass(frozen=True, slots=True)
class QuarteShown:
    """Up-color: a seat was dealt four greens."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeadHanded:
    """Up-color: a seat that may not or did not lead handed the lead on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TieDrawn:
    """Up-color: a seat drew a card for the win."""

    seat: Seat
    card: Card


Event = (
    Dealt
    | Opened
    | Played
    | Drew
    | Kept
    | TimedOut
    | Skipped
    | Reversed
    | ColorChosen
    | OneCard
    | Announced
    | WindowOpened
    | WindowLapsed
    | Caught
    | Reshuffled
    | WentOut
    | SeatReplaced
    | SeatReturned
    | RoundEnded
    | MatchEnded
    | BombLit
    | Exploded
    | Stacked
    | ShieldRaised
    | Blocked
    | TableFlipped
    | ClockStarted
    | ClockStopped
    | Hunted
    | Passed
    | TrickTaken
    | ReturnWindowOpened
    | ReturnCalled
    | ReturnCancelled
    | QuarteShown
    | LeadHanded
    | TieDrawn
)

BANNERS: dict[type[Event], str] = {
    OneCard: "one_card",
    Announced: "announced",
    Caught: "caught",
    Reshuffled: "reshuffled",
    BombLit: "bomb_lit",
    Exploded: "boom",
    Stacked: "stacked",
    ShieldRaised: "shield_up",
    Blocked: "blocked",
    ClockStarted: "clock_started",
    ClockStopped: "clock_stopped",
    Hunted: "hunted",
    ReturnCalled: "return",
    ReturnCancelled: "return_cancelled",
    QuarteShown: "quarte",
}
"""The banner codes of the scenario files. A flip has three, see `banner`."""


def banner(event: Event) -> str | None:
    """The code of the banner that an event raises, None if it raises none."""
    if isinstance(event, TableFlipped):
        if not event.by_clock:
            return "flipped"
        return "midnight" if event.side is Side.NIGHT else "dawn"
    return BANNERS.get(type(event))


def redact(event: Event, seat: Seat) -> Event:
    """The event as a seat may hear it: the cards another seat took are hidden, their count is not."""
    if isinstance(event, Drew | Hunted) and event.seat != seat:
        return replace(event, cards=None)
    return event
