"""Slowing down who asks too often: counters per address and per person in the store, with fixed windows.

An attempt is counted before it is made, so that parallel ones cannot slip through, and only that one is taken back
when it turns out well: a success never wipes out the failures before it.
"""

import ipaddress
import logging
import math
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from games.live import store

log = logging.getLogger(__name__)

LIMITS: Final[dict[str, float]] = {
    "codes_minute": 10,
    "codes_hour": 60,
    "rooms_minute": 20,
    "rooms_hour": 120,
    "joins_minute": 60,
    "joins_hour": 400,
    "tickets_minute": 30,
    "tickets_hour": 240,
    "waits_minute": 240,
    "waits_hour": 7200,
    "pasts_minute": 60,
    "pasts_hour": 1200,
    "reports_minute": 10,
    "reports_hour": 60,
    "replays_minute": 120,
    "replays_hour": 1200,
    "logins_minute": 10,
    "logins_hour": 60,
}
"""How often an address or a person may try, unless the settings name another number."""
WINDOWS: Final = (("minute", 60), ("hour", 3600))

# KEYS: the counters. ARGV: for each its limit and its seconds. Answers the milliseconds to wait, 0 when counted.
TAKE: Final = """
local wait = 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[2 * i - 1]) then
    wait = math.max(wait, redis.call('PTTL', key), 1)
  end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
end
return 0
"""
GIVE_BACK: Final = """
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end
"""


async def count_attempt(what: str, *whom: str) -> int:
    """Count one attempt for each; the whole seconds to wait when somebody has made too many already."""
    for one in whom:
        if wait := await _count(what, one):
            log.warning("Too many attempts: %s from %s", what, one)
            return math.ceil(wait / 1000)
    return 0


async def forget_attempt(what: str, *whom: str) -> None:
    """The attempt just counted turned out well."""
    for one in whom:
        await store.pipe().call("EVAL", GIVE_BACK, len(WINDOWS), *_counters(what, one))


def whom_to_count(request: HttpRequest, identity: UUID | None) -> tuple[str, ...]:
    """The address of a page's request, and the person, who may come from many."""
    return (address_of(request),) if identity is None else (address_of(request), str(identity))


def address_of(request: HttpRequest) -> str:
    """Whom to count for a page's request."""
    return counted_address(request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR", ""))


def counted_address(peer: str, forwarded: str) -> str:
    """Whom to count: the peer's address, or the one that the trusted proxy, and nobody before it, has added.

    `forwarded` is the X-Forwarded-For header. A household has a whole /64 of IPv6, so that is what is counted there.
    """
    if settings.TRUST_PROXY:
        peer = forwarded.rsplit(",", maxsplit=1)[-1].strip() or peer
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False))
    return str(address)


async def _count(what: str, whom: str) -> int:
    """Milliseconds to wait; 0 when it was counted."""
    limits = LIMITS | settings.COLORCLASH_LIMITS
    words = [word for name, seconds in WINDOWS for word in (limits[f"{what}_{name}"], seconds)]
    wait: int = await store.pipe().call("EVAL", TAKE, len(WINDOWS), *_counters(what, whom), *words)
    return wait


def _counters(what: str, whom: str) -> list[str]:
    return [f"limit:{{{what}:{whom}}}:{name}" for name, _ in WINDOWS]
