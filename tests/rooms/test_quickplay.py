"""Quick play: one ticket a person, tables of real people under animals' names, and what becomes of dead processes."""

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from accounts.animals import any_animal, is_animal, shown_name
from accounts.models import Identity
from accounts.services import aname_of
from games.engine import SeatKind
from games.live import leases, store, tickets
from games.live.room import Room, RoomRefused, Way, host_of
from games.live.table import TableSettings
from games.live.tickets import Bench, Seated, Waiting
from games.protocol.lobby import ChooseTable, Rematch, RemoveMember, Rename, RoomRequest, StartMatch
from games.services.clock import Clock
from games.services.entrance import join_room
from games.services.quickplay import bench_of, block_player, give_up_ticket, hold_ticket, take_ticket, ticket_of
from games.services.room_changes import load_room, moment_of
from games.services.rooms import act_in_room, member_arrived
from tests.rooms.conftest import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]

CLASSIC_FOR_TWO = Bench("clash-classic", 2, 1, None)
CLASSIC_FOR_THREE = Bench("clash-classic", 3, 1, None)
CHOICE = {"ruleset": "clash-classic", "seats": "2", "length": ""}


async def somebody(name: str = "Ana") -> UUID:
    return (await Identity.objects.acreate(name=name)).pk


async def room_at(ticket: object) -> Room:
    assert isinstance(ticket, Seated)
    found = await load_room(ticket.room_id)
    assert found is not None
    return found[0]


async def goes_silent(person: UUID) -> None:
    """The page of somebody who waits has not been heard of for a lease."""
    await store.pipe().call("HSET", f"{{quick}}:ticket:{person}", "lease", await store.now() - 1)


async def match_ends(room: Room) -> None:
    await store.pipe().call("DEL", store.key_of("match", room.match_id or ""))


# Benches.


@pytest.mark.parametrize(
    ("ruleset", "seats", "table"),
    [
        ("clash-classic", 6, TableSettings("clash-classic", rounds=1, timer=30)),
        ("clash-family", 4, TableSettings("clash-family", rounds=3, timer=60)),
        ("duel-classic", 2, TableSettings("duel-classic", rounds=1, timer=30)),
        ("upcolor", 3, TableSettings("upcolor", rounds=1, timer=30)),
    ],
)
async def test_a_table_of_quick_play_is_one_round_of_thirty_second_turns_but_family_night_keeps_its_own(
    ruleset: str, seats: int, table: TableSettings
) -> None:
    people = [await somebody() for _ in range(seats)]
    bench = bench_of(ruleset, seats=seats)
    room = await room_at([await take_ticket(person, bench) for person in people][-1])
    assert room.table == table


@pytest.mark.parametrize(
    ("ruleset", "seats", "code"),
    [
        ("duel-siege", 2, "unknown_ruleset"),
        ("nothing", 2, "unknown_ruleset"),
        ("duel-classic", 5, "seats"),
        ("upcolor", 2, "seats"),
    ],
)
def test_what_quick_play_does_not_offer(ruleset: str, seats: int, code: str) -> None:
    with pytest.raises(RoomRefused) as refused:
        bench_of(ruleset, seats=seats)
    assert refused.value.code == code


def test_another_length_may_be_chosen() -> None:
    assert bench_of("clash-classic", seats=2, rounds=5) == Bench("clash-classic", 2, 5, None)
    assert bench_of("clash-family", seats=2, to=500) == Bench("clash-family", 2, None, 500)
    with pytest.raises(RoomRefused):
        bench_of("clash-classic", seats=2, rounds=2)


# Tickets.


async def test_the_last_one_a_bench_waits_for_sets_the_table() -> None:
    ana, bea, cal = [await somebody(name) for name in ("Ana", "Bea", "Cal")]
    assert isinstance(await take_ticket(ana, CLASSIC_FOR_THREE), Waiting)
    waiting = await take_ticket(bea, CLASSIC_FOR_THREE)
    assert isinstance(waiting, Waiting)
    assert waiting.found == 2
    room = await room_at(await take_ticket(cal, CLASSIC_FOR_THREE))
    assert {member.identity for member in room.members} == {ana, bea, cal}
    assert await hold_ticket(ana) == await hold_ticket(bea) == Seated(room.id)


async def test_people_with_other_wishes_wait_on_other_benches() -> None:
    benches = [
        CLASSIC_FOR_TWO,
        CLASSIC_FOR_THREE,
        Bench("clash-classic", 2, 3, None),
        Bench("duel-classic", 2, 1, None),
    ]
    for bench in benches:
        assert isinstance(await take_ticket(await somebody(), bench), Waiting)


async def test_a_second_tab_shows_the_same_ticket() -> None:
    ana = await somebody()
    first = await take_ticket(ana, CLASSIC_FOR_TWO)
    second = await take_ticket(ana, CLASSIC_FOR_THREE)
    assert isinstance(first, Waiting)
    assert isinstance(second, Waiting)
    assert (second.bench, second.since) == (first.bench, first.since)
    assert isinstance(await ticket_of(ana), Waiting)


async def test_nobody_plays_against_himself() -> None:
    ana = await somebody()
    for _ in range(3):
        assert isinstance(await take_ticket(ana, CLASSIC_FOR_TWO), Waiting)


async def test_whose_page_has_gone_is_passed_over_until_it_speaks_again() -> None:
    ana, bea, cal = [await somebody(name) for name in ("Ana", "Bea", "Cal")]
    await take_ticket(ana, CLASSIC_FOR_TWO)
    await goes_silent(ana)
    assert isinstance(await take_ticket(bea, CLASSIC_FOR_TWO), Waiting)
    await goes_silent(bea)
    assert isinstance(await hold_ticket(ana), Waiting)
    room = await room_at(await take_ticket(cal, CLASSIC_FOR_TWO))
    assert {member.identity for member in room.members} == {ana, cal}
    assert isinstance(await hold_ticket(bea), Waiting)


async def test_the_way_out() -> None:
    ana, bea = await somebody("Ana"), await somebody("Bea")
    await take_ticket(ana, CLASSIC_FOR_TWO)
    assert await give_up_ticket(ana) is None
    assert await ticket_of(ana) is None
    assert await hold_ticket(ana) is None
    assert isinstance(await take_ticket(bea, CLASSIC_FOR_TWO), Waiting)


async def test_who_wants_out_when_the_table_is_set_is_led_to_it() -> None:
    ana, bea = await somebody("Ana"), await somebody("Bea")
    await take_ticket(ana, CLASSIC_FOR_TWO)
    table = await take_ticket(bea, CLASSIC_FOR_TWO)
    assert await give_up_ticket(ana) == table


async def test_a_ticket_goes_away_by_itself() -> None:
    ana = await somebody()
    await take_ticket(ana, CLASSIC_FOR_TWO)
    keys = await store.pipe().call("KEYS", "{quick}:*")
    assert len(keys) == 2
    for key in keys:
        assert 0 < await store.pipe().call("TTL", key) <= tickets.KEPT_SECONDS


async def test_after_the_match_a_new_ticket_is_taken() -> None:
    ana, bea = await somebody("Ana"), await somebody("Bea")
    await take_ticket(ana, CLASSIC_FOR_TWO)
    first = await take_ticket(bea, CLASSIC_FOR_TWO)
    assert await take_ticket(bea, CLASSIC_FOR_TWO) == first
    await match_ends(await room_at(first))
    assert await ticket_of(bea) is None
    assert await hold_ticket(bea) is None
    assert isinstance(await take_ticket(bea, CLASSIC_FOR_TWO), Waiting)
    again = await take_ticket(ana, CLASSIC_FOR_TWO)
    assert isinstance(again, Seated)
    assert again != first


# At the table.


async def table_for_two() -> Room:
    await take_ticket(await somebody("Ana"), CLASSIC_FOR_TWO)
    return await room_at(await take_ticket(await somebody("Bea"), CLASSIC_FOR_TWO))


async def test_the_match_runs_with_people_alone_under_different_animals_names() -> None:
    room = await table_for_two()
    moment = await moment_of(room.id)
    assert moment.match is not None
    assert moment.match.state.kinds == (SeatKind.PERSON, SeatKind.PERSON)
    assert not moment.match.state.practice
    names = [seat.name for seat in moment.match.match.seats]
    assert all(is_animal(name) for name in names)
    assert len(set(names)) == 2
    assert [member.name for member in room.members] == names


async def test_a_stored_animal_s_name_stays_its_bearer_s() -> None:
    fox = any_animal()
    people = [await somebody(fox), await somebody(fox), await somebody("Cal")]
    room = await room_at([await take_ticket(person, CLASSIC_FOR_THREE) for person in people][-1])
    assert room.members[0].name == fox
    assert len({member.name for member in room.members}) == 3
    assert await aname_of(people[0]) == fox


async def test_everybody_is_expected_and_nobody_is_host() -> None:
    room = await table_for_two()
    present = await leases.present_members(room.id, ["m1", "m2"])
    assert present == {"m1", "m2"}
    assert host_of(room, present) is None
    assert (room.way, room.code) == (Way.QUICK, "")


async def test_expecting_somebody_shortens_no_lease() -> None:
    room = await table_for_two()
    await leases.renew([leases.Lease(room.id, "m1", "page", take=True)], 60_000)
    await leases.expect(room.id, ["m1"], await store.now() - 1)
    assert "m1" in await leases.present_members(room.id, ["m1"])
    assert (await leases.renew([leases.Lease(room.id, "m1", "page")], 60_000)) == [leases.Held.WAS_PRESENT]


@pytest.mark.parametrize(
    "request_",
    [RemoveMember("m2"), ChooseTable("duel-classic"), StartMatch(), Rematch(), Rename("Ana")],
    ids=lambda request: type(request).__name__,
)
async def test_nobody_removes_settles_or_renames_there(request_: RoomRequest) -> None:
    room = await table_for_two()
    for member in ("m1", "m2"):
        await member_arrived(room.id, member)
    before = await room_at(Seated(room.id))
    outcome = await act_in_room(room_id=room.id, member_id="m1", request=request_, act_id=uuid4().hex)
    assert outcome.code in {"not_host", "fixed"}
    assert await room_at(Seated(room.id)) == before


async def test_nobody_else_comes_in_by_the_link() -> None:
    room = await table_for_two()
    with pytest.raises(RoomRefused) as refused:
        await join_room(room_id=room.id, identity=await somebody("Eva"), name="Eva")
    assert refused.value.code == "full"


async def test_who_does_not_show_up_is_absent_like_anybody_else() -> None:
    room = await table_for_two()
    await leases.renew([leases.Lease(room.id, "m1", "page", take=True)], 60_000)
    await store.pipe().call("ZADD", f"{{s{room.id[:2]}}}:lease", await store.now() - 1, f"{room.id}|m2")
    clock = Clock()
    await clock.sweep()
    await asyncio.gather(*clock._tasks)
    match = (await moment_of(room.id)).match
    assert match is not None
    assert [seat.away for seat in match.match.seats] == [False, True]
    assert match.loaded.spans["away:1"] == match.match.durations.absence


# Crowds and dead processes.


async def test_a_crowd_is_seated_once_each_and_nobody_is_lost() -> None:
    people = [await somebody(f"P{number}") for number in range(31)]
    barrier = asyncio.Barrier(len(people))

    async def comes(person: UUID) -> None:
        await barrier.wait()
        await take_ticket(person, CLASSIC_FOR_THREE)

    await asyncio.gather(*[comes(person) for person in people])
    held = await asyncio.gather(*[hold_ticket(person) for person in people])
    rooms = [await room_at(ticket) for ticket in held if isinstance(ticket, Seated)]
    assert len(rooms) == 30
    assert sum(isinstance(ticket, Waiting) for ticket in held) == 1
    seated = [member.identity for room in {room.id: room for room in rooms}.values() for member in room.members]
    assert len(seated) == len(set(seated)) == 30


async def test_control_a_match_made_in_two_steps_seats_people_twice() -> None:
    """Each reads who waits, and writes down a table of them."""
    people = [str(await somebody(f"P{number}")) for number in range(6)]
    await store.pipe().call("SADD", "control:waiting", *people)
    barrier = asyncio.Barrier(3)

    async def sets_a_table() -> None:
        found = sorted(await store.pipe().call("SMEMBERS", "control:waiting"))[:2]
        await barrier.wait()
        await store.pipe().call("SREM", "control:waiting", *found)
        await store.pipe().call("RPUSH", "control:seated", *found)

    await asyncio.gather(*[sets_a_table() for _ in range(3)])
    seated = await store.pipe().call("LRANGE", "control:seated", 0, -1)
    assert len(seated) > len(set(seated))


async def test_a_process_that_dies_before_it_made_the_room_leaves_it_to_the_next() -> None:
    ana, bea = await somebody("Ana"), await somebody("Bea")
    await tickets.take(ana, CLASSIC_FOR_TWO)
    table = await tickets.take(bea, CLASSIC_FOR_TWO)
    assert isinstance(table, Seated)
    assert await load_room(table.room_id) is None
    assert await hold_ticket(ana) == table
    assert {member.identity for member in (await room_at(table)).members} == {ana, bea}


async def test_a_process_that_dies_between_the_leases_and_the_room_loses_nothing() -> None:
    ana, bea = await somebody("Ana"), await somebody("Bea")
    await tickets.take(ana, CLASSIC_FOR_TWO)
    table = await tickets.take(bea, CLASSIC_FOR_TWO)
    assert isinstance(table, Seated)
    await leases.expect(table.room_id, ["m1", "m2"], await store.now() + 1000)
    assert await hold_ticket(bea) == await hold_ticket(ana) == table


async def test_all_who_ask_at_once_make_one_room_with_one_match() -> None:
    ana, bea = await somebody("Ana"), await somebody("Bea")
    await tickets.take(ana, CLASSIC_FOR_TWO)
    table = await tickets.take(bea, CLASSIC_FOR_TWO)
    answers = await asyncio.gather(*[hold_ticket(person) for person in (ana, bea) * 5])
    assert set(answers) == {table}
    matches = [key for key in await store.pipe().call("KEYS", "*:match:*") if key.count(b":") == 2]
    assert len(matches) == 1


# The pages.


async def test_two_browsers_come_together_in_two_taps(browser: Callable[..., Browser]) -> None:
    ana, bea = browser(), browser()
    assert (await ana.get("/quick/")).templates[0].name == "quick.html"
    assert (await ana.post("/quick/", CHOICE))["Location"] == "/quick/"
    page = await ana.get("/quick/")
    assert page.templates[0].name == "waiting.html"
    assert "private room" in page.content.decode()
    said = (await ana.post("/quick/ticket/")).json()
    assert (said["state"], said["found"], said["seats"]) == ("waiting", 1, 2)
    address = (await bea.post("/quick/", CHOICE))["Location"]
    assert address.startswith("/room/")
    assert (await ana.post("/quick/ticket/")).json() == {"state": "seated", "room": address}
    for person in (ana, bea):
        assert (await person.get("/quick/"))["Location"] == address
        assert (await person.get(address)).status_code == 200


async def test_a_guest_is_an_animal_in_the_reader_s_language(browser: Callable[..., Browser]) -> None:
    ana = browser()
    await ana.post("/quick/", CHOICE)
    identity = await Identity.objects.aget()
    assert is_animal(identity.name)
    page = (await ana.get("/", headers={"accept-language": "en"})).content.decode()
    assert f'value="{shown_name(identity.name)}"' in page
    assert "waiting for a quick-play table" in page


async def test_giving_up_leads_back_to_the_front_page(browser: Callable[..., Browser]) -> None:
    ana = browser()
    await ana.post("/quick/", CHOICE)
    assert (await ana.post("/quick/leave/"))["Location"] == "/"
    assert (await ana.post("/quick/ticket/")).json() == {"state": "none"}


@pytest.mark.parametrize("wrong", [{"ruleset": "duel-siege"}, {"seats": "7"}, {"seats": "x"}, {"length": "4"}])
async def test_what_the_form_does_not_offer_is_refused(browser: Callable[..., Browser], wrong: dict[str, str]) -> None:
    answer = await browser().post("/quick/", CHOICE | wrong)
    assert answer.status_code == 422
    assert not await Identity.objects.aexists()


async def test_who_asks_too_often_waits(browser: Callable[..., Browser], settings: Settings) -> None:
    settings.COLORCLASH_LIMITS = {"tickets_minute": 2, "waits_minute": 3}
    ana = browser()
    assert [(await ana.post("/quick/", CHOICE)).status_code for _ in range(3)] == [302, 302, 429]
    assert [(await ana.post("/quick/ticket/")).status_code for _ in range(4)] == [200, 200, 200, 429]


async def test_a_stranger_has_no_ticket(browser: Callable[..., Browser]) -> None:
    assert (await browser().post("/quick/ticket/")).json() == {"state": "none"}
    assert (await browser().post("/quick/leave/"))["Location"] == "/"


# Who is kept apart.


async def test_who_has_blocked_another_is_never_seated_with_him_and_nobody_is_told() -> None:
    ana, bea, cal = [await somebody(name) for name in ("Ana", "Bea", "Cal")]
    await block_player(blocker_id=ana, blocked_id=bea, match_id="m", shown="Fox")
    assert isinstance(await take_ticket(ana, CLASSIC_FOR_TWO), Waiting)
    held = await take_ticket(bea, CLASSIC_FOR_TWO)
    assert isinstance(held, Waiting)
    assert isinstance(await hold_ticket(ana), Waiting)
    room = await room_at(await take_ticket(cal, CLASSIC_FOR_TWO))
    assert {member.identity for member in room.members} == {ana, cal}
    assert isinstance(await hold_ticket(bea), Waiting)


async def test_a_block_counts_whoever_came_first() -> None:
    ana, bea = [await somebody(name) for name in ("Ana", "Bea")]
    await block_player(blocker_id=ana, blocked_id=bea, match_id="m", shown="Fox")
    assert isinstance(await take_ticket(bea, CLASSIC_FOR_TWO), Waiting)
    assert isinstance(await take_ticket(ana, CLASSIC_FOR_TWO), Waiting)
    assert isinstance(await hold_ticket(bea), Waiting)


async def test_a_block_counts_for_who_waits_already() -> None:
    ana, bea = [await somebody(name) for name in ("Ana", "Bea")]
    assert isinstance(await take_ticket(ana, CLASSIC_FOR_TWO), Waiting)
    await block_player(blocker_id=ana, blocked_id=bea, match_id="m", shown="Fox")
    assert isinstance(await take_ticket(bea, CLASSIC_FOR_TWO), Waiting)
    assert isinstance(await hold_ticket(ana), Waiting)


async def test_others_at_a_larger_table_are_seated_around_a_block() -> None:
    ana, bea, cal, dan = [await somebody(name) for name in ("Ana", "Bea", "Cal", "Dan")]
    await block_player(blocker_id=bea, blocked_id=cal, match_id="m", shown="Fox")
    for person in (ana, bea, cal):
        assert isinstance(await take_ticket(person, CLASSIC_FOR_THREE), Waiting)
    room = await room_at(await take_ticket(dan, CLASSIC_FOR_THREE))
    assert {member.identity for member in room.members} == {ana, bea, dan}
