"""One page's socket, as the hub sees it: what it has been sent, what it has confirmed, when it was last heard.

There is never a queue: a page that does not confirm what it was sent is sent nothing more of the match until it does,
and then the newest view; one that goes on not confirming is closed.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TYPE_CHECKING, Final

from games.live import metrics

if TYPE_CHECKING:
    from games.engine import Seat
    from games.live.pages import Page
    from games.live.room import Room

UNCONFIRMED_MOST: Final = 256 * 1024
"""Bytes of views a page may leave unconfirmed before it is sent no more."""
UNCONFIRMED_SECONDS: Final = 15.0
SILENT_SECONDS: Final = 20.0
"""After this long without a frame the socket is closed; its lease has lapsed long before."""


class Closing(Enum):
    """Why the server closes a socket: the reason told to the page, and the close code."""

    RESTART = ("restart", 4012)
    ELSEWHERE = ("elsewhere", 4409)
    REMOVED = ("removed", 4403)
    LEFT = ("left", 4405)
    CLOSED = ("closed", 4404)
    ASIDE = ("aside", 4423)
    SIGNED_OUT = ("signed_out", 4401)
    SUSPENDED = ("suspended", 4410)
    SLOW = ("slow", 4008)
    FLOOD = ("abuse", 4029)
    MALFORMED = ("abuse", 4400)

    def __init__(self, reason: str, code: int) -> None:
        self.reason = reason
        self.code = code


def of_no_member(room: "Room | None", identity: str) -> Closing:
    """Why somebody's page is closed who is no member of this room: he was removed, or has left it himself."""
    removed = room is not None and any(str(one) == identity for one in room.removed)
    return Closing.REMOVED if removed else Closing.LEFT


class Socket:
    """A member's page in a room."""

    __slots__ = (
        "_clock", "_close", "_confirmed_at", "_send", "_sizes", "_unconfirmed", "claimed", "closed", "counts_until",
        "heard", "identity", "judged", "member", "page", "room_id", "seat", "sent", "session", "superseded", "token",
        "waits", "why",
    )  # fmt: skip

    def __init__(
        self,
        *,
        page: "Page",
        member: str,
        session: str,
        judged: float,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
    ) -> None:
        self.page = page
        self.room_id = page.room_id
        self.identity = page.identity
        self.member = member
        self.session = session
        self.judged = judged
        """When (the loop's time) it was last begun to look up whether the person may be here."""
        self.token = secrets.token_hex(8)
        self.claimed = False
        """It has taken its member's lease; until then another page's is no sign that a newer one has come."""
        self.seat: Seat | None = None
        """The seat in the room's match, None when the member does not sit in it."""
        self.sent: tuple[int, int] | None = None
        """(epoch, version) of the last view sent."""
        self.waits = False
        """A newer view is there, but the page has yet to confirm the ones before."""
        self.closed = False
        self.why: Closing | None = None
        """Why it was closed from here."""
        self.superseded = False
        """A newer page of the same member has taken its place."""
        self.counts_until = 0
        """Until when (store ms) the page is known to be counted."""
        self._clock = asyncio.get_running_loop().time
        self.heard = self._clock()
        self._confirmed_at = self.heard
        self._sizes: deque[tuple[tuple[int, int], int]] = deque()
        self._unconfirmed = 0
        self._send = send
        self._close = close

    async def send(self, frame: str) -> None:
        if not self.closed:
            await self._send(frame)

    async def send_view(self, frame: str, epoch: int, version: int) -> None:
        """Send a view, unless the page is too far behind: then it gets the newest one when it has caught up."""
        if self._unconfirmed > UNCONFIRMED_MOST:
            self.waits = True
            return
        if not self._sizes:
            self._confirmed_at = self._clock()
        self.waits = False
        self.sent = (epoch, version)
        self._sizes.append((self.sent, len(frame)))
        self._unconfirmed += len(frame)
        if not self.closed:
            await self._send(frame)

    def has_room(self) -> bool:
        return self._unconfirmed <= UNCONFIRMED_MOST

    def confirm(self, epoch: int, version: int) -> None:
        """The page shows this version: it has received all that was sent up to it."""
        sizes = self._sizes
        shown = (epoch, version)
        if not sizes or (shown < sizes[0][0] and shown != self.sent):
            return
        self._confirmed_at = self.heard
        while sizes and sizes[0][0] <= shown:
            self._unconfirmed -= sizes.popleft()[1]

    def is_slow(self, now: float) -> bool:
        """Whether the page has left views unconfirmed, or has been silent, for too long."""
        unconfirmed = bool(self._sizes) and now - self._confirmed_at > UNCONFIRMED_SECONDS
        return unconfirmed or now - self.heard > SILENT_SECONDS

    async def close(self, closing: Closing, after: int = 0) -> None:
        """Tell the page why, and close."""
        if self.closed:
            return
        await self.send(f'{{"type":"closing","reason":"{closing.reason}","after":{after}}}')
        self.closed = True
        self.why = closing
        self.superseded = closing is Closing.ELSEWHERE
        metrics.CLOSED.labels(closing.reason).inc()
        await self._close(closing.code)
