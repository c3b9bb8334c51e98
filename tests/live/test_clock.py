"""The clock with the real store: what is due is done once, a pause of the service costs nobody his time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import redis
from django.conf import settings

from games.engine import RULESETS, Seat, SeatKind
from games.live import jobs, leases, store, webs
from games.live.leases import Lease
from games.live.match import SCHEMA, Live, over, read_match
from games.live.opening import NewSeat, new_match
from games.live.pipe import StoreError
from games.live.store import Change, Committed, Loaded
from games.live.sweep import sweep_shard
from games.live.table import Durations, TableSettings
from games.live.transitions import goes_away
from games.services import clock as clock_service
from games.services import dispatch
from games.services.clock import Clock
from games.services.computers import play_computer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

pytestmark = pytest.mark.usefixtures("open_store")
SHARD = 3
HASTY = Durations(first_turn=0, computer_least=0, computer_most=0, computer_retry=0, between=0, window=0, turn=1)


async def opened(
    *kinds: SeatKind, durations: Durations = HASTY, ruleset: str = "clash-classic", timer: int | None = 30
) -> str:
    """A match in the store; the members m1, m2... sit in it."""
    match_id, change = new_match(
        room_id=store.new_id(SHARD),
        room_code="ABCDEF",
        seats=[
            NewSeat(f"i{n}", f"m{n}", f"Name {n}", "person")
            if kind is SeatKind.PERSON
            else NewSeat(None, None, "", "computer")
            for n, kind in enumerate(kinds, 1)
        ],
        table=TableSettings(ruleset, rounds=1, timer=timer),
        durations=durations,
        now=await store.now(),
    )
    assert isinstance(await store.commit(change), Committed)
    return match_id


async def stored(match_id: str) -> Live:
    loaded = await store.load("match", match_id)
    assert loaded is not None
    return read_match(match_id, loaded)


async def idle(clock: Clock) -> None:
    """One sweep, and everything that it began."""
    await clock.sweep()
    while clock._tasks:
        await asyncio.gather(*clock._tasks, return_exceptions=True)


async def test_a_match_that_nobody_plays_is_played_by_the_clocks_alone_each_deadline_once() -> None:
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON)
    clocks = [Clock() for _ in range(3)]
    for _ in range(3000):
        await asyncio.gather(*[idle(clock) for clock in clocks])
        if over(await stored(match_id)):
            break
    live = await stored(match_id)
    assert over(live)
    entries = await store.read_log(match_id)
    assert len(entries) <= live.loaded.version
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        assert client.zcard(f"{{s{SHARD:02x}}}:due") == 0


# The pause of the whole service.


async def paused(seconds: float, changes: Sequence[Change]) -> Durations:
    """The shard was last swept so long ago."""
    durations = Durations()
    for change in changes:
        assert isinstance(await store.commit(change), Committed)
    await sweep_shard(SHARD, durations, at_most=10)
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        key = f"{{s{SHARD:02x}}}:swept"
        at, _, run = bytes(client.get(key) or b"").partition(b":")
        client.set(key, b"%d:%s" % (int(at) - round(seconds * 1000), run))
    return durations


def waiting(**due: int | None) -> Change:
    return Change(kind="match", id=store.new_id(SHARD), expect=None, state=b"", due=dict(due))


async def read(change: Change) -> Loaded:
    loaded = await store.load("match", change.id)
    assert loaded is not None
    return loaded


async def test_a_pause_gives_every_running_turn_what_it_lost_and_at_least_the_grace() -> None:
    nearly, long = waiting(turn=30_000), waiting(turn=30_000)
    await paused(0, [nearly, long])
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        now = await store.now()
        for change, left in ((nearly, 1_000), (long, 20_000)):
            client.hset(f"{{s03}}:match:{change.id}", "d:turn", f"{now - 40_000 + left}:30000:0")
            client.zadd("{s03}:due", {f"match:{change.id}|turn": now - 40_000 + left})
    before = await read(nearly)
    durations = await paused(40, [])
    found = await sweep_shard(SHARD, durations, at_most=10)
    assert found.lost >= 40_000
    assert found.due == []
    after = await read(nearly), await read(long)
    assert after[0].due["turn"] - now >= durations.grace
    assert 19_000 < after[1].due["turn"] - now < 22_000
    assert after[0].epoch > before.epoch
    assert (await sweep_shard(SHARD, durations, at_most=10)).lost == 0


async def test_a_pause_starts_absences_and_leases_afresh() -> None:
    gone = waiting(**{"away:1": 90_000})
    await leases.renew([Lease(gone.id, "m1", "socket", take=True)], 0)
    durations = await paused(60, [gone])
    found = await sweep_shard(SHARD, durations, at_most=10)
    assert found.lapsed == []
    assert 89_000 < (await read(gone)).due["away:1"] - await store.now() <= 90_000
    assert await leases.present_members(gone.id, ["m1"]) == {"m1"}


async def test_a_clock_of_the_store_that_is_set_back_makes_nobody_wait_longer() -> None:
    """An hour back: what was due in ten seconds is so still, and who had gone a moment ago is not here for an hour."""
    running, gone = waiting(turn=30_000), waiting(**{"away:1": 90_000})
    durations = await paused(-3600, [running, gone])
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        now = await store.now()
        client.hset(f"{{s03}}:match:{running.id}", "d:turn", f"{now + 3_610_000}:30000:0")
        client.zadd("{s03}:due", {f"match:{running.id}|turn": now + 3_610_000})
        client.zadd("{s03}:lease", {f"{gone.id}|m1": now + 3_601_000})
    assert (await sweep_shard(SHARD, durations, at_most=10)).lost < -3_590_000
    assert 9_000 < (await read(running)).due["turn"] - now < 11_000
    assert 89_000 < (await read(gone)).due["away:1"] - now < 91_000
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        assert (client.zscore("{s03}:lease", f"{gone.id}|m1") or 0) - now < durations.lease + 1_000
    assert (await sweep_shard(SHARD, durations, at_most=10)).lost == 0


async def test_a_short_gap_between_sweeps_is_no_pause() -> None:
    due = waiting(turn=0)
    durations = await paused(3, [due])
    found = await sweep_shard(SHARD, durations, at_most=10)
    assert [each.id for each in found.due] == [due.id]


# No web process, while clocks go on.


async def half_way(ago: int, turn: Change) -> int:
    """`ago` ms ago, when there last was a web process and a lease was renewed, the turn had ten seconds left; when."""
    seen = await store.now() - ago
    await paused(0, [turn])
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.hset(f"{{s03}}:match:{turn.id}", "d:turn", f"{seen + 10_000}:30000:0")
        client.zadd("{s03}:due", {f"match:{turn.id}|turn": seen + 10_000})
        client.zadd("{s03}:lease", {f"{turn.id}|m1": seen + Durations().lease})
        run = bytes(client.get("{s03}:swept") or b"").partition(b":")[2]
        client.set("{s03}:swept", b"%d:%s" % (seen, run))
    return seen


async def test_without_a_web_process_nothing_runs_out_and_its_return_gives_back_once_what_was_lost() -> None:
    turn = waiting(turn=30_000)
    seen = await half_way(40_000, turn)
    for _ in range(3):
        found = await sweep_shard(SHARD, Durations(), at_most=10, web_seen=seen)
        assert found == (0, [], [], True)
    assert (await read(turn)).due["turn"] == seen + 10_000
    await webs.show()
    back = await webs.last_seen()
    sweeps = [sweep_shard(SHARD, Durations(), at_most=10, web_seen=each) for each in (back, back, seen, back)]
    lost = [sweep.lost for sweep in await asyncio.gather(*sweeps)]
    assert (lost[0] >= 40_000, lost[1:]) == (True, [0, 0, 0])
    live = await read(turn)
    assert 9_000 < live.due["turn"] - live.now <= 10_000
    assert await leases.present_members(turn.id, ["m1"]) == {"m1"}


async def test_a_few_seconds_without_a_web_process_are_given_back_as_well() -> None:
    """Its restart takes less than a pause: nobody could act, so what fell into it does not run out at once."""
    turn = waiting(turn=30_000)
    seen = await half_way(4_000, turn)
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.hset(f"{{s03}}:match:{turn.id}", "d:turn", f"{seen + 3_000}:30000:0")
        client.zadd("{s03}:due", {f"match:{turn.id}|turn": seen + 3_000})
    assert (await sweep_shard(SHARD, Durations(), at_most=10, web_seen=seen)).waits
    found = await sweep_shard(SHARD, Durations(), at_most=10, web_seen=await store.now())
    assert (found.lost >= 4_000, found.due) == (True, [])
    live = await read(turn)
    assert 4_000 < live.due["turn"] - live.now <= 5_000
    assert (await sweep_shard(SHARD, Durations(), at_most=10, web_seen=live.now)).lost == 0


async def test_one_web_process_is_enough_and_a_short_silence_no_pause() -> None:
    turn = waiting(turn=0)
    await half_way(2_000, turn)
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.zadd("{s03}:due", {f"match:{turn.id}|turn": 1})
    found = await sweep_shard(SHARD, Durations(), at_most=10, web_seen=await store.now() - 2_000)
    assert (found.lost, [each.id for each in found.due]) == (0, [turn.id])


async def test_web_processes_of_older_code_which_give_no_sign_hold_up_nothing() -> None:
    """One that gave signs is gone; the pages of the others renew their leases."""
    turn = waiting(turn=30_000)
    seen = await half_way(40_000, turn)
    await leases.renew([Lease(turn.id, "m1", "socket")], Durations().lease)
    assert (await sweep_shard(SHARD, Durations(), at_most=10, web_seen=seen)).lost >= 40_000
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.zadd("{s03}:due", {f"match:{turn.id}|turn": 1})
    found = await sweep_shard(SHARD, Durations(), at_most=10, web_seen=seen)
    assert [each.id for each in found.due] == [turn.id]


# Rows that belong to nothing, and rows that fail.


async def test_a_row_that_belongs_to_nothing_is_taken_away() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.zadd("{s03}:due", {f"match:{store.new_id(SHARD)}|turn": 1, f"room:{store.new_id(SHARD)}|expiry": 1})
        await idle(Clock())
        assert client.zcard("{s03}:due") == 0


async def test_a_row_that_fails_is_put_off_and_holds_up_nothing(caplog: pytest.LogCaptureFixture) -> None:
    broken = waiting(turn=0)
    assert isinstance(await store.commit(broken), Committed)
    await idle(Clock())
    loaded = await read(broken)
    assert loaded.tries["turn"] == 1
    assert loaded.due["turn"] > loaded.now
    assert "failed" in caplog.text


async def test_rows_that_are_none_are_taken_away_and_cost_no_other_its_time(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does what stands for no match, or a shard that is none."""
    torn, fine = waiting(turn=30_000), waiting(turn=30_000)
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON)
    another = store.new_id(SHARD)
    none = {b"\xff\xfe|turn", b"nothing", b"match:|turn", f"match:{store.new_id(4)}|turn".encode(), b"match:03 x|turn"}
    newer = f"cup:{store.new_id(SHARD)}|begins".encode()
    with redis.Redis.from_url(redis_url) as client:
        client.set(f"{{s03}}:match:{another}", "no match")
        client.set("{s04}:due", "no deadlines")
        rows = [*none, newer, f"match:{another}|turn".encode()]
        client.zadd("{s03}:due", dict.fromkeys(rows, await store.now() + 1_000_000))
        await paused(0, [torn, fine])
        client.hset(f"{{s03}}:match:{torn.id}", "d:turn", "torn")
        before = await read(fine)
        durations = await paused(40, [])
        assert (await sweep_shard(SHARD, durations, at_most=10)).lost > 0
        assert (await read(fine)).due["turn"] > before.due["turn"]
        client.zadd("{s03}:due", dict.fromkeys(rows, 1))
        client.zadd("{s03}:lease", {b"\xff\xfe": 1, b"nobody": 1})
        clock = Clock()
        for _ in range(3):
            with pytest.raises(StoreError):
                await idle(clock)
        left = set(client.zrange("{s03}:due", 0, -1))
        assert newer in left
        assert not none & left
        assert client.zcard("{s03}:lease") == 0
    assert not (await stored(match_id)).match.dealing
    assert "is no row, and is taken away" in caplog.text


@pytest.mark.parametrize(
    "newer",
    [
        pytest.param(lambda fields: [SCHEMA + 1, *fields[1:]], id="schema"),
        pytest.param(lambda _: [SCHEMA + 1, {"another": "shape"}], id="another shape"),
        pytest.param(lambda fields: [*fields[:6], fields[6].replace(b"clash", b"crash"), *fields[7:]], id="rule set"),
    ],
)
async def test_a_match_of_newer_code_is_left_to_a_clock_that_can_read_it(
    newer: Callable[[list[Any]], list[Any]], caplog: pytest.LogCaptureFixture
) -> None:
    """Put off, its deadlines would come late for the clock that can, and its computers play plainly."""
    caplog.set_level(logging.INFO)
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON)
    live = await stored(match_id)
    state = msgspec.msgpack.encode(newer(msgspec.msgpack.decode(live.loaded.state)))
    await store.commit(Change(kind="match", id=match_id, expect=live.version, state=state, due={"first_turn": 0}))
    before = await store.load("match", match_id)
    clock = Clock()
    for _ in range(3):
        await idle(clock)
    after = await store.load("match", match_id)
    assert before is not None
    assert after is not None
    assert (after.due, after.tries) == (before.due, before.tries)
    assert [record.levelname for record in caplog.records if match_id in record.getMessage()] == ["INFO"]


async def test_many_matches_of_newer_code_block_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a deploy is taken back: no clock can read them any more, and they have been due for longest."""
    monkeypatch.setattr(clock_service, "AT_ONCE", 2)
    for _ in range(5):
        live = await stored(await opened(SeatKind.PERSON, SeatKind.PERSON))
        state = msgspec.msgpack.encode([SCHEMA + 1])
        await store.commit(Change(kind="match", id=live.id, expect=live.version, state=state, due={"first_turn": 0}))
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON)
    clock = Clock()
    for _ in range(4):
        await idle(clock)
    assert not (await stored(match_id)).match.dealing


# Computers.


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_practice_is_played_to_its_end_by_computers_that_do_only_what_is_legal(ruleset: str) -> None:
    slow = Durations(first_turn=0, window=0, computer_least=60_000, computer_most=60_000)
    match_id = await opened(*[SeatKind.COMPUTER] * 4, durations=slow, ruleset=ruleset)
    clock = Clock()
    for _ in range(4000):
        live = await stored(match_id)
        if over(live):
            break
        if not await play_computer(match_id=match_id, epoch=live.loaded.epoch, version=live.loaded.version):
            await idle(clock)
    assert over(await stored(match_id))


async def test_a_computers_thought_that_comes_twice_or_late_moves_once() -> None:
    match_id = await opened(*[SeatKind.COMPUTER] * 3, durations=Durations(first_turn=0))
    await idle(Clock())
    live = await stored(match_id)
    thought = {"match_id": match_id, "epoch": live.loaded.epoch, "version": live.loaded.version}
    made = await asyncio.gather(*[play_computer(**thought) for _ in range(5)])  # type: ignore[arg-type]
    assert sum(made) == 1
    assert (await stored(match_id)).loaded.version == live.loaded.version + 1
    assert not await play_computer(**thought)  # type: ignore[arg-type]


async def test_a_computers_thought_never_moves_a_persons_seat() -> None:
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON)
    await idle(Clock())
    live = await stored(match_id)
    assert not await play_computer(match_id=match_id, epoch=live.loaded.epoch, version=live.loaded.version)


async def test_a_thought_that_never_comes_is_asked_for_again_and_then_the_clock_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int | str] = []

    async def never_answers(_name: str, **given: int | str) -> bool:
        asked.append(given["version"])
        return True

    monkeypatch.setattr(clock_service, "send_beside", never_answers)
    match_id = await opened(*[SeatKind.COMPUTER] * 2, durations=HASTY)
    clock = Clock()
    await idle(clock)
    version = (await stored(match_id)).loaded.version
    for _ in range(2):
        await idle(clock)
        assert (await stored(match_id)).loaded.version == version
    assert asked == [version, version]
    await idle(clock)
    assert (await stored(match_id)).loaded.version == version + 1


async def test_a_broker_that_hangs_does_not_keep_the_clock_from_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(_name: str, **_given: int | str) -> bool:
        return await asyncio.Event().wait()

    monkeypatch.setattr(clock_service, "send_beside", hangs)
    match_id = await opened(*[SeatKind.COMPUTER] * 2, durations=HASTY)
    clock = Clock()
    async with asyncio.timeout(10):
        while (await stored(match_id)).loaded.version < 4:
            await clock.sweep()
            await store.now()
    for task in clock._tasks:
        task.cancel()
    await asyncio.gather(*clock._tasks, return_exceptions=True)


async def test_whose_page_comes_as_his_absence_ends_keeps_his_seat() -> None:
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON, durations=Durations(absence=0))
    away = goes_away(await stored(match_id), Seat(0))
    assert away is not None
    assert isinstance(await store.commit(away.change), Committed)
    page = Lease(away.match.room_id, "m1", "socket", take=True)
    await leases.renew([page], 12_000)
    clock = Clock()
    await idle(clock)
    assert not (await stored(match_id)).match.seats[0].left
    await leases.give_up(page, 0)
    await idle(clock)
    assert (await stored(match_id)).match.seats[0].left


# Tasks for workers.


async def test_a_queue_that_nobody_empties_is_not_filled_any_further(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.rpush("celery:computers", *["waits"] * dispatch.MOST_WAITING)
        assert not await dispatch.send_beside("games.play_computer", match_id="", epoch=1, version=1)
        assert client.llen("celery:computers") == dispatch.MOST_WAITING


async def test_a_look_for_what_is_not_recorded_holds_up_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck(Clock):
        async def reconcile(self) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(clock_service, "RECONCILE", 0.0)
    match_id = await opened(SeatKind.PERSON, SeatKind.PERSON)
    clock = Stuck()
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(10):
        while (await stored(match_id)).loaded.version < 4:
            await store.now()
    for task in (running, *clock._tasks):
        task.cancel()
    await asyncio.gather(running, *clock._tasks, return_exceptions=True)


# Jobs of the day.


async def test_a_job_is_given_out_once_a_day_and_not_again_when_it_is_done(redis_url: str) -> None:
    assert [await jobs.claim("games.recount", "2026-01-01") for _ in range(2)] == [True, False]
    assert await jobs.claim("games.recount", "2026-01-02")
    with redis.Redis.from_url(redis_url) as client:
        client.delete("job:games.recount:2026-01-01")
        jobs.finished("games.recount", "2026-01-01")
        assert not await jobs.claim("games.recount", "2026-01-01")
        assert client.ttl("job:games.recount:2026-01-01") > jobs.CLAIM_SECONDS
