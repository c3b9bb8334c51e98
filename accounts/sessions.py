"""Sessions that go by keys such as this site gives out; a cookie may hold whatever somebody likes to write into it.

A database may refuse to look for some of that at all, and with it for everybody whom it is asked about in one go.

They are kept in the database alone. A copy in a cache would be another truth: a write that reaches the one and not the
other leaves a guest whom his next page does not know, or a session that was ended and goes on.
"""

import re
from typing import Final

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

_KEY: Final = re.compile(r"[a-z0-9]{8,40}")


def is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None


class SessionStore(DatabaseStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Of another key nothing is known: the browser is a new one."""
        return key is not None and is_key(key)
