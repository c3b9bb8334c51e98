"""Matches set down card by card, and played on in memory: each transition is taken as if the store had committed it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from games import engine
from games.engine import Length, Position, Seat, SeatKind, Standing, card
from games.live import store
from games.live.match import SCHEMA, Live, LiveMatch, LiveSeat
from games.live.store import Loaded
from games.live.table import Durations, TableSettings
from games.live.transitions import seat_acts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.live.transitions import Transition

DURATIONS = Durations()


def cards(*codes: str) -> tuple[Any, ...]:
    return tuple(card(code) for code in codes)


def table(
    *hands: Sequence[str],
    discard: Sequence[str] = ("red-9",),
    draw: Sequence[str] = ("green-1", "green-2", "green-3", "green-4", "green-5") * 6,
    turn: int = 0,
    ruleset: str = "clash-classic",
    length: Length | None = None,
    kinds: Sequence[SeatKind] | None = None,
    dealing: bool = False,
    timer: int | None = 30,
    totals: Sequence[int] | None = None,
) -> Live:
    """A match in mid-round: every seat's hand, the piles, and whose turn it is."""
    who = tuple(kinds or [SeatKind.PERSON] * len(hands))
    length = length or Length(rounds=1)
    position = Position(
        hands=tuple(cards(*hand) for hand in hands),
        draw=cards(*draw),
        discard=cards(*discard),
        turn=Seat(turn),
        dealer=Seat((turn - 1) % len(hands)),
        kinds=who,
    )
    standing = Standing(length=length, totals=tuple(totals or [0] * len(hands)))
    state, _ = engine.set_down(ruleset, position, standing, range)
    settings = TableSettings(ruleset, length.rounds, length.to, length.losses, timer)
    due = {"first_turn": 6_000} if dealing else {"turn": 31_000} if timer and who[turn] is SeatKind.PERSON else {}
    loaded = Loaded(b"", 1_000, 10, due, 1_000, dict.fromkeys(due, 30_000))
    return Live("03" + "b" * 26, loaded, _match(engine.encode(state), settings, who, dealing=dealing), state)


def _match(state: bytes, settings: TableSettings, kinds: Sequence[SeatKind], *, dealing: bool) -> LiveMatch:
    seats = [
        LiveSeat(f"identity-{seat}", f"m{seat + 1}", f"Player {seat}", kind is SeatKind.COMPUTER)
        for seat, kind in enumerate(kinds)
    ]
    return LiveMatch(
        schema=SCHEMA,
        room_id="03" + "a" * 26,
        room_code="ABCDEF",
        table=settings,
        durations=DURATIONS,
        seats=tuple(seats),
        state=state,
        secret=bytes(16),
        shown=10,
        acted=10,
        started=1_000,
        round_started=1_000,
        dealing=dealing,
    )


def after(live: Live, step: Transition | None, *, seconds: float = 1.0) -> Live:
    """The match once the store has committed the step, so many seconds later."""
    assert step is not None, "nothing to do"
    now = live.loaded.now + round(seconds * 1000)
    return step.after(live, store._after(step.change, now, live.loaded.epoch, live.loaded.version + 1))


def played(live: Live, *steps: Callable[[Live], Transition | None]) -> Live:
    for step in steps:
        live = after(live, step(live))
    return live


_ids = itertools.count()


def act(seat: int, action: engine.Action) -> Callable[[Live], Transition]:
    """The seat's act, decided on what it sees now."""

    def step(live: Live) -> Transition:
        assert isinstance(action, engine.SeatAction)
        return seat_acts(live, Seat(seat), action, live.match.version_for(seat), f"m{seat + 1}:{next(_ids):032x}")

    return step


def seconds_left(live: Live, kind: str) -> float | None:
    """How long a deadline still runs."""
    due = live.loaded.due.get(kind)
    return None if due is None else (due - live.loaded.now) / 1000
