"""Pages whose line has been lost a moment ago.

While the database is silent they come back on what was last known of them, as if the line had held: an open page goes
on then as well. What takes an open page's leave takes theirs: a revocation, and the look at all pages once a minute.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.live.revoke import Revocation
    from games.live.sockets import Socket

KEPT: Final = 120.0
"""Seconds for which a page may come back; the seat is kept for less."""


class LostPage:
    """Whose page it was, by which session, and when it was last begun to look up whether he may be here."""

    __slots__ = ("identity", "judged", "member", "room_id", "session", "until")

    def __init__(self, socket: "Socket", until: float) -> None:
        self.identity = socket.identity
        self.session = socket.session
        self.room_id = socket.room_id
        self.member = socket.member
        self.judged = socket.judged
        self.until = until


class LostPages:
    """Those of a process, by the loop's clock."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str], LostPage] = {}

    def add(self, socket: "Socket", now: float) -> None:
        self._forget(now)
        self._pages[socket.session, socket.room_id] = LostPage(socket, now + KEPT)

    def find(self, session: str, room_id: str, now: float) -> LostPage | None:
        found = self._pages.get((session, room_id))
        return found if found is not None and found.until > now else None

    def judged_before(self, before: float, now: float) -> list[LostPage]:
        self._forget(now)
        return [each for each in self._pages.values() if each.judged <= before]

    def revoke(self, revocation: "Revocation") -> None:
        self.drop([each for each in self._pages.values() if revocation.concerns(each)])

    def _forget(self, now: float) -> None:
        self.drop([each for each in self._pages.values() if each.until <= now])

    def drop(self, pages: Iterable[LostPage]) -> None:
        for each in pages:
            self._pages.pop((each.session, each.room_id), None)
