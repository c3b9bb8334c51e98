"""What the service makes of a match: whose clock runs, who is away, what the ledger gets."""

from __future__ import annotations

import itertools

import pytest

from games import engine
from games.engine import Announce, Catch, Draw, Keep, Length, Play, Seat, SeatKind, card
from games.live import transitions
from games.live.computer import plays_plainly
from games.live.endings import KEPT
from games.live.match import Live, decode_match, encode_match
from games.live.opening import NewSeat, new_match
from games.live.records import MatchRecord, RoundRecord, decode_record
from games.live.table import Durations, TableSettings
from games.live.transitions import ActRefused
from tests.live.tables import act, after, played, seconds_left, table

LONG = ("red-1", "red-2", "blue-3", "blue-4", "wild")
PERSON, COMPUTER, REPLACEMENT = SeatKind.PERSON, SeatKind.COMPUTER, SeatKind.REPLACEMENT


def refused(live: Live, seat: int, action: object, version: int | None = None) -> str:
    shown = live.match.version_for(seat) if version is None else version
    with pytest.raises(ActRefused) as refusal:
        transitions.seat_acts(live, Seat(seat), action, shown, "m1:0")  # type: ignore[arg-type]
    return refusal.value.code


def test_a_match_that_ends_with_its_deal_is_kept_no_longer_than_others() -> None:
    """Four greens dealt into one hand end a round at once: about one deal in two hundred."""
    seats = [NewSeat(None, f"m{number}", "", "person") for number in range(4)]
    upcolor = TableSettings("upcolor", rounds=1)
    deals = itertools.count()
    ended = None
    while ended is None and next(deals) < 20_000:
        _, change = new_match(
            room_id="03" + "a" * 26, room_code="ABCDEF", seats=seats, table=upcolor, durations=Durations(), now=1
        )
        over = engine.decode(decode_match(change.state).state).result is not None
        assert (change.expire == KEPT) is over
        ended = change if over else None
    assert ended is not None
    assert ended.due == {}
    assert [key.rpartition(":")[2] for key in ended.outbox] == ["1", "end"]


# The turn timer.


def test_a_turn_that_begins_starts_its_timer_anew() -> None:
    live = played(table(LONG, LONG), act(0, Play(card("red-1"))))
    assert live.state.turn == 1
    assert seconds_left(live, "turn") == 30


def test_drawing_never_extends_the_time() -> None:
    before = table(LONG, LONG, draw=("red-7", "green-1"))
    live = played(before, act(0, Draw()))
    assert live.state.turn == 0
    assert live.loaded.due["turn"] == before.loaded.due["turn"]


def test_an_act_of_the_seat_on_turn_must_come_before_its_deadline() -> None:
    assert act(0, Draw())(table(LONG, LONG)).change.before == "turn"


def test_a_time_out_is_the_clocks_and_only_once_it_is_due() -> None:
    step = transitions.turn_runs_out(table(LONG, LONG))
    assert step is not None
    assert step.change.after == "turn"
    live = after(table(LONG, LONG), step)
    assert live.state.turn == 1
    assert seconds_left(live, "turn") == 30
    assert live.match.seats[0].timeouts == 1


def test_the_third_time_out_in_a_row_counts_as_leaving() -> None:
    live = table(LONG, LONG, draw=("green-1",) * 20)
    for _ in range(2):
        live = played(live, transitions.turn_runs_out, act(1, Draw()))
        live = played(live, act(1, Keep())) if live.state.turn == 1 else live
    step = transitions.turn_runs_out(live)
    assert step is not None
    assert step.change.due["leave:0"] == 0
    gone = played(after(live, step), lambda now: transitions.stays_away(now, Seat(0)))
    assert gone.state.kinds[0] is REPLACEMENT
    assert gone.match.seats[0].left
    # No clock was there for a while, and he has played on meanwhile.
    live = played(after(live, step), act(1, Draw()))
    live = played(live, act(1, Keep())) if live.state.turn == 1 else live
    assert transitions.stays_away(played(live, act(0, Draw())), Seat(0)) is None


def test_time_outs_count_only_in_a_row() -> None:
    live = table(LONG, LONG, draw=("green-1",) * 20)
    live = played(live, transitions.turn_runs_out, transitions.turn_runs_out)
    assert [seat.timeouts for seat in live.match.seats] == [1, 1]
    live = played(live, act(0, Draw()))
    assert [seat.timeouts for seat in live.match.seats] == [0, 1]


def test_a_table_without_a_timer_has_no_deadline_for_a_turn() -> None:
    live = played(table(LONG, LONG, timer=None), act(0, Play(card("red-1"))))
    assert live.loaded.due == {}


# The last-card window.


def window_open() -> Live:
    """Seat 0 has one card left and has not called; seat 1 is next."""
    return played(table(("red-1", "red-2"), LONG, LONG), act(0, Play(card("red-1"))))


def test_the_next_players_timer_starts_when_the_window_closes() -> None:
    live = window_open()
    assert seconds_left(live, "window") == 3
    assert "turn" not in live.loaded.due
    closed = played(live, transitions.window_runs_out)
    assert seconds_left(closed, "turn") == 30
    assert "window" not in closed.loaded.due


def test_who_calls_in_time_is_safe_and_the_turn_begins() -> None:
    live = played(window_open(), act(0, Announce()))
    assert live.state.window is None
    assert seconds_left(live, "turn") == 30
    assert refused(live, 1, Catch(Seat(0))) == "nothing_to_catch"


def test_who_is_caught_draws_two() -> None:
    live = played(window_open(), act(1, Catch(Seat(0))))
    assert len(live.state.round.hands[0]) == 3


def test_call_and_catch_are_judged_by_the_windows_own_deadline() -> None:
    assert act(0, Announce())(window_open()).change.before == "window"
    assert act(1, Catch(Seat(0)))(window_open()).change.before == "window"


def test_a_catch_asks_for_its_seats_lock_to_be_free() -> None:
    assert act(1, Catch(Seat(0)))(window_open()).change.free == "catch:1"


# Stale acts.


def test_an_act_decided_before_the_last_play_is_stale() -> None:
    live = played(table(LONG, LONG), act(0, Play(card("red-1"))))
    assert refused(live, 1, Draw(), version=live.match.acted - 1) == "stale"


def test_presence_makes_nobodys_act_stale() -> None:
    before = table(LONG, LONG, LONG)
    live = played(before, lambda now: transitions.goes_away(now, Seat(2)))
    assert live.match.version_for(0) > before.match.version_for(0)
    step = transitions.seat_acts(live, Seat(0), Draw(), before.match.version_for(0), "m1:0")
    assert len(step.state.round.hands[0]) == len(LONG) + 1


# Absence.


def test_an_absent_seat_is_kept_while_its_turn_timer_runs() -> None:
    before = table(LONG, LONG)
    live = played(before, lambda now: transitions.goes_away(now, Seat(0)))
    assert seconds_left(live, "away:0") == 90
    assert live.loaded.due["turn"] == before.loaded.due["turn"]
    assert live.state.kinds[0] is PERSON


def test_who_is_back_in_time_has_his_cards_and_his_seat() -> None:
    live = played(table(LONG, LONG), lambda now: transitions.goes_away(now, Seat(0)))
    live = played(live, lambda now: transitions.back(now, Seat(0)))
    assert not live.match.seats[0].away
    assert "away:0" not in live.loaded.due
    assert act(0, Draw())(live).state is not None


def test_after_the_time_a_labelled_computer_finishes_the_round() -> None:
    live = played(
        table(LONG, LONG),
        lambda now: transitions.goes_away(now, Seat(0)),
        lambda now: transitions.absence_ends(now, Seat(0)),
    )
    assert live.state.kinds[0] is REPLACEMENT
    assert "turn" not in live.loaded.due
    assert live.loaded.due["computer"] > live.loaded.now
    assert refused(live, 0, Draw()) == "replaced"


def test_who_comes_back_later_watches_and_plays_from_the_next_round() -> None:
    live = two_rounds_with_seat_2_left()
    live = played(live, lambda now: transitions.back(now, Seat(2)))
    assert live.state.kinds[2] is REPLACEMENT
    assert refused(live, 2, Draw()) == "replaced"
    live = finish_round(live)
    live = played(live, transitions.next_round)
    assert live.state.kinds == (PERSON, PERSON, PERSON)


def test_who_stays_away_is_replaced_again_each_round() -> None:
    live = played(finish_round(two_rounds_with_seat_2_left()), transitions.next_round)
    assert live.state.kinds == (PERSON, PERSON, REPLACEMENT)


def test_leaving_gives_the_seat_to_the_computer_at_once() -> None:
    live = played(table(LONG, LONG, LONG), lambda now: transitions.leaves(now, Seat(0)))
    assert live.state.kinds[0] is REPLACEMENT
    assert transitions.leaves(live, Seat(0)) is None


def test_who_comes_and_goes_sets_back_neither_the_computers_pause_nor_a_persons_timer() -> None:
    """Else whoever watches his former seat could hold up the table for as long as he likes."""
    live = played(table(LONG, LONG, LONG), lambda now: transitions.leaves(now, Seat(0)))
    due = live.loaded.due["computer"]
    for _ in range(5):
        live = played(live, lambda now: transitions.back(now, Seat(0)), lambda now: transitions.leaves(now, Seat(0)))
    assert live.loaded.due["computer"] == due
    live = played(table(LONG, LONG, LONG), lambda now: transitions.leaves(now, Seat(2)))
    assert seconds_left(live, "turn") == 29
    live = played(live, lambda now: transitions.leaves(now, Seat(1)), lambda now: transitions.leaves(now, Seat(0)))
    assert set(live.loaded.due) == {"computer"}


def comes_and_goes(live: Live, seat: int, times: int = 1) -> Live:
    for _ in range(times):
        live = played(
            live, lambda now: transitions.leaves(now, Seat(seat)), lambda now: transitions.back(now, Seat(seat))
        )
    return live


def test_who_comes_and_goes_makes_nobodys_act_stale() -> None:
    seen = table(LONG, LONG, LONG)
    live = comes_and_goes(seen, 2, 3)
    assert live.match.shown > seen.match.shown
    step = transitions.seat_acts(live, Seat(0), Play(card("red-1")), seen.match.shown, "m1:0")
    assert step.state.turn == 1


def test_who_is_away_and_back_again_and_again_does_not_lengthen_his_turn() -> None:
    live = table(LONG, LONG)
    due = live.loaded.due["turn"]
    for _ in range(5):
        live = played(live, lambda now: transitions.goes_away(now, Seat(0)), lambda now: transitions.back(now, Seat(0)))
    assert live.loaded.due == {"turn": due}


def test_who_is_away_again_and_again_has_no_more_turns_run_out_than_others() -> None:
    live = table(LONG, LONG, draw=("green-1",) * 20)
    for _ in range(2):
        live = played(live, transitions.turn_runs_out, lambda now: transitions.goes_away(now, Seat(0)))
        live = played(live, lambda now: transitions.back(now, Seat(0)), act(1, Draw()))
        live = played(live, act(1, Keep())) if live.state.turn == 1 else live
    assert live.match.seats[0].timeouts == 2
    step = transitions.turn_runs_out(live)
    assert step is not None
    assert step.change.due["leave:0"] == 0


def test_who_leaves_and_comes_back_too_often_is_back_after_the_next_deal() -> None:
    live = comes_and_goes(table(("red-1",), LONG, LONG, length=Length(rounds=2)), 2, transitions.MOST_RETURNS)
    live = played(live, lambda now: transitions.leaves(now, Seat(2)))
    assert transitions.back(live, Seat(2)) is None
    with pytest.raises(ActRefused, match="replaced"):
        transitions.ready(live, Seat(2))
    live = played(finish_round(live), transitions.next_round)
    assert played(live, lambda now: transitions.ready(now, Seat(2))).state.returned == (2,)


def test_a_late_mark_of_absence_finds_its_lease_running() -> None:
    step = transitions.goes_away(table(LONG, LONG), Seat(1))
    assert step is not None
    assert step.change.lapsed == f"{'03' + 'a' * 26}|m2"


def two_rounds_with_seat_2_left() -> Live:
    live = table(("red-1",), LONG, LONG, length=Length(rounds=2))
    return played(live, lambda now: transitions.leaves(now, Seat(2)))


def finish_round(live: Live) -> Live:
    """Seat 0 goes out, and seat 1 follows: for three seats that ends the round."""
    live = played(live, act(0, Play(card("red-1"))))
    while live.state.round.result is None:
        turn = live.state.turn
        if turn is not None and live.state.kinds[turn] is not PERSON:
            live = played(live, plays_plainly)
        else:
            live = played(live, transitions.turn_runs_out)
        assert live.loaded.version < 500
    return live


# The first turn, and the next round.


def test_the_first_turns_clock_waits_for_the_last_page() -> None:
    live = played(table(LONG, LONG, dealing=True), lambda now: transitions.ready(now, Seat(1)))
    assert "turn" not in live.loaded.due
    live = played(live, lambda now: transitions.ready(now, Seat(0)))
    assert seconds_left(live, "turn") == 30
    assert "first_turn" not in live.loaded.due


def test_the_first_turns_clock_waits_five_seconds_at_most() -> None:
    live = played(table(LONG, LONG, dealing=True), transitions.first_turn_waits_no_longer)
    assert seconds_left(live, "turn") == 30


def test_who_plays_at_once_ends_the_wait() -> None:
    live = played(table(LONG, LONG, dealing=True), act(0, Play(card("red-1"))))
    assert not live.match.dealing
    assert seconds_left(live, "turn") == 30
    assert "first_turn" not in live.loaded.due


def round_over() -> Live:
    live = table(("red-1",), ("red-2", "blue-5"), length=Length(rounds=2))
    return played(live, act(0, Play(card("red-1"))))


def test_the_next_round_is_dealt_when_all_who_are_there_want_it() -> None:
    live = round_over()
    assert seconds_left(live, "next_round") == 15
    live = played(live, lambda now: transitions.ready(now, Seat(0)))
    assert live.state.round.result is not None
    live = played(live, lambda now: transitions.ready(now, Seat(1)))
    assert live.state.round.result is None
    assert live.match.dealing
    assert set(live.loaded.due) == {"first_turn"}
    assert not any(seat.ready for seat in live.match.seats)


def test_who_is_gone_does_not_block_the_next_round() -> None:
    live = played(round_over(), lambda now: transitions.goes_away(now, Seat(1)))
    live = played(live, lambda now: transitions.ready(now, Seat(0)))
    assert live.state.round.result is None


def test_a_round_has_its_own_secret_for_handles() -> None:
    live = round_over()
    assert played(live, transitions.next_round).match.secret != live.match.secret


def test_without_anybody_the_match_waits_for_an_hour_and_is_then_closed_with_a_record() -> None:
    live = round_over()
    for seat in (0, 1):
        live = played(live, lambda now, seat=seat: transitions.leaves(now, Seat(seat)))  # type: ignore[misc]
    assert set(live.loaded.due) == {"expiry"}
    step = transitions.gives_up(live)
    assert step is not None
    (record,) = [decode_record(entry) for entry in step.change.outbox.values()]
    assert isinstance(record, MatchRecord)
    assert (record.reason, record.winners) == ("abandoned", [])
    assert after(live, step).loaded.due == {}


# What the ledger gets.


def test_a_finished_round_leaves_its_record_in_the_same_commit() -> None:
    live = table(("red-1",), ("red-2", "blue-5"), length=Length(rounds=2))
    step = act(0, Play(card("red-1")))(live)
    assert list(step.change.outbox) == [f"{live.id}:1"]
    record = decode_record(step.change.outbox[f"{live.id}:1"])
    assert isinstance(record, RoundRecord)
    assert (record.points, record.winners, record.totals) == ([7, 0], [0], [7, 0])
    assert {line.seat: line.points for line in record.lines} == {0: 7, 1: 0}


def test_a_finished_match_leaves_its_record_beside_the_rounds_and_no_deadline() -> None:
    live = table(("red-1",), ("red-2", "blue-5"))
    step = act(0, Play(card("red-1")))(live)
    assert sorted(step.change.outbox) == [f"{live.id}:1", f"{live.id}:end"]
    record = decode_record(step.change.outbox[f"{live.id}:end"])
    assert isinstance(record, MatchRecord)
    assert (record.winners, record.reason, record.length) == ([0], "rounds", {"rounds": 1})
    assert step.change.expire == 24 * 3600
    assert after(live, step).loaded.due == {}


def test_nothing_more_happens_after_the_end() -> None:
    live = played(table(("red-1",), ("red-2", "blue-5")), act(0, Play(card("red-1"))))
    for step in (transitions.next_round, transitions.turn_runs_out, transitions.window_runs_out, transitions.gives_up):
        assert step(live) is None
    assert transitions.ready(live, Seat(0)) is None
    assert transitions.leaves(live, Seat(0)) is None


# Computers.


def test_a_computer_moves_after_a_pause_and_has_no_timer() -> None:
    live = played(table(LONG, LONG, kinds=(PERSON, COMPUTER)), act(0, Play(card("red-1"))))
    assert set(live.loaded.due) == {"computer"}
    assert 0.8 <= (seconds_left(live, "computer") or 0) <= 2


def test_only_one_act_is_ever_made_of_a_version_by_a_computer() -> None:
    step = plays_plainly(table(LONG, LONG, kinds=(COMPUTER, PERSON)))
    assert step is not None
    assert step.change.act == "bot:10"


# The envelope.


def test_the_envelope_is_read_as_it_was_written() -> None:
    match = round_over().match
    assert decode_match(encode_match(match)) == match
