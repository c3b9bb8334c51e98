"""Matches for the pages about them: whole ones played at random, and many rows that were never played."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from games import engine
from games.computers import Budget, Level, choose
from games.engine import Deal, Length, MatchState, Recorder, Replaced, Seat, SeatKind, Started
from games.live.log import Why, log_entry
from games.live.records import LineRecord, MatchRecord, RoundRecord, SeatRecord
from games.models import Match, MatchSeat
from games.services.ledger import store_match, write_round

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.engine import Action
    from tests.ledger.conftest import Outbox

BEGAN = 1_700_000_000_000
"""When the played matches begin, in ms; each action takes a second."""


def match_id(number: int) -> str:
    """An id as the store makes them."""
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    digits = ""
    for _ in range(26):
        number, digit = divmod(number, 32)
        digits = letters[digit] + digits
    return f"03{digits}"


class PlayedMatch:
    """A whole match, played at random by people and as they would by computers, with its log and its records.

    `people` names an identity and a name for each person's seat; None is a computer. `leaves`: a seat that a
    computer takes over at the tenth action.
    """

    def __init__(
        self,
        people: Sequence[tuple[UUID, str] | None],
        *,
        ruleset: str = "clash-classic",
        rounds: int = 3,
        number: int = 1,
        seed: int = 1,
        leaves: int | None = None,
        teams: bool = False,
    ) -> None:
        self.id = match_id(number)
        self.people, self.ruleset, self.leaves, self.teams = people, ruleset, leaves, teams
        self.length = Length(losses=rounds) if teams else Length(rounds=rounds)
        self.rounds: list[RoundRecord] = []
        self.log: list[bytes] = []
        self._dice = random.Random(seed)
        chance = self._chance()
        kinds = tuple(SeatKind.PERSON if person else SeatKind.COMPUTER for person in people)
        state, _ = engine.start(ruleset, seats=kinds, length=self.length, teams=teams, dealer=Seat(0), chance=chance)
        self._note(None, Started(ruleset, kinds, self.length, teams, Seat(0), chance.orders), chance)
        self.states: list[MatchState[Any]] = [state]
        while self.states[-1].result is None:
            self._step()
        self.end = self._end(self.states[-1])

    def _chance(self) -> Recorder:
        return Recorder(lambda size: self._dice.sample(range(size), size))

    def _step(self) -> None:
        state = self.states[-1]
        actor, action, why = self._next(state)
        chance = self._chance()
        after, _ = engine.apply(state, actor, action, chance)
        self._note(actor, action, chance, why)
        self.states.append(after)
        if after.rounds_played > state.rounds_played:
            self._finish_round(after)

    def _next(self, state: MatchState[Any]) -> tuple[Seat | None, Action, Why | None]:
        if len(self.log) == 10 and self.leaves is not None:
            return None, Replaced(Seat(self.leaves)), None
        choices = [
            (Seat(seat), action)
            for seat in range(len(self.people))
            for action in engine.legal_actions(state, Seat(seat))
        ]
        if not choices:
            clock = [action for action in engine.clock_actions(state) if not isinstance(action, Replaced)]
            deals = [action for action in clock if isinstance(action, Deal)]
            return None, (Deal(state.kinds) if deals else self._dice.choice(clock)), None
        actor, action = self._dice.choice(choices)
        if state.kinds[actor] is SeatKind.PERSON:
            return actor, action, None
        view = engine.view(state, actor)
        choice = choose(Level.NORMAL, view, [view], seed=str(len(self.log)), budget=Budget(playouts=10))
        why = (choice.reason.code.value, choice.reason.facts)
        return actor, choice.action or action, why

    def _note(self, actor: Seat | None, action: Action | Started, chance: Recorder, why: Why | None = None) -> None:
        number = len(self.log) + 1
        at = BEGAN + 1000 * len(self.log)
        self.log.append(f"{at}:".encode() + log_entry(actor, action, chance.orders, None, number, why=why))

    def _shared(self, state: MatchState[Any]) -> dict[str, Any]:
        return {
            "schema": 1,
            "match_id": self.id,
            "room_id": "03" + "r" * 26,
            "room_code": "ABCDEF",
            "ruleset": self.ruleset,
            "practice": state.practice,
            "seats": [
                SeatRecord(
                    seat=seat,
                    identity=str(person[0]) if person else None,
                    name=person[1] if person else "\ue000fox",
                    kind="person" if person else "computer",
                    replaced=state.kinds[seat] is SeatKind.REPLACEMENT,
                )
                for seat, person in enumerate(self.people)
            ],
            "totals": list(state.totals),
            "ended_ms": BEGAN + 1000 * len(self.log),
        }

    def _finish_round(self, state: MatchState[Any]) -> None:
        result = state.round.result
        assert result is not None
        record = RoundRecord(
            **self._shared(state),
            round=len(self.rounds) + 1,
            lines=[LineRecord(line.seat, line.kind, line.points) for line in result.lines],
            points=list(result.points),
            winners=list(result.winners),
            reason=result.reason,
            places=list(result.places),
            started_ms=BEGAN,
        )
        self.rounds.append(record)

    def _end(self, state: MatchState[Any]) -> MatchRecord:
        assert state.result is not None
        length = {"losses": self.length.losses} if self.teams else {"rounds": self.length.rounds}
        return MatchRecord(
            **self._shared(state),
            length={name: value for name, value in length.items() if value is not None},
            teams=self.teams,
            rounds=len(self.rounds),
            winners=list(state.result.winners),
            reason=state.result.reason,
            ranking=[list(group) for group in state.result.ranking],
            started_ms=BEGAN,
        )

    def leave_in(self, outbox: Outbox) -> list[str]:
        """Leave it as the commits of a match would; the outbox's keys, the end last."""
        outbox.put_log(self.id, self.log)
        records: list[RoundRecord | MatchRecord] = [*self.rounds, self.end]
        return [outbox.put(record) for record in records]

    def record(self, outbox: Outbox) -> PlayedMatch:
        """Have the ledger write it."""
        *rounds, end = self.leave_in(outbox)
        for key in rounds:
            write_round(outbox_key=key)
        store_match(outbox_key=end)
        return self


def list_matches(
    count: int,
    people: Sequence[tuple[UUID, str]],
    *,
    ruleset: str = "clash-classic",
    first: int = 0,
    began: datetime = datetime(2026, 1, 1, tzinfo=UTC),
    **facts: object,
) -> None:
    """So many finished matches between the same people, an hour apart, without rounds; the first of them wins."""
    seats = range(len(people))
    totals = [40 - 10 * seat for seat in seats]
    matches = [
        Match(
            id=match_id(number),
            room_id="03" + "r" * 26,
            room_code="ABCDEF",
            ruleset=ruleset,
            started=began + timedelta(hours=number),
            ended=began + timedelta(hours=number, minutes=20),
            rounds=1,
            **{
                "practice": False,
                "length": {"rounds": 1},
                "reason": "rounds",
                "winners": [0],
                "ranking": [[seat] for seat in seats],
                "totals": totals,
                **facts,
            },
        )
        for number in range(first, first + count)
    ]
    Match.objects.bulk_create(matches, batch_size=1000)
    rows = [
        MatchSeat(match=match, seat=seat, kind="person", identity_id=identity, name=name, ended=match.ended)
        for match in matches
        for seat, (identity, name) in enumerate(people)
    ]
    MatchSeat.objects.bulk_create(rows, batch_size=2000)
