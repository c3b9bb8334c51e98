"""What staff see of a running match: what everybody at the table sees."""

import json
from typing import Any

import pytest
from django.utils.translation import override

from games import engine
from games.engine import RULESETS, Clock, Fuse, Length, Position, Rank, Recorder, Seat, SeatKind, Stack, Standing
from games.live.chance import chance
from games.live.match import Live, LiveMatch, LiveSeat
from games.live.store import Loaded
from games.live.table import Durations, TableSettings
from games.services.watch import PUBLIC, public_side
from games.watch_texts import LABELS, told
from tests.engine.table import cards


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


def words_of(ruleset: str, *, hands: tuple[str, str], discard: str, **more: Any) -> dict[str, str]:  # noqa: ANN401
    """What the staff's page says of a match for two set down so."""
    position = Position(
        hands=tuple(map(cards, hands)),
        draw=cards(f"{hands[0]} {hands[1]}"),
        discard=cards(discard),
        turn=Seat(0),
        dealer=Seat(1),
        kinds=(SeatKind.PERSON, SeatKind.PERSON),
        **more,
    )
    standing = Standing(length=Length(rounds=1), totals=(0, 0), rounds_played=0)
    state, _ = engine.set_down(ruleset, position, standing, range)
    return {
        str(label): value
        for label, value in told(public_side(live(ruleset, state, 2))["table"], RULESETS[ruleset].family)
    }


def test_a_table_is_told_in_words_and_not_in_names_of_fields() -> None:
    burning = words_of(
        "duel-classic",
        hands=("red-1", "blue-4"),
        discard="red-draw-two",
        pending=Stack(2, Rank.DRAW_TWO),
        fuse=Fuse(2, 3, fresh=False),
    )
    assert burning["Pending stack"] == "cards: 2 · last: draw-two"
    assert burning["Fuse"].startswith("left: 2 · length: 3")
    assert burning["Active color"] == "red"
    ticking = words_of(
        "duel-daynight",
        hands=("red-1/blue-2", "red-3/blue-4"),
        discard="red-5/blue-9",
        clock=Clock(4, fresh=False),
    )
    assert "left: 4" in ticking["Midnight Clock"]
    assert ticking["Side that is up"] == "day side"


def test_a_family_s_own_words_stand_in_the_reader_s_language() -> None:
    with override("fr"):
        clash = words_of("clash-classic", hands=("red-1", "blue-4"), discard="red-5")
        duel = words_of("duel-classic", hands=("red-1", "blue-4"), discard="red-5")
    assert clash["Couleur en cours"] == duel["Couleur active"] == "rouge"


def test_every_part_that_everybody_sees_has_its_words() -> None:
    assert set(PUBLIC) == set(LABELS)


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
