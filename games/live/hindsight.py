"""What a seat has seen since the deal, read back from the match's log."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from games import engine
from games.engine import Deal, Event, Seat, View, redact
from games.live.log import LogEntry, replayable

TOLD_MOST: Final = 150
"""As many events as a page's list has lines."""


def views_since_deal(entries: Sequence[LogEntry], seat: Seat) -> list[View]:
    """The seat's views of the round, one after each action that it could notice.

    An action that changes nothing the seat sees, such as another's blind answer, leaves no trace here either.
    """
    log = replayable(entries)
    deals = [place for place, entry in enumerate(log.entries) if isinstance(entry.action, Deal)]
    deal = deals[-1] if deals else -1
    views = [engine.view(match, seat) for match in list(engine.states(log))[deal + 1 :]]
    return [view for place, view in enumerate(views) if place == 0 or view != views[place - 1]]


def told_since_deal(entries: Sequence[LogEntry], seat: Seat) -> list[Event]:
    """What the seat was told of the round, as redacted for it as it was then; the latest if there is much of it."""
    log = replayable(entries)
    told: deque[Event] = deque(maxlen=TOLD_MOST)
    for place, (_, events) in enumerate(engine.steps(log)):
        if place and isinstance(log.entries[place - 1].action, Deal):
            told.clear()
        told.extend(redact(event, seat) for event in events)
    return list(told)
