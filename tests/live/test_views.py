"""What a seat's page is told: everything it may know, and never a card that it may not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games import engine
from games.engine import Length, Play, Seat, SeatKind, card
from games.live import transitions
from games.live.frames import match_frames
from games.live.match import Live, read_match
from games.live.opening import NewSeat, new_match
from games.live.play import Known
from games.live.store import Loaded
from games.live.table import Durations, TableSettings
from tests.live.tables import act, after, played, table

LONG = ("red-1", "red-2", "blue-3", "blue-4", "wild")


def frame(live: Live, seat: int, events: tuple[engine.Event, ...] = ()) -> dict[str, Any]:
    version = live.match.version_for(seat)
    text = match_frames(Known(live, events)).frame(Seat(seat), version, with_events=bool(events))
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_seat_sees_its_own_hand_and_only_the_counts_of_the_others() -> None:
    view = frame(table(LONG, ("green-7", "green-8")), 1)["view"]
    assert [held["card"] for held in view["hand"]] == ["green-7", "green-8"]
    assert [seat["count"] for seat in view["seats"]] == [5, 2]
    assert view["you"] == {"seat": 1, "watching": False}


def test_only_the_seat_that_may_act_has_legal_acts() -> None:
    live = table(LONG, LONG)
    assert frame(live, 1)["legal"] is None
    mine = frame(live, 0)
    playable = {play["card"]: play["color"] for play in mine["legal"]["play"]}
    cards = {held["id"]: held["card"] for held in mine["view"]["hand"]}
    assert {cards[handle]: color for handle, color in playable.items()} == {
        "red-1": False,
        "red-2": False,
        "wild": True,
    }
    assert mine["legal"]["draw"]
    assert not mine["legal"]["arm"]


def test_the_drawn_card_is_named_to_its_seat_alone() -> None:
    live = table(LONG, LONG, draw=("red-7", "green-1"))
    step = act(0, engine.Draw())(live)
    live = after(live, step)
    mine, other = frame(live, 0, step.events), frame(live, 1, step.events)
    cards = {held["id"]: held["card"] for held in mine["view"]["hand"]}
    assert cards[mine["view"]["drawn"]] == "red-7"
    assert other["view"]["drawn"] is None
    assert mine["events"][0] == {"kind": "drew", "seat": 0, "count": 1, "cards": ["red-7"], "cause": "turn"}
    assert other["events"][0] == {"kind": "drew", "seat": 0, "count": 1, "cards": None, "cause": "turn"}
    assert "red-7" not in json.dumps(other)


def test_a_draw_that_finds_no_card_is_told_to_its_seat_as_a_draw_of_none() -> None:
    live = table(LONG, LONG, draw=())
    step = act(0, engine.Draw())(live)
    live = after(live, step)
    mine, other = frame(live, 0, step.events), frame(live, 1, step.events)
    assert mine["events"][0] == {"kind": "drew", "seat": 0, "count": 0, "cards": [], "cause": "turn"}
    assert other["events"][0] == {"kind": "drew", "seat": 0, "count": 0, "cards": None, "cause": "turn"}


def test_a_wild_and_a_window_show_to_all() -> None:
    live = table(("wild", "red-2"), LONG, LONG)
    step = act(0, Play(card("wild"), engine.Color.BLUE))(live)
    live = after(live, step)
    view = frame(live, 2, step.events)
    assert view["view"]["active"] == "blue"
    assert view["view"]["window"] == {"last_card": 0}
    assert view["view"]["timers"]["window"] == {"due": live.loaded.due["window"], "total": 3000}
    assert view["view"]["timers"]["turn"] is None
    assert view["legal"]["catch"] == [0]
    assert frame(live, 0)["legal"]["announce"]


def test_places_results_and_the_sheet_are_shown() -> None:
    live = table(("red-1",), ("red-2", "blue-5"), LONG, length=Length(rounds=1))
    live = played(live, act(0, Play(card("red-1"))))
    view = frame(live, 1)["view"]
    assert [seat["place"] for seat in view["seats"]] == [1, None, None]
    assert view["out"] == [0]
    live = played(live, act(1, Play(card("red-2"))), transitions.window_runs_out)
    while live.state.result is None:
        live = played(live, transitions.turn_runs_out if live.state.window is None else transitions.window_runs_out)
        if live.state.turn == 1 and live.state.result is None:
            plays = [a for a in engine.legal_actions(live.state, Seat(1)) if isinstance(a, Play)]
            live = played(live, act(1, plays[0])) if plays else live
    view = frame(live, 1)["view"]
    assert view["phase"] == "over"
    assert view["result"]["winners"] == [0]
    assert view["sheet"][0]["winners"] == [0]
    assert view["totals"] == [seat["total"] for seat in view["seats"]]


def test_who_is_replaced_watches_his_own_seat() -> None:
    live = played(table(LONG, LONG, LONG), lambda now: transitions.leaves(now, Seat(2)))
    view = frame(live, 2)["view"]
    assert view["you"]["watching"]
    assert view["seats"][2]["kind"] == SeatKind.REPLACEMENT
    assert view["seats"][2]["left"]


def test_a_re_deal_of_what_is_hidden_leaves_the_view_as_it_was() -> None:
    """The hands of the others and the order of the pile change: nothing that this seat is sent may."""
    one = table(LONG, ("green-7", "green-8"), ("blue-1", "blue-2"), draw=("red-3", "red-4", "blue-9"))
    two = table(LONG, ("blue-1", "red-4"), ("green-8", "blue-9"), draw=("blue-2", "green-7", "red-3"))
    assert frame(one, 0) == frame(two, 0)


@pytest.mark.parametrize("ruleset", ["clash-classic", "clash-family", "duel-classic", "duel-siege"])
@pytest.mark.parametrize("seed", range(3))
def test_no_frame_of_a_whole_round_holds_a_card_that_its_seat_may_not_see(ruleset: str, seed: int) -> None:
    chance = random.Random(seed)
    live = new_live(ruleset, 4)
    events: tuple[engine.Event, ...] = ()
    for _ in range(400):
        for seat in range(4):
            assert_nothing_hidden(live, seat, frame(live, seat, events))
        if live.state.round.result is not None:
            return
        if live.state.window is not None:
            step = transitions.window_runs_out(live)
        else:
            turn = live.state.turn or Seat(0)
            action = chance.choice(engine.legal_actions(live.state, turn))
            step = act(turn, action)(live)
        live = after(live, step)
        events = step.events if step is not None else ()


def new_live(ruleset: str, seats: int) -> Live:
    people = [NewSeat(f"i{n}", f"m{n + 1}", f"Name {n}", "person") for n in range(seats)]
    match_id, change = new_match(
        room_id="03" + "a" * 26,
        room_code="ABCDEF",
        seats=people,
        table=TableSettings(ruleset, rounds=1),
        durations=Durations(),
        now=1_000,
    )
    return read_match(match_id, Loaded(change.state, 1_000, 1, {}, 1_000))


def assert_nothing_hidden(live: Live, seat: int, sent: dict[str, Any]) -> None:
    """Every card named in a frame lies open, is in the seat's own hand, or was just drawn or played by it."""
    round_now = live.state.round
    open_cards = {found.code for found in round_now.discard_pile}
    own = {held.card.code for held in round_now.hands[seat]}
    for named in cards_named(sent):
        assert named in open_cards | own, f"seat {seat} was sent {named}"


def cards_named(value: Any) -> list[str]:  # noqa: ANN401
    """Every text in a frame that is a card's notation."""
    if isinstance(value, dict):
        return [found for item in value.values() for found in cards_named(item)]
    if isinstance(value, list):
        return [found for item in value for found in cards_named(item)]
    if isinstance(value, str) and ("-" in value or value == "wild"):
        try:
            return [engine.card(value).code]
        except ValueError:
            return []
    return []
