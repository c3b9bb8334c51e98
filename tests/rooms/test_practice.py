"""Practice: one person and one to five computers, without limits of time, and nobody else."""

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from accounts.animals import is_animal
from accounts.models import Identity
from billing.models import Entitlement
from games.engine import SeatKind
from games.live import leases, store
from games.live.match import encode_match
from games.live.room import MatchPhase, Room, RoomRefused, Way, choose_computers, choose_table, table_of, why_not_start
from games.live.table import Durations, TableSettings
from games.live.ways import practice_room
from games.protocol.lobby import ChooseComputers, ChooseTable, Level, Rematch, StartMatch
from games.services.entrance import doorway, join_room
from games.services.practice import begin_practice
from games.services.room_changes import Moment, load_room, moment_of
from games.services.rooms import Outcome, act_in_room, member_arrived
from games.services.tastes import GIVEN_BACK, given_back, take_taste
from tests.rooms.conftest import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]

DONE = Outcome(ok=True)
NO_LIMIT = TableSettings("clash-classic", to=500, timer=None)


def alone(table: TableSettings = NO_LIMIT, *computers: Level) -> Room:
    return practice_room(
        room_id="r",
        identity=UUID(int=1),
        name="Ana",
        opens=(),
        table=table,
        computers=computers or ("normal",),
        fast=False,
        now=0,
    )


async def begins(table: TableSettings = NO_LIMIT, *computers: Level, fast: bool = False) -> Moment:
    """The practice room of somebody at his page."""
    ana = await Identity.objects.acreate(name="Ana")
    room_id = await begin_practice(identity=ana.pk, table=table, computers=computers or ("normal",), fast=fast)
    await leases.renew([leases.Lease(room_id, "m1", "page", take=True)], 60_000)
    await member_arrived(room_id, "m1")
    return await moment_of(room_id)


async def test_the_match_runs_at_once_with_computers_after_the_person() -> None:
    moment = await begins(NO_LIMIT, "easy", "hard")
    assert moment.match is not None
    assert moment.phase is MatchPhase.PLAYING
    assert moment.match.state.kinds == (SeatKind.PERSON, SeatKind.COMPUTER, SeatKind.COMPUTER)
    assert moment.match.state.practice
    seats = moment.match.match.seats
    assert [seat.computer for seat in seats] == [False, True, True]
    assert [seat.level for seat in seats[1:]] == ["easy", "hard"]
    assert all(is_animal(seat.name) for seat in seats[1:])
    assert len({seat.name for seat in seats}) == 3


async def test_no_turn_has_an_end_unless_one_is_chosen() -> None:
    assert (await begins()).room.table.timer is None
    assert (await begins(TableSettings("clash-classic", rounds=1, timer=60))).room.table.timer == 60
    with pytest.raises(RoomRefused):
        alone(TableSettings("clash-classic", rounds=1, timer=61))


async def test_computers_of_a_fast_match_pause_less() -> None:
    slow, fast = await begins(), await begins(NO_LIMIT, fast=True)
    assert slow.match is not None
    assert fast.match is not None
    assert fast.match.match.durations.computer_most < slow.match.match.durations.computer_least


async def test_who_never_opens_the_page_is_absent_like_anybody_else() -> None:
    ana = await Identity.objects.acreate(name="Ana")
    room_id = await begin_practice(identity=ana.pk, table=NO_LIMIT, computers=("normal",), fast=False)
    assert await leases.present_members(room_id, ["m1"]) == {"m1"}
    until = await store.pipe().call("ZSCORE", f"{{s{room_id[:2]}}}:lease", f"{room_id}|m1")
    assert float(until) <= await store.now() + Durations.from_settings().lease


@pytest.mark.parametrize(
    ("ruleset", "wished", "sitting"),
    [("clash-classic", 5, 5), ("duel-classic", 5, 3), ("upcolor", 1, 2), ("upcolor", 5, 3)],
)
async def test_as_many_computers_sit_as_the_rule_set_takes(ruleset: str, wished: int, sitting: int) -> None:
    hard: list[Level] = ["hard"] * wished
    moment = await begins(table_of(ruleset), *hard)
    assert moment.match is not None
    assert len(moment.match.state.kinds) == sitting + 1


async def test_a_premium_table_is_tasted_one_round_a_day_and_then_needs_its_right() -> None:
    ana = await Identity.objects.acreate(name="Ana")

    async def begin(ruleset: str = "duel-siege") -> Room:
        table = replace(table_of(ruleset), rounds=5, to=None)
        room_id = await begin_practice(identity=ana.pk, table=table, computers=["normal"], fast=False)
        found = await load_room(room_id)
        assert found is not None
        return found[0]

    tasted = await begin()
    assert (tasted.table.rounds, tasted.table.to) == (1, None)
    with pytest.raises(RoomRefused) as refused:
        await begin()
    assert refused.value.code == "premium"
    assert (await begin("duel-daynight")).table.rounds == 1
    await Entitlement.objects.acreate(holder_id=ana.pk, table="duel-siege", grant_reason="gift")
    opened = await begin()
    assert (opened.opener, opened.table.rounds) == (ana.pk, 5)


async def test_a_taste_is_not_played_again_and_one_that_was_no_table_costs_nothing() -> None:
    ana = await Identity.objects.acreate(name="Ana")
    with pytest.raises(RoomRefused):
        await begin_practice(
            identity=ana.pk, table=replace(table_of("duel-siege"), rounds=99), computers=["normal"], fast=False
        )
    room_id = await begin_practice(identity=ana.pk, table=table_of("duel-siege"), computers=["normal"], fast=False)
    await leases.renew([leases.Lease(room_id, "m1", "page", take=True)], 60_000)
    await member_arrived(room_id, "m1")
    moment = await moment_of(room_id)
    assert moment.match is not None
    loaded = moment.match.loaded
    over = store.Change(
        kind="match",
        id=moment.match.id,
        expect=(loaded.epoch, loaded.version),
        state=encode_match(replace(moment.match.match, closed=True)),
    )
    assert isinstance(await store.commit(over), store.Committed)
    assert await act_in_room(room_id=room_id, member_id="m1", request=Rematch(), act_id="a") == Outcome(
        ok=False, code="premium"
    )


async def test_nobody_else_ever_sits_there() -> None:
    moment = await begins()
    bea = await Identity.objects.acreate(name="Bea")
    with pytest.raises(RoomRefused) as refused:
        await join_room(room_id=moment.room.id, identity=bea.pk, name="Bea")
    assert refused.value.code == "full"
    door = await doorway(moment.room.id, bea.pk)
    assert door is not None
    assert (door.member, door.seats_left, door.refusal) == (None, 0, "in_play")


async def ask(room: Room, request: ChooseTable | ChooseComputers | Rematch | StartMatch) -> Outcome:
    return await act_in_room(room_id=room.id, member_id="m1", request=request, act_id=uuid4().hex)


async def test_between_two_matches_table_and_computers_may_change() -> None:
    room = (await begins()).room
    assert await ask(room, ChooseComputers(["hard"])) == Outcome(ok=False, code="in_play")
    await store.pipe().call("DEL", store.key_of("match", room.match_id or ""))
    assert await ask(room, ChooseTable("upcolor")) == DONE
    assert (await moment_of(room.id)).room.computers == ("normal", "normal")
    assert await ask(room, ChooseComputers(["hard", "easy", "easy"], fast=True)) == DONE
    assert await ask(room, ChooseComputers(["hard"])) == Outcome(ok=False, code="seats")
    assert await ask(room, StartMatch()) == DONE
    moment = await moment_of(room.id)
    assert moment.room.table == TableSettings("upcolor", rounds=3, timer=None)
    assert moment.match is not None
    assert len(moment.match.state.kinds) == 4


def test_a_table_with_fewer_seats_sends_computers_away() -> None:
    room = alone(NO_LIMIT, "easy", "easy", "hard", "hard", "hard")
    fewer = choose_table(room, "m1", TableSettings("duel-classic", rounds=1), present={"m1"}, phase=None)
    assert fewer.computers == ("easy", "easy", "hard")
    assert why_not_start(fewer, "m1", present={"m1"}, phase=None) is None


def test_computers_sit_in_practice_alone() -> None:
    practice = alone()
    assert practice.way is Way.PRACTICE
    more = choose_computers(practice, "m1", ["easy", "hard"], fast=True, present={"m1"}, phase=None)
    assert (more.computers, more.fast) == (("easy", "hard"), True)
    with pytest.raises(RoomRefused):
        alone(NO_LIMIT, *(["normal"] * 6))  # type: ignore[arg-type]


# The pages.


async def test_practice_begins_in_two_taps(browser: Callable[..., Browser]) -> None:
    ana = browser()
    front = await ana.get("/")
    assert 'href="/practice/"' in front.content.decode()
    page = await ana.get("/practice/")
    assert page.templates[0].name == "practice.html"
    address = (await ana.post("/practice/", {"ruleset": "clash-classic", "computer1": "normal"}))["Location"]
    assert (await ana.get(address)).templates[0].name == "room.html"
    moment = await moment_of(address.split("/")[2])
    assert (moment.phase, moment.room.table) == (MatchPhase.PLAYING, NO_LIMIT)
    assert is_animal((await Identity.objects.aget()).name)


async def test_what_was_chosen_is_what_is_played(browser: Callable[..., Browser]) -> None:
    choice = {"ruleset": "duel-classic", "computer1": "easy", "computer3": "hard", "length": "3", "timer": "90"}
    address = (await browser().post("/practice/", choice | {"fast": "on"}))["Location"]
    room = (await moment_of(address.split("/")[2])).room
    assert room.table == TableSettings("duel-classic", rounds=3, timer=90)
    assert (room.computers, room.fast) == (("easy", "hard"), True)


@pytest.mark.parametrize("wrong", [{"ruleset": "x"}, {"computer1": "best"}, {"timer": "31"}])
async def test_what_the_form_does_not_offer_is_refused(browser: Callable[..., Browser], wrong: dict[str, str]) -> None:
    answer = await browser().post("/practice/", {"ruleset": "clash-classic"} | wrong)
    assert answer.status_code == 422


async def test_the_page_offers_a_taste_and_says_when_it_is_eaten(browser: Callable[..., Browser]) -> None:
    ana = browser()
    siege = {"ruleset": "duel-siege", "computer1": "normal"}
    assert (await ana.post("/practice/", siege)).status_code == 302
    eaten = await ana.post("/practice/", siege)
    assert eaten.status_code == 422
    assert 'href="/shop/"' in eaten.content.decode()


async def test_a_taste_whose_match_is_lost_is_there_once_more_and_the_page_says_why(
    browser: Callable[..., Browser],
) -> None:
    ana = browser()
    siege = {"ruleset": "duel-siege", "computer1": "normal"}
    address = (await ana.post("/practice/", siege))["Location"]
    spoiled = "A fault of ours ended your round of today"
    assert spoiled not in (await ana.get("/practice/")).content.decode()
    found = await load_room(address.split("/")[2])
    assert found is not None
    match_id = found[0].match_id
    assert match_id is not None
    await store.pipe().call("DEL", store.key_of("match", match_id))
    assert (await ana.get("/practice/")).content.decode().count(spoiled) == 1
    assert (await ana.post("/practice/", siege)).status_code == 302
    assert spoiled not in (await ana.get("/practice/")).content.decode()
    assert (await ana.post("/practice/", siege)).status_code == 422


async def test_of_two_who_press_at_once_for_a_taste_given_back_one_has_it() -> None:
    ana = await Identity.objects.acreate(name="Ana")
    key = await take_taste(ana.pk, "duel-siege")
    assert key is not None
    await store.pipe().call("SET", key, GIVEN_BACK)
    assert await given_back(ana.pk, ["duel-siege", "duel-daynight"]) == {"duel-siege"}
    taken = await asyncio.gather(*[take_taste(ana.pk, "duel-siege") for _ in range(3)])
    assert sorted(taken, key=str) == [None, None, key]


async def test_practice_while_a_ticket_waits_tells_of_it(browser: Callable[..., Browser]) -> None:
    ana = browser()
    await ana.post("/quick/", {"ruleset": "clash-classic", "seats": "2"})
    address = (await ana.post("/practice/", {"ruleset": "clash-classic", "computer1": "normal"}))["Location"]
    assert (await ana.get(address)).context["waits"]
    assert (await ana.post("/quick/ticket/")).json()["state"] == "waiting"
