"""Sockets of the running site: from where they open, how long they live, what a deploy does to them."""

import asyncio
from collections.abc import Callable

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.live.player import Player
from tests.site import LiveSite

SOME_ROOM = "/ws/room/00" + "a" * 26 + "/"
# Longer than any time-out of ours or of our libraries' that could end an idle socket by mistake.
SECONDS_IDLE = 12.0


async def handshake(url: str, origin: str | None) -> int:
    """The status a socket's handshake is answered with."""
    try:
        async with connect(url, origin=None, additional_headers={"Origin": origin} if origin else {}) as page:
            await page.wait_closed()
            return page.response.status_code if page.response else 0
    except InvalidStatus as error:
        return error.response.status_code


async def test_sockets_open_only_from_our_own_pages(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(clocks=0, workers=False)
    port = site.ports[0]
    foreign = [
        "https://evil.example",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"http://sub.localhost:{port}",
        "http://127.0.0.1",
        "null",
        None,
    ]
    for origin in foreign:
        assert await handshake(site.socket_url(SOME_ROOM), origin) == 403, origin
    for origin in (site.base_url(), f"http://localhost:{port}"):
        assert await handshake(site.socket_url(SOME_ROOM), origin) == 101, origin


async def test_socket_to_an_address_we_do_not_have_is_refused_quietly(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(clocks=0, workers=False)
    assert await handshake(site.socket_url("/ws/nothing/"), site.base_url()) == 403
    assert "Traceback" not in site["web1"].tail()


async def test_idle_socket_stays_open_and_still_hears_the_others(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(webs=2, workers=False)
    ana = await Player.host(site.base_url(1), "Ana").open()
    try:
        async with asyncio.timeout(SECONDS_IDLE):
            await ana.until(lambda: ana.close_code is not None, "never closed", SECONDS_IDLE * 2)
    except TimeoutError:
        pass
    assert ana.close_code is None
    ben = await Player.guest(site.base_url(2), "Ben", ana.room_id).open()
    await ana.until(lambda: len(ana.room["room"]["members"]) == 2, "the newcomer")
    await ana.close()
    await ben.close()


async def test_deploy_tells_pages_to_come_back_and_they_do(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(webs=2, workers=False)
    ana = await Player.host(site.base_url(1), "Ana").open()
    await ana.until(lambda: ana.room, "the room")
    await asyncio.to_thread(site.restart, "web1")
    await ana.until(lambda: ana.close_code == 4012, "the close code of a restart")
    assert ana.closing == {"type": "closing", "reason": "restart", "after": 505}
    await ana.open(site.base_url(2))
    await ana.until(lambda: ana.frames[-1]["type"] == "room", "the room again")
    await ana.close()
