"""A scenario's setup, as a position and the match around it."""

from dataclasses import dataclass

from games.conformance.reading import (
    Json,
    ScenarioError,
    read_cards,
    read_color,
    read_flag,
    read_list,
    read_number,
    read_numbers,
    read_object,
    read_seat,
    read_text,
)
from games.engine import Card, Clock, Fuse, Length, Match, Position, Rank, Seat, SeatKind, Side, Stack, Standing

_MATCH_KEYS = frozenset({"totals", "length", "rounds_played", "losses", "teams"})
_ROUND_KEYS = frozenset(
    {
        "hands", "draw", "discard", "active", "turn", "direction", "dealer", "opening", "pending", "fuse", "clock",
        "side", "shields", "seats", "out", "captured", "set_aside", "trick", "trick_owner",
    }
)  # fmt: skip
_PENALTY_CARDS = frozenset({Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR, Rank.DRAW_ONE, Rank.DRAW_FIVE})
_MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """A table to set: what lies on it, and the match around it."""

    position: Position
    standing: Standing


def read_setup(written: Json) -> Setup:
    """The setup that begins a scenario.

    Raises:
        ScenarioError: a key is unknown, missing or of the wrong kind.
    """
    setup = read_object(written, "setup", _ROUND_KEYS | _MATCH_KEYS)
    seats = len(read_list(setup.get("hands"), "hands"))
    if not 1 < seats <= _MOST_SEATS:
        raise ScenarioError(f"hands are for 2 to {_MOST_SEATS} seats")
    teams = read_flag(setup.get("teams", False), "teams")
    turn, dealer = setup.get("turn"), setup.get("dealer")
    if turn is None:
        on_turn = Seat(0) if dealer is None else _after(read_seat(dealer, "dealer", seats), seats)
    else:
        on_turn = read_seat(turn, "turn", seats)
    dealt_by = _after(on_turn, seats, by=-1) if dealer is None else read_seat(dealer, "dealer", seats)
    losses = read_numbers(setup.get("losses", [0, 0]), "losses", 2, least=0)
    return Setup(
        _position(setup, seats, on_turn, dealt_by, (SeatKind.PERSON,) * seats),
        Standing(
            length=_length(setup.get("length", {"losses": 3} if teams else {"rounds": 1})),
            teams=teams,
            totals=read_numbers(setup.get("totals", [0] * seats), "totals", seats),
            rounds_played=read_number(setup.get("rounds_played", 0), "rounds_played", 0),
            losses=(losses[0], losses[1]),
        ),
    )


def read_deal(written: Json, match: Match) -> Setup:
    """The setup of a next round: the match goes on, the deal moves one seat clockwise.

    Raises:
        ScenarioError: a key is unknown, missing or of the wrong kind.
    """
    setup = read_object(written, "deal", _ROUND_KEYS)
    seats = len(match.kinds)
    read_list(setup.get("hands"), "hands", seats)
    dealer = read_seat(setup["dealer"], "dealer", seats) if "dealer" in setup else _after(match.dealer, seats)
    turn = read_seat(setup["turn"], "turn", seats) if "turn" in setup else _after(dealer, seats)
    return Setup(
        _position(setup, seats, turn, dealer, match.kinds),
        Standing(
            length=match.length,
            teams=match.teams,
            totals=match.totals,
            rounds_played=match.rounds_played,
            losses=match.losses,
        ),
    )


def _after(seat: Seat, seats: int, by: int = 1) -> Seat:
    return Seat((seat + by) % seats)


def _position(setup: Json, seats: int, turn: Seat, dealer: Seat, kinds: tuple[SeatKind, ...]) -> Position:
    side = _side(setup.get("side"))
    lying = {key: _lying(setup.get(key, []), key, side) for key in ("draw", "discard")}
    direction = read_number(setup.get("direction", 1), "direction")
    if direction not in (1, -1):
        raise ScenarioError("direction is 1 or -1")
    return Position(
        hands=tuple(_lying(hand, "hands", side) for hand in read_list(setup["hands"], "hands")),
        draw=lying["draw"],
        discard=lying["discard"],
        active=None if setup.get("active") is None else read_color(setup["active"], "active"),
        turn=turn,
        direction=direction,
        dealer=dealer,
        opening=read_flag(setup.get("opening", False), "opening"),
        pending=_pending(setup.get("pending")),
        fuse=_fuse(setup.get("fuse")),
        clock=_clock(setup.get("clock")),
        side=side,
        shields=_seats(setup.get("shields", []), "shields", seats),
        kinds=_kinds(setup["seats"], seats) if "seats" in setup else kinds,
        out=_seats(setup.get("out", []), "out", seats),
        captured=read_numbers(setup["captured"], "captured", seats, least=0) if "captured" in setup else None,
        set_aside=read_cards(setup.get("set_aside", []), "set_aside"),
        trick=read_cards(setup["trick"], "trick") if "trick" in setup else None,
        trick_owner=None if setup.get("trick_owner") is None else read_seat(setup["trick_owner"], "trick_owner", seats),
    )


def _lying(value: object, name: str, side: Side) -> tuple[Card, ...]:
    """Cards as they lie: written day/night, the side's face is up."""
    cards = read_cards(value, name)
    return tuple(held.turned() for held in cards) if side is Side.NIGHT else cards


def _side(value: object) -> Side:
    try:
        return Side.DAY if value is None else Side(read_text(value, "side"))
    except ValueError as error:
        raise ScenarioError("side is day or night") from error


def _seats(value: object, name: str, seats: int) -> tuple[Seat, ...]:
    found = tuple(read_seat(seat, name, seats) for seat in read_list(value, name))
    if len(set(found)) != len(found):
        raise ScenarioError(f"{name} names a seat twice")
    return found


def _kinds(value: object, seats: int) -> tuple[SeatKind, ...]:
    try:
        return tuple(SeatKind(read_text(kind, "seats")) for kind in read_list(value, "seats", seats))
    except ValueError as error:
        raise ScenarioError("seats are person, computer or replacement") from error


def _length(value: object) -> Length:
    length = read_object(value, "length", frozenset({"rounds", "to", "losses"}))
    try:
        return Length(**{key: read_number(size, f"length: {key}", 1) for key, size in length.items()})
    except ValueError as error:
        raise ScenarioError(str(error)) from error


def _pending(value: object) -> Stack | None:
    if value is None:
        return None
    stack = read_object(value, "pending", frozenset({"cards", "last"}))
    last = read_text(stack.get("last"), "pending: last")
    if last not in _PENALTY_CARDS:
        raise ScenarioError(f"pending: {last} is no penalty card")
    return Stack(read_number(stack.get("cards"), "pending: cards", 1), Rank(last))


def _fuse(value: object) -> Fuse | None:
    if value is None:
        return None
    fuse = read_object(value, "fuse", frozenset({"left", "size", "fresh"}))
    return Fuse(
        read_number(fuse.get("left"), "fuse: left", 1),
        read_number(fuse.get("size", 4), "fuse: size", 1),
        read_flag(fuse.get("fresh", False), "fuse: fresh"),
    )


def _clock(value: object) -> Clock | None:
    if value is None:
        return None
    clock = read_object(value, "clock", frozenset({"left", "fresh"}))
    return Clock(read_number(clock.get("left"), "clock: left", 1), read_flag(clock.get("fresh", False), "clock: fresh"))
