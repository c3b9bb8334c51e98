"""Clients that never read, read a kilobyte a second, or whose machine has died without a word: fault 10."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.faults.crowd import seat_crowd
from tests.faults.faulty_site import SHORT, FaultySite
from tests.faults.history import Verdict, judge_match
from tests.faults.measures import act_seconds, counter, memory_kb, percentile
from tests.faults.report import REPORT
from tests.faults.witness import more_acts, playing
from tests.processes import free_port, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.witness import Witness

pytestmark = pytest.mark.nightly
OF_EACH = 50
CLOSED_SECONDS = 60.0
"""Fifteen seconds unconfirmed or twenty silent, a heartbeat, and what is on its way in the buffers."""
KB_EACH = 1024
"""What a client that does not read may cost: the views left unconfirmed, and the buffers below them."""
HARM = 3.0
"""The others' slowest acts may take so many times as long as without the slow ones; the machine does their part too."""
LEAST_SECONDS = 0.1


@pytest.fixture
def site() -> Iterator[FaultySite]:
    running = FaultySite(webs=1, clocks=1, workers=False, durations={**SHORT, "turn": 1.0})
    running["web1"].environment["COLORCLASH_METRICS_PORT"] = str(free_port())
    running.start()
    yield running
    running.close()


class SlowClient:
    """A WebSocket opened by hand; `kind` says what becomes of it afterwards."""

    def __init__(self, site: FaultySite, witness: Witness, kind: str) -> None:
        self.kind = kind
        place = urlsplit(site.proxied_url(1) if kind == "half open" else site.base_url(1))
        self._socket = socket.create_connection((place.hostname or "", place.port or 0), timeout=10)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        words = [
            f"GET /ws/room/{witness.room_id}/ HTTP/1.1",
            f"Host: {urlsplit(site.base_url(1)).netloc}",
            f"Origin: {site.base_url(1)}",
            f"Cookie: {witness.browser.header}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==",
        ]
        self._socket.sendall("\r\n".join([*words, "", ""]).encode())
        assert b"101" in self._socket.recv(64)

    def read_a_little(self) -> None:
        """A tenth of what a slow reader reads in a second."""
        if self.kind == "slow":
            self._socket.settimeout(0.001)
            try:
                self._socket.recv(100)
            except OSError:
                return

    def close(self) -> None:
        self._socket.close()


async def test_10_clients_that_do_not_read(site: FaultySite) -> None:
    """Memory stays bounded, the others' acts are as quick as before, and every slow one is closed."""
    crowd = await seat_crowd(site, OF_EACH * 3 // 2, 4, bases=site.bases)
    fast = [room[:2] for room in crowd]
    slow = [witness for room in crowd for witness in room[2:]]
    everybody = [witness for room in fast for witness in room]
    for witness in everybody:
        witness.thinks = 1.0
    for witness in slow:
        await witness.vanish()
    port = site["web1"].environment["COLORCLASH_METRICS_PORT"]
    async with playing(*fast, seconds=300):
        began = time.monotonic()
        await more_acts(everybody, 2 * len(everybody), 120)
        before = percentile(act_seconds(everybody, began), 0.99)
        memory = memory_kb(site["web1"].pid)
        kinds = ("never reads", "slow", "half open")
        clients = [SlowClient(site, one, kinds[number % 3]) for number, one in enumerate(slow)]
        site.web_proxies[0].there.swallows = site.web_proxies[0].back.swallows = True
        began = time.monotonic()
        await asyncio.to_thread(_wait_until_closed, port, len(everybody), clients)
        during = percentile(act_seconds(everybody, began), 0.99)
    grown = memory_kb(site["web1"].pid) - memory
    for client in clients:
        client.close()
    verdict = Verdict()
    for room in crowd:
        verdict += judge_match(site, room[0].match["id"], room, outages=site.outages)
    REPORT.add(10, verdict)
    assert not verdict.broken, verdict.broken[:10]
    assert grown < KB_EACH * len(clients)
    assert during < max(LEAST_SECONDS, before * HARM)


def _wait_until_closed(port: str, left: int, clients: list[SlowClient]) -> None:
    def only_the_fast_are_left() -> bool:
        for client in clients:
            client.read_a_little()
        return counter(port, "colorclash_sockets") <= left

    wait_until(only_the_fast_are_left, "the slow clients are closed", CLOSED_SECONDS)
