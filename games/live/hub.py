"""The hub: one a process, between the store and the pages this process serves.

Whoever commits delivers at once to the sockets of his own process; the others hear a hint, load the state once and do
the same. What a page is told comes from the last known states kept here; the heartbeat (see `pulse`) heals what a lost
hint left behind.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
from django.conf import settings

from games.engine import SeatKind
from games.live import failpoints, leases, metrics, play, store
from games.live.build import BUILD
from games.live.frames import Place, match_frames, phase_of, room_frame, version_for
from games.live.hints import Hints
from games.live.leases import Held, Lease
from games.live.lost import LostPage, LostPages
from games.live.pipe import StoreUnavailable, Unreadable
from games.live.play import Known
from games.live.revoke import CHANNEL, Reason, Revocation, read_revocation
from games.live.room import RoomCode, RoomRefused, decode_room
from games.live.sockets import Closing, Socket, of_no_member
from games.live.table import Durations
from games.live.transitions import back
from games.protocol.messages import Act

SLICES: Final = 20
"""Parts of the heartbeat's interval over which its work is spread."""
SCHEMA: Final = 1
REMEMBERED: Final = 1000
"""Revocations kept for the pages that are just being let in."""
COME_BACK_MS: Final = 2000
"""Within this time a page comes back that this process cannot serve any more."""
CLOSINGS: Final[dict[Reason, Closing]] = {
    "signed_out": Closing.SIGNED_OUT,
    "removed": Closing.REMOVED,
    "closed": Closing.CLOSED,
    "suspended": Closing.SUSPENDED,
}
SANCTIONS: Final[frozenset[Reason]] = frozenset({"suspended", "renamed"})

log = logging.getLogger(__name__)


class Hub:
    """The places of this process.

    `send_on` is told the outbox entries that a commit has written; `follow` which page of which room (reason, room,
    member, identity) belongs to somebody who has been sanctioned; `arrived` whose page (room, member) is heard again
    after it had been silent for a lease.
    """

    def __init__(
        self,
        *,
        send_on: Callable[[tuple[str, ...]], Coroutine[Any, Any, None]],
        follow: Callable[[Reason, str, str, str], Coroutine[Any, Any, None]] | None = None,
        arrived: Callable[[str, str], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        self.places: dict[str, Place] = {}
        self.durations = Durations.from_settings()
        self._send_on = send_on
        self._follow = follow
        self._arrived = arrived
        self._rooms_of_matches: dict[str, str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._joined = 0
        self.missed_at = 0.0
        """When (the loop's clock) hints may last have been lost, and with them a revocation."""
        self._revoked: deque[tuple[float, Revocation]] = deque(maxlen=REMEMBERED)
        self.lost = LostPages()
        self._hints = Hints(settings.REDIS_URL, heard=self._heard, missed=self._missed)
        self.start(self._hints.subscribe(CHANNEL))

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; what it raises is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("A task of the hub failed", exc_info=error)

    # Pages come and go.

    async def join(self, socket: Socket) -> Held:
        """Take a page in: it holds its member's seat from now on, and is sent everything.

        Raises StoreUnavailable; RoomRefused when the room is gone.
        """
        place = self.places.get(socket.room_id)
        if place is None:
            self._joined += 1
            place = self.places[socket.room_id] = Place(socket.room_id, self._joined % SLICES)
        place.sockets[socket.token] = socket
        metrics.SOCKETS.inc()
        await self._hints.subscribe(store.channel_of("room", socket.room_id))
        claim = Lease(socket.room_id, socket.member, socket.token, take=True)
        (held,) = await leases.renew([claim], self.durations.lease)
        socket.claimed = True
        await self._close_older(place, socket.member, socket.token)
        await self._load_room(place)
        if place.known is not None:
            await self._load_match(place, "join")
        await self.send_all(place, socket)
        await self.bring_back(place, socket, came=True)
        for at, revocation in list(self._revoked):
            if at >= socket.judged and revocation.concerns(socket):
                await self.reach(socket, revocation.reason)
        return held

    async def leave(self, socket: Socket, *, keeps_lease: bool) -> None:
        """The page's connection has ended; its lease runs only a moment longer, for it may just be reloading."""
        place = self.places.get(socket.room_id)
        if place is None or place.sockets.pop(socket.token, None) is None:
            return
        metrics.SOCKETS.dec()
        if socket.claimed and socket.why in {None, Closing.SLOW}:
            self.lost.add(socket, asyncio.get_running_loop().time())
        socket.closed = True
        if not place.sockets:
            del self.places[socket.room_id]
            self._hints.unsubscribe(store.channel_of("room", place.room_id))
            self._hear_match(place, None)
        if keeps_lease:
            return
        with contextlib.suppress(StoreUnavailable):
            await leases.give_up(Lease(socket.room_id, socket.member, socket.token), self.durations.reload)

    def known_here(self, session: str, room_id: str) -> Socket | LostPage | None:
        """What is known here of a browser's page in a room that is open, or was a moment ago.

        Nothing where a revocation may have been missed since the database was last asked about it.
        """
        place = self.places.get(room_id)
        opened = place.sockets.values() if place is not None else ()
        found: Socket | LostPage | None
        found = next((each for each in opened if each.session == session and each.claimed and not each.closed), None)
        found = found or self.lost.find(session, room_id, asyncio.get_running_loop().time())
        return found if found is not None and found.judged > self.missed_at else None

    async def send_all(self, place: Place, socket: Socket) -> None:
        """Everything the page needs to draw itself."""
        now = place.loaded.now if place.loaded is not None else 0
        await socket.send(
            f'{{"type":"welcome","schema":{SCHEMA},"build":"{BUILD}","you":{{"member":"{socket.member}"}},"now":{now}}}'
        )
        await self.send_again(place, socket)

    async def send_again(self, place: Place, socket: Socket) -> None:
        """The room and the match as they are known, whatever the page has."""
        await self._send_room(place, socket)
        if place.known is not None and socket.seat is not None and not socket.closed:
            epoch, version = version_for(place.known, socket.seat)
            begins = socket.sent is None and place.known.live.match.shown == 1
            frame = match_frames(place.known).frame(socket.seat, version, with_events=begins)
            await socket.send_view(frame, epoch, version)

    async def bring_back(self, place: Place, socket: Socket, *, came: bool = False) -> None:
        """Whose page is here is not away. Who left comes back by opening the page anew, or by saying so."""
        known, seat = place.known, socket.seat
        if known is None or seat is None or socket.closed:
            return
        who = known.live.match.seats[seat]
        if not who.away and not (came and (who.left or known.live.state.kinds[seat] is SeatKind.REPLACEMENT)):
            return
        returned = await play.carry_out(known.live, lambda live: back(live, seat))
        if returned is not None:
            await self.adopt(place, returned)

    async def heard_again(self, socket: Socket) -> None:
        """The page's lease had lapsed, and its member may have been put down as gone from the room."""
        if self._arrived is not None:
            with contextlib.suppress(StoreUnavailable):
                await self._arrived(socket.room_id, socket.member)

    async def _close_older(self, place: Place, member: str, newer: str) -> None:
        """Somebody has opened a newer page: close those here that do not hold his seat any more.

        Who holds it the store says: a hint may be late, and of two pages that come at once each is the newer one here.
        """
        claimed = [each for each in place.sockets.values() if each.member == member and each.claimed]
        if all(each.closed or each.token == newer for each in claimed):
            return
        with contextlib.suppress(StoreUnavailable):
            holder = await leases.holder_of(place.room_id, member)
            for other in claimed:
                if holder is not None and other.token != holder:
                    await other.close(Closing.ELSEWHERE)

    # Acts.

    async def act(self, socket: Socket, message: Act) -> None:
        """Carry out a page's act, answer it, and show all pages here what came of it."""
        place = self.places[socket.room_id]
        known, seat = place.known, socket.seat
        if known is None or seat is None or message.match != known.live.id:
            refusal = "not_seated" if seat is None else "stale"
            await socket.send(_outcome(message.id, await play.outcome_elsewhere(socket.member, message, refusal)))
            return
        place.committing += 1
        try:
            answer = await play.act(known, seat, socket.member, message)
        finally:
            place.committing -= 1
        await failpoints.reach("before_delivery")
        await self.adopt(place, answer.known)
        if answer.code in {"stale", "late"} and place.known is known:
            await self.send_again(place, socket)
        await socket.send(_outcome(message.id, answer.code))
        if answer.known.outbox and answer.known is not known:
            self.start(self._send_on(answer.known.outbox))
        if place.match_is_old:
            self.refresh(place)

    async def adopt(self, place: Place, known: Known) -> None:
        """Take a newer state of the match, and show it."""
        old = place.known
        if old is None or old.live.id != known.live.id:
            return
        if not old.older_than(known.live.loaded.epoch, known.live.loaded.version):
            return
        place.known = known
        await self._deliver(place, old, known)
        if phase_of(old) != phase_of(known):
            await self._send_rooms(place)

    async def _deliver(self, place: Place, old: Known, known: Known) -> None:
        """Each page here gets its seat's view, unless nothing has changed that it may know."""
        frames = match_frames(known)
        has_events = bool(known.events)
        for socket in list(place.sockets.values()):
            seat = socket.seat
            if seat is None:
                continue
            epoch, version = shown = version_for(known, seat)
            if socket.sent == shown:
                continue
            if not socket.has_room():
                socket.waits = True
                continue
            followed = has_events and socket.sent == version_for(old, seat)
            await socket.send_view(frames.frame(seat, version, with_events=followed), epoch, version)

    async def _send_rooms(self, place: Place) -> None:
        for socket in list(place.sockets.values()):
            await self._send_room(place, socket)

    async def _send_room(self, place: Place, socket: Socket) -> None:
        """Who is no member any more, though he may just be coming in, reads why instead."""
        try:
            frame = room_frame(place, socket.member)
        except RoomRefused:
            await socket.close(of_no_member(place.room, socket.identity))
        else:
            await socket.send(frame)

    async def confirmed(self, socket: Socket, epoch: int, version: int) -> None:
        """The page shows this version; if newer views were held back for it, it gets the newest now."""
        socket.confirm(epoch, version)
        if socket.waits and socket.has_room():
            await self.send_again(self.places[socket.room_id], socket)

    # Hints.

    def _heard(self, channel: str, payload: bytes) -> None:
        metrics.HINTS.inc()
        if channel == CHANNEL:
            self._hear_revocation(payload)
            return
        kind, _, name = channel.partition(":")
        place = self.places.get(name if kind == "room" else self._rooms_of_matches.get(name, ""))
        if place is None:
            return
        first, _, rest = payload.partition(b":")
        if first == b"holder":
            member, _, holder = rest.decode().partition(":")
            self.start(self._close_older(place, member, holder))
            place.room_is_old = True
        elif kind == "room":
            place.room_is_old |= place.loaded is None or (place.loaded.epoch, place.loaded.version) != (
                int(first),
                int(rest),
            )
        else:
            place.heard = max(place.heard, (int(first), int(rest)))
        if place.room_is_old or (place.match_is_old and not place.committing):
            self.refresh(place)

    def _hear_revocation(self, payload: bytes) -> None:
        now = asyncio.get_running_loop().time()
        try:
            revocation = read_revocation(payload)
        except msgspec.MsgspecError:
            log.info("A revocation is for a web process of newer code; all open pages are looked at")
            self.missed_at = now
            return
        self._revoked.append((now, revocation))
        if revocation.reason in CLOSINGS:
            self.lost.revoke(revocation)
        self.start(self._revoke(revocation))

    def _missed(self) -> None:
        self.missed_at = asyncio.get_running_loop().time()
        for place in self.places.values():
            place.room_is_old = place.must_look = True
            if place.room is not None:
                self.refresh(place)

    def refresh(self, place: Place) -> None:
        """Load what is old of a place, once, however many hints ask for it."""
        if not place.refreshing:
            place.refreshing = True
            self.start(self._refresh(place))

    async def _refresh(self, place: Place) -> None:
        try:
            while place.sockets and (place.room_is_old or (place.match_is_old and not place.committing)):
                if place.room_is_old:
                    await self._reload_room(place)
                else:
                    await self._load_match(place, "hint")
        except Unreadable as newer:
            log.info("Room %s is for a web process of newer code: %s", place.room_id, newer)
            for socket in list(place.sockets.values()):
                await socket.close(Closing.RESTART, COME_BACK_MS)
        except StoreUnavailable:
            log.info("The store does not answer; the heartbeat will look again")
        finally:
            place.refreshing = False

    async def _reload_room(self, place: Place) -> None:
        try:
            await self._load_room(place)
        except RoomRefused as refused:
            closing = Closing.ASIDE if refused.code is RoomCode.ASIDE else Closing.CLOSED
            for socket in list(place.sockets.values()):
                await socket.close(closing)
            return
        await self._send_rooms(place)
        for socket in list(place.sockets.values()):
            if socket.sent is None and socket.seat is not None:
                await self.send_again(place, socket)

    async def _load_room(self, place: Place) -> None:
        """Load the room and, when it plays another match than before, that match. Raises RoomRefused if it is gone."""
        place.room_is_old = False
        metrics.LOADS.labels("room").inc()
        try:
            loaded = await store.load("room", place.room_id)
            room = decode_room(loaded.state) if loaded is not None else None
            if room is None or room.closed:
                raise RoomRefused(RoomCode.CLOSED)
            if room.aside:
                raise RoomRefused(RoomCode.ASIDE)
            present = await leases.present_members(room.id, [member.id for member in room.members])
            if room.match_id != place.match_id or (room.match_id is not None and place.known is None):
                await self._change_match(place, room.match_id)
        except StoreUnavailable:
            # Half of it may be there: the next look starts anew.
            place.room_is_old = True
            raise
        place.room, place.loaded, place.present = room, loaded, present
        place.find_seats()

    async def _change_match(self, place: Place, new: str | None) -> None:
        place.known, place.heard = None, (0, 0)
        for socket in place.sockets.values():
            socket.sent = None
        # The last page may have left while the room was loaded: then nobody would ever unsubscribe.
        match_id = new if place.sockets else None
        self._hear_match(place, match_id)
        if match_id is not None:
            await self._hints.subscribe(store.channel_of("match", match_id))
            place.known = await play.look(match_id)

    def _hear_match(self, place: Place, match_id: str | None) -> None:
        """From now on hints of this match are the place's, and of no other."""
        if place.hears is not None and place.hears != match_id:
            self._rooms_of_matches.pop(place.hears, None)
            self._hints.unsubscribe(store.channel_of("match", place.hears))
        place.hears = match_id
        if match_id is not None:
            self._rooms_of_matches[match_id] = place.room_id

    async def _load_match(self, place: Place, why: str) -> None:
        if place.known is None:
            return
        heard, place.must_look = place.heard, False
        metrics.LOADS.labels(why).inc()
        newest = await play.look(place.known.live.id, place.known)
        if place.heard == heard:
            # What the store says counts, even where it has lost what was heard of.
            place.heard = (0, 0)
        if newest is not None:
            await self.adopt(place, newest)

    async def _revoke(self, revocation: Revocation) -> None:
        for place in list(self.places.values()):
            for socket in list(place.sockets.values()):
                if revocation.concerns(socket):
                    await self.reach(socket, revocation.reason)

    async def reach(self, socket: Socket, reason: Reason) -> None:
        """Do to a page what has happened to its person."""
        if (closing := CLOSINGS.get(reason)) is not None:
            await socket.close(closing)
        if reason in SANCTIONS and self._follow is not None:
            self.start(self._follow(reason, socket.room_id, socket.member, socket.identity))

    async def stop(self) -> None:
        """End everything that runs beside."""
        await self._hints.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _outcome(act_id: str, code: str | None) -> str:
    if code is None:
        return f'{{"type":"outcome","id":"{act_id}","ok":true}}'
    return f'{{"type":"outcome","id":"{act_id}","ok":false,"code":"{code}"}}'
