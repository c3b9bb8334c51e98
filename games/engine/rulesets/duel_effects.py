"""What the cards of Color Duel do, and what comes with a turn."""

from games.engine.cards import Card, Rank
from games.engine.events import (
    Blocked,
    BombLit,
    Cause,
    ClockStarted,
    ClockStopped,
    Exploded,
    Hunted,
    Reversed,
    ShieldRaised,
    Skipped,
    Stacked,
    TableFlipped,
)
from games.engine.hanging import Clock, Fuse, Stack
from games.engine.rulesets.duel_round import DuelRound, turn_over
from games.engine.seats import Seat
from games.engine.shedding import move_to_hand, take
from games.engine.step import Step

FUSE_PASSES = 3
CLOCK_PASSES = 3
FIRST_BOMB = 4
FURTHER_BOMB = 2
HUNT_AT_MOST = 12


def seat_after(round: DuelRound, seat: Seat) -> Seat:
    """The next seat in the direction of play."""
    return Seat((seat + round.direction) % len(round.hands))


def take_stack(step: Step[DuelRound], seat: Seat) -> None:
    """The seat draws the pending stack."""
    stack = step.round.stack
    if stack is not None:
        step.round.stack = None
        take(step, seat, stack.cards, Cause.STACK)


def put_pending(step: Step[DuelRound], rank: Rank, cards: int) -> None:
    """Put a penalty card pending, alone or on the stack that it answers."""
    waiting = step.round.stack
    if waiting is None:
        step.round.stack = Stack(cards, rank)
        return
    step.round.stack = Stack(waiting.cards + cards, rank)
    step.tell(Stacked(waiting.cards + cards))


def pass_over(step: Step[DuelRound], seat: Seat, rank: Rank) -> Seat:
    """Skip, Reverse and Skip Everyone; the seat whose turn comes."""
    round = step.round
    following = seat_after(round, seat)
    if rank is Rank.REVERSE and len(round.hands) > 2:
        round.direction = -round.direction
        step.tell(Reversed(round.direction))
        return seat_after(round, seat)
    step.tell(Skipped(following))
    skipped = following
    while rank is Rank.SKIP_EVERYONE and seat_after(round, skipped) != seat:
        skipped = seat_after(round, skipped)
        step.tell(Skipped(skipped))
    return seat_after(round, skipped)


def light_fuse(step: Step[DuelRound], seat: Seat) -> None:
    """Light a fuse, or add to the one that burns and light it anew."""
    burning_fuse = step.round.fuse
    size = FIRST_BOMB if burning_fuse is None else burning_fuse.size + FURTHER_BOMB
    step.round.fuse = Fuse(FUSE_PASSES, size, fresh=True)
    step.tell(BombLit(seat, size))


def count_fuse(step: Step[DuelRound], seat: Seat) -> None:
    """One pass of the fuse; at the last it goes off at the seat whose turn has come."""
    fuse = step.round.fuse
    if fuse is None:
        return
    if fuse.fresh:
        step.round.fuse = Fuse(fuse.left, fuse.size)
    elif fuse.left > 1:
        step.round.fuse = Fuse(fuse.left - 1, fuse.size)
    else:
        step.round.fuse = None
        step.tell(Exploded(seat, fuse.size))
        take(step, seat, fuse.size, Cause.EXPLOSION)


def raise_shield(step: Step[DuelRound], seat: Seat) -> None:
    """A Shield cancels the pending stack, or stands before its player."""
    round = step.round
    if round.stack is not None:
        round.stack = None
    elif seat not in round.shields:
        round.shields = tuple(sorted((*round.shields, seat)))
        step.tell(ShieldRaised(seat))


def break_shield(step: Step[DuelRound], seat: Seat) -> None:
    """A standing shield cancels the stack put on its seat, and is gone with it."""
    round = step.round
    if round.stack is not None and seat in round.shields:
        round.shields = tuple(other for other in round.shields if other != seat)
        round.stack = None
        step.tell(Blocked(seat))


def flip_table(step: Step[DuelRound]) -> None:
    """A Flip turns the table and stops a running clock."""
    turn_over(step.round)
    step.tell(TableFlipped(step.round.side, by_clock=False))
    if step.round.clock is not None:
        step.round.clock = None
        step.tell(ClockStopped())


def start_or_stop_clock(step: Step[DuelRound]) -> None:
    """A Midnight Clock starts a clock, or stops the one that runs."""
    if step.round.clock is None:
        step.round.clock = Clock(CLOCK_PASSES, fresh=True)
        step.tell(ClockStarted())
    else:
        step.round.clock = None
        step.tell(ClockStopped())


def count_clock(step: Step[DuelRound]) -> None:
    """One pass of the clock; at the last the table turns."""
    clock = step.round.clock
    if clock is None:
        return
    if clock.fresh:
        step.round.clock = Clock(clock.left)
    elif clock.left > 1:
        step.round.clock = Clock(clock.left - 1)
    else:
        step.round.clock = None
        turn_over(step.round)
        step.tell(TableFlipped(step.round.side, by_clock=True))


def hunt(step: Step[DuelRound], hunted: Seat) -> None:
    """Let a seat draw until the active color shows."""
    told_before = len(step.events)
    shown: list[Card] = []
    for _ in range(HUNT_AT_MOST):
        drawn = move_to_hand(step, hunted, 1)
        shown += [held.card.face for held in drawn]
        if not drawn or drawn[0].card.color is step.round.active:
            break
    # The hunt is told before the reshuffle that it may have come to.
    step.events.insert(told_before, Hunted(hunted, len(shown), tuple(shown)))
