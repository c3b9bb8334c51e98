"""The hub with the real store: hints that never come, pages that do not read, answers that others must not notice."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
import redis
from msgspec.structs import replace

from games import engine
from games.engine import Length, Position, Seat, SeatKind, Standing
from games.live import leases, store
from games.live.hub import Hub
from games.live.match import SCHEMA, Live, encode_match, read_match
from games.live.opening import NewSeat, new_match
from games.live.pages import Page as OpenPage
from games.live.play import carry_out
from games.live.pulse import beat
from games.live.revoke import CHANNEL
from games.live.room import encode_room, join, new_room, with_match
from games.live.sockets import UNCONFIRMED_MOST, Closing, Socket
from games.live.store import Change, Committed
from games.live.table import Durations, TableSettings
from games.live.transitions import closed_by_staff, first_turn_waits_no_longer, leaves, window_runs_out
from games.protocol.messages import Act, DrawAct, ReturnAct
from tests.live.tables import cards

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from games.live.frames import Place

pytestmark = pytest.mark.usefixtures("open_store")


class Page:
    """A page that keeps what it is sent."""

    def __init__(self, room_id: str, member: str) -> None:
        self.frames: list[dict[str, Any]] = []
        self.code: int | None = None
        self.closed = asyncio.Event()
        self.socket = Socket(
            page=OpenPage(member, "192.0.2.1", room_id),
            member=member,
            session=member,
            judged=asyncio.get_running_loop().time(),
            send=self._take,
            close=self._close,
        )

    async def _take(self, text: str) -> None:
        self.frames.append(json.loads(text))

    async def _close(self, code: int) -> None:
        self.code = code
        self.closed.set()

    @property
    def match(self) -> dict[str, Any]:
        return [frame for frame in self.frames if frame["type"] == "match"][-1]

    def matches(self) -> int:
        return sum(frame["type"] == "match" for frame in self.frames)


class Table:
    """A room of people with a match in the store, and hubs that serve it."""

    def __init__(self, room_id: str, members: list[str], match_id: str) -> None:
        self.room_id = room_id
        self.members = members
        self.match_id = match_id
        self.hubs: list[Hub] = []
        self.sent_on: list[str] = []

    def hub(self) -> Hub:
        hub = Hub(send_on=self._send_on)
        self.hubs.append(hub)
        return hub

    async def _send_on(self, entries: tuple[str, ...]) -> None:
        self.sent_on += entries

    async def page(self, hub: Hub, seat: int) -> Page:
        page = Page(self.room_id, self.members[seat])
        await hub.join(page.socket)
        return page

    def place(self, hub: Hub) -> Place:
        return hub.places[self.room_id]


async def lay(ruleset: str, seats: int) -> Table:
    room_id = store.new_id(3)
    room = new_room(room_id=room_id, code="ABCDEF", identity=uuid4(), name="Ana", opens=[], now=1)
    for name in ["Ben", "Cem", "Dora"][: seats - 1]:
        room, _ = join(room, identity=uuid4(), name=name, opens=[], now=1, phase=None)
    match_id, opening = new_match(
        room_id=room_id,
        room_code="ABCDEF",
        seats=[NewSeat(str(member.identity), member.id, member.name, "person") for member in room.members],
        table=TableSettings(ruleset, rounds=3, timer=30),
        durations=Durations(),
        now=1,
    )
    made = Change(kind="room", id=room_id, expect=None, state=encode_room(with_match(room, match_id, room.members)))
    assert isinstance(await store.commit(made, opening), Committed)
    return Table(room_id, [member.id for member in room.members], match_id)


@pytest.fixture
async def clash() -> AsyncIterator[Table]:
    """Two people at Family night, which opens with a number; the first turn's clock runs."""
    table = await lay("clash-family", 2)
    await carry_out(await stored(table), first_turn_waits_no_longer_now)
    yield table
    for hub in table.hubs:
        await hub.stop()


def first_turn_waits_no_longer_now(live: Live) -> Any:  # noqa: ANN401
    step = first_turn_waits_no_longer(live)
    if step is not None:
        step.change.after = None
    return step


async def stored(table: Table) -> Live:
    loaded = await store.load("match", table.match_id)
    assert loaded is not None
    return read_match(table.match_id, loaded)


def draw_act(page: Page, act_id: str = "0" * 16) -> Act:
    match = page.match
    return Act(act_id, match["id"], match["epoch"], match["version"], DrawAct())


async def pages(table: Table, *hubs: Hub) -> tuple[Page, Page]:
    """The page of the seat on turn, and the other one, each at its own hub."""
    turn = (await stored(table)).state.turn or 0
    return await table.page(hubs[0], turn), await table.page(hubs[-1], 1 - turn)


async def test_the_process_that_commits_shows_it_to_its_own_pages_with_what_happened(clash: Table) -> None:
    hub = clash.hub()
    mine, other = await pages(clash, hub)
    await hub.act(mine.socket, draw_act(mine))
    assert mine.frames[-1] == {"type": "outcome", "id": "0" * 16, "ok": True}
    for page in (mine, other):
        assert page.match["events"][0]["kind"] == "drew"
    assert other.match["events"][0]["cards"] is None


async def test_another_process_hears_of_it_and_knows_what_happened(clash: Table) -> None:
    first, second = clash.hub(), clash.hub()
    mine, other = await pages(clash, first, second)
    await first.act(mine.socket, draw_act(mine))
    await settled(lambda: other.match["version"] == mine.match["version"])
    assert other.match["events"][0] == {
        "kind": "drew",
        "seat": mine.socket.seat,
        "count": 1,
        "cards": None,
        "cause": "turn",
    }


async def settled(found: Any) -> None:  # noqa: ANN401
    """Let the work beside go on until `found()`."""
    for _ in range(500):
        if found():
            return
        await store.now()
    raise AssertionError("it did not come to it")


async def test_a_lost_hint_is_healed_by_the_heartbeat(clash: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hub, "_heard", lambda *_: None)
    first, second = clash.hub(), clash.hub()
    mine, other = await pages(clash, first, second)
    await first.act(mine.socket, draw_act(mine))
    assert other.match["version"] < mine.match["version"]
    await beat(second, [clash.place(second)])
    await settled(lambda: other.match["version"] == mine.match["version"])


@pytest.mark.parametrize("begins", [True, False])
async def test_a_match_that_begins_or_goes_during_the_heartbeat_disturbs_no_other_place(
    clash: Table, begins: bool
) -> None:
    other = await lay("clash-classic", 2)
    hub = clash.hub()
    await clash.page(hub, 0)
    page = await other.page(hub, 0)
    place = clash.place(hub)
    assert place.room is not None
    with_match = place.room
    without = replace(with_match, match_id=None)
    place.room = without if begins else with_match
    beating = asyncio.create_task(beat(hub, [place, other.place(hub)]))
    await asyncio.sleep(0)
    place.room = with_match if begins else without
    await beating
    assert page.frames[-1]["type"] == "beat"
    assert not other.place(hub).room_is_old
    assert page.frames[-1]["match"][0] == other.match_id


async def test_who_leaves_while_a_new_match_is_loaded_leaves_no_subscription(clash: Table) -> None:
    """However far the loading has come: what nobody hears any more would stay for as long as the process lives."""
    for steps in range(12):
        hub = clash.hub()
        page = await clash.page(hub, 0)
        place = clash.place(hub)
        assert place.room is not None
        hub._hear_match(place, None)
        place.room, place.known = replace(place.room, match_id=None), None
        loading = asyncio.create_task(hub._reload_room(place))
        for _ in range(steps):
            await asyncio.sleep(0)
        await hub.leave(page.socket, keeps_lease=True)
        await loading
        assert (hub.places, hub._rooms_of_matches, hub._hints._channels) == ({}, {}, {CHANNEL})


async def test_whose_match_newer_code_has_gone_on_with_is_asked_to_come_back_to_a_process_that_can_read_it(
    clash: Table,
) -> None:
    hub = clash.hub()
    page = await clash.page(hub, 0)
    live = await stored(clash)
    state = encode_match(replace(live.match, schema=SCHEMA + 1))
    newer = Change(kind="match", id=clash.match_id, expect=live.version, state=state)
    assert isinstance(await store.commit(newer), Committed)
    async with asyncio.timeout(5):
        await page.closed.wait()
    assert page.code == Closing.RESTART.code


async def test_the_heartbeat_tells_the_stores_time_and_versions(clash: Table) -> None:
    hub = clash.hub()
    mine, _ = await pages(clash, hub)
    await beat(hub, [clash.place(hub)])
    told = mine.frames[-1]
    assert told["type"] == "beat"
    assert told["match"] == [clash.match_id, mine.match["epoch"], mine.match["version"]]
    assert abs(told["now"] - await store.now()) < 1000


async def test_the_time_is_told_when_it_is_read_and_never_with_a_view_made_before(clash: Table) -> None:
    hub = clash.hub()
    _, other = await pages(clash, hub)
    welcome = other.frames[0]
    assert abs(welcome["now"] - await store.now()) < 1000
    assert "now" not in other.match


async def test_the_heartbeat_tells_whether_the_result_is_recorded(clash: Table, open_store: str) -> None:
    hub = clash.hub()
    mine, _ = await pages(clash, hub)
    await carry_out(await stored(clash), closed_by_staff)
    await hub._load_match(clash.place(hub), "hint")
    assert mine.match["view"]["phase"] == "over"
    await beat(hub, [clash.place(hub)])
    assert mine.frames[-1]["recorded"] == 0
    with redis.Redis.from_url(open_store) as client:
        client.hdel("{s03}:outbox", f"{clash.match_id}:end")
    await beat(hub, [clash.place(hub)])
    assert mine.frames[-1]["recorded"] == 1


async def test_a_hint_that_comes_twice_or_late_changes_nothing(clash: Table) -> None:
    hub = clash.hub()
    mine, other = await pages(clash, hub)
    before = mine.match["version"]
    await hub.act(mine.socket, draw_act(mine))
    seen = other.matches()
    for version in (before, mine.match["version"], 1):
        hub._heard(f"match:{clash.match_id}", f"{mine.match['epoch']}:{version}".encode())
    await beat(hub, [clash.place(hub)])
    assert other.matches() == seen


async def test_a_page_that_confirms_nothing_is_sent_no_more_and_then_the_newest_view(clash: Table) -> None:
    hub = clash.hub()
    mine, other = await pages(clash, hub)
    other.socket._unconfirmed = UNCONFIRMED_MOST + 1
    seen = other.matches()
    await hub.act(mine.socket, draw_act(mine))
    assert other.matches() == seen
    await hub.confirmed(other.socket, other.match["epoch"], other.match["version"])
    other.socket._unconfirmed = 0
    await hub.confirmed(other.socket, other.match["epoch"], other.match["version"])
    assert other.match["version"] == mine.match["version"]
    assert other.matches() == seen + 1


async def test_a_silent_page_is_closed_as_slow(clash: Table) -> None:
    hub = clash.hub()
    mine, other = await pages(clash, hub)
    other.socket.heard -= 60
    await beat(hub, [clash.place(hub)])
    assert (other.code, mine.code) == (Closing.SLOW.code, None)


async def test_a_page_that_has_sent_nothing_for_a_lease_does_not_keep_its_member_present(clash: Table) -> None:
    hub = clash.hub()
    mine, _ = await pages(clash, hub)
    mine.socket.heard -= 13
    claim = leases.Lease(clash.room_id, mine.socket.member, mine.socket.token)
    await leases.give_up(claim, 0)
    await beat(hub, [clash.place(hub)])
    assert mine.socket.member not in await leases.present_members(clash.room_id, clash.members)


# Up-color: nobody may notice who has answered a return window.


@pytest.fixture
async def upcolor() -> AsyncIterator[Table]:
    """A trick has ended; every seat holds a green and may call a return. Everybody's last turn had run out."""
    table = await lay("upcolor", 3)
    live = await stored(table)
    position = Position(
        hands=(cards("green", "blue"), cards("green", "blue"), cards("green", "blue", "violet")),
        trick=cards("red"),
        trick_owner=Seat(1),
        captured=(0, 0, 0),
        turn=Seat(2),
        dealer=Seat(0),
        kinds=(SeatKind.PERSON,) * 3,
    )
    state, _ = engine.set_down("upcolor", position, Standing(length=Length(rounds=3), totals=(0, 0, 0)), range)
    violet = next(action for action in engine.legal_actions(state, Seat(2)) if isinstance(action, engine.Play))
    state, _ = engine.apply(state, Seat(2), violet, range)
    assert isinstance(state.window, engine.ReturnWindow)
    seats = tuple(replace(who, timeouts=1) for who in live.match.seats)
    changed = Change(
        kind="match",
        id=live.id,
        expect=live.version,
        state=encode_match(replace(live.match, seats=seats, state=engine.encode(state), dealing=False)),
        due={"window": 3_000, "first_turn": None},
    )
    assert isinstance(await store.commit(changed), Committed)
    yield table
    for hub in table.hubs:
        await hub.stop()


def answer_act(page: Page, *, call: bool) -> Act:
    match = page.match
    return Act("0" * 16, match["id"], match["epoch"], match["version"], ReturnAct(call))


async def test_an_answer_to_the_return_window_shows_to_nobody_else(upcolor: Table) -> None:
    hub = upcolor.hub()
    ana, ben, cem = [await upcolor.page(hub, seat) for seat in range(3)]
    seen = {page: page.matches() for page in (ana, ben, cem)}
    await hub.act(ana.socket, answer_act(ana, call=True))
    assert ana.frames[-1]["ok"]
    assert ana.matches() == seen[ana] + 1
    await beat(hub, [upcolor.place(hub)])
    for page in (ben, cem):
        assert page.matches() == seen[page]
        assert page.frames[-1]["match"][2] == page.match["version"]
    again = await upcolor.page(hub, 1)
    assert again.match["view"]["seats"] == ben.match["view"]["seats"]


async def test_after_the_window_every_seats_version_is_the_same_whoever_answered(upcolor: Table) -> None:
    hub = upcolor.hub()
    ana, ben, cem = [await upcolor.page(hub, seat) for seat in range(3)]
    await hub.act(ana.socket, answer_act(ana, call=False))
    await hub.act(ben.socket, answer_act(ben, call=True))
    closed = await carry_out(await stored(upcolor), window_closes_now)
    assert closed is not None
    await hub.adopt(upcolor.place(hub), closed)
    assert len({page.match["version"] for page in (ana, ben, cem)}) == 1
    assert cem.match["events"][0]["kind"] == "return_called"
    assert [seat["timeouts"] for seat in cem.match["view"]["seats"]] == [0, 0, 1]
    assert ana.match["view"]["trick"] == cem.match["view"]["trick"], "he has not seen the window that this one opened"


async def test_who_has_answered_sees_who_leaves_meanwhile(upcolor: Table) -> None:
    """His own answer had raised his version: what all see raises it again."""
    hub = upcolor.hub()
    ana, ben = [await upcolor.page(hub, seat) for seat in range(2)]
    await hub.act(ana.socket, answer_act(ana, call=False))
    left = await carry_out(await stored(upcolor), lambda live: leaves(live, Seat(2)))
    assert left is not None
    await hub.adopt(upcolor.place(hub), left)
    assert [page.match["view"]["seats"][2]["kind"] for page in (ana, ben)] == ["replacement"] * 2
    assert ana.match["version"] == ben.match["version"] + 1


def window_closes_now(live: Live) -> Any:  # noqa: ANN401
    step = window_runs_out(live)
    if step is not None:
        step.change.after = None
    return step


async def test_a_second_answer_is_refused(upcolor: Table) -> None:
    hub = upcolor.hub()
    ana = await upcolor.page(hub, 0)
    await hub.act(ana.socket, answer_act(ana, call=True))
    again = answer_act(ana, call=False)
    await hub.act(ana.socket, Act("1" * 16, again.match, again.epoch, again.version, again.act))
    assert ana.frames[-1]["code"] == "no_return"


async def test_the_opening_is_told_to_who_sees_the_match_begin(clash: Table) -> None:
    fresh = await lay("clash-classic", 2)
    clash.hubs.append(hub := fresh.hub())
    page = await fresh.page(hub, 0)
    assert [event["kind"] for event in page.match["events"]][:2] == ["dealt", "opened"]
    again = await fresh.page(hub, 1)
    assert page.match["view"]["top"] == again.match["view"]["top"]
