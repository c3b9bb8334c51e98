"""Every total is counted again from the stored log of its match."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games import engine
from games.engine import Action, Length, MatchState, Recorder, Seat, SeatKind, Started
from games.live.log import log_entry
from games.live.records import LineRecord, MatchRecord, RoundRecord
from games.models import LedgerLine, Match
from games.services.ledger import store_match, write_round
from games.services.recount import differences, differences_in, due_on
from tests.ledger.conftest import MATCH, PEOPLE, Outbox, match_record, round_record

pytestmark = pytest.mark.usefixtures("people")

ROUNDS = 3


class Played:
    """A whole match that three people have played at random, as its log and its records tell it."""

    def __init__(self, seed: int) -> None:
        self.rounds: list[RoundRecord] = []
        self.log: list[bytes] = []
        dice = random.Random(seed)
        chance = Recorder(lambda size: dice.sample(range(size), size))
        kinds = (SeatKind.PERSON,) * 3
        length = Length(rounds=ROUNDS)
        state, _ = engine.start("clash-classic", seats=kinds, length=length, teams=False, dealer=Seat(0), chance=chance)
        self._note(None, Started("clash-classic", kinds, length, False, Seat(0), chance.orders), chance)
        while state.result is None:
            state = self._step(state, dice)
        self.end = self._end(state)

    def _step(self, state: MatchState[Any], dice: random.Random) -> MatchState[Any]:
        choices = [(Seat(seat), act) for seat in range(3) for act in engine.legal_actions(state, Seat(seat))]
        actor, action = dice.choice(choices) if choices else (None, dice.choice(engine.clock_actions(state)))
        chance = Recorder(lambda size: dice.sample(range(size), size))
        after, _ = engine.apply(state, actor, action, chance)
        self._note(actor, action, chance)
        if after.rounds_played > state.rounds_played:
            self._finish_round(after)
        return after

    def _note(self, actor: Seat | None, action: Action | Started, chance: Recorder) -> None:
        number = len(self.log) + 1
        self.log.append(b"1700000000000:" + log_entry(actor, action, chance.orders, None, number))

    def _finish_round(self, state: MatchState[Any]) -> None:
        result = state.round.result
        assert result is not None
        self.rounds.append(
            round_record(
                len(self.rounds) + 1,
                lines=[LineRecord(line.seat, line.kind, line.points) for line in result.lines],
                points=list(result.points),
                winners=list(result.winners),
                totals=list(state.totals),
            )
        )

    def _end(self, state: MatchState[Any]) -> MatchRecord:
        assert state.result is not None
        return match_record(
            ROUNDS,
            length={"rounds": ROUNDS},
            totals=list(state.totals),
            winners=list(state.result.winners),
            ranking=[list(group) for group in state.result.ranking],
        )

    def record(self, outbox: Outbox) -> None:
        outbox.put_log(MATCH, self.log)
        for record in self.rounds:
            write_round(outbox_key=outbox.put(record))
        store_match(outbox_key=outbox.put(self.end))


@pytest.mark.parametrize("seed", range(3))
def test_the_log_and_the_ledger_of_a_match_agree(outbox: Outbox, seed: int) -> None:
    played = Played(seed)
    played.record(outbox)
    assert LedgerLine.objects.count() >= 3 * ROUNDS
    assert differences(MATCH) == []
    assert list(differences_in(Match.objects.all())) == []


def test_every_match_is_counted_again_every_night_or_if_there_are_too_many_in_one_of_32(outbox: Outbox) -> None:
    Played(1).record(outbox)
    first = datetime(2030, 1, 1, tzinfo=UTC)
    nights = [first + timedelta(days=number) for number in range(32)]
    assert [due_on(night, most=1).count() for night in nights] == [1] * 32
    assert [due_on(night, most=0).count() for night in nights].count(1) == 1
    ended = Match.objects.get().ended
    assert ended is not None
    assert all(due_on(ended + timedelta(days=number), most=0).exists() for number in (0, 1, 2))


def test_a_line_that_the_log_does_not_know_is_found(outbox: Outbox) -> None:
    played = Played(1)
    played.record(outbox)
    LedgerLine.objects.create(
        match_id=MATCH, round=2, seat=1, kind="quarte", points=8, practice=False, identity_id=PEOPLE[1]
    )
    (found,) = differences(MATCH)
    assert found.round == 2
    assert "quarte" in found.recorded
    assert "quarte" not in found.counted


def test_a_wrong_total_is_found(outbox: Outbox) -> None:
    Played(1).record(outbox)
    Match.objects.update(totals=[1, 2, 3])
    (found,) = differences(MATCH)
    assert (found.round, found.recorded) == (None, "[1, 2, 3]")


def test_a_round_that_was_never_recorded_is_found(outbox: Outbox) -> None:
    played = Played(2)
    del played.rounds[1]
    played.record(outbox)
    assert [found.round for found in differences(MATCH)] == [2]


def test_a_match_without_a_log_is_found(outbox: Outbox) -> None:
    store_match(outbox_key=outbox.put(match_record()))
    (found,) = differences(MATCH)
    assert found.counted == "no log"


def test_a_log_that_cannot_be_replayed_is_found(outbox: Outbox) -> None:
    played = Played(1)
    del played.log[5]
    played.record(outbox)
    (found,) = differences(MATCH)
    assert found.counted.startswith("the log cannot be replayed")
