"""Whatever people and the clock do in whatever order: every change is shown, everywhere, and nothing stands still."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

import pytest

from games import engine
from games.engine import RULESETS, Seat
from games.live import transitions
from games.live.computer import plays_plainly
from games.live.frames import match_frames, version_for
from games.live.match import Live, decode_match, encode_match, is_person, over, read_match
from games.live.opening import NewSeat, new_match
from games.live.play import Known, newer
from games.live.store import _after
from games.live.table import Durations, TableSettings
from games.services.clock import _decide
from tests.live.tables import act, after

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.live.transitions import Transition

STEPS = 250
GO_ON = {"turn", "window", "first_turn", "computer", "next_round", "expiry"}


def begun(ruleset: str, dice: random.Random) -> Live:
    seats = [NewSeat(f"i{n}", f"m{n}", "", "person") for n in range(dice.randint(*RULESETS[ruleset].seats))]
    settings = TableSettings(ruleset, rounds=3)
    match_id, change = new_match(
        room_id="03" + "a" * 26, room_code="ABCDEF", seats=seats, table=settings, durations=Durations(), now=1_000
    )
    return read_match(match_id, _after(change, 1_000, 1, 1))


def possible(live: Live, dice: random.Random) -> Iterator[Callable[[Live], Transition | None]]:
    """What may come next, the likely more than once."""
    for seat in map(Seat, range(len(live.state.kinds))):
        if is_person(live.state, seat) and (legal := engine.legal_actions(live.state, seat)):
            yield from [act(seat, dice.choice(legal))] * 4
        for step in (transitions.goes_away, transitions.back, transitions.leaves, transitions.ready):
            yield partial(step, seat=seat)
    if "computer" in live.loaded.due:
        yield from [plays_plainly] * 4
    for due in live.loaded.due:
        if due not in {"expiry", "computer"}:
            yield partial(_decide, due=due)


def goes_on(live: Live) -> bool:
    return over(live) or bool(GO_ON & set(live.loaded.due))


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
@pytest.mark.parametrize("seed", range(3))
def test_every_change_is_a_new_version_to_whom_it_shows_and_something_is_always_due(ruleset: str, seed: int) -> None:
    dice = random.Random(f"{ruleset} {seed}")
    live = begun(ruleset, dice)
    seen: dict[tuple[Seat, tuple[int, int]], str] = {}
    newest: dict[Seat, tuple[int, int]] = {}
    for _ in range(STEPS):
        assert goes_on(live), live.loaded.due
        known = Known(live)
        frames = match_frames(known)
        for seat in map(Seat, range(len(live.state.kinds))):
            version = version_for(known, seat)
            frame = frames.frame(seat, version[1], with_events=False)
            assert seen.setdefault((seat, version), frame) == frame
            assert newest.get(seat, version) <= version
            newest[seat] = version
        assert decode_match(encode_match(live.match)) == live.match
        if over(live):
            live, seen, newest = begun(ruleset, dice), {}, {}
            continue
        try:
            step = dice.choice(list(possible(live, dice)))(live)
        except transitions.ActRefused:
            continue
        if step is not None:
            before, live = live, after(live, step, seconds=dice.uniform(0.01, 2))
            elsewhere = newer(live.id, live.loaded, Known(before))
            assert (elsewhere.live.state, elsewhere.events) == (live.state, step.events)
