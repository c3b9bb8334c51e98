"""Argon2, two at a time.

One hash takes 100 MB for a twentieth of a second. A crowd at the door must cost time at the door and not the memory
and the processors that running matches need.
"""

import threading
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE: Final = 2

_room = threading.BoundedSemaphore(AT_ONCE)


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2id as Django sets it, at most two of them at the same time in a process."""

    def encode(self, password: str, salt: str) -> str:
        with _room:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _room:
            return super().verify(password, encoded)
