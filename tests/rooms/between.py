"""A match played on in the store up to the pause after a round."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING
from uuid import uuid4

from games import engine
from games.engine import Play, RoundOver, Seat, SeatAction
from games.live import store
from games.live.match import Live, over, read_match
from games.live.store import Committed
from games.live.transitions import next_round, seat_acts, window_runs_out
from games.protocol.lobby import ChooseTable, LengthWish, SetReady, StartMatch
from games.services.rooms import act_in_room

if TYPE_CHECKING:
    from games.live.transitions import Transition
    from tests.rooms.conftest import Lobby


async def match_between_rounds(lobby: Lobby) -> str:
    """The id of a match of five rounds that the two who are in the room have begun, once its first round is over."""
    table = ChooseTable("duel-classic", LengthWish(rounds=5), 60)
    for member, request in (("m1", table), ("m2", SetReady(ready=True)), ("m1", StartMatch())):
        outcome = await act_in_room(room_id=lobby.id, member_id=member, request=request, act_id=uuid4().hex)
        assert outcome.ok, outcome
    match_id = (await lobby.room()).match_id
    assert match_id is not None
    await play_round(match_id)
    return match_id


async def look(match_id: str) -> Live:
    loaded = await store.load("match", match_id)
    assert loaded is not None
    return read_match(match_id, loaded)


async def take(live: Live, step: Transition | None) -> Live:
    """Commit a step, whatever the time."""
    assert step is not None
    step.change.after = step.change.before = None
    answer = await store.commit(step.change)
    assert isinstance(answer, Committed), answer
    return step.after(live, answer.loaded[0])


async def play_round(match_id: str, seed: int = 1) -> Live:
    """Play until the round is over, at random; the next one is dealt first where one has just ended."""
    dice = random.Random(seed)
    live = await look(match_id)
    if isinstance(live.state.decision, RoundOver):
        live = await take(live, next_round(live))
    while not over(live) and not isinstance(live.state.decision, RoundOver):
        live = await take(live, _any_act(live, dice))
    return live


def _any_act(live: Live, dice: random.Random) -> Transition | None:
    choices = [
        (seat, action)
        for seat in map(Seat, range(len(live.match.seats)))
        for action in engine.legal_actions(live.state, seat)
        if isinstance(action, SeatAction)
    ]
    if not choices:
        return window_runs_out(live)
    seat, action = dice.choice([each for each in choices if isinstance(each[1], Play)] or choices)
    act = f"{live.match.seats[seat].member}:{dice.getrandbits(128):032x}"
    return seat_acts(live, seat, action, live.match.version_for(seat), act)
