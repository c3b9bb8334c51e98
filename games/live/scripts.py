"""The scripts that run inside the store, each in a file of its own beside this one."""

import hashlib
from pathlib import Path
from typing import Final


class Script:
    """A script's text and the hash by which the store knows it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = hashlib.sha1(text.encode("ascii"), usedforsecurity=False).hexdigest()


def _read(name: str) -> Script:
    return Script((Path(__file__).parent / f"{name}.lua").read_text(encoding="ascii"))


COMMIT: Final = _read("commit")
LOAD: Final = _read("load")
LOCK: Final = _read("lock")
POSTPONE: Final = _read("postpone")
SWEEP: Final = _read("sweep")
RENEW: Final = _read("renew")
END_LEASE: Final = _read("end_lease")
COUNT_PAGE: Final = _read("count_page")
HOLD_TICKET: Final = _read("hold_ticket")
GIVE_UP_TICKET: Final = _read("give_up_ticket")
SHELVE: Final = _read("shelve")
RESTORE: Final = _read("restore")
SCRIPTS: Final = tuple(
    script.text
    for script in (
        COMMIT,
        LOAD,
        LOCK,
        POSTPONE,
        SWEEP,
        RENEW,
        END_LEASE,
        COUNT_PAGE,
        HOLD_TICKET,
        GIVE_UP_TICKET,
        RESTORE,
    )
)
