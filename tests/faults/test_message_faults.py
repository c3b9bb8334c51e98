"""Messages lost, doubled and late; clients that flood or talk nonsense: faults 9 and 12."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from typing import TYPE_CHECKING

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.faults.run import Run
from tests.faults.witness import Witness, more_acts, playing, until_they_agree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.faulty_site import FaultySite

CONVERGE_SECONDS = 5.0


@contextlib.contextmanager
def hints_in_disorder(site: FaultySite, match_ids: Sequence[str]) -> Iterator[None]:
    """All subscribers lose their connection ten times a second, and old hints come again, newest first."""
    ended = threading.Event()

    def disturb() -> None:
        with site.redis() as client:
            while not ended.wait(0.1):
                client.client_kill_filter(_type="pubsub")
                for match_id in match_ids:
                    epoch, version = client.hmget(f"{{s{match_id[:2]}}}:match:{match_id}", "e", "v")
                    for back in (0, 0, 1, 5):
                        client.publish(f"match:{match_id}", f"{int(epoch)}:{max(1, int(version) - back)}")

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(10)


@pytest.mark.parametrize("ruleset", ["clash-classic", pytest.param("upcolor", marks=pytest.mark.nightly)])
async def test_09_hints_lost_doubled_and_reordered(site: FaultySite, ruleset: str) -> None:
    """The views are the same within five seconds, and no page ever steps back."""
    run = Run(9, site)
    witnesses = await run.seat(ruleset, people=4)
    for witness in witnesses:
        witness.doubles = 0.5
    with hints_in_disorder(site, [witnesses[0].match["id"]]):
        async with playing(witnesses):
            await more_acts(witnesses, 60)
        await until_they_agree(witnesses, CONVERGE_SECONDS)
    await run.verdict()


async def test_09_a_web_process_that_hears_no_hint_at_all(site: FaultySite) -> None:
    """The heartbeat shows its pages what the others do, within five seconds of each act."""
    site.store_proxies["web1"].loses_hints = True
    run = Run(9, site)
    witnesses = await run.seat("duel-classic")
    async with playing(witnesses):
        await more_acts(witnesses, 20)
    await until_they_agree(witnesses, CONVERGE_SECONDS)
    await run.verdict()


@pytest.mark.nightly
async def test_09_a_page_on_a_slow_line(site: FaultySite) -> None:
    """What is asked and told a second late is played all the same, and is the same everywhere in the end."""
    run = Run(9, site)
    witnesses = await run.seat("clash-family")
    slow = witnesses[0]
    slow.bases = [site.proxied_url(1)]
    await slow.come_back()
    site.web_proxies[0].there.delay = site.web_proxies[0].back.delay = 0.5
    async with playing(witnesses):
        await more_acts(witnesses, 20)
    await until_they_agree(witnesses, CONVERGE_SECONDS)
    await run.verdict()


ABUSES: tuple[str | bytes, ...] = (
    '{"type":"act"}',
    "[" * 4000,
    '{"type":"beat","match":[NaN,1,1]}',
    '{"type":"shuffle","id":"0000000000000000"}',
    "\x00" * 100,
    b"\x00\xff" * 50,
    '{"type":"sync","x":' + "1" * 1_000_000 + "}",
    '{"type":"sync"}',
)
"""Each sent often enough to be a flood."""
CODES = {1006, 1009, 4029, 4400}
"""1006: the server no longer reads, so that its last words are lost with the connection."""


async def test_12_floods_and_nonsense_beside_a_match(site: FaultySite) -> None:
    """Every abuser is closed, without a traceback a frame; the match beside goes on unharmed."""
    run = Run(12, site)
    witnesses = await run.seat()
    abusers = [
        await asyncio.to_thread(Witness.host, site.base_url(1), f"Abuser {number}") for number in range(len(ABUSES))
    ]
    async with playing(witnesses):
        codes = await asyncio.gather(*[abuse(site, one, frame) for one, frame in zip(abusers, ABUSES, strict=True)])
        await more_acts(witnesses, 10)
    assert set(codes) <= CODES
    assert "Traceback" not in site["web1"].tail(100_000)
    await run.verdict()


async def abuse(site: FaultySite, abuser: Witness, frame: str | bytes) -> int | None:
    """Send the frame until the server has had enough; the code with which it closes."""
    headers = {"Cookie": abuser.browser.header, "Origin": site.base_url(1)}
    url = site.socket_url(f"/ws/room/{abuser.room_id}/")
    async with connect(url, additional_headers=headers) as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(3000):
                await socket.send(frame)
            async for text in socket:
                assert json.loads(text)["type"] in {"welcome", "room", "beat", "closing"}
    return socket.close_code
