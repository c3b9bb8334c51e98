"""Taking one's seat to another device: a token of two minutes that works once."""

import base64
import hashlib
import secrets
from typing import Final
from uuid import UUID

import msgspec

from games.live import store

MINUTES: Final = 2


class Handover(msgspec.Struct, frozen=True):
    """Whose seat goes where: the identity moves into the browser that redeems the token."""

    identity: UUID
    room_id: str
    name: str
    code: str


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Handover)


async def offer_seat(handover: Handover) -> str:
    """A new token of 128 random bits. The store knows only its hash."""
    token = base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()
    await store.pipe().call("SET", _key(token), _encoder.encode(handover), "EX", MINUTES * 60)
    return token


async def look_at_seat(token: str) -> Handover | None:
    """What the token stands for, None when it is used, old or none at all. Changes nothing."""
    return _decoded(await store.pipe().call("GET", _key(token)))


async def take_seat(token: str) -> Handover | None:
    """Use the token up: of two who try, one gets the seat."""
    return _decoded(await store.pipe().call("GETDEL", _key(token)))


def _key(token: str) -> str:
    return f"handover:{hashlib.sha256(token.encode()).hexdigest()}"


def _decoded(entry: bytes | None) -> Handover | None:
    return None if entry is None else _decoder.decode(entry)
