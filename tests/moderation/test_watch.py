"""What staff see of a running match: what everybody at the table sees."""

import json

import pytest

from games import engine
from games.engine import RULESETS, Recorder, Seat, SeatKind
from games.live.chance import chance
from games.live.match import Live, LiveMatch, LiveSeat
from games.live.store import Loaded
from games.live.table import Durations, TableSettings
from games.services.watch import public_side


@pytest.mark.parametrize("ruleset", RULESETS)
def test_staff_watch_no_hand_and_nothing_face_down(ruleset: str) -> None:
    """Two deals that differ in what is hidden alone look the same."""
    facts = RULESETS[ruleset]
    seats = facts.seats[0]
    state, _ = engine.start(
        ruleset,
        seats=(SeatKind.PERSON,) * seats,
        length=facts.default_length,
        teams=False,
        dealer=Seat(0),
        chance=Recorder(chance),
    )
    shown = json.dumps(public_side(live(ruleset, state, seats)), default=str)
    for seat in range(seats):
        view = engine.view(state, Seat(seat))
        codes = {card.code for _, card in view.hand}
        family = json.dumps(view.family._asdict(), default=str)
        assert not [code for code in codes if f'"{code}"' in shown and code not in family]
    assert "hand" not in shown
    assert "faces" not in shown


def live(ruleset: str, state: engine.Match, seats: int) -> Live:
    match = LiveMatch(
        schema=1,
        room_id="00" + "a" * 26,
        room_code="ABCDEF",
        table=TableSettings(ruleset),
        durations=Durations.from_settings(),
        seats=tuple(LiveSeat(None, f"m{number}", f"P{number}", computer=False) for number in range(seats)),
        state=b"",
        secret=b"0" * 16,
        shown=1,
        acted=1,
        started=0,
        round_started=0,
    )
    return Live("00" + "b" * 26, Loaded(b"", 1, 1, {}, 0), match, state)
