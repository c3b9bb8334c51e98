"""A long match can wait: put aside between rounds by all who are there, kept in the database, gone on with by all."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from celery import current_app
from django.db import connections
from django.utils import timezone

from accounts.claims import claim_guest
from accounts.models import Identity, User
from accounts.sanctions import impose
from accounts.signing import own_identity
from games.engine import RoundOver, Seat, SeatKind
from games.live import leases, outbox, store
from games.live.aside import waits_no_longer
from games.live.log import read_entry, replayable
from games.live.match import LiveMatch, decode_match
from games.live.room import MatchPhase, RoomCode, RoomRefused
from games.live.transitions import leaves, next_round, ready
from games.models import AsideMatch, DeadLetter, Match
from games.protocol.lobby import PutAside
from games.selectors.people import person_of
from games.services import aside
from games.services.aside_keeping import end_overdue, keep_aside
from games.services.codes import find_room
from games.services.entrance import doorway
from games.services.premium import give_back_lost
from games.services.room_changes import moment_of
from games.services.rooms import Outcome, act_in_room
from tests.rooms.between import look, match_between_rounds, play_round, take

if TYPE_CHECKING:
    from tests.rooms.conftest import Lobby

pytestmark = pytest.mark.django_db(transaction=True)

DONE = Outcome(ok=True)


async def ask(lobby: Lobby, member: str, *, wish: bool = True) -> Outcome:
    return await act_in_room(room_id=lobby.id, member_id=member, request=PutAside(wish), act_id=uuid4().hex)


@pytest.fixture
async def match_id(lobby: Lobby) -> str:
    """Ana (m1) and Bea (m2) between two rounds of five."""
    await lobby.comes("Bea")
    return await match_between_rounds(lobby)


async def put_aside(lobby: Lobby) -> str:
    """Both agree; the key of the outbox entry."""
    for member in ("m1", "m2"):
        assert await ask(lobby, member) == DONE
    keys = [key for key in await outbox_keys() if "aside" in key]
    assert len(keys) == 1
    return keys[0]


async def outbox_keys() -> list[str]:
    found: list[str] = []
    for shard in range(store.SHARDS):
        found += [key.decode() for key in await store.pipe().call("HKEYS", f"{{s{shard:02x}}}:outbox")]
    return found


async def keep(lobby: Lobby) -> str:
    """Both agree, and the worker records it; the outbox entry's key."""
    key = await put_aside(lobby)
    await sync_to_async(keep_aside)(outbox_key=key)
    return key


async def back(lobby: Lobby, *members: str) -> UUID:
    """These members' pages say that they are back; Ana's identity."""
    found = await aside.waiting_at(lobby.id)
    assert found is not None
    for member in found.room.members:
        if member.id in members:
            await aside.come_back(found, member, member.identity)
    return found.room.members[0].identity


async def resume(lobby: Lobby, ana: UUID) -> None:
    await aside.resume(room_id=lobby.id, person=await sync_to_async(person_of)(ana))


async def resumed(lobby: Lobby, match_id: str) -> LiveMatch:
    """The match as it goes on: nothing of it waits, and the next round is due."""
    live = await look(match_id)
    moment = await moment_of(lobby.id)
    assert (live.match.aside, moment.room.aside, moment.phase) == (0, False, MatchPhase.BETWEEN)
    assert "next_round" in live.loaded.due
    assert "aside" not in live.loaded.due
    return live.match


async def store_holds(match_id: str) -> bool:
    return bool(await store.pipe().call("EXISTS", store.key_of("match", match_id)))


# Agreeing.


async def test_one_wish_holds_the_next_round_up_once_and_is_seen(lobby: Lobby, match_id: str) -> None:
    before = (await look(match_id)).loaded
    assert await ask(lobby, "m1") == DONE
    live = await look(match_id)
    assert [seat.aside for seat in live.match.seats] == [True, False]
    assert live.loaded.spans["next_round"] == live.match.durations.answer > before.spans["next_round"]
    first = live.loaded.due["next_round"]
    for wish in (False, True):
        assert await ask(lobby, "m1", wish=wish) == DONE
    assert (await look(match_id)).loaded.due["next_round"] == first


async def test_who_wants_the_next_round_does_not_want_to_put_the_match_aside(lobby: Lobby, match_id: str) -> None:
    await ask(lobby, "m1")
    live = await look(match_id)
    live = await take(live, ready(live, Seat(0)))
    assert (live.match.seats[0].ready, live.match.seats[0].aside) == (True, False)


async def test_with_the_last_agreement_room_and_match_leave_play_in_one_commit(lobby: Lobby, match_id: str) -> None:
    await put_aside(lobby)
    live = await look(match_id)
    assert live.match.aside > 0
    assert set(live.loaded.due) == {"aside"}
    with pytest.raises(RoomRefused) as refused:
        await moment_of(lobby.id)
    assert refused.value.code is RoomCode.ASIDE
    assert await doorway(lobby.id, None) is None


async def test_nobody_waits_for_a_broker_that_hangs(
    lobby: Lobby, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[asyncio.StreamWriter] = []

    async def hangs(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(writer)

    broker = await asyncio.start_server(hangs, "127.0.0.1", 0)
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", f"redis://127.0.0.1:{broker.sockets[0].getsockname()[1]}/0")
    monkeypatch.setattr(current_app.amqp, "_producer_pool", None)
    before = asyncio.get_running_loop().time()
    key = await put_aside(lobby)
    assert asyncio.get_running_loop().time() - before < 2
    assert lines
    broker.close()
    for line in lines:
        line.close()
    await sync_to_async(keep_aside)(outbox_key=key)
    assert await AsideMatch.objects.filter(pk=match_id).aexists()


async def test_who_is_gone_is_not_asked(lobby: Lobby, match_id: str) -> None:
    live = await look(match_id)
    await take(live, leaves(live, Seat(1)))
    assert await ask(lobby, "m1") == DONE
    assert (await look(match_id)).match.aside > 0


@pytest.mark.parametrize("moment", ["playing", "stranger"])
async def test_only_its_people_put_it_aside_and_only_between_rounds(lobby: Lobby, match_id: str, moment: str) -> None:
    member, code = "m1", "not_between"
    if moment == "playing":
        live = await look(match_id)
        await take(live, next_round(live))
    else:
        member, code = (await lobby.comes("Cal")).id, "no_member"
    assert await ask(lobby, member) == Outcome(ok=False, code=code)


# Keeping.


async def test_the_database_keeps_it_and_the_store_lets_it_go(lobby: Lobby, match_id: str) -> None:
    before = await look(match_id)
    log = await store.read_log(match_id)
    key = await keep(lobby)
    row = await AsideMatch.objects.aget(pk=match_id)
    assert decode_match(bytes(row.state)).sheet == before.match.sheet
    assert (row.rounds, row.schema, row.room_id, row.until - row.since) == (1, 1, lobby.id, timedelta(days=30))
    assert not await store_holds(match_id)
    assert not await store.pipe().call("EXISTS", store.key_of("room", lobby.id))
    assert key not in await outbox_keys()
    assert not await store.pipe().call("ZRANGE", f"{{s{match_id[:2]}}}:due", 0, -1)
    ana = await back(lobby, "m1", "m2")
    await resume(lobby, ana)
    assert await store.read_log(match_id) == log
    await resumed(lobby, match_id)


async def test_it_is_found_though_the_store_lets_go_of_it_between_the_looks_at_room_and_match(
    lobby: Lobby, match_id: str
) -> None:
    key = await put_aside(lobby)
    room_key = store.key_of("room", lobby.id)
    room = await store.pipe().call("DUMP", room_key)
    await sync_to_async(keep_aside)(outbox_key=key)
    await store.pipe().call("RESTORE", room_key, 0, room)
    found = await aside.waiting_at(lobby.id)
    assert found is not None
    assert found.live.id == match_id


async def test_a_doubled_task_keeps_it_once(lobby: Lobby, match_id: str) -> None:
    key = await put_aside(lobby)

    def keeps_beside_others() -> None:
        try:
            keep_aside(outbox_key=key)
        finally:
            connections.close_all()

    await asyncio.gather(*[sync_to_async(keeps_beside_others, thread_sensitive=False)() for _ in range(3)])
    await sync_to_async(keep_aside)(outbox_key=key)
    assert await AsideMatch.objects.acount() == 1
    assert await DeadLetter.objects.acount() == 0
    assert not await store_holds(match_id)


async def test_a_worker_that_died_before_it_settled_is_followed_by_another(lobby: Lobby, match_id: str) -> None:
    """The row is there, the store still has everything: the next delivery takes it out, and nothing is doubled."""
    key = await put_aside(lobby)
    entry = await sync_to_async(outbox.read_bytes)(key)
    assert entry is not None
    dumped = {name: await store.pipe().call("DUMP", name) for name in await _keys(match_id, lobby.id)}
    await sync_to_async(keep_aside)(outbox_key=key)
    for name, value in dumped.items():
        await store.pipe().call("RESTORE", name, 0, value)
    await store.pipe().call("HSET", f"{{s{key[:2]}}}:outbox", key, entry)
    await sync_to_async(keep_aside)(outbox_key=key)
    assert not await store_holds(match_id)
    assert await AsideMatch.objects.acount() == 1


async def _keys(match_id: str, room_id: str) -> list[str]:
    match = store.key_of("match", match_id)
    return [match, match + ":log", store.key_of("room", room_id)]


async def test_who_changes_his_mind_before_it_is_recorded_plays_on(lobby: Lobby, match_id: str) -> None:
    key = await put_aside(lobby)
    await resume(lobby, await back(lobby, "m1", "m2"))
    await resumed(lobby, match_id)
    await sync_to_async(keep_aside)(outbox_key=key)
    assert not await AsideMatch.objects.aexists()
    assert await store_holds(match_id)
    assert key not in await outbox_keys()


async def test_a_task_that_comes_too_late_takes_nothing_out(lobby: Lobby, match_id: str) -> None:
    """Its entry stayed behind, and the match goes on again meanwhile."""
    key = await put_aside(lobby)
    entry = await sync_to_async(outbox.read_bytes)(key)
    await sync_to_async(keep_aside)(outbox_key=key)
    await resume(lobby, await back(lobby, "m1", "m2"))
    assert entry is not None
    await store.pipe().call("HSET", f"{{s{key[:2]}}}:outbox", key, entry)
    await sync_to_async(keep_aside)(outbox_key=key)
    await resumed(lobby, match_id)


# Going on.


async def test_it_goes_on_once_all_who_put_it_aside_are_back(lobby: Lobby, match_id: str) -> None:
    await keep(lobby)
    ana = await back(lobby, "m1")
    with pytest.raises(RoomRefused) as refused:
        await resume(lobby, ana)
    assert refused.value.code is RoomCode.NOT_READY
    await back(lobby, "m2")
    await resume(lobby, ana)
    match = await resumed(lobby, match_id)
    assert match.waited > 0
    room = await lobby.room()
    assert await find_room(room.code) == lobby.id
    assert await leases.present_members(lobby.id, ["m1", "m2"]) == {"m1", "m2"}
    assert [member.away for member in room.members] == [None, None]


@pytest.mark.parametrize("recorded", [True, False])
async def test_of_several_who_press_the_button_at_once_one_brings_it_back(
    lobby: Lobby, match_id: str, *, recorded: bool
) -> None:
    await (keep(lobby) if recorded else put_aside(lobby))
    ana = await back(lobby, "m1", "m2")
    length = len(await store.read_log(match_id)) if not recorded else None
    await asyncio.gather(*[resume(lobby, ana) for _ in range(6)])
    await resumed(lobby, match_id)
    live = await look(match_id)
    assert isinstance(live.state.decision, RoundOver)
    entries = [read_entry(entry) for entry in await store.read_log(match_id)]
    assert length in {None, len(entries)}
    assert len({entry.version for entry in entries}) == len(entries)
    replayable(entries)


async def test_a_restoration_that_the_store_lost_can_be_done_again(lobby: Lobby, match_id: str) -> None:
    await keep(lobby)
    ana = await back(lobby, "m1", "m2")
    await resume(lobby, ana)
    await store.pipe().call("FLUSHDB")
    await back(lobby, "m1", "m2")
    await resume(lobby, ana)
    await resumed(lobby, match_id)


async def test_a_match_of_which_more_was_recorded_does_not_go_back(lobby: Lobby, match_id: str) -> None:
    await keep(lobby)
    await back(lobby, "m1", "m2")
    await Match.objects.filter(pk=match_id).aupdate(ended=timezone.now(), reason="rounds")
    assert await aside.waiting_at(lobby.id) is None


async def test_it_can_be_put_aside_again_and_again(lobby: Lobby, match_id: str) -> None:
    for rounds in (1, 2):
        await keep(lobby)
        assert (await AsideMatch.objects.aget(pk=match_id)).rounds == rounds
        await resume(lobby, await back(lobby, "m1", "m2"))
        await play_round(match_id, seed=rounds)
    assert not await DeadLetter.objects.aexists()


@pytest.mark.usefixtures("match_id")
async def test_another_room_may_have_the_code_by_then(lobby: Lobby) -> None:
    await keep(lobby)
    await store.pipe().call("SET", f"code:{lobby.code}", "03" + "z" * 26)
    await resume(lobby, await back(lobby, "m1", "m2"))
    code = (await lobby.room()).code
    assert code != lobby.code
    assert await find_room(code) == lobby.id


async def test_who_has_signed_up_meanwhile_sits_in_his_seat_as_himself(lobby: Lobby, match_id: str) -> None:
    await keep(lobby)
    found = await aside.waiting_at(lobby.id)
    assert found is not None
    guest = found.room.members[0].identity
    user = await User.objects.acreate(email="ana@example.org")
    own = await Identity.objects.acreate(kind=Identity.Kind.ACCOUNT, user=user, name="Ana")
    await Identity.objects.filter(pk=guest).aupdate(kind=Identity.Kind.ACCOUNT, user=user, claimed=timezone.now())
    person = await sync_to_async(person_of)(own.pk)
    member = found.member_of(person)
    assert member is not None
    await aside.come_back(found, member, own.pk)
    await back(lobby, "m2")
    await aside.resume(room_id=lobby.id, person=person)
    match = await resumed(lobby, match_id)
    assert match.seats[0].identity == str(own.pk)
    assert (await lobby.room()).maker == own.pk


async def claims(user: User, lobby: Lobby, *members: str) -> None:
    """An account takes over what the guests in these seats have played."""
    identities = [member.identity for member in (await lobby.room()).members if member.id in members]
    for identity in identities:
        await sync_to_async(claim_guest)(guest_id=identity, user=user)


@pytest.mark.parametrize("claimed", [["m2"], ["m1", "m2"]], ids=["sits here himself", "two guests of his"])
async def test_who_has_taken_over_two_seats_plays_one_and_a_computer_the_other(
    lobby: Lobby, match_id: str, claimed: list[str]
) -> None:
    user = await User.objects.acreate(email="ana@example.org")
    if "m1" in claimed:
        own = (await sync_to_async(own_identity)(user=user)).pk
    else:
        own = (await lobby.room()).members[0].identity
        await Identity.objects.filter(pk=own).aupdate(kind=Identity.Kind.ACCOUNT, user=user)
    await claims(user, lobby, *claimed)
    await keep(lobby)
    person = await sync_to_async(person_of)(own)
    found = await aside.waiting_at(lobby.id)
    assert found is not None
    member = found.member_of(person)
    assert member is not None
    assert not found.all_back([])
    await aside.come_back(found, member, own)
    await back(lobby, "m2")  # its page has not heard yet that it is nobody's now
    await aside.resume(room_id=lobby.id, person=person)
    match = await resumed(lobby, match_id)
    assert [(seat.identity == str(own), seat.left) for seat in match.seats] == [(True, False), (False, True)]
    assert [each.identity for each in (await lobby.room()).members] == [own], "no device of his finds the other seat"
    live = await look(match_id)
    live = await take(live, next_round(live))
    assert live.state.kinds[1] is SeatKind.REPLACEMENT


@pytest.mark.usefixtures("own_database")
async def test_nobody_waits_for_whom_staff_keep_out_of_play(lobby: Lobby, match_id: str) -> None:
    user = await User.objects.acreate(email="ben@example.org")
    out = (await lobby.room()).members[1].identity
    await Identity.objects.filter(pk=out).aupdate(kind=Identity.Kind.ACCOUNT, user=user)
    await keep(lobby)
    await sync_to_async(impose)(
        identity_id=out,
        kind="suspension",
        ground="other",
        staff=await User.objects.acreate(email="staff@example.org", is_staff=True),
        reason="spoiled games",
        ends=timezone.now() + timedelta(days=40),
    )
    ana = await back(lobby, "m1")
    found = await aside.waiting_at(lobby.id)
    assert found is not None
    assert found.member_of(await sync_to_async(person_of)(out)) is None
    await aside.resume(room_id=lobby.id, person=await sync_to_async(person_of)(ana))
    match = await resumed(lobby, match_id)
    assert [seat.left for seat in match.seats] == [False, True]


# Waiting in vain.


async def test_one_that_goes_on_is_not_ended_by_its_old_row(lobby: Lobby, match_id: str) -> None:
    await keep(lobby)
    await resume(lobby, await back(lobby, "m1", "m2"))
    await AsideMatch.objects.aupdate(since=timezone.now() - timedelta(days=31), until=timezone.now())
    assert await sync_to_async(end_overdue)() == 0
    assert (await Match.objects.aget(pk=match_id)).ended is None


async def test_one_that_could_never_be_recorded_ends_in_the_store(lobby: Lobby, match_id: str) -> None:
    await put_aside(lobby)
    live = await look(match_id)
    live = await take(live, waits_no_longer(live))
    assert live.match.closed
    assert f"{match_id}:end" in await outbox_keys()


async def test_what_a_waiting_match_has_begun_is_not_given_back(
    lobby: Lobby, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(lobby)
    monkeypatch.setattr("games.services.premium.matches_spent_since", lambda _days: [match_id])
    assert await sync_to_async(give_back_lost)(hour="2026-01-01T00") == 0
