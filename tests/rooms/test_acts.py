"""What members ask of their room, committed in the store: each wish once, on the room as it is then."""

import asyncio
from dataclasses import replace as facts_with
from uuid import UUID, uuid4

import pytest
import redis.asyncio as redis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import Identity
from accounts.services import aname_of, ensure_guest
from billing.models import Entitlement
from games.engine import RULESETS, Replaced, SeatKind
from games.live import leases, store
from games.live.leases import Lease
from games.live.log import read_entry
from games.live.match import encode_match, read_match
from games.live.room import RoomRefused
from games.live.table import TableSettings
from games.protocol.lobby import (
    ChooseTable,
    LeaveRoom,
    LengthWish,
    Rematch,
    RemoveMember,
    Rename,
    RoomRequest,
    SetReady,
    StartMatch,
)
from games.services.codes import find_room
from games.services.entrance import doorway, join_room, room_behind_code
from games.services.room_changes import load_room, moment_of
from games.services.rooms import Outcome, act_in_room, expire_room, member_arrived, member_gone
from games.services.sanctioned import follow_on_page
from tests.rooms.conftest import Lobby

pytestmark = pytest.mark.django_db(transaction=True)

DONE = Outcome(ok=True)
FAMILY_NIGHT = ChooseTable("clash-family", LengthWish(rounds=3), 60)


async def ask(lobby: Lobby, member: str, request: RoomRequest, act_id: str | None = None) -> Outcome:
    return await act_in_room(room_id=lobby.id, member_id=member, request=request, act_id=act_id or uuid4().hex)


async def version_of(lobby: Lobby) -> tuple[int, int]:
    found = await load_room(lobby.id)
    assert found is not None
    return found[1].epoch, found[1].version


async def start(lobby: Lobby) -> str:
    """The id of a match that all who are there have begun."""
    for member in (await lobby.room()).members:
        assert await ask(lobby, member.id, SetReady(ready=True)) == DONE
    assert await ask(lobby, "m1", StartMatch()) == DONE
    match_id = (await lobby.room()).match_id
    assert match_id is not None
    return match_id


async def goes_away(lobby: Lobby, member: str) -> None:
    """The member's page closes and its lease lapses."""
    await leases.renew([Lease(lobby.id, member, "last", take=True)], 60_000)
    await leases.give_up(Lease(lobby.id, member, "last"), 0)
    await member_gone(lobby.id, member)


async def end_match(lobby: Lobby) -> None:
    """The match has ended, as one does that was given up."""
    moment = await moment_of(lobby.id)
    assert moment.match is not None
    loaded = moment.match.loaded
    change = store.Change(
        kind="match",
        id=moment.match.id,
        expect=(loaded.epoch, loaded.version),
        state=encode_match(replace(moment.match.match, closed=True)),
    )
    assert isinstance(await store.commit(change), store.Committed)


async def test_a_match_starts_with_room_and_cards_in_one_commit(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    match_id = await start(lobby)
    loaded = await store.load("match", match_id)
    assert loaded is not None
    live = read_match(match_id, loaded)
    assert [(seat.member, seat.name) for seat in live.match.seats] == [("m1", "Ana"), ("m2", "Bea")]
    assert live.state.kinds == (SeatKind.PERSON, SeatKind.PERSON)
    assert live.match.table.to == 500
    assert (await lobby.room()).seated == ("m1", "m2")


async def test_a_repeated_act_is_answered_as_it_was_the_first_time(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    await ask(lobby, "m2", SetReady(ready=True))
    assert await ask(lobby, "m1", StartMatch(), "a" * 32) == DONE
    version = await version_of(lobby)
    assert await ask(lobby, "m1", StartMatch(), "a" * 32) == DONE
    assert await version_of(lobby) == version
    assert await ask(lobby, "m1", StartMatch(), "b" * 32) == Outcome(ok=False, code="in_play")


async def test_a_refused_wish_changes_nothing(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    version = await version_of(lobby)
    for member, request, code in (
        ("m2", StartMatch(), "not_host"),
        ("m1", StartMatch(), "not_ready"),
        ("m1", Rematch(), "not_over"),
        ("m2", Rename("A\u202e"), "name_characters"),
        ("m1", RemoveMember("m9"), "no_member"),
        ("m9", LeaveRoom(), "no_member"),
        ("m1", ChooseTable("clash-classic", LengthWish(rounds=2), 45), "length"),
        ("m1", ChooseTable("no-such", LengthWish(rounds=1), 45), "unknown_ruleset"),
    ):
        assert await ask(lobby, member, request) == Outcome(ok=False, code=code)
    assert await version_of(lobby) == version


async def test_another_rule_set_comes_with_its_own_length_and_timer(lobby: Lobby) -> None:
    assert await ask(lobby, "m1", ChooseTable("clash-family")) == DONE
    assert (await lobby.room()).table == TableSettings("clash-family", rounds=3, timer=60)
    assert await ask(lobby, "m1", ChooseTable("clash-family", timer=30)) == DONE
    assert (await lobby.room()).table == TableSettings("clash-family", rounds=3, timer=30)
    assert await ask(lobby, "m1", ChooseTable("clash-family", LengthWish(rounds=1))) == DONE
    assert (await lobby.room()).table == TableSettings("clash-family", rounds=1, timer=30)


async def test_everybody_gets_ready_at_once(lobby: Lobby) -> None:
    for name in ("Bea", "Cal", "Dan", "Eva", "Fay"):
        await lobby.comes(name)
    outcomes = await asyncio.gather(*[ask(lobby, f"m{n}", SetReady(ready=True)) for n in range(1, 7)])
    assert outcomes == [DONE] * 6
    assert all(member.ready for member in (await lobby.room()).members)


async def test_a_new_name_is_kept_for_the_next_room(lobby: Lobby) -> None:
    bea = await lobby.comes("Bea")
    assert await ask(lobby, bea.id, Rename(" Béa ")) == DONE
    assert (await lobby.room()).members[1].name == "Béa"
    assert await aname_of(bea.identity) == "Béa"


async def test_who_is_gone_does_not_block_and_is_not_seated(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    await lobby.comes("Cal")
    await ask(lobby, "m3", SetReady(ready=True))
    assert await ask(lobby, "m1", StartMatch()) == Outcome(ok=False, code="not_ready")
    await goes_away(lobby, "m2")
    assert await ask(lobby, "m1", StartMatch()) == DONE
    assert (await lobby.room()).seated == ("m1", "m3")


async def test_the_host_s_rights_pass_on_and_come_back(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    assert await ask(lobby, "m2", FAMILY_NIGHT) == Outcome(ok=False, code="not_host")
    await goes_away(lobby, "m1")
    assert await ask(lobby, "m2", FAMILY_NIGHT) == DONE
    await lobby.opens_page("m1")
    assert await ask(lobby, "m2", FAMILY_NIGHT) == Outcome(ok=False, code="not_host")
    assert await ask(lobby, "m1", ChooseTable("clash-classic", LengthWish(to=500), 30)) == DONE


async def test_a_host_who_left_has_his_rights_when_he_joins_again(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    ana = (await lobby.room()).maker
    assert await ask(lobby, "m1", LeaveRoom()) == DONE
    again = await lobby.comes("Ana", ana)
    assert await ask(lobby, again.id, FAMILY_NIGHT) == DONE


async def test_nobody_removed_comes_back_under_any_name(lobby: Lobby) -> None:
    bea = await lobby.comes("Bea")
    assert await ask(lobby, "m1", RemoveMember(bea.id)) == DONE
    with pytest.raises(RoomRefused) as refused:
        await join_room(room_id=lobby.id, identity=bea.identity, name="Somebody else")
    assert refused.value.code == "removed"
    door = await doorway(lobby.id, bea.identity)
    assert door is not None
    assert door.refusal == "removed"
    assert await room_behind_code(lobby.code, bea.identity) is None


async def test_a_browser_that_was_removed_stays_so_under_another_name(lobby: Lobby) -> None:
    session = SessionStore()

    def plays_as(name: str) -> UUID:
        return ensure_guest(session=session, name=name).pk

    bea = await lobby.comes("Bea", await sync_to_async(plays_as)("Bea"))
    await ask(lobby, "m1", RemoveMember(bea.id))
    with pytest.raises(RoomRefused):
        await join_room(room_id=lobby.id, identity=await sync_to_async(plays_as)("Zoe"), name="Zoe")


async def test_a_removal_closes_the_page(lobby: Lobby) -> None:
    bea = await lobby.comes("Bea")
    async with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as heard:
        await heard.subscribe("revoke")
        assert (await heard.get_message(timeout=2)) is not None
        await ask(lobby, "m1", RemoveMember(bea.id))
        message = await heard.get_message(timeout=2)
    assert message is not None
    assert b"removed" in message["data"]


async def test_leaving_the_room_in_a_match_gives_the_seat_to_a_computer_at_once(lobby: Lobby) -> None:
    for name in ("Bea", "Cal"):
        await lobby.comes(name)
    match_id = await start(lobby)
    assert await ask(lobby, "m1", RemoveMember("m2")) == Outcome(ok=False, code="in_play")
    assert await ask(lobby, "m2", LeaveRoom()) == DONE
    loaded = await store.load("match", match_id)
    assert loaded is not None
    live = read_match(match_id, loaded)
    assert live.state.kinds == (SeatKind.PERSON, SeatKind.REPLACEMENT, SeatKind.PERSON)
    assert live.match.seats[1].left
    assert [member.name for member in (await lobby.room()).members] == ["Ana", "Cal"]


async def test_whom_staff_take_out_has_not_left_on_purpose(lobby: Lobby) -> None:
    bea = await lobby.comes("Bea")
    await lobby.comes("Cal")
    match_id = await start(lobby)
    for _ in range(2):
        await follow_on_page("suspended", lobby.id, bea.id, str(bea.identity))
    entries = [read_entry(stored) for stored in await store.read_log(match_id)]
    assert [(type(entry.action), entry.act) for entry in entries[1:] if entry.actor is None] == [(Replaced, None)]
    assert [member.name for member in (await lobby.room()).members] == ["Ana", "Cal"]


async def test_who_left_the_room_in_a_match_and_comes_again_is_who_he_was(lobby: Lobby) -> None:
    """His seat in the running match is kept: he watches it, and has it again from the next round."""
    bea = await lobby.comes("Bea")
    await lobby.comes("Cal")
    await start(lobby)
    assert await ask(lobby, bea.id, LeaveRoom()) == DONE
    dan = await lobby.comes("Dan")
    assert dan.id == "m4"
    door = await doorway(lobby.id, bea.identity)
    assert door is not None
    assert door.returns
    again = await lobby.comes("Bea", bea.identity)
    assert again.id == bea.id
    assert [member.id for member in (await lobby.room()).members] == ["m1", "m3", "m4", "m2"]
    stranger = await doorway(lobby.id, uuid4())
    assert stranger is not None
    assert not stranger.returns


async def test_who_comes_in_a_match_plays_in_the_next_one(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    await start(lobby)
    await lobby.comes("Cal")
    room = await lobby.room()
    assert (len(room.members), room.seated) == (3, ("m1", "m2"))
    await end_match(lobby)
    assert await ask(lobby, "m1", Rematch()) == DONE
    assert (await lobby.room()).seated == ("m1", "m2", "m3")


async def test_rematch_pressed_twice_deals_once(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    first = await start(lobby)
    await end_match(lobby)
    outcomes = await asyncio.gather(*[ask(lobby, "m1", Rematch()) for _ in range(5)])
    assert outcomes.count(DONE) == 1
    second = (await lobby.room()).match_id
    assert second != first


@pytest.fixture
def siege(monkeypatch: pytest.MonkeyPatch) -> ChooseTable:
    """A premium table in the registry."""
    facts = facts_with(RULESETS["clash-classic"], id="duel-siege", premium=True, seats=(2, 4))
    monkeypatch.setitem(RULESETS, "duel-siege", facts)
    return ChooseTable("duel-siege", LengthWish(rounds=1), 45)


async def test_a_premium_table_opens_with_an_entitlement_checked_again_at_the_start(
    lobby: Lobby, siege: ChooseTable
) -> None:
    await lobby.comes("Bea")
    ana = (await lobby.room()).maker
    assert await ask(lobby, "m1", siege) == Outcome(ok=False, code="premium")
    given = Entitlement.objects.filter(holder_id=ana)
    await given.acreate(holder_id=ana, table="duel-siege", grant_reason="gift")
    await member_arrived(lobby.id, "m1")
    assert await ask(lobby, "m1", siege) == DONE
    await ask(lobby, "m2", SetReady(ready=True))
    await given.aupdate(withdrawn_at=timezone.now(), withdraw_reason="mistake")
    assert await ask(lobby, "m1", StartMatch()) == Outcome(ok=False, code="premium")


async def test_a_host_opens_with_his_own_what_the_one_before_him_may_no_longer_open(
    lobby: Lobby, siege: ChooseTable
) -> None:
    bea = await lobby.comes("Bea")
    await lobby.comes("Cal")
    ana = (await lobby.room()).maker
    for identity in (ana, bea.identity):
        await Entitlement.objects.acreate(holder_id=identity, table="duel-siege", grant_reason="gift")
    assert await ask(lobby, "m1", siege) == DONE
    await goes_away(lobby, "m1")
    await ask(lobby, "m3", SetReady(ready=True))
    await Entitlement.objects.filter(holder_id=ana).aupdate(withdrawn_at=timezone.now(), withdraw_reason="paid back")
    assert await ask(lobby, "m2", StartMatch()) == DONE
    moment = await moment_of(lobby.id)
    assert moment.match is not None
    assert (moment.room.opener, moment.match.match.opener) == (bea.identity, str(bea.identity))


async def test_an_idle_empty_room_closes_and_its_code_rests(lobby: Lobby) -> None:
    await goes_away(lobby, "m1")
    await expiry_comes(lobby)
    await expire_room(lobby.id)
    assert await load_room(lobby.id) is None
    assert await find_room(lobby.code) is None
    with pytest.raises(RoomRefused) as refused:
        await join_room(room_id=lobby.id, identity=(await Identity.objects.acreate(name="Bea")).pk, name="Bea")
    assert refused.value.code == "closed"
    assert await store.pipe().call("ZCARD", f"{{s{lobby.id[:2]}}}:due") == 0


async def test_a_room_with_somebody_in_it_stays(lobby: Lobby) -> None:
    await expiry_comes(lobby)
    await expire_room(lobby.id)
    found = await load_room(lobby.id)
    assert found is not None
    assert found[1].due["expiry"] > await store.now() + 3_500_000
    assert await find_room(lobby.code) == lobby.id


async def test_a_room_does_not_close_before_its_time(lobby: Lobby) -> None:
    await goes_away(lobby, "m1")
    await expire_room(lobby.id)
    assert await load_room(lobby.id) is not None


async def expiry_comes(lobby: Lobby) -> None:
    found = await load_room(lobby.id)
    assert found is not None
    room, loaded = found
    change = store.Change(
        kind="room", id=room.id, expect=(loaded.epoch, loaded.version), state=loaded.state, due={"expiry": 0}
    )
    assert isinstance(await store.commit(change), store.Committed)


async def test_arriving_and_going_twice_changes_nothing_twice(lobby: Lobby) -> None:
    await lobby.comes("Bea")
    version = await version_of(lobby)
    await member_arrived(lobby.id, "m2")
    await member_gone(lobby.id, "m2")
    assert await version_of(lobby) == version
    await goes_away(lobby, "m2")
    version = await version_of(lobby)
    await member_gone(lobby.id, "m2")
    assert await version_of(lobby) == version
    await member_arrived(lobby.id, "m9")
    await member_gone("00" + "a" * 26, "m1")
    assert await version_of(lobby) == version
