"""A match put aside between rounds: who wants it, how it leaves play, how it goes on. Pure steps, all of them."""

from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from msgspec.structs import replace

from games.live.match import Live, LiveMatch, LiveSeat
from games.live.records import SCHEMA, AsideRecord, encode_record
from games.live.room import MatchPhase, Room, RoomCode, RoomRefused, Way
from games.live.transitions import Guards, Transition, closes, note, with_seat

OUTBOX: Final = "aside"
"""How the outbox key of a match put aside goes on after the match's id."""
AT_ITS_TIME: Final = Guards(after="aside")


def wishes_aside(live: Live, room: Room, member_id: str, *, wish: bool, phase: MatchPhase | None) -> Transition | None:
    """A member would like the match to be put aside, or no longer: it is once all who are present would.

    Raises RoomRefused.
    """
    if room.way is Way.QUICK:
        raise RoomRefused(RoomCode.QUICK)
    seat = live.match.seat_of(member_id)
    if seat is None:
        raise RoomRefused(RoomCode.NO_MEMBER)
    if phase is not MatchPhase.BETWEEN:
        raise RoomRefused(RoomCode.NOT_BETWEEN)
    who = live.match.seats[seat]
    if who.aside == wish:
        return None
    match = with_seat(live.match, seat, replace(who, aside=wish, ready=who.ready and not wish))
    if wish and not _still_asked(match):
        return _put_aside(live, match)
    # Once a pause, so that asking again and again holds up nobody.
    short = live.loaded.spans.get("next_round", match.durations.answer) < match.durations.answer
    return note(live, match, {"next_round": match.durations.answer} if wish and short else {})


def all_back(match: LiveMatch, back: Collection[str]) -> bool:
    """Whether all who put the match aside are among these members."""
    return all(who.member in back for who in match.seats if who.aside)


def goes_on(live: Live, back: Mapping[str, UUID]) -> Transition:
    """The match goes on between the same two rounds. `back`: who is there, and as whom he plays now, by member.

    Who put it aside and is not among them has left.
    """
    now = live.loaded.now
    match = replace(
        live.match,
        seats=tuple(_seat_again(who, back) for who in live.match.seats),
        aside=0,
        waited=live.match.waited + now - live.match.aside,
        shown=live.match.shown + 1,
        acted=live.match.shown + 1,
    )
    away = {f"away:{seat}": match.durations.absence for seat, who in enumerate(match.seats) if who.away}
    return note(live, match, {"aside": None, "next_round": match.durations.answer, **away})


def waits_no_longer(live: Live, guards: Guards = AT_ITS_TIME) -> Transition | None:
    """A match put aside has waited for its whole time: it ends without a winner; what was recorded stays."""
    match = live.match
    if not match.aside or match.closed:
        return None
    waited = match.waited + live.loaded.now - match.aside
    return closes(live, replace(match, aside=0, waited=waited), guards)


def room_again(room: Room, back: Mapping[str, UUID], *, without: Collection[str], code: str, now: int) -> Room:
    """The room as its match goes on; `back` as for the match. Of those `without` nobody sits in it any more."""
    members = tuple(
        replace(member, identity=back.get(member.id, member.identity), away=None if member.id in back else now)
        for member in room.members
    )
    now_played_as = {was.identity: member.identity for was, member in zip(room.members, members, strict=True)}
    maker = now_played_as.get(room.maker, room.maker)
    members = tuple(member for member in members if member.id not in without)
    return replace(room, members=members, maker=maker, code=code, aside=False)


def _still_asked(match: LiveMatch) -> bool:
    """Who is gone is not asked, nor are computers."""
    return not all(who.aside or who.computer or who.away or who.left for who in match.seats)


def _put_aside(live: Live, match: LiveMatch) -> Transition:
    match = replace(match, aside=live.loaded.now, shown=match.shown + 1, acted=match.shown + 1)
    step = note(live, match, {**dict.fromkeys(live.loaded.due), "aside": match.durations.aside})
    record = AsideRecord(schema=SCHEMA, match_id=live.id, room_id=match.room_id)
    step.change.outbox = {f"{live.id}:{OUTBOX}-{live.loaded.version + 1}": encode_record(record)}
    return step


def _seat_again(who: LiveSeat, back: Mapping[str, UUID]) -> LiveSeat:
    if who.member is None or who.member not in back:
        return replace(who, aside=False, left=who.left or who.aside)
    return replace(who, identity=str(back[who.member]), away=False, aside=False)
