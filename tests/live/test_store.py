"""The commit: one of two wins, a repeat is answered, deadlines judge by the store's clock, and all or nothing."""

from __future__ import annotations

import asyncio

import pytest
import redis

from games.live import leases, pages, scripts, store
from games.live.leases import Held, Lease
from games.live.pages import Page
from games.live.pipe import StoreRefuses
from games.live.store import Change, Committed, Conflict, Early, Gone, Late, Loaded, Locked, Repeated

pytestmark = pytest.mark.usefixtures("open_store")
HOUR = 3_600_000


def first(**given: object) -> Change:
    return Change(kind="match", id=store.new_id(3), expect=None, state=b"new", **given)  # type: ignore[arg-type]


def second(made: Change, now: Loaded, **given: object) -> Change:
    expect = (now.epoch, now.version)
    return Change(kind="match", id=made.id, expect=expect, state=b"next", held=now, **given)  # type: ignore[arg-type]


async def make(change: Change) -> Loaded:
    answer = await store.commit(change)
    assert isinstance(answer, Committed)
    return answer.loaded[0]


async def read(change: Change) -> Loaded:
    loaded = await store.load("match", change.id)
    assert loaded is not None
    return loaded


async def test_what_was_committed_is_loaded_with_its_deadlines() -> None:
    made = first(due={"turn": 500, "away:1": HOUR})
    after = await make(made)
    loaded = await read(made)
    assert (loaded.state, loaded.version, loaded.due) == (b"new", 1, after.due)
    assert loaded.due["away:1"] - loaded.due["turn"] == HOUR - 500
    assert loaded.spans == {"turn": 500, "away:1": HOUR}


async def test_of_two_commits_on_one_version_one_wins_and_the_other_is_given_the_winners_state() -> None:
    made = first()
    now = await make(made)
    answers = await asyncio.gather(*[store.commit(second(made, now, log=b"%d" % n)) for n in range(2)])
    assert [type(answer) for answer in answers] == [Committed, Conflict]
    lost = answers[1]
    assert isinstance(lost, Conflict)
    assert (lost.loaded.state, lost.loaded.version) == (b"next", 2)
    assert len(await store.read_log(made.id)) == 1


@pytest.fixture
def commit_without_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit script with its comparison of versions taken out, and nothing else changed."""
    comparison = "elseif ARGV[start + 2] ~= version or ARGV[start + 1] ~= epoch then"
    assert comparison in scripts.COMMIT.text
    monkeypatch.setattr(store, "COMMIT", scripts.Script(scripts.COMMIT.text.replace(comparison, "elseif false then")))


@pytest.mark.usefixtures("commit_without_comparing")
async def test_control_without_the_comparison_both_commits_go_through() -> None:
    made = first()
    now = await make(made)
    answers = await asyncio.gather(*[store.commit(second(made, now, log=b"%d" % n)) for n in range(2)])
    assert [type(answer) for answer in answers] == [Committed, Committed]
    assert len(await store.read_log(made.id)) == 2


async def test_a_repeat_is_answered_with_the_first_outcome_whatever_has_happened_since() -> None:
    made = first()
    now = await make(made)
    act = second(made, now, act="m1:0001", outcome=b"done")
    await make(act)
    for number in range(200):
        await make(second(made, await read(made), act=f"m2:{number}", outcome=b"other"))
    again = await store.commit(act)
    assert isinstance(again, Repeated)
    assert (again.outcome, again.loaded.version) == (b"done", 202)
    assert await store.outcome_of("match", made.id, "m1:0001") == b"done"
    assert await store.outcome_of("match", made.id, "m1:0002") is None


async def test_an_act_after_its_deadline_is_late_and_the_clock_before_it_is_early() -> None:
    made = first(due={"turn": HOUR, "window": 0})
    now = await make(made)
    assert isinstance(await store.commit(second(made, now, before="window")), Late)
    assert isinstance(await store.commit(second(made, now, after="turn")), Early)
    assert isinstance(await store.commit(second(made, now, after="never set")), Early)
    assert (await read(made)).version == 1
    assert isinstance(await store.commit(second(made, now, before="turn", after="window")), Committed)


@pytest.mark.parametrize("ms", range(4))
async def test_of_an_act_and_its_time_out_exactly_one_passes_however_close_they_come(ms: int) -> None:
    for _ in range(50):
        made = first(due={"turn": ms})
        now = await make(made)
        act, timeout = second(made, now, before="turn"), second(made, now, after="turn")
        answers = await asyncio.gather(store.commit(act), store.commit(timeout))
        assert sum(isinstance(answer, Committed) for answer in answers) == 1
        assert (await read(made)).version == 2


async def test_a_lock_refuses_only_commits_that_ask_for_it() -> None:
    made = first()
    now = await make(made)
    await store.lock("match", made.id, "catch:1", HOUR)
    assert isinstance(await store.commit(second(made, now, free="catch:1")), Locked)
    assert isinstance(await store.commit(second(made, now, free="catch:2")), Committed)


async def test_nobody_is_called_away_while_his_lease_runs() -> None:
    made = first()
    now = await make(made)
    await leases.renew([Lease(made.id, "m1", "socket", take=True)], HOUR)
    assert isinstance(await store.commit(second(made, now, lapsed=f"{made.id}|m1")), Early)
    await leases.give_up(Lease(made.id, "m1", "socket"), 0)
    assert isinstance(await store.commit(second(made, now, lapsed=f"{made.id}|m1")), Committed)


async def test_two_aggregates_are_committed_together_or_not_at_all() -> None:
    made = first()
    now = await make(made)
    other = Change(kind="room", id=store.new_id(3), expect=None, state=b"room")
    stale = second(made, now)
    await make(second(made, now))
    answer = await store.commit(other, stale)
    assert isinstance(answer, Conflict)
    assert answer.position == 1
    assert await store.load("room", other.id) is None
    both = await store.commit(other, second(made, await read(made)))
    assert isinstance(both, Committed)
    assert [loaded.version for loaded in both.loaded] == [1, 3]


async def test_what_is_gone_is_gone_and_what_exists_is_not_made_again() -> None:
    never = Change(kind="match", id=store.new_id(3), expect=(1, 1), state=b"")
    assert isinstance(await store.commit(never), Gone)
    made = first()
    await make(made)
    assert isinstance(await store.commit(made), Conflict)


async def test_another_run_of_the_server_raises_the_epoch_before_anything_is_read_or_written(open_store: str) -> None:
    made = first()
    now = await make(made)
    with redis.Redis.from_url(open_store) as client:
        client.hset(store.key_of("match", made.id), "r", "an earlier run")
        assert await store.versions([("match", made.id)]) == [None]
        answer = await store.commit(second(made, now))
        assert isinstance(answer, Conflict)
        assert answer.loaded.epoch > now.epoch
        client.hset(store.key_of("match", made.id), "r", "an earlier run")
    loaded = await read(made)
    assert loaded.epoch > answer.loaded.epoch
    assert loaded.version == now.version


async def test_scripts_that_the_server_has_forgotten_are_sent_again(open_store: str) -> None:
    made = first()
    await make(made)
    with redis.Redis.from_url(open_store) as client:
        client.script_flush()
    assert (await read(made)).version == 1


async def test_a_deadline_put_off_counts_its_tries_and_only_once() -> None:
    made = first(due={"computer": 0})
    await make(made)
    due = await read(made)
    answers = [await store.postpone("match", made.id, "computer", due, HOUR) for _ in range(2)]
    assert answers == [True, False]
    put_off = await read(made)
    assert put_off.tries["computer"] == 1
    assert put_off.due["computer"] > due.due["computer"]
    assert put_off.version == due.version


async def test_a_finished_aggregate_and_all_that_belongs_to_it_expire(open_store: str) -> None:
    made = first(due={"turn": HOUR}, log=b"start", act="m1:1")
    now = await make(made)
    await make(second(made, now, due={"turn": None}, expire=100))
    with redis.Redis.from_url(open_store) as client:
        keys = [key for key in client.scan_iter() if made.id.encode() in key]
        assert len(keys) == 3
        assert all(0 < client.ttl(key) <= 100 for key in keys)
        assert client.zcard("{s03}:due") == 0


async def test_the_newest_socket_of_a_member_holds_his_lease() -> None:
    room = store.new_id(5)
    old, new = Lease(room, "m1", "old"), Lease(room, "m1", "new", take=True)
    assert await leases.renew([old._replace(take=True)], HOUR) == [Held.WAS_ABSENT]
    assert await leases.renew([new, old], HOUR) == [Held.WAS_PRESENT, Held.BY_ANOTHER]
    await leases.give_up(old, 0)
    assert await leases.present_members(room, ["m1", "m2"]) == {"m1"}
    await leases.give_up(new, 0)
    assert await leases.present_members(room, ["m1", "m2"]) == frozenset()
    await leases.forget(room, "m1")
    assert await leases.renew([old], HOUR) == [Held.WAS_ABSENT]


@pytest.mark.parametrize("setting", ["maxmemory", "min-replicas-to-write"])
async def test_a_store_that_refuses_has_done_nothing_and_the_act_can_be_repeated(open_store: str, setting: str) -> None:
    """Its memory is full, or it is cut off from its replicas; a full disk is told of in the same way."""
    made = first(due={"turn": HOUR, "away:1": HOUR})
    now = await make(made)
    step = second(made, now, act="m1:0001", log=b"played", due={"turn": None, "away:1": None})
    with redis.Redis.from_url(open_store) as client:
        before = client.config_get(setting)[setting]
        client.config_set(setting, 1)
        try:
            with pytest.raises(StoreRefuses):
                await store.commit(step)
            with pytest.raises(StoreRefuses):
                await leases.renew([Lease(made.id, "m1", "socket", take=True)], HOUR)
            with pytest.raises(StoreRefuses):
                await pages.renew([Page("identity", "address", made.id)], now.now + HOUR)
            kept = await read(made)
            assert (kept.version, kept.due, await store.read_log(made.id)) == (1, now.due, [])
        finally:
            client.config_set(setting, before)
    assert isinstance(await store.commit(step), Committed)
