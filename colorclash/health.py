"""A minimal sign of life for load balancers and health checks: it tells nothing about the inside.

It is answered before Django sees the request: whoever asks knows neither our host names nor https.
"""

from collections.abc import Awaitable, Callable
from typing import Any

HEADERS = [(b"Content-Type", b"text/plain"), (b"Cache-Control", b"no-store")]


async def health(
    _scope: dict[str, Any], _receive: Callable[[], Awaitable[Any]], send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"ok\n"})
