"""Secrets of second factors, as the database keeps them: of no use to whoever reads it without the site's key."""

import base64
import hashlib

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def sealed(text: str) -> str:
    return _seal().encrypt(text.encode()).decode("ascii")


def unsealed(text: str) -> str:
    """What was sealed with the site's key, or with one of those before it. Raises InvalidToken."""
    return _seal().decrypt(text.encode("ascii")).decode()


def _seal() -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(f"accounts.sealing:{secret}".encode()).digest())
