"""Computers of a live match: who plays how well, how long they think, what the log keeps of it."""

import msgspec
import pytest

from games import engine
from games.computers import Level
from games.engine import Length, Recorder, Seat, SeatKind, Started
from games.live.hindsight import views_since_deal
from games.live.log import LogEntry, log_entry, read_packed
from games.live.match import Live
from games.live.transitions import computer_acts
from games.services.computers import LEAST_MS, level_of, thinking_time
from tests.live.tables import table

COMPUTERS = (SeatKind.PERSON, SeatKind.COMPUTER, SeatKind.REPLACEMENT)


def seated(level: str) -> Live:
    live = table(["red-1", "red-2"], ["red-3", "red-4"], ["red-5", "red-6"], kinds=COMPUTERS, turn=1)
    seats = tuple(msgspec.structs.replace(seat, level=level) for seat in live.match.seats)
    return live._replace(match=msgspec.structs.replace(live.match, seats=seats))


@pytest.mark.parametrize("level", list(Level))
def test_a_computer_plays_at_the_level_chosen_for_its_seat(level: Level) -> None:
    assert level_of(seated(level), Seat(1)) is level


def test_whoever_finishes_an_absent_persons_round_plays_normally() -> None:
    assert level_of(seated("hard"), Seat(2)) is Level.NORMAL


@pytest.mark.parametrize(("waiting", "thinking"), [(0, 300), (1, 300), (5, 100), (29, 20), (10_000, LEAST_MS)])
def test_the_more_computers_wait_the_less_each_thinks(waiting: int, thinking: float) -> None:
    assert thinking_time(waiting) == thinking


def test_the_log_keeps_why_a_computer_did_what_it_did() -> None:
    live = seated("normal")
    action = engine.legal_actions(live.state, Seat(1))[0]
    assert isinstance(action, engine.SeatAction)
    step = computer_acts(live, Seat(1), action, ("follows_suit", {"card": "red-3"}))
    assert step.change.log is not None
    assert read_packed(step.change.log).why == ("follows_suit", {"card": "red-3"})


def test_a_logged_act_of_a_person_has_no_reason() -> None:
    assert read_packed(log_entry(Seat(0), engine.Draw(), [], "m1:0", 3)).why is None


def test_what_a_seat_has_seen_is_read_back_from_the_log() -> None:
    kinds = (SeatKind.COMPUTER,) * 2
    recorder = Recorder(range)
    match, _ = engine.start("clash-classic", seats=kinds, length=Length(rounds=3), dealer=Seat(0), chance=recorder)
    started = Started("clash-classic", kinds, Length(rounds=3), teams=False, dealer=Seat(0), orders=recorder.orders)
    entries = [LogEntry(0, 1, None, started, recorder.orders, None)]
    views = [engine.view(match, Seat(0))]
    while match.rounds_played < 2:
        turn = match.turn
        action = engine.clock_actions(match)[0] if turn is None else engine.legal_actions(match, turn)[0]
        recorder = Recorder(range)
        match, _ = engine.apply(match, turn, action, recorder)
        entries.append(LogEntry(0, len(entries) + 1, turn, action, recorder.orders, None))
        views = [] if isinstance(action, engine.Deal) else views
        views.append(engine.view(match, Seat(0)))
    assert views_since_deal(entries, Seat(0)) == views
