"""What a page is told of a round that it was not there for is what its seat was told then, and nothing else."""

import random

import pytest

from games import engine
from games.engine import RULESETS, Deal, Event, Length, Recorder, Seat, SeatKind, Started, redact
from games.live.hindsight import TOLD_MOST, told_since_deal
from games.live.log import LogEntry

SEATS = 3


def played(ruleset: str, *, rounds: int, seed: str) -> tuple[list[LogEntry], list[list[Event]]]:
    """The log of some rounds at random, and what each seat was told of the last one."""
    chance = random.Random(seed)
    kinds, length = (SeatKind.PERSON,) * SEATS, Length(rounds=3)
    recorder = Recorder(lambda size: chance.sample(range(size), size))
    match, events = engine.start(ruleset, seats=kinds, length=length, dealer=Seat(0), chance=recorder)
    started = Started(ruleset, kinds, length, teams=False, dealer=Seat(0), orders=recorder.orders)
    entries = [LogEntry(0, 1, None, started, recorder.orders, None)]
    told = [[redact(event, Seat(seat)) for event in events] for seat in range(SEATS)]
    while match.rounds_played < rounds:
        asked = [(Seat(seat), act) for seat in range(SEATS) for act in engine.legal_actions(match, Seat(seat))]
        actor, action = chance.choice([*asked, *[(None, act) for act in engine.clock_actions(match)][: not asked]])
        recorder = Recorder(lambda size: chance.sample(range(size), size))
        match, events = engine.apply(match, actor, action, recorder)
        entries.append(LogEntry(0, len(entries) + 1, actor, action, recorder.orders, None))
        for seat, heard in enumerate(told):
            if isinstance(action, Deal):
                heard.clear()
            heard += [redact(event, Seat(seat)) for event in events]
    return entries, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_seat_is_told_again_what_it_was_told_since_the_deal(ruleset: str) -> None:
    entries, told = played(ruleset, rounds=2, seed=ruleset)
    for seat, heard in enumerate(told):
        assert told_since_deal(entries, Seat(seat)) == heard[-TOLD_MOST:]
