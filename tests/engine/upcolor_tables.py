"""Tables of Up-color in a notation short enough for one rule a test."""

from collections.abc import Sequence

from games.engine import (
    Card,
    Event,
    Length,
    Match,
    Play,
    Position,
    Replaced,
    Seat,
    SeatKind,
    Standing,
    WindowCloses,
    apply,
    card,
    legal_actions,
    set_down,
)

PERSON, REPLACEMENT = SeatKind.PERSON, SeatKind.REPLACEMENT
_LETTERS = {
    "g": card("green"),
    "y": card("yellow"),
    "b": card("blue"),
    "r": card("red"),
    "v": card("violet"),
    "k": card("black"),
}
"""One letter a card; k is black."""


def cards(letters: str) -> tuple[Card, ...]:
    """The cards of a word such as "gyk": green, yellow, black."""
    return tuple(_LETTERS[letter] for letter in letters)


def letters_of(shown: Sequence[Card]) -> str:
    """The word of some cards, in their order."""
    return "".join(letter for face in shown for letter, named in _LETTERS.items() if named is face)


def in_order(size: int) -> Sequence[int]:
    """A chance that shuffles nothing."""
    return range(size)


def table(
    hands: str,
    *,
    turn: int = 0,
    dealer: int | None = None,
    captured: tuple[int, ...] | None = None,
    trick: str | None = None,
    owner: int | None = None,
    set_aside: str = "",
    kinds: tuple[SeatKind, ...] | None = None,
    length: Length | None = None,
    totals: tuple[int, ...] | None = None,
    rounds_played: int = 0,
    teams: bool = False,
    losses: tuple[int, int] = (0, 0),
) -> Match:
    """A match set down; hands are words such as "gyk by rr"."""
    held = tuple(cards(hand) for hand in hands.split())
    seats = len(held)
    position = Position(
        hands=held,
        turn=Seat(turn),
        dealer=Seat((turn - 1) % seats if dealer is None else dealer),
        captured=captured,
        set_aside=cards(set_aside),
        trick=None if trick is None else cards(trick),
        trick_owner=None if owner is None else Seat(owner),
        kinds=kinds or (PERSON,) * seats,
    )
    standing = Standing(
        length=length or (Length(losses=3) if teams else Length(rounds=1)),
        teams=teams,
        totals=totals or (0,) * seats,
        rounds_played=rounds_played,
        losses=losses,
    )
    return set_down("upcolor", position, standing, in_order)[0]


def lay(match: Match, *laid: tuple[int, str]) -> Match:
    """The match after these seats have laid these cards."""
    for seat, letter in laid:
        match, _ = apply(match, Seat(seat), Play(_LETTERS[letter]), in_order)
    return match


def close(match: Match) -> tuple[Match, tuple[Event, ...]]:
    """The match after its return window has run out."""
    return apply(match, None, WindowCloses(), in_order)


def hand(match: Match, seat: int) -> str:
    """The cards of a seat as a word."""
    return letters_of([held.card for held in match.round.hands[seat]])


def leave(match: Match, seat: int) -> Match:
    """The match after a computer has taken the seat over."""
    return apply(match, None, Replaced(Seat(seat)), in_order)[0]


def may_lay(match: Match, seat: int) -> str:
    """What the seat may lay now, as a word."""
    return letters_of([action.card for action in legal_actions(match, Seat(seat)) if isinstance(action, Play)])


def scattered(size: int) -> list[int]:
    """A chance that mixes the cards, always alike."""
    return [place * 7 % size for place in range(size)]
