"""What a seat has seen since the deal, read back from the match's log."""

from collections.abc import Sequence

from games import engine
from games.engine import Deal, Seat, View
from games.live.log import LogEntry, replayable


def views_since_deal(entries: Sequence[LogEntry], seat: Seat) -> list[View]:
    """The seat's views of the round, one after each action that it could notice.

    An action that changes nothing the seat sees, such as another's blind answer, leaves no trace here either.
    """
    log = replayable(entries)
    deals = [place for place, entry in enumerate(log.entries) if isinstance(entry.action, Deal)]
    deal = deals[-1] if deals else -1
    views = [engine.view(match, seat) for match in list(engine.states(log))[deal + 1 :]]
    return [view for place, view in enumerate(views) if place == 0 or view != views[place - 1]]
