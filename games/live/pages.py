"""How many pages an identity and an address have open, over all web processes: counted in the store.

A page counts until an instant that the heartbeat puts off, so that those of a killed process are soon forgotten. It
goes by its identity and room: whoever comes back takes the place that he had, even before that one is forgotten.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from games.live import store
from games.live.scripts import COUNT_PAGE

if TYPE_CHECKING:
    from games.live.pipe import Word

COUNTS_MS: Final = 45_000
"""How long a page counts without being renewed."""
RENEWED_MS: Final = 30_000
"""Left with less than this, it is renewed."""


class Page(NamedTuple):
    """An open page: whose, where from, and of which room."""

    identity: str
    address: str
    room_id: str

    @property
    def name(self) -> str:
        return f"{self.identity}|{self.room_id}"

    @property
    def keys(self) -> tuple[str, str]:
        """Where it is counted: among its identity's pages, and among its address's."""
        return f"pages:{{identity:{self.identity}}}", f"pages:{{address:{self.address}}}"


async def count(page: Page, *, per_identity: int, per_address: int) -> bool:
    """Count a page that opens; False when its identity or its address has as many. Raises StoreUnavailable."""
    of_identity, of_address = page.keys
    if not await store.run_script(COUNT_PAGE, [of_identity], [page.name, per_identity, COUNTS_MS]):
        return False
    if not await store.run_script(COUNT_PAGE, [of_address], [page.name, per_address, COUNTS_MS]):
        await store.pipe().call("ZREM", of_identity, page.name)
        return False
    return True


async def renew(pages: Iterable[Page], until: int) -> None:
    """Let these pages count until then (store ms), in one write. Raises StoreUnavailable."""
    rows: dict[str, list[Word]] = {}
    for page in pages:
        for key in page.keys:
            rows.setdefault(key, []).extend((until, page.name))
    commands: list[list[Word]] = []
    for key, words in rows.items():
        commands += (["ZADD", key, *words], ["PEXPIREAT", key, until])
    await store.pipe().call_all(commands)


async def forget(page: Page) -> None:
    """The page has closed. Raises StoreUnavailable."""
    await store.pipe().call_all([("ZREM", key, page.name) for key in page.keys])
