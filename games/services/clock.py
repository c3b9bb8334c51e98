"""The clock: what is due is carried out, by any number of processes at once.

Each sweeps all shards for deadlines and leases that have passed by the store's clock. Nothing is claimed: everyone
carries out the same pure transition against the same version, and the store lets one of them through. A row that is
dealt with goes in the commit that deals with it; what fails is put off and tried again.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from datetime import UTC, datetime
from typing import Any, Final

from games.engine import Seat
from games.live import failpoints, helped, jobs, leases, metrics, store, webs
from games.live.aside import waits_no_longer
from games.live.computer import plays_plainly
from games.live.match import Live, read_match
from games.live.pipe import StoreError, StoreUnavailable, Unreadable
from games.live.play import Known, carry_out
from games.live.sweep import Due, Sweep, sweep_shard
from games.live.table import Durations
from games.live.transitions import (
    Guards,
    Transition,
    absence_ends,
    first_turn_waits_no_longer,
    gives_up,
    goes_away,
    next_round,
    stays_away,
    turn_runs_out,
    window_runs_out,
)
from games.services import alive, rooms
from games.services.dispatch import TaskName, send_beside, send_on, task_for

STEP: Final = 0.1
"""Seconds between two sweeps."""
AT_ONCE: Final = 100
"""Rows of a shard taken in one sweep."""
NO_SHARD: Final = -1
PUT_OFF_MS: Final = 5_000
"""How long a row that failed waits."""
COMPLAINTS: Final = 10.0
"""Seconds between two lines about sweeps that fail."""
RECONCILE: Final = 5.0
"""Seconds between two looks for what the ledger has not recorded."""
RESEND: Final = 15
"""Seconds until an entry that is still there is sent again."""
DAILY: Final[tuple[TaskName, ...]] = (
    "games.recount",
    "games.forget_sessions",
    "games.forget_people",
    "games.forget_logs",
    "games.end_aside",
)
"""Tasks that run once a day."""
HOURLY: Final[tuple[TaskName, ...]] = ("games.compare_payments", "games.give_back_lost", "games.note_conduct")
"""Tasks that run once an hour."""
COMPUTER_TRIES: Final = 2
"""How often a computer's task is sent before the clock plays for it."""

log = logging.getLogger(__name__)


class Clock:
    """One clock process's work."""

    def __init__(self) -> None:
        self._durations = Durations.from_settings()
        self._busy: set[str] = set()
        self._left: Counter[int] = Counter()
        """How many rows of each shard are left alone for a while; so many more are taken, or these would block it."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._waits = False
        """Whether no web process was there at the last sweep."""

    async def run(self) -> None:
        """Sweep until cancelled."""
        loop = asyncio.get_running_loop()
        reconciled = shown = loop.time()
        complained = -COMPLAINTS
        waits = False
        while True:
            started = loop.time()
            try:
                await failpoints.reach("before_sweep")
                if started - reconciled > RECONCILE:
                    reconciled = started
                    # Beside the sweeps: a broker that hangs holds up no turn.
                    self._begin("reconcile", self.reconcile(), NO_SHARD)
                await self.sweep()
                waits = False
            except StoreUnavailable as error:
                if not waits:
                    log.info("The clock waits for the store: %s", error)
                waits = True
            except Exception:
                if started - complained > COMPLAINTS:
                    complained = started
                    log.exception("A sweep failed; the clock goes on")
            if started - shown > alive.SECONDS_BETWEEN_SIGNS:
                shown = started
                alive.show()
            await asyncio.sleep(max(0.0, STEP - (loop.time() - started)))

    async def sweep(self) -> None:
        """Begin with everything that is due now; what is still being done is left alone."""
        shards = list(range(store.SHARDS))
        secrets.SystemRandom().shuffle(shards)
        seen = await webs.last_seen()
        sweeps = [
            sweep_shard(shard, self._durations, at_most=AT_ONCE + self._left[shard], web_seen=seen) for shard in shards
        ]
        found = await asyncio.gather(*sweeps, return_exceptions=True)
        swept = {shard: sweep for shard, sweep in zip(shards, found, strict=True) if isinstance(sweep, Sweep)}
        self._note_pauses(swept.values())
        for shard, sweep in swept.items():
            for due in sweep.due:
                self._begin(due.row, self._carry_out(due), shard)
            for lapsed in sweep.lapsed:
                self._begin(lapsed.row, self._lapse(lapsed.room_id, lapsed.member), shard)
        # One shard that cannot be swept holds up none of the others.
        for failed in found:
            if isinstance(failed, BaseException):
                raise failed

    def _note_pauses(self, swept: Collection[Sweep]) -> None:
        waits = any(sweep.waits for sweep in swept)
        if waits and not self._waits:
            log.warning("No web process is there; nothing runs out until one is")
        self._waits = waits
        if lost := max((sweep.lost for sweep in swept), key=abs, default=0):
            what = "The service stood still for" if lost > 0 else "The store's clock was set by"
            log.warning("%s %.1f s; running deadlines were given back their time", what, lost / 1000)

    def _begin(self, row: str, work: Coroutine[Any, Any, object], shard: int) -> None:
        if row in self._busy:
            work.close()
            return
        self._busy.add(row)
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._ended(row, done, shard))

    def _ended(self, row: str, task: asyncio.Task[object], shard: int) -> None:
        """What failed here is left alone by this process for a while, unless it was the store that did not answer."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        unreadable = isinstance(error, Unreadable)
        if error is None or (isinstance(error, StoreUnavailable) and not unreadable):
            self._busy.discard(row)
        else:
            self._left[shard] += 1
            asyncio.get_running_loop().call_later(PUT_OFF_MS / 1000, self._try_again, row, shard)
        if unreadable:
            log.info("Due %s is for a clock of newer code", row)
        elif error is not None and not isinstance(error, StoreUnavailable):
            log.error("Due %s failed", row, exc_info=error)

    def _try_again(self, row: str, shard: int) -> None:
        self._left[shard] -= 1
        self._busy.discard(row)

    # Deadlines.

    async def _carry_out(self, due: Due) -> None:
        """What fails is put off, so that it is tried again without holding up anything else."""
        await failpoints.reach("before_due")
        kind = _kind_of(due)
        loaded = await store.load(kind, due.id)
        if loaded is None or due.due not in loaded.due:
            await store.drop_deadline(kind, due.id, due.due, loaded)
            return
        if loaded.due[due.due] > loaded.now:
            return
        try:
            if kind == "room":
                await rooms.expire_room(due.id)
            elif due.due == "computer":
                await self._computer(read_match(due.id, loaded))
            else:
                await self._step(read_match(due.id, loaded), due.due)
        except (StoreUnavailable, asyncio.CancelledError):
            raise
        except Exception:
            await store.postpone(kind, due.id, due.due, loaded, PUT_OFF_MS)
            raise

    async def _step(self, live: Live, due: str) -> None:
        if _decide(live, due) is None:
            await store.drop_deadline("match", live.id, due, live.loaded)
            return
        known = await carry_out(live, lambda now: _decide(now, due))
        if known is not None:
            metrics.DUE.labels(due.partition(":")[0]).inc()
            self._send_on(known)

    async def _computer(self, live: Live) -> None:
        """Have a worker think; one that does not answer is asked again, and then the clock plays plainly itself."""
        loaded = live.loaded
        if loaded.tries.get("computer", 0) < COMPUTER_TRIES:
            if await store.postpone("match", live.id, "computer", loaded, live.match.durations.computer_retry):
                # Beside, as the row comes again soon: a broker that hangs holds up no plain move.
                task = send_beside("games.play_computer", match_id=live.id, epoch=loaded.epoch, version=loaded.version)
                self._begin(f"{live.id}:{loaded.version}:{loaded.tries.get('computer', 0)}", task, NO_SHARD)
            return
        if plays_plainly(live) is None:
            await store.drop_deadline("match", live.id, "computer", loaded)
            return
        known = await carry_out(live, plays_plainly)
        if known is not None:
            metrics.COMPUTERS_HELPED.inc()
            log.warning("The clock played for a computer of match %s", live.id)
            self._send_on(known)
            await helped.count()

    def _send_on(self, known: Known) -> None:
        """Beside, too: the match's next deadlines do not wait for the broker."""
        if known.outbox:
            self._begin(f"{known.live.id}:{known.live.loaded.version}", send_on(known.outbox), NO_SHARD)

    # Leases.

    async def _lapse(self, room_id: str, member: str) -> None:
        """A member's page has been silent for a whole lease."""
        found = await rooms.load_room(room_id)
        if found is not None and found[0].match_id is not None:
            await self._miss_in_match(found[0].match_id, member)
        await rooms.member_gone(room_id, member)
        await leases.forget(room_id, member)

    async def _miss_in_match(self, match_id: str, member: str) -> None:
        loaded = await store.load("match", match_id)
        if loaded is None:
            return
        live = read_match(match_id, loaded)
        seat = live.match.seat_of(member)
        if seat is not None:
            await carry_out(live, lambda now: goes_away(now, seat))

    # What is due by the day, and what was never recorded.

    async def reconcile(self) -> None:
        """Send again what the ledger has not recorded, and the day's jobs; of several clocks one does it."""
        for shard in range(store.SHARDS):
            try:
                await self._send_again(f"{{s{shard:02x}}}:")
            except StoreError:
                log.exception("The outbox of shard %02x cannot be read", shard)
        now = datetime.fromtimestamp(await store.now() / 1000, UTC)
        today, hour = now.date().isoformat(), now.isoformat(timespec="hours")
        for name in DAILY:
            if await jobs.claim(name, today):
                await send_beside(name, day=today)
        for name in HOURLY:
            if await jobs.claim(name, hour):
                await send_beside(name, hour=hour)

    async def _send_again(self, tag: str) -> None:
        for entry in await store.pipe().call("HKEYS", tag + "outbox"):
            key = entry.decode(errors="replace")
            if await store.pipe().call("SET", f"{tag}sent:{key}", 1, "NX", "EX", RESEND):
                await send_beside(task_for(key), outbox_key=key)


def _kind_of(due: Due) -> store.Kind:
    """Raises Unreadable for one that newer code has brought."""
    match due.kind:
        case "room" | "match" as known:
            return known
        case unknown:
            raise Unreadable(unknown)


_STEPS: Final[dict[str, Callable[[Live], Transition | None]]] = {
    "turn": turn_runs_out,
    "window": window_runs_out,
    "first_turn": first_turn_waits_no_longer,
    "expiry": gives_up,
    "aside": waits_no_longer,
}


def _decide(live: Live, due: str) -> Transition | None:
    """What a deadline's coming makes of a match."""
    name, _, seat = due.partition(":")
    match name:
        case "next_round":
            return next_round(live, Guards(after=due))
        case "away":
            return absence_ends(live, Seat(int(seat)))
        case "leave":
            return stays_away(live, Seat(int(seat)))
        case _:
            step = _STEPS.get(name)
            return None if step is None else step(live)
