"""Several people for one thing: one version, one seat of a match, one place in a room, one start, one deal: faults 4,
11 and 18."""

from __future__ import annotations

import asyncio
import secrets
import urllib.error
from functools import partial
from typing import TYPE_CHECKING, Any

from games.engine import Deal
from games.live.room import decode_room
from tests.faults.history import Verdict
from tests.faults.kept import read_kept
from tests.faults.report import REPORT
from tests.faults.run import Run
from tests.faults.tables import short_table
from tests.faults.witness import Witness, all_play, more_acts, on_turn, playing, simple_act
from tests.live.player import Browser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.faulty_site import FaultySite

VIEW_SECONDS = 0.1


def waits_of_losers(witnesses: Sequence[Witness]) -> list[float]:
    """For each act refused because somebody else was first: how long after the refusal its asker saw why."""
    waits = []
    for witness in witnesses:
        versions = {asked.message["id"]: asked.message["version"] for asked in witness.asked}
        for at, _, frame in witness.heard:
            if frame["type"] != "outcome" or frame.get("code") not in {"stale", "nothing_to_catch", "late"}:
                continue
            views = [
                heard.at
                for heard in witness.heard
                if heard.frame["type"] == "match" and heard.frame["version"] > versions[frame["id"]]
            ]
            waits.append(max(0.0, min(views) - at))
    return waits


async def test_04_everybody_calls_and_catches_over_two_web_processes(site: FaultySite) -> None:
    """Who loses the race has the winner's view within a tenth of a second."""
    run = Run(4, site)
    witnesses = await run.seat(people=4, thinks=0)
    for witness in witnesses:
        witness.catches, witness.arms = 1.0, 0.0
    async with playing(witnesses):
        await more_acts(witnesses, 250)
    await run.verdict()
    waits = waits_of_losers(witnesses)
    assert waits
    assert max(waits) < VIEW_SECONDS


async def test_11_two_tabs_on_one_seat(site: FaultySite) -> None:
    """The newest tab has the seat, in whichever process; of what both ask at one version, one act is done."""
    run = Run(11, site)
    witnesses = await run.seat(people=2)
    first = await on_turn(witnesses)
    second = Witness(f"{first.name} again", first.browser, first.room_id)
    run.rooms[0].append(second)
    opening = second.open(first.bases[1])
    asks = [partial(first.act_message, simple_act(first)) for _ in range(2)]
    await opening
    await second.until(lambda: second.match, "the match")
    messages = [ask() for ask in asks]
    outcomes = await asyncio.gather(first.ask_once(messages[0]), second.ask_once(messages[1]))
    kept = read_kept(site, second.match["id"])
    done = [entry.act.partition(":")[2] for entry in kept.entries if entry.act is not None]
    # The older tab may be closed before it hears that its act was the one that is done.
    assert sum(message["id"] in done for message in messages) == 1, outcomes
    await first.until(lambda: first.close_code is not None, "the end")
    assert (first.close_code, first.closing and first.closing["reason"]) == (4409, "elsewhere")
    await run.verdict()


async def test_18_twenty_people_for_the_last_place(site: FaultySite) -> None:
    """One is in; by the link nineteen are told that it is full, by the bare code what a wrong code is told."""
    host = await asyncio.to_thread(Witness.host, site.base_url(1), "Host")
    for number in range(4):
        await asyncio.to_thread(Witness.guest, site.base_url(2), f"Guest {number}", host.room_id)
    crowd = [Browser(site.bases[number % 2]) for number in range(20)]
    await asyncio.gather(*[asyncio.to_thread(browser.get, "/") for browser in crowd])
    join = f"/room/{host.room_id}/join/"
    led = await asyncio.gather(*[asyncio.to_thread(one.post, join, name=f"Late {at}") for at, one in enumerate(crowd)])
    assert sorted(led).count(f"/room/{host.room_id}/") == 1
    assert led.count(join) == 19
    room = decode_room(stored(site, host.room_id))
    assert len(room.members) == 6
    assert await asyncio.to_thread(answer_to_code, site, room.code) == await asyncio.to_thread(
        answer_to_code, site, "AAAAAA"
    )
    REPORT.add(18, Verdict(acknowledged=1))


def stored(site: FaultySite, room_id: str) -> bytes:
    with site.redis() as client:
        state = client.hget(f"{{s{room_id[:2]}}}:room:{room_id}", "s")
    assert isinstance(state, bytes)
    return state


def answer_to_code(site: FaultySite, code: str) -> tuple[int, int]:
    """Status and size of what a stranger with this code is told."""
    browser = Browser(site.base_url(1))
    try:
        browser.post("/code/", code=code)
    except urllib.error.HTTPError as refused:
        body = refused.read().replace(code.encode(), b"")
        return refused.code, len(body)
    return 200, 0


async def test_18_start_pressed_twice_and_the_next_round_from_every_client(site: FaultySite) -> None:
    """One match, and between two rounds one deal."""
    run = Run(18, site)
    table = short_table("duel-classic", length={"rounds": 3})
    witnesses = await run.seat(table=table, thinks=0)
    host = witnesses[0]
    first = host.match["id"]
    await all_play(witnesses, lambda: all(one.match and one.view["phase"] == "over" for one in witnesses))
    deals = [entry for entry in read_kept(site, first).entries if isinstance(entry.action, Deal)]
    assert len(deals) == 2
    again = [start_again(host) for _ in range(3)]
    for message in again:
        await host.send(message)
    await host.until(lambda: all(message["id"] in host.outcomes for message in again), "three answers")
    outcomes = [host.outcomes.pop(message["id"]) for message in again]
    assert sum(outcome["ok"] for outcome in outcomes) == 1
    assert {outcome.get("code") for outcome in outcomes} == {None, "in_play"}
    for witness in witnesses:
        await witness.until(lambda witness=witness: witness.match["id"] != first, "the next match")  # type: ignore[misc]
    assert len({witness.match["id"] for witness in witnesses}) == 1
    async with playing(witnesses):
        await more_acts(witnesses, 5)
    await run.verdict()


def start_again(host: Witness) -> dict[str, Any]:
    return {
        "type": "room",
        "id": secrets.token_hex(16),
        "epoch": host.room["epoch"],
        "version": host.room["version"],
        "do": {"kind": "rematch"},
    }
