"""Where the stand-in listens, and the secrets it shares with the site: a file in the data folder."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Address:
    """`url` of the interface, `key` that callers show, `secret` that signs notices."""

    url: str
    key: str
    secret: str


def folder_of(data: Path) -> Path:
    return data / "test-shop"


def read_address(data: Path) -> Address | None:
    """None where no stand-in has been started on this data folder."""
    try:
        return Address(**json.loads(_file(data).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_address(data: Path, url: str) -> Address:
    """Tell the site the address of this start; key and secret stay those of the first."""
    folder_of(data).mkdir(mode=0o700, parents=True, exist_ok=True)
    known = read_address(data)
    key = known.key if known else f"sk_test_{secrets.token_hex(16)}"
    secret = known.secret if known else f"whsec_{secrets.token_hex(16)}"
    address = Address(url, key, secret)
    fresh = _file(data).with_suffix(".new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(address), file)
    fresh.replace(_file(data))
    return address


def _file(data: Path) -> Path:
    return folder_of(data) / "address.json"
