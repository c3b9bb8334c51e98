"""Addresses of ours that lead somewhere on every device."""

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def absolute(request: HttpRequest, path: str) -> str:
    """An address that works on another device too: never this machine's name for itself."""
    if urlsplit(f"//{request.get_host()}").hostname in LOOPBACK:
        return settings.COLORCLASH_PUBLIC_URL.rstrip("/") + path
    return request.build_absolute_uri(path)
