"""Two acts in the same millisecond, two commits on one version, with the real store: faults 4 and 6."""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

import pytest

from games.engine import Announce, Catch, Draw, Play, Seat, Timeout, card
from games.live import play, store
from games.live.log import LogEntry, read_entry
from games.live.match import Live, encode_match, read_match
from games.live.play import Known, carry_out
from games.live.store import Change, Committed, Conflict
from games.live.transitions import turn_runs_out
from games.protocol.messages import Act, AnnounceAct, CatchAct, DrawAct, PlayersAct
from tests.faults.history import Verdict
from tests.faults.report import REPORT
from tests.faults.rivals import Rival, at_once
from tests.live.tables import act, after, table

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 1000
VIEW_SECONDS = 0.1

pytestmark = pytest.mark.usefixtures("redis_url")


@pytest.fixture
def rivals() -> Iterator[list[Rival]]:
    with Rival() as one, Rival() as other, Rival() as third, Rival() as fourth:
        yield [one, other, third, fourth]


def laid(rival: Rival, live: Live, *, due: dict[str, int | None]) -> Live:
    """The match as it lies in the store, made there with these deadlines (ms from now)."""
    match_id = store.new_id(3)

    async def lay() -> Live:
        made = Change(kind="match", id=match_id, expect=None, state=encode_match(live.match), due=due)
        assert isinstance(await store.commit(made), Committed)
        loaded = await store.load("match", match_id)
        assert loaded is not None
        return read_match(match_id, loaded)

    return rival.run(lay())


def logged(rival: Rival, live: Live) -> list[LogEntry]:
    return [read_entry(entry) for entry in rival.run(store.read_log(live.id))]


async def code_of(live: Live, seat: int, what: PlayersAct, act_id: str) -> str | None:
    """The code with which a seat's act is refused, None when it is done."""
    message = Act(act_id, live.id, live.loaded.epoch, live.match.version_for(Seat(seat)), what)
    return (await play.act(Known(live), Seat(seat), f"m{seat + 1}", message)).code


async def clock_does(live: Live) -> bool:
    """What a clock does as long as the turn stands: whether it was the one to end it."""
    while True:
        if await carry_out(live, turn_runs_out) is not None:
            return True
        loaded = await store.load("match", live.id)
        if loaded is None or loaded.version != live.loaded.version:
            return False


def test_06_an_act_and_the_end_of_its_turn_in_the_same_millisecond(rivals: list[Rival]) -> None:
    """One of them happens, by the store's clock; an act that came too late is told so."""
    chance = random.Random(6)
    person, clock, *_ = rivals
    verdict, won = Verdict(), 0
    for number in range(ROUNDS):
        live = laid(person, table(("red-1", "red-2"), ("blue-1", "blue-2")), due={"turn": chance.randrange(4)})
        acts = at_once([(person, code_of(live, 0, DrawAct(), f"{number:032x}")), (clock, clock_does(live))])
        code, ended = acts
        assert code in ({"late", "stale", "not_your_turn"} if ended else {None})
        assert [entry.action for entry in logged(person, live)] == [Timeout(Seat(0)) if ended else Draw()]
        won += not ended
        verdict.acknowledged += not ended
    REPORT.add(6, verdict)
    assert 0 < won < ROUNDS, "they never met"


def test_06_a_call_and_its_catch_in_the_same_millisecond(rivals: list[Rival]) -> None:
    """Either the last card was called in time or its holder is caught; the other is told why not."""
    verdict, calls = Verdict(), 0
    for number in range(ROUNDS):
        before = table(("red-1", "red-2"), ("blue-1", "blue-2"))
        opened = after(before, act(0, Play(card("red-1")))(before))
        live = laid(rivals[0], opened, due={"window": 3_000})
        caller, catcher = rivals[number % 2], rivals[1 - number % 2]
        works = [
            (caller, code_of(live, 0, AnnounceAct(), f"{number:031x}0")),
            (catcher, code_of(live, 1, CatchAct(0), f"{number:031x}1")),
        ]
        called, caught = at_once(works if number % 2 else works[::-1])[:: 1 if number % 2 else -1]
        assert [called, caught].count(None) == 1
        assert (called or caught) in {"stale", "nothing_to_catch", "nothing_to_announce"}
        (entry,) = logged(caller, live)
        assert entry.action == (Announce() if called is None else Catch(Seat(0)))
        calls += called is None
        verdict.acknowledged += 1
    REPORT.add(6, verdict)
    assert 0 < calls < ROUNDS, "they never met"


def test_04_several_processes_commit_on_one_version(rivals: list[Rival]) -> None:
    """One wins; every other gets, in the same reply, what the winner left."""
    verdict, waits = Verdict(), []
    for _ in range(50):
        live = laid(rivals[0], table(("red-1", "red-2"), ("blue-1", "blue-2")), due={})
        answers = at_once([(rival, _timed_commit(live, number)) for number, rival in enumerate(rivals)])
        winners = [number for number, (answer, _) in enumerate(answers) if isinstance(answer, Committed)]
        assert len(winners) == 1
        for answer, seconds in answers:
            waits.append(seconds)
            if isinstance(answer, Conflict):
                assert answer.loaded.state == b"%d" % winners[0]
                assert answer.loaded.version == live.loaded.version + 1
        verdict.acknowledged += 1
    REPORT.add(4, verdict)
    assert statistics.median(waits) < VIEW_SECONDS


async def _timed_commit(live: Live, number: int) -> tuple[object, float]:
    began = time.monotonic()
    answer = await store.commit(Change(kind="match", id=live.id, expect=live.version, state=b"%d" % number))
    return answer, time.monotonic() - began
