"""A computer's move, made in a worker: think about what the seat sees, commit if nothing has changed meanwhile."""

import asyncio
import time
from typing import Final

from games import engine
from games.computers import Budget, Level, choose
from games.engine import Seat, SeatKind, View
from games.live import store
from games.live.deadlines import computer_to_act
from games.live.hindsight import views_since_deal
from games.live.log import read_entry
from games.live.match import Live, read_match
from games.live.store import Committed
from games.live.transitions import computer_acts
from games.services.dispatch import send_on, waiting_in

QUEUE: Final = "computers"
THINKING_MS: Final = 300
"""How long a computer thinks while no other waits."""
SHARED_MS: Final = 600
"""What all that wait have for thinking together; loading, committing and a busy machine take the rest of the 3 s."""
LEAST_MS: Final = 8


def play_computer_now(*, match_id: str, epoch: int, version: int) -> None:
    """Play the computer on turn at this version; a late or doubled call does nothing. Raises StoreUnavailable."""
    _runner().run(play_computer(match_id=match_id, epoch=epoch, version=version))


async def play_computer(*, match_id: str, epoch: int, version: int) -> bool:
    """The same inside a loop; whether a move was made."""
    loaded = await store.load("match", match_id)
    if loaded is None or (loaded.epoch, loaded.version) != (epoch, version):
        return False
    live = read_match(match_id, loaded)
    seat = computer_to_act(live.state)
    if seat is None:
        return False
    level = level_of(live, seat)
    view = engine.view(live.state, seat)
    # A beginner remembers nothing, and only the search spends a budget.
    history = [view] if level is Level.EASY else await _history(live, seat)
    waiting = await waiting_in(QUEUE) if level is Level.HARD else 0
    budget = Budget(milliseconds=thinking_time(waiting), clock=time.monotonic)
    choice = choose(level, view, history, seed=f"{match_id}:{version}", budget=budget)
    if choice.action is None:
        await store.drop_deadline("match", match_id, "computer", loaded)
        return False
    step = computer_acts(live, seat, choice.action, (choice.reason.code.value, choice.reason.facts))
    if not isinstance(await store.commit(step.change), Committed):
        return False
    await send_on(tuple(step.change.outbox))
    return True


def level_of(live: Live, seat: Seat) -> Level:
    """A computer of a practice plays as well as was chosen; whoever finishes an absent person's seat, normally."""
    chosen = live.state.kinds[seat] is SeatKind.COMPUTER
    return Level(live.match.seats[seat].level) if chosen else Level.NORMAL


def thinking_time(waiting: int) -> float:
    """Milliseconds for one move while so many others wait."""
    return max(LEAST_MS, min(THINKING_MS, SHARED_MS / (1 + waiting)))


async def _history(live: Live, seat: Seat) -> list[View]:
    """What the seat has seen since the deal, up to this version."""
    entries = [read_entry(stored) for stored in await store.read_log(live.id)]
    return views_since_deal([entry for entry in entries if entry.version <= live.loaded.version], seat)


_runners: list[asyncio.Runner] = []


def _runner() -> asyncio.Runner:
    """One event loop, and so one connection to the store, for the worker process's life."""
    if not _runners:
        _runners.append(asyncio.Runner())
    return _runners[0]
