"""A room as this process serves it, and the frames that its pages are sent."""

import json
from typing import TYPE_CHECKING, Final

from games.engine import RoundOver, Seat
from games.live.endings import outbox_keys
from games.live.match import over
from games.live.play import Known
from games.live.room_page import MatchSummary, room_view
from games.protocol.views import Frames, Round, SeatNote, Surroundings

if TYPE_CHECKING:
    from games.live.room import Room
    from games.live.sockets import Socket
    from games.live.store import Loaded

TIMERS: Final = ("turn", "window", "next_round")


class Place:
    """A room with at least one page here: its last known state, its match's, and its sockets by token."""

    __slots__ = (
        "committing",
        "heard",
        "hears",
        "known",
        "loaded",
        "must_look",
        "present",
        "recorded",
        "refreshing",
        "room",
        "room_id",
        "room_is_old",
        "slice",
        "sockets",
    )

    def __init__(self, room_id: str, part: int) -> None:
        self.room_id = room_id
        self.slice = part
        self.sockets: dict[str, Socket] = {}
        self.room: Room | None = None
        self.loaded: Loaded | None = None
        self.present: frozenset[str] = frozenset()
        self.known: Known | None = None
        self.committing = 0
        """Acts of this process that are on their way to the store."""
        self.room_is_old = True
        self.heard = (0, 0)
        """The newest (epoch, version) of the match that anybody has told of."""
        self.hears: str | None = None
        """The match whose hints are subscribed for this place."""
        self.must_look = False
        """Something may have been missed: the match is loaded whatever was heard."""
        self.refreshing = False
        self.recorded = ("", 0)
        """A match, and how many of its results the database is known to have."""

    @property
    def match_is_old(self) -> bool:
        return self.known is not None and (self.must_look or self.known.older_than(*self.heard))

    @property
    def match_id(self) -> str | None:
        return self.room.match_id if self.room is not None else None

    def find_seats(self) -> None:
        """Tell each socket which seat of the match is its member's."""
        for socket in self.sockets.values():
            socket.seat = self.known.live.match.seat_of(socket.member) if self.known is not None else None

    def unrecorded(self) -> list[str]:
        """While a result is shown: the outbox keys of the match's results, unless all are known to be recorded."""
        if self.known is None or not any(phase_of(self.known)):
            return []
        live = self.known.live
        keys = outbox_keys(live.id, live.match, ended=over(live))
        return [] if self.recorded == (live.id, len(keys)) else keys

    def summary(self) -> MatchSummary | None:
        """What the room's page says of the match."""
        if self.known is None:
            return None
        live = self.known.live
        seated = frozenset(seat.member for seat in live.match.seats if seat.member is not None)
        return MatchSummary(live.id, over(live), seated)


def phase_of(known: Known) -> tuple[bool, bool]:
    """What of a match changes what its room allows."""
    return over(known.live), isinstance(known.live.state.decision, RoundOver)


def room_frame(place: Place, member: str) -> str:
    """The room frame for a member. Raises RoomRefused when he is no member any more."""
    if place.room is None or place.loaded is None:
        raise ValueError("the room is not loaded")
    view = room_view(place.room, member, place.present, place.summary())
    return json.dumps(
        {"type": "room", "epoch": place.loaded.epoch, "version": place.loaded.version, "room": view},
        separators=(",", ":"),
        ensure_ascii=False,
    )


def match_frames(known: Known) -> Frames:
    """The frames of a match's version, made as they are asked for."""
    return Frames(known.view, _surroundings(known), known.handles, known.events)


def version_for(known: Known, seat: Seat) -> tuple[int, int]:
    """The (epoch, version) that a seat sees."""
    return known.live.loaded.epoch, known.live.match.version_for(seat)


def _surroundings(known: Known) -> Surroundings:
    live = known.live
    loaded, match = live.loaded, live.match
    due, spans = loaded.due, loaded.spans
    return Surroundings(
        match_id=live.id,
        epoch=loaded.epoch,
        seats=tuple(
            [
                SeatNote(
                    who.member,
                    who.name,
                    due.get(f"away:{seat}") if who.away else None,
                    who.left,
                    who.ready,
                    who.timeouts,
                )
                for seat, who in enumerate(match.seats)
            ]
        ),
        timers={name: (due[name], spans[name]) for name in TIMERS if name in due},
        dealing=match.dealing,
        sheet=tuple([Round(row.points, row.winners, row.reason) for row in match.sheet]),
        closed=match.closed,
        aside=tuple([seat for seat, who in enumerate(match.seats) if who.aside]),
    )
