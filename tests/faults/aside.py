"""A match put aside and gone on with as its people's pages do it, whatever happens to the site meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from typing import TYPE_CHECKING, Any

from websockets.exceptions import WebSocketException

from games.live.sockets import Closing
from tests.faults.kept import RECORDED_SECONDS, wait_for_ledger
from tests.faults.leftovers import leftovers
from tests.faults.witness import BACK_SECONDS, all_play
from tests.processes import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.faulty_site import FaultySite
    from tests.faults.witness import Witness
    from tests.site import LiveSite


async def to_a_pause(site: LiveSite, witnesses: Sequence[Witness]) -> str:
    """Play until all but the first have asked, between two rounds, to put the match aside; the match's id.

    The question holds the pause up, so that there is time for a fault. The round is in the ledger by then.
    """
    match_id: str = witnesses[0].match["id"]
    asked = False
    while not asked:
        await all_play(witnesses, lambda: all(one.match and one.view["phase"] == "between" for one in witnesses))
        answers = [await one.ask_room_surely("aside", wish=True) for one in witnesses[1:]]
        asked = all(answer["ok"] for answer in answers)
    await asyncio.to_thread(wait_for_ledger, site, match_id)
    return match_id


async def put_aside(last: Witness) -> None:
    """He agrees, asking under one act id until he is told that it is done, or that the match waits."""
    message = {"type": "room", "id": secrets.token_hex(16), "epoch": 1, "version": 1}
    message["do"] = {"kind": "aside", "wish": True}
    async with asyncio.timeout(BACK_SECONDS):
        while last.close_code != Closing.ASIDE.code:
            if last.close_code is not None:
                await _open_anywhere(last)
            outcome = await last.ask_once(message)
            assert outcome is None or outcome["ok"] or outcome["code"] == "unknown", outcome
            if outcome is not None and outcome["ok"]:
                return


async def all_are_told(witnesses: Sequence[Witness]) -> None:
    """Every page closes because the match waits; one that was cut off is opened anew until it does."""
    async with asyncio.timeout(BACK_SECONDS):
        for one in witnesses:
            while one.close_code != Closing.ASIDE.code:
                if one.close_code is not None:
                    await _open_anywhere(one)
                await one.hear_news(0.1)


async def _open_anywhere(witness: Witness) -> None:
    await witness.vanish()
    for base in itertools.cycle(witness.bases):
        with contextlib.suppress(OSError, TimeoutError, WebSocketException):
            await witness.open(base)
            return
        await witness.hear_news(0.1)


def wait_until_kept(site: FaultySite, match_id: str, room_id: str) -> None:
    """The database keeps it, once, within thirty seconds of recovery, and nothing of it is left in the store."""
    key = f"{{s{match_id[:2]}}}:match:{match_id}"
    with site.redis() as client:
        wait_until(lambda: not client.exists(key), f"the store has let {match_id} go", RECORDED_SECONDS)
    wait_for_ledger(site, match_id)
    assert kept_rows(site, match_id) == 1
    assert not site.rows("select problem from games_deadletter")
    assert not [each for each in leftovers(site) if match_id in each or room_id in each]


def kept_rows(site: LiveSite, match_id: str) -> int:
    return len(site.rows("select match_id from games_asidematch where match_id = %s", match_id))


def store_log(site: LiveSite, match_id: str) -> list[bytes]:
    with site.redis() as client:
        log: list[bytes] = client.lrange(f"{{s{match_id[:2]}}}:match:{match_id}:log", 0, -1)
    return log


def says_back(witnesses: Sequence[Witness], base: str) -> None:
    """Their pages, of this web process, say that they are back."""
    for one in witnesses:
        one.browser.base_url = base
        one.browser.post(f"/room/{one.room_id}/aside/back/")


def press_resume(witness: Witness) -> str | None:
    """The button; the path to which it leads, None when the process died of it."""
    with contextlib.suppress(OSError):
        return witness.browser.post(f"/room/{witness.room_id}/aside/resume/")
    return None


def aside_on_list(witness: Witness) -> bool:
    """Whether the list of his matches shows it among those that wait."""
    return f"/room/{witness.room_id}/aside/" in witness.browser.get("/history/")


async def play_on_again(witnesses: Sequence[Witness]) -> None:
    """All open the room anew, and play another round to its end."""
    await asyncio.gather(*[one.come_back() for one in witnesses])
    rounds = len(witnesses[0].view["sheet"])
    await all_play(witnesses, lambda: all(one.match and len(one.view["sheet"]) > rounds for one in witnesses))


def facts(site: LiveSite, match_id: str) -> tuple[Any, ...]:
    """What the database says of the match: whether it has ended, how many rounds and lines it has."""
    (row,) = site.rows(
        "select ended is null, (select count(*) from games_round r where r.match_id = m.id), "
        "(select count(*) from games_ledgerline l where l.match_id = m.id) from games_match m where id = %s",
        match_id,
    )
    return row
