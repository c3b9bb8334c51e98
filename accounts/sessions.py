"""Sessions that go by keys such as this site gives out; a cookie may hold whatever somebody likes to write into it.

A database may refuse to look for some of that at all, and with it for everybody whom it is asked about in one go.
"""

import re
from typing import Final

from django.contrib.sessions.backends.cached_db import SessionStore as CachedStore

_KEY: Final = re.compile(r"[a-z0-9]{8,40}")


def is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None


class SessionStore(CachedStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Of another key nothing is known: the browser is a new one."""
        return key is not None and is_key(key)
