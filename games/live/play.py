"""Playing: from an act to the match's next version, committed.

A process keeps the last state of the matches it looks at (`Known`). An act is decided on that state and committed
against its version; who loses the race decides again on what the winner left. Nothing is acknowledged, shown or sent
on before its commit.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games import engine
from games.engine import Event, Seat, Started, View
from games.live import failpoints, metrics, store
from games.live.log import read_packed
from games.live.match import Live, read_match
from games.live.pipe import StoreUnavailable, in_time
from games.live.store import Committed, Conflict, Late, Loaded, Locked, Repeated
from games.live.transitions import ActRefused, Guards, Transition, leaves, ready, seat_acts
from games.protocol.actions import NotInHand, action_of
from games.protocol.handles import Handles
from games.protocol.messages import Act, CatchAct, LeaveAct, ReadyAct

TRIES: Final = 5
"""How often an act is decided anew after a lost race; each means that somebody else's act went through."""


class Known:
    """A match at one version, with what has been made of it: views by seat, and the handles of its round."""

    __slots__ = ("_views", "events", "handles", "live", "outbox")

    def __init__(self, live: Live, events: tuple[Event, ...] = (), before: "Known | None" = None) -> None:
        self.live = live
        self.events = events
        """What happened since the version before; empty when that is not known."""
        self.outbox: tuple[str, ...] = ()
        """The outbox entries written with this version, when it was committed here."""
        same_round = before is not None and before.live.match.secret == live.match.secret
        self.handles: Handles = before.handles if before is not None and same_round else Handles(live.match.secret)
        self._views: dict[Seat, View] = {}

    def view(self, seat: Seat) -> View:
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = engine.view(self.live.state, seat)
        return found

    def older_than(self, epoch: int, version: int) -> bool:
        """Whether the store has been further, or was set back since."""
        mine = self.live.loaded
        return mine.epoch < epoch or (mine.epoch == epoch and mine.version < version)


class Answer(NamedTuple):
    """The answer to an act: None for done, else the code why not. `known` is the newest state met on the way."""

    code: str | None
    known: Known


async def look(match_id: str, before: Known | None = None) -> Known | None:
    """The match as it stands in the store, None when it is gone. Raises StoreUnavailable."""
    loaded = await store.load("match", match_id)
    return None if loaded is None else newer(match_id, loaded, before)


def newer(match_id: str, loaded: Loaded, before: Known | None) -> Known:
    """The match as loaded; if it is just one action past `before`, with that action's events."""
    live = read_match(match_id, loaded)
    return Known(live, _events_between(before, live), before)


def _events_between(before: Known | None, live: Live) -> tuple[Event, ...]:
    """What the last logged action did, if it is all that lies between; at the very first version, the opening."""
    version, last = live.loaded.version, live.loaded.last
    was = before.live if before is not None else None
    follows = was is not None and (was.loaded.epoch, was.loaded.version + 1) == live.version
    if last is None or not (follows or version == 1):
        return ()
    entry = read_packed(last)
    if entry.version != version:
        return ()
    if isinstance(entry.action, Started):
        return _opening(entry.action)
    orders = iter(entry.orders)
    return engine.apply(was.state, entry.actor, entry.action, lambda _size: next(orders))[1] if was is not None else ()


def _opening(was: Started) -> tuple[Event, ...]:
    orders = iter(was.orders)
    return engine.start(
        was.ruleset,
        seats=was.seats,
        length=was.length,
        teams=was.teams,
        dealer=was.dealer,
        chance=lambda _size: next(orders),
    )[1]


async def act(known: Known, seat: Seat, member: str, message: Act) -> Answer:
    """Carry out what a page asks for its seat."""
    key = f"{member}:{message.id}"
    try:
        async with in_time():
            return await _act(known, seat, key, message)
    except StoreUnavailable:
        return Answer("unknown", known)


async def _act(known: Known, seat: Seat, key: str, message: Act) -> Answer:
    for _ in range(TRIES):
        try:
            known = await _at_least(known, seat, message)
            step = _decide(known, seat, key, message)
        except ActRefused as refusal:
            return await _refused(known, seat, key, message, refusal.code)
        if step is None:
            return Answer(None, known)
        await failpoints.reach("before_commit")
        answer = await store.commit(step.change)
        await failpoints.reach("after_commit")
        match answer:
            case Committed([loaded]):
                metrics.ACTS.inc()
                return Answer(None, _committed(known, step, loaded))
            case Conflict(loaded):
                known = newer(known.live.id, loaded, known)
            case Repeated(_, loaded):
                return Answer(None, newer(known.live.id, loaded, known))
            case Late():
                return await _refused(known, seat, key, message, "late")
            case Locked():
                return Answer("locked", known)
            case _:
                return Answer("not_seated", known)
    return Answer("stale", known)


async def _at_least(known: Known, seat: Seat, message: Act) -> Known:
    """A state no older than what the page decided on: it may have seen it through another process."""
    live = known.live
    ahead = message.epoch > live.loaded.epoch
    ahead |= message.epoch == live.loaded.epoch and message.version > live.match.version_for(seat)
    if not ahead:
        return known
    return await look(live.id, known) or known


def _decide(known: Known, seat: Seat, key: str, message: Act) -> Transition | None:
    live = known.live
    match message.act:
        case ReadyAct():
            return ready(live, seat, key)
        case LeaveAct():
            return leaves(live, seat, Guards(act=key))
        case asked:
            if message.epoch != live.loaded.epoch or message.version > live.match.version_for(seat):
                raise ActRefused("stale")
            try:
                action = action_of(asked, known.view(seat), known.handles)
            except NotInHand:
                raise ActRefused("stale" if message.version < live.match.acted else "not_in_hand") from None
            return seat_acts(live, seat, action, message.version, key)


async def _refused(known: Known, seat: Seat, key: str, message: Act, code: str) -> Answer:
    """A refusal, unless it is the repeat of an act that went through; a refused catch locks the seat's catch."""
    live = known.live
    if await store.outcome_of("match", live.id, key) is not None:
        return Answer(None, known)
    metrics.REFUSALS.labels(code).inc()
    if isinstance(message.act, CatchAct):
        await store.lock("match", live.id, f"catch:{seat}", live.match.durations.catch_lock)
    if code in {"stale", "late"}:
        known = await look(live.id, known) or known
    return Answer(code, known)


async def outcome_elsewhere(member: str, message: Act, refusal: str) -> str | None:
    """The answer to an act in a match that is not the room's any more: done if it went through while it was."""
    try:
        done = await store.outcome_of("match", message.match, f"{member}:{message.id}")
    except StoreUnavailable:
        return "unknown"
    return refusal if done is None else None


async def carry_out(live: Live, decide: Callable[[Live], Transition | None]) -> Known | None:
    """Commit what `decide` makes of the match, deciding anew after each lost race.

    The match as it stands then; None when there was nothing to do, or the store says that it is not time for it.
    Raises StoreUnavailable.
    """
    for _ in range(TRIES):
        step = decide(live)
        if step is None:
            return None
        match await store.commit(step.change):
            case Committed([loaded]):
                return _committed(Known(live), step, loaded)
            case Conflict(loaded):
                live = read_match(live.id, loaded)
            case _:
                return None
    return None


def _committed(before: Known, step: Transition, loaded: Loaded) -> Known:
    known = Known(step.after(before.live, loaded), step.events, before)
    known.outbox = tuple(step.change.outbox)
    return known
