"""Room codes: six letters that find a room for as long as it lasts, and rest for a day before they come again."""

import secrets
import unicodedata
from typing import Final

from games.live import store

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The Latin letters without I and O, which are misread for one and zero."""
LETTERS: Final = 6
KEPT_SECONDS: Final = 26 * 3600
"""Renewed at least every hour while the room lasts; if whoever should retire the code dies, it rests long enough."""
RESTING_SECONDS: Final = 24 * 3600
RESTING: Final = b"resting"


def clean_code(typed: str) -> str | None:
    """The code as it is kept: lower case, spaces and hyphens are forgiven. None for what can be no code."""
    letters = unicodedata.normalize("NFKC", typed[:100]).upper()
    code = "".join(letter for letter in letters if not (letter.isspace() or unicodedata.category(letter) == "Pd"))
    return code if len(code) == LETTERS and set(code) <= set(ALPHABET) else None


async def reserve_code(room_id: str) -> str:
    """A code that nobody has or had in the last day, now this room's."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
        if await store.pipe().call("SET", f"code:{code}", room_id, "NX", "EX", KEPT_SECONDS):
            return code


async def claim_code(code: str, room_id: str) -> str:
    """This code for a room that had it before; where another room has it or it rests, a new one."""
    free = await store.pipe().call("SET", f"code:{code}", room_id, "NX", "EX", KEPT_SECONDS)
    if free or await find_room(code) == room_id:
        return code
    return await reserve_code(room_id)


async def find_room(code: str) -> str | None:
    """The id of the room that has this code."""
    found = await store.pipe().call("GET", f"code:{code}")
    return None if found is None or found == RESTING else found.decode("ascii")


async def keep_code(code: str) -> None:
    """The room lasts: so does its code."""
    await store.pipe().call("EXPIRE", f"code:{code}", KEPT_SECONDS)


async def retire_code(code: str) -> None:
    """The room has closed: its code finds nothing, and is nobody's for a day."""
    await store.pipe().call("SET", f"code:{code}", RESTING, "EX", RESTING_SECONDS)
