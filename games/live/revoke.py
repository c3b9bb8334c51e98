"""Reaching sockets from anywhere: a sign-out, a removal or a sanction publishes whom it concerns, every web listens."""

from typing import Final, Literal

import msgspec
import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live import store
from games.live.sockets import Socket

CHANNEL: Final = "revoke"

Reason = Literal["signed_out", "removed", "closed", "suspended", "renamed"]
"""All but the last close the sockets concerned."""


class Revocation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose sockets are meant: of an identity, a session, a member of a room, or (member None) a whole room."""

    reason: Reason
    identity: str | None = None
    session: str | None = None
    room: str | None = None
    member: str | None = None

    def concerns(self, socket: Socket) -> bool:
        """Whether a page is meant."""
        if self.room is not None:
            return socket.room_id == self.room and self.member in {None, socket.member}
        return socket.identity == self.identity or socket.session == self.session


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Revocation)


def read_revocation(data: bytes) -> Revocation:
    return _decoder.decode(data)


async def close_sockets(
    *,
    reason: Reason,
    identity: str | None = None,
    session: str | None = None,
    room_id: str | None = None,
    member: str | None = None,
) -> None:
    """Close these sockets in every process, within two seconds. Raises StoreUnavailable."""
    revocation = Revocation(reason, identity, session, room_id, member)
    await store.pipe().call("PUBLISH", CHANNEL, _encode(revocation))


def close_sockets_from_sync(*, reason: Reason, identity: str | None = None, session: str | None = None) -> None:
    """The same from code without an event loop. Raises redis.RedisError."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, retry=Retry(NoBackoff(), 0)) as client:
        client.publish(CHANNEL, _encode(Revocation(reason, identity, session)))
