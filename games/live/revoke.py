"""Reaching sockets from anywhere: a sign-out, a removal or a sanction publishes whom it concerns, every web listens."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live import store
from games.live.lost import LostPage
from games.live.sockets import Socket

CHANNEL: Final = "revoke"
PATIENCE: Final = 2.0
"""Seconds to wait for the store."""
AGAIN: Final = 0.5
"""Seconds between two tries to tell what it has not taken."""
GIVES_UP: Final = 60.0

log = logging.getLogger(__name__)

Reason = Literal["signed_out", "removed", "closed", "suspended", "renamed"]
"""All but the last close the sockets concerned."""


class Revocation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose sockets are meant: of an identity, a session, a member of a room, or (member None) a whole room."""

    reason: Reason
    identity: str | None = None
    session: str | None = None
    room: str | None = None
    member: str | None = None

    def concerns(self, socket: Socket | LostPage) -> bool:
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
    """The same from code without an event loop. What the store does not take now is told again beside."""
    message = _encode(Revocation(reason, identity, session))
    if _untold.is_empty and _publish([message]):
        return
    _untold.add(message)


class _Untold:
    """What the store has not taken: a thread tells it again and again, and nobody who comes meanwhile waits for it.

    Each is given up a minute after it came, as a sign-out that comes late would reach who has signed in since. By then
    every open page has been looked at again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._messages: list[tuple[float, bytes]] = []

    @property
    def is_empty(self) -> bool:
        return not self._messages

    def add(self, message: bytes) -> None:
        with self._lock:
            self._messages.append((time.monotonic() + GIVES_UP, message))
            if len(self._messages) == 1:
                threading.Thread(target=self._tell, name="revocations", daemon=True).start()

    def _tell(self) -> None:
        while True:
            time.sleep(AGAIN)
            tried = self._messages[:]
            told, now = _publish([message for _, message in tried]), time.monotonic()
            kept = [] if told else [each for each in tried if each[0] > now]
            if not told and len(kept) < len(tried):
                log.error("%d revocations were given up", len(tried) - len(kept))
            with self._lock:
                self._messages[: len(tried)] = kept
                if not self._messages:
                    return


_untold = _Untold()


def _publish(messages: Sequence[bytes]) -> bool:
    """Whether the store has taken them all; repeating one changes nothing."""
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        ) as client:
            line = client.pipeline(transaction=False)
            for message in messages:
                line.publish(CHANNEL, message)
            line.execute()
    except redis.RedisError as error:
        log.warning("%d revocations did not reach the open pages yet: %s", len(messages), error)
        return False
    return True
