"""What the settings read from the environment, and what they make of it.

Only reads: files of the data folder (secret key, the embedded store's password) are made by `manage.py up`.
"""

import json
import os
import secrets
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

PREFIX = "COLORCLASH_"


def text(name: str, default: str = "") -> str:
    return os.environ.get(PREFIX + name, "").strip() or default


def url(name: str, default: str) -> str:
    """A variable that many hosting platforms set by this very name."""
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int) -> int:
    value = text(name)
    if not value:
        return default
    try:
        return int(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{PREFIX}{name} must be a whole number, not {value!r}.") from error


def hundredths(name: str, default: str) -> int:
    """A number with up to two places, such as 5.5, as a count of hundredths."""
    value = text(name, default)
    try:
        return int(Decimal(value) * 100)
    except InvalidOperation as error:
        raise ImproperlyConfigured(f"{PREFIX}{name} must be a number such as 20 or 5.5, not {value!r}.") from error


def flag(name: str, *, default: bool = False) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value not in {"0", "1", "no", "yes", "false", "true"}:
        raise ImproperlyConfigured(f"{PREFIX}{name} must be 0 or 1, not {value!r}.")
    return value in {"1", "yes", "true"}


def choice(name: str, *allowed: str) -> str:
    """One of the words, in whatever case; the first where nothing is said."""
    value = text(name, allowed[0]).lower()
    if value not in allowed:
        raise ImproperlyConfigured(f"{PREFIX}{name} must be {' or '.join(allowed)}, not {value!r}.")
    return value


def words(name: str) -> list[str]:
    """A list written with commas or blanks."""
    return text(name).replace(",", " ").split()


def numbers_by_name(name: str) -> dict[str, float]:
    """A JSON object of numbers, such as `{"window": 3, "absence": 90}`."""
    value = text(name, "{}")
    try:
        found = json.loads(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{PREFIX}{name} must be a JSON object.") from error
    if not isinstance(found, dict) or not all(isinstance(n, int | float) for n in found.values()):
        raise ImproperlyConfigured(f"{PREFIX}{name} must be a JSON object of numbers.")
    return found


def secret_key(data: Path, *, required: bool) -> str:
    """The key from the environment, a file named there, or the data folder; else one that dies with the process."""
    if key := text("SECRET_KEY"):
        return key
    file = Path(text("SECRET_KEY_FILE", str(data / "secret.key")))
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError as error:
        if required:
            raise ImproperlyConfigured(f"Set {PREFIX}SECRET_KEY or {PREFIX}SECRET_KEY_FILE.") from error
    return secrets.token_urlsafe(50)


def secret(name: str) -> str:
    """A secret from the environment, or from the file that `<name>_FILE` names."""
    if value := text(name):
        return value
    if not (file := text(f"{name}_FILE")):
        return ""
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{PREFIX}{name}_FILE cannot be read: {file!r}.") from error


def hosts_of(origins: Iterable[str]) -> list[str]:
    """The host names of origins such as `https://play.example:8443`."""
    hosts: dict[str, None] = {}
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
            raise ImproperlyConfigured(f"{PREFIX}ORIGINS: {origin!r} is not like https://play.example")
        hosts[f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname] = None
    return list(hosts)


def database(url: str) -> dict[str, Any]:
    """Django's settings of the database at an address."""
    try:
        return dict(dj_database_url.parse(url, conn_max_age=0, conn_health_checks=True))
    except ValueError as error:
        raise ImproperlyConfigured("DATABASE_URL must be like postgres://user:password@host/name.") from error


def broker_url(redis_url: str) -> str:
    """The store's address in Celery's spelling: unix sockets and their database are written differently there."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    return urlunsplit(("redis+socket", parts.netloc, parts.path, f"virtual_host={database}", ""))
