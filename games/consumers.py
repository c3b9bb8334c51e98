"""A page's socket: who it is, what it may send, and how often; all else is the hub's.

The session is read at the handshake, and beside the play once a minute (`services.recheck`). No frame touches the
database or a thread: each is counted before it is parsed, parsed strictly, and handed on.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any, Final
from uuid import UUID

import msgspec
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error

from games.live import metrics, pages
from games.live.hub import Hub
from games.live.leases import Held
from games.live.pages import Page
from games.live.pipe import StoreUnavailable
from games.live.room import RoomCode, RoomRefused, member_of
from games.live.sockets import Closing, Socket, of_no_member
from games.protocol.lobby import RoomRequest
from games.protocol.messages import Act, Beat, Malformed, Message, RoomAct, Sync, read_message
from games.services import rooms
from games.services.aside import waiting_at
from games.services.door import person_behind
from games.services.limits import counted_address
from games.services.matches import hub
from games.services.room_changes import RoomBusy, load_room

STRIKES: Final = 3
RETRY_MS: Final = 2000

log = logging.getLogger(__name__)
_requests = msgspec.json.Decoder(RoomRequest)


class Limits:
    """What one page, identity and address may do; settings, with these as they stand."""

    per_second: float = settings.COLORCLASH_LIMITS.get("frames_per_second", 10)
    burst: float = settings.COLORCLASH_LIMITS.get("frames_burst", 20)
    per_identity: int = int(settings.COLORCLASH_LIMITS.get("sockets_per_identity", 5))
    per_address: int = int(settings.COLORCLASH_LIMITS.get("sockets_per_address", 20))
    opened: int = int(settings.COLORCLASH_LIMITS.get("sockets_opened_minute", 120))
    """How often an identity opens one within a minute."""
    turned_away: int = int(settings.COLORCLASH_LIMITS.get("sockets_turned_away_minute", 60))
    """How often an address is turned away within a minute, before nobody asks any more who comes from there."""


class PerMinute:
    """How often each has done something in the minute that runs, at this process: asked without the store."""

    def __init__(self) -> None:
        self._ends = 0.0
        self._times: Counter[str] = Counter()

    def of(self, whom: str, now: float) -> int:
        if now >= self._ends:
            self._ends = now + 60
            self._times.clear()
        return self._times[whom]

    def count(self, whom: str, now: float) -> int:
        """Once more; how often with this time."""
        self._times[whom] = self.of(whom, now) + 1
        return self._times[whom]


opened = PerMinute()
turned_away = PerMinute()


class Bucket:
    """A token bucket by the loop's clock."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._at = now
        self._left = Limits.burst

    def take(self, now: float) -> bool:
        self._left = min(Limits.burst, self._left + (now - self._at) * Limits.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RoomConsumer(AsyncWebsocketConsumer):
    """One page in one room."""

    socket: Socket | None = None
    hub: Hub
    page: Page | None = None
    """The page, once it is counted."""
    strikes: int = 0
    coming: "asyncio.Task[dict[str, Any]] | None" = None
    """The message after the handshake, waited for while it is being looked up who has come."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ANN401
        """Channels' own loop starts tasks for every message and a thread hop to look after database connections.

        Neither is of use here: there is no channel layer, and no frame touches the database.
        """
        self.scope = scope
        self.base_send = send
        self.bucket = Bucket(asyncio.get_running_loop().time())
        try:
            handshake = await receive()
            self.coming = asyncio.create_task(receive())
            await self.dispatch(handshake)
            await self.dispatch(await self.coming)
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return
        finally:
            if self.coming is not None:
                self.coming.cancel()
            # However it ends: a page whose consumer is gone must not stay among the hub's.
            await self._let_go(keeps_lease=True)

    def _has_gone(self) -> bool:
        """Whether the browser has given up meanwhile; another page that it has opened since is to keep its seat."""
        coming = self.coming
        return coming is not None and coming.done() and coming.result()["type"] == "websocket.disconnect"

    async def dispatch(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "websocket.receive":
                await self.receive(message.get("text"), message.get("bytes"))
            case "websocket.connect":
                await self.connect()
            case "websocket.disconnect":
                await self.disconnect(message.get("code", 1006))
                raise StopConsumer
            case unknown:
                raise ValueError(f"Daphne sends no {unknown}")

    async def connect(self) -> None:
        """Refusals come as close codes after the handshake: before it a browser could not tell them apart.

        Whoever is refused too often gets no handshake any more: to a page that is nothing but a line that fails.
        """
        judged = asyncio.get_running_loop().time()
        if turned_away.of(self._address(), judged) >= Limits.turned_away:
            await self.close_with(Closing.FLOOD.code)
            return
        await self.accept()
        self.hub = hub()
        session = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        try:
            identity, may_play, judged = await self._who_comes(session, judged)
        except Error as error:
            log.warning("Nobody can be let in while the database does not answer: %s", error)
            await self._turn_away(Closing.RESTART)
            return
        if identity is None or not may_play:
            await self._turn_away(Closing.SIGNED_OUT if identity is None else Closing.SUSPENDED)
            return
        if opened.count(str(identity), judged) > Limits.opened:
            await self._turn_away(Closing.FLOOD)
            return
        page = Page(str(identity), self._address(), self.scope["url_route"]["kwargs"]["room_id"])
        try:
            await self._enter(page, identity, session or "", judged)
        except (StoreUnavailable, RoomBusy):
            await self._turn_away(Closing.RESTART)
        except Error as error:
            log.warning("Not all about a page that comes is known while the database does not answer: %s", error)
            await self._turn_away(Closing.RESTART)
        except RoomRefused as refused:
            await self._turn_away(Closing.ASIDE if refused.code is RoomCode.ASIDE else Closing.CLOSED)

    async def _who_comes(self, session: str | None, now: float) -> tuple[UUID | None, bool, float]:
        """Who it is, whether he may play, and since when that is known. Raises the database's errors.

        Who was at this table a moment ago is let in again without the database.
        """
        try:
            return *await person_behind(session), now
        except Error as error:
            known = self.hub.known_here(session or "", self.scope["url_route"]["kwargs"]["room_id"])
            if known is None:
                raise
            log.warning("A page comes back on what was last known of it: %s", error)
            return UUID(known.identity), True, known.judged

    async def _enter(self, page: Page, identity: UUID, session: str, judged: float) -> None:
        if not await pages.count(page, per_identity=Limits.per_identity, per_address=Limits.per_address):
            await self._turn_away(Closing.FLOOD)
            return
        self.page = page
        found = await load_room(page.room_id)
        if found is None or found[0].aside:
            await self._turn_away(Closing.CLOSED if await waiting_at(page.room_id) is None else Closing.ASIDE)
            return
        member = member_of(found[0], identity)
        if member is None:
            await self._turn_away(of_no_member(found[0], page.identity))
            return
        if self._has_gone():
            # What it is counted as stands for that other page.
            self.page = None
            return
        self.socket = Socket(
            page=page,
            member=member.id,
            session=session,
            judged=judged,
            send=self.send_text,
            close=self.close_with,
        )
        held = await self.hub.join(self.socket)
        # Who made the room may come back from the shop long before anybody has missed him.
        if held is Held.WAS_ABSENT or identity == found[0].maker:
            await rooms.member_arrived(page.room_id, member.id)

    async def send_text(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def close_with(self, code: int) -> None:
        await self.base_send({"type": "websocket.close", "code": code})

    async def _turn_away(self, closing: Closing) -> None:
        after = RETRY_MS if closing is Closing.RESTART else 0
        if self.socket is not None:
            await self.socket.close(closing, after)
            return
        if closing is not Closing.RESTART:
            turned_away.count(self._address(), asyncio.get_running_loop().time())
        metrics.CLOSED.labels(closing.reason).inc()
        await self.send_text(f'{{"type":"closing","reason":"{closing.reason}","after":{after}}}')
        await self.close_with(closing.code)

    def _address(self) -> str:
        headers = dict(self.scope["headers"])
        return counted_address(self.scope["client"][0], headers.get(b"x-forwarded-for", b"").decode("latin-1"))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        socket = self.socket
        if socket is None or socket.closed:
            return
        now = asyncio.get_running_loop().time()
        if not self.bucket.take(now):
            await socket.close(Closing.FLOOD)
            return
        socket.heard = now
        if bytes_data is not None or text_data is None:
            await self._strike(socket)
            return
        try:
            message = read_message(text_data)
        except Malformed:
            await self._strike(socket)
            return
        await self._handle(socket, message)

    async def _strike(self, socket: Socket) -> None:
        metrics.MALFORMED.inc()
        self.strikes += 1
        if self.strikes >= STRIKES:
            await socket.close(Closing.MALFORMED)

    async def _handle(self, socket: Socket, message: Message) -> None:
        hub = self.hub
        place = hub.places.get(socket.room_id)
        if place is None:
            return
        match message:
            case Act():
                await hub.confirmed(socket, message.epoch, message.version)
                await hub.act(socket, message)
            case Beat():
                if message.match is not None:
                    await hub.confirmed(socket, message.match[1], message.match[2])
            case Sync():
                await hub.send_again(place, socket)
            case RoomAct():
                await self._ask_room(socket, message)

    async def _ask_room(self, socket: Socket, message: RoomAct) -> None:
        try:
            request = _requests.decode(message.do)
        except (msgspec.DecodeError, RecursionError):
            await self._strike(socket)
            return
        try:
            outcome = await rooms.act_in_room(
                room_id=socket.room_id, member_id=socket.member, request=request, act_id=message.id
            )
        except (StoreUnavailable, RoomBusy):
            outcome = rooms.Outcome(ok=False, code="unknown")
        except Error as error:
            log.warning("What somebody asks of his room waits for the database: %s", error)
            outcome = rooms.Outcome(ok=False, code="unknown")
        answer = {"type": "outcome", "id": message.id, "ok": outcome.ok}
        if not outcome.ok:
            answer["code"] = outcome.code
        await socket.send(msgspec.json.encode(answer).decode())

    async def disconnect(self, code: int) -> None:
        # Whom a restart sends away has done nothing: his lease runs on.
        await self._let_go(keeps_lease=code == Closing.RESTART.code)

    async def _let_go(self, *, keeps_lease: bool) -> None:
        """The page is nobody's any more, once."""
        socket, self.socket = self.socket, None
        page, self.page = self.page, None
        if socket is not None:
            await self.hub.leave(socket, keeps_lease=keeps_lease)
        if page is not None and not (socket is not None and socket.superseded):
            with contextlib.suppress(StoreUnavailable):
                await pages.forget(page)
