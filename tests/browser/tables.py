"""Matches set down card by card in a running site's store, tied to a room as if its host had started them."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from django.test import override_settings
from msgspec.structs import replace

from games import engine
from games.engine import Length, Position, Seat, SeatKind, Standing, card
from games.live import room as lobby
from games.live import store
from games.live.match import decode_match, encode_match
from games.live.opening import NewSeat, new_match
from games.live.table import Durations, TableSettings
from games.services.room_changes import Moment, Step, change_room
from tests.processes import wait_until

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tests.browser.people import Person
    from tests.site import LiveSite

T = TypeVar("T")
ROUND = Length(rounds=1)
PILE = ("green-1", "green-2", "green-3", "green-4", "green-5", "green-6") * 5


def in_store(site: LiveSite, work: Callable[[], Awaitable[T]]) -> T:
    """Run something on the site's store, in a thread: Playwright keeps this one's event loop for itself."""

    async def run() -> T:
        try:
            return await work()
        finally:
            await store.close()

    with override_settings(REDIS_URL=site.redis_url), ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result(30)


def set_down(
    people: Sequence[Person],
    room_id: str,
    *hands: Sequence[str],
    discard: Sequence[str] = ("red-9",),
    draw: Sequence[str] = PILE,
    on_turn: int = 0,
    ruleset: str = "clash-classic",
    length: Length = ROUND,
    totals: Sequence[int] = (),
    timer: int = 45,
    opening: bool = False,
    **durations: float,
) -> str:
    """Begin a match of the room's members in this position; its id. Seats are in the order of their coming.

    `opening`: the top card of the draw pile is still to be turned. `durations` in seconds differ from the site's own
    for this match.
    """
    site = people[0].site
    kinds = (SeatKind.PERSON,) * len(hands)
    position = Position(
        hands=tuple(tuple(card(code) for code in hand) for hand in hands),
        draw=tuple(card(code) for code in draw),
        discard=tuple(card(code) for code in discard),
        turn=Seat(on_turn),
        dealer=Seat((on_turn - 1) % len(hands)),
        kinds=kinds,
        opening=opening,
    )
    standing = Standing(length=length, totals=tuple(totals or [0] * len(hands)))
    state, _ = engine.set_down(ruleset, position, standing, range)
    settings = TableSettings(ruleset, length.rounds, length.to, length.losses, timer)
    made: list[str] = []

    async def step(moment: Moment) -> Step:
        match_id, opening = new_match(
            room_id=room_id,
            room_code=moment.room.code,
            seats=[NewSeat(str(each.identity), each.id, each.name, "person") for each in moment.room.members],
            table=settings,
            durations=_durations(site, durations),
            now=moment.loaded.now,
        )
        match = replace(decode_match(opening.state), state=engine.encode(state))
        opening.state, opening.outbox = encode_match(match), {}
        opening.due = {"first_turn": match.durations.first_turn}
        made.append(match_id)
        return Step(lobby.with_match(moment.room, match_id, moment.room.members), (opening,))

    in_store(site, lambda: change_room(room_id, step))
    return made[-1]


def _durations(site: LiveSite, own: dict[str, float]) -> Durations:
    named: dict[str, Any] = {**json.loads(site.environment["COLORCLASH_DURATIONS"]), **own}
    return Durations(**{name: round(seconds * 1000) for name, seconds in named.items()})


def seated(people: Sequence[Person]) -> str:
    """A room in which all of them have taken their places; its id. The first is the host."""
    host, *others = people
    room_id = host.make_room()
    for person in others:
        person.join_room(room_id)
    return room_id


def at_table(people: Sequence[Person], *hands: Sequence[str], **how: Any) -> str:
    """All of them at their pages in a match set down in this position, its first turn running; the room's id."""
    room_id = seated(people)
    set_down(people, room_id, *hands, **how)
    for person in people:
        person.open_room(room_id)
        person.page.locator(".hand-card").first.wait_for()
    for person in people:
        person.wait_for_match(lambda match: not match["view"]["dealing"], "everybody has seen the deal")
    return room_id


def runs_out(person: Person, what: str) -> None:
    """A deadline of the person's match comes now: his table's clock finds it passed and acts on it.

    What he has just done is waited for: it may set that very deadline anew.
    """
    person.wait_for_answers()
    match_id: str = person.match["id"]
    tag = f"{{s{match_id[:2]}}}:"
    key, field = f"{tag}match:{match_id}", f"d:{what}"
    with person.site.redis() as client:
        wait_until(lambda: client.hexists(key, field), f"the deadline {what} is set")
        _, length, tries = client.hget(key, field).split(b":")
        with client.pipeline(transaction=True) as together:
            together.hset(key, field, b":".join((b"1", length, tries)))
            together.zadd(f"{tag}due", {f"match:{match_id}|{what}": 1})
            together.execute()
