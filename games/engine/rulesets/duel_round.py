"""The round of Color Duel: its state, what a seat sees of it, its binary form."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.cards import Card, Color, HeldCard, Rank
from games.engine.events import Side
from games.engine.hanging import Clock, Fuse, Stack
from games.engine.packing import Reader, Writer
from games.engine.seats import Seat
from games.engine.shedding import SheddingRound, read_piles, write_piles

_RANKS = tuple(Rank)


@dataclass(slots=True)
class DuelRound(SheddingRound):
    """A round of Color Duel.

    Attributes:
        stack: the pending stack, waiting for the seat on turn.
        fuse: burning since a Bomb.
        clock: running since a Midnight Clock.
        side: which faces are up; day for cards with one face.
        shields: the seats with a shield standing, in their order.
    """

    stack: Stack | None
    fuse: Fuse | None
    clock: Clock | None
    side: Side
    shields: tuple[Seat, ...]


class BurningFuse(NamedTuple):
    """A fuse as shown: where it ends if nobody skips, turns or lights another."""

    left: int
    size: int
    target: Seat | None


class RunningClock(NamedTuple):
    """A clock as shown."""

    left: int


class DuelView(NamedTuple):
    """What Color Duel shows beside the common part of a view.

    Attributes:
        side: None at tables whose cards have one face.
        shields: None at tables without shields.
        faces: the opposite faces that the seat may see: under a seat's number those of its hand,
            in its order, under "draw" that of the draw pile's top card. None where cards have one.
    """

    top: Card
    active: Color | None
    draw_count: int
    pending: Stack | None
    fuse: BurningFuse | None
    clock: RunningClock | None
    side: Side | None
    shields: tuple[Seat, ...] | None
    faces: dict[str, tuple[Card, ...]] | None


def other(side: Side) -> Side:
    """The side that is down."""
    return Side.DAY if side is Side.NIGHT else Side.NIGHT


def turn_over(round: DuelRound) -> None:
    """Turn every card; each keeps its place. A wild that shows leaves the active color as it was."""
    round.side = other(round.side)
    round.hands = tuple(tuple(HeldCard(held.serial, held.card.turned()) for held in hand) for hand in round.hands)
    round.draw_pile = tuple(card.turned() for card in round.draw_pile)
    round.discard_pile = tuple(card.turned() for card in round.discard_pile)
    round.active = round.top.color or round.active


def by_day(round: DuelRound) -> tuple[Card, ...]:
    """Every card of the round with its day face up."""
    held = [held.card for hand in round.hands for held in hand]
    cards = (*held, *round.draw_pile, *round.discard_pile)
    return tuple(card.turned() for card in cards) if round.side is Side.NIGHT else cards


def burning(round: DuelRound) -> BurningFuse | None:
    """The fuse as shown."""
    fuse, turn = round.fuse, round.turn
    if fuse is None:
        return None
    passes = fuse.left + fuse.fresh
    target = None if turn is None else Seat((turn + round.direction * passes) % len(round.hands))
    return BurningFuse(fuse.left, fuse.size, target)


def opposite_faces(round: DuelRound, viewer: Seat) -> dict[str, tuple[Card, ...]]:
    """The faces that are down and that the viewer may see: never those of its own hand."""
    seen = {
        str(seat): tuple(held.card.down for held in hand if held.card.down is not None)
        for seat, hand in enumerate(round.hands)
        if seat != viewer
    }
    top = round.draw_pile[-1].down if round.draw_pile else None
    return seen if top is None else {**seen, "draw": (top,)}


def write(round: DuelRound, writer: Writer) -> None:
    """Write the fields that all families do not share."""
    write_piles(round, writer)
    stack, fuse, clock = round.stack, round.fuse, round.clock
    writer.naturals(() if stack is None else (stack.cards, _RANKS.index(stack.last)))
    writer.naturals(() if fuse is None else (fuse.left, fuse.size, fuse.fresh))
    writer.naturals(() if clock is None else (clock.left, clock.fresh))
    writer.flag(round.side is Side.NIGHT)
    writer.naturals(round.shields)


def read(shared: dict[str, Any], reader: Reader) -> DuelRound:
    """Read what `write` wrote."""
    fields = read_piles(reader, shared)
    stack, fuse, clock = reader.naturals(), reader.naturals(), reader.naturals()
    return DuelRound(
        **fields,
        stack=Stack(stack[0], _RANKS[stack[1]]) if stack else None,
        fuse=Fuse(fuse[0], fuse[1], bool(fuse[2])) if fuse else None,
        clock=Clock(clock[0], bool(clock[1])) if clock else None,
        side=Side.NIGHT if reader.flag() else Side.DAY,
        shields=reader.seats(),
    )
