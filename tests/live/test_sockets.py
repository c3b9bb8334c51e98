"""What a socket may send, and how the server gets rid of those that send anything else."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games.consumers import PerMinute
from tests.live.player import Browser, Player, seated_room
from tests.live.sites import FAST, LONG_MATCH, MANY_ROOMS
from tests.security.test_fuzz import BOUNDED, FRAMES, TIMES, WELL_FORMED, on_the_wire
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


FUZZED = {
    **MANY_ROOMS,
    "rooms_minute": 100_000,
    "rooms_hour": 100_000,
    "sockets_opened_minute": 100_000,
    "sockets_turned_away_minute": 100_000,
}
"""A long fuzzing comes from one address."""


@pytest.fixture(scope="module")
def site() -> Iterator[LiveSite]:
    running = LiveSite(webs=1, clocks=0, workers=False, durations=FAST, limits=FUZZED)
    running.start()
    yield running
    running.close()


async def table(site: LiveSite) -> list[Player]:
    return await seated_room([site.base_url()], ["Ana", "Ben"], table=LONG_MATCH)


async def closed(player: Player) -> int:
    await player.until(lambda: player.close_code is not None, "the end")
    assert player.close_code is not None
    return player.close_code


@pytest.mark.parametrize(
    "frame",
    [
        "{",
        "[1]",
        "[" * 4000,
        '{"type":"act"}',
        '{"type":"beat","match":NaN}',
        '{"type":"room","do":7}',
        b"\x00\x01",
        "x" * 8000,
    ],
)
async def test_the_third_malformed_frame_closes_the_socket_and_nobody_elses(site: LiveSite, frame: str | bytes) -> None:
    ana, ben = await table(site)
    for _ in range(3):
        await ben.send(frame)
    assert await closed(ben) == 4400
    assert (await ana.ask({"type": "room", **room_wish()}))["ok"] is False


def room_wish() -> dict[str, object]:
    return {"id": secrets.token_hex(16), "epoch": 1, "version": 1, "do": {"kind": "start"}}


async def test_a_message_of_more_than_eight_kilobytes_ends_the_connection(site: LiveSite) -> None:
    _, ben = await table(site)
    await ben.send('{"type":"sync"}' + " " * 9000)
    assert await closed(ben) in {1006, 1009}


async def test_a_flood_closes_the_socket(site: LiveSite) -> None:
    ana, ben = await table(site)
    for _ in range(40):
        await ben.send({"type": "sync"})
    assert await closed(ben) == 4029
    assert ana.close_code is None


async def test_acts_of_a_seat_are_judged_by_the_session_and_by_nothing_in_the_message(site: LiveSite) -> None:
    players = await table(site)
    mine, other = sorted(players, key=lambda player: player.random_act() is None)
    message = mine.act_message(mine.random_act() or {})
    assert (await other.ask(message))["code"] in {"not_your_turn", "not_in_hand"}
    assert (await mine.ask(message))["ok"]


async def test_the_same_act_twice_is_carried_out_once_and_answered_twice(site: LiveSite) -> None:
    players = await table(site)
    mine = min(players, key=lambda player: player.random_act() is None)
    message = mine.act_message(mine.random_act() or {})
    first = await mine.ask(message)
    version = mine.match["version"]
    assert first == await mine.ask(message) == {"type": "outcome", "id": message["id"], "ok": True}
    assert mine.match["version"] == version


async def test_a_stale_act_is_named_and_comes_with_the_fresh_view(site: LiveSite) -> None:
    players = await table(site)
    mine = min(players, key=lambda player: player.random_act() is None)
    old = mine.act_message(mine.random_act() or {})
    assert (await mine.ask(mine.act_message(mine.random_act() or {})))["ok"]
    seen = len(mine.frames)
    assert (await mine.ask(old))["code"] == "stale"
    assert any(frame["type"] == "match" for frame in mine.frames[seen:])


async def test_a_refused_catch_locks_the_seats_catch(site: LiveSite) -> None:
    ana, ben = await table(site)
    assert (await ben.act("catch", seat=ana.seat))["code"] == "nothing_to_catch"
    again = await ben.act("catch", seat=ana.seat)
    assert again["code"] in {"nothing_to_catch", "locked"}


@pytest.mark.parametrize(("way", "code"), [("leave", 4405), ("remove", 4403)])
async def test_a_page_is_told_whether_its_person_left_or_was_removed(site: LiveSite, way: str, code: int) -> None:
    host = await asyncio.to_thread(Player.host, site.base_url(), "Ana")
    guest = await asyncio.to_thread(Player.guest, site.base_url(), "Ben", host.room_id)
    for player in (host, guest):
        await player.open()
        await player.until(partial(player.__getattribute__, "room"), "the room")
    await host.until(lambda: len(host.room["room"]["members"]) == 2, "the guest")
    asker, whom = (guest, {}) if way == "leave" else (host, {"member": guest.room["room"]["you"]["id"]})
    assert (await asker.ask_room(way, **whom))["ok"]
    await guest.close()
    await guest.open()
    assert await closed(guest) == code
    await host.close()


async def test_a_stranger_is_turned_away_and_a_missing_session_too(site: LiveSite) -> None:
    ana, _ = await table(site)
    stranger = await asyncio.to_thread(Player.host, site.base_url(), "Eve")
    stranger.room_id = ana.room_id
    await stranger.open()
    assert await closed(stranger) == 4405
    nobody = Player("Nobody", Browser(site.base_url()), ana.room_id)
    await nobody.open()
    assert await closed(nobody) == 4401
    gone = Player("Gone", ana.browser, "00" + "a" * 26)
    await gone.open()
    assert await closed(gone) == 4404


async def test_the_sixth_socket_of_one_identity_is_refused(site: LiveSite) -> None:
    browser = (await asyncio.to_thread(Player.host, site.base_url(), "Ana")).browser
    rooms = [await asyncio.to_thread(browser.post, "/rooms/", name="Ana") for _ in range(6)]
    pages = [Player("Ana", browser, path.split("/")[2]) for path in rooms]
    for page in pages:
        await page.open()
    assert await closed(pages[5]) == 4029
    assert all(page.close_code is None for page in pages[:5])


async def test_behind_a_proxy_sockets_are_counted_by_the_address_that_it_adds(
    live_site: Callable[..., LiveSite],
) -> None:
    """What a browser claims before it counts for nothing. Who was turned away too often there gets no handshake."""
    limits = {**MANY_ROOMS, "sockets_per_address": 2, "sockets_turned_away_minute": 1}
    site = live_site(
        clocks=0, workers=False, durations=FAST, limits=limits, environment={"COLORCLASH_TRUST_PROXY": "1"}
    )
    pages = [await asyncio.to_thread(Player.host, site.base_url(), f"Ana {number}") for number in range(4)]
    for number, page in enumerate(pages):
        real = "203.0.113.9" if number < 3 else "203.0.113.10"
        await page.open(headers={"X-Forwarded-For": f"198.51.100.{number}, {real}"})
    assert await closed(pages[2]) == 4029
    assert [page.close_code for page in (pages[0], pages[1], pages[3])] == [None, None, None]
    nobody = Player("Nobody", Browser(site.base_url()), pages[0].room_id)
    with pytest.raises(InvalidStatus):
        await nobody.open(headers={"X-Forwarded-For": "203.0.113.9"})
    await nobody.open(headers={"X-Forwarded-For": "203.0.113.11"})
    assert await closed(nobody) == 4401


def test_attempts_are_forgotten_after_a_minute() -> None:
    knocks = PerMinute()
    assert [knocks.count("a", 0), knocks.count("a", 59), knocks.of("b", 59)] == [1, 2, 0]
    assert [knocks.of("a", 60), knocks.count("a", 61)] == [0, 1]


GRANT = """
from accounts.models import Identity, User
from billing.services import grant
staff = User.objects.create(email="staff@example.org", is_staff=True)
host = Identity.objects.get(name="Ana who buys")
grant(holder_id=host.pk, table="duel-siege", term="lasting", staff=staff, reason="bought")
"""


def what_blocks_siege(page: Player) -> object:
    choices = page.room["room"]["choices"]["rulesets"] if page.room else []
    return next((each["blocked"] for each in choices if each["id"] == "duel-siege"), "not shown yet")


async def test_a_table_bought_meanwhile_can_be_chosen_on_the_page_opened_next(site: LiveSite) -> None:
    before = await (await asyncio.to_thread(Player.host, site.base_url(), "Ana who buys")).open()
    await before.until(lambda: what_blocks_siege(before) == "premium", "a table that costs something")
    await asyncio.to_thread(site.manage, "shell", "-c", GRANT)
    after = await Player("Ana who buys", before.browser, before.room_id).open()
    await after.until(lambda: what_blocks_siege(after) not in {"premium", "not shown yet"}, "the table that he bought")


@settings(BOUNDED, max_examples=12 * TIMES)
@given(frames=st.lists(FRAMES | WELL_FORMED.map(on_the_wire), min_size=1, max_size=12))
def test_fuzzed_frames_leave_the_process_and_the_other_table_unhurt(site: LiveSite, frames: list[str]) -> None:
    """What the parser lets through is asked of a real room."""
    assert asyncio.run(send_all(site, frames)) in {None, 4400, 4403, 4404, 4405}
    assert site["web1"].alive
    assert "Traceback" not in site["web1"].tail()


async def send_all(site: LiveSite, frames: list[str]) -> int | None:
    """How the page that sends them was closed; None when it was answered to the end, as the other one is."""
    fuzzed, other = [await asyncio.to_thread(Player.host, site.base_url(), name) for name in ("Ana", "Ben")]
    for page in (fuzzed, other):
        await page.open(beats=False)
    wish = room_wish()
    with contextlib.suppress(ConnectionClosed):
        for frame in frames:
            await fuzzed.send(frame)
        await fuzzed.send({"type": "room", **wish})
    await fuzzed.until(lambda: fuzzed.close_code is not None or wish["id"] in fuzzed.outcomes, "an answer")
    assert (await other.ask({"type": "room", **room_wish()}))["code"] == "too_few"
    for page in (fuzzed, other):
        await page.close()
    return fuzzed.close_code if wish["id"] not in fuzzed.outcomes else None
