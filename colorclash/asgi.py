"""HTTP and WebSocket behind one ASGI application."""

import os
from collections.abc import Awaitable, Callable
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.urls import path, re_path

from colorclash.health import health
from games.routing import websocket_urlpatterns


async def refuse(
    _scope: dict[str, Any], _receive: Callable[[], Awaitable[Any]], send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    """Answers a WebSocket to an address we do not have; the router would answer with a traceback."""
    await send({"type": "websocket.close"})


# Django's types know views only, where Channels' router takes applications.
web_patterns: Any = [path("health/", cast("Any", health)), re_path("", cast("Any", http))]
socket_patterns: Any = [*websocket_urlpatterns, re_path("", cast("Any", refuse))]

application = ProtocolTypeRouter(
    {
        "http": URLRouter(web_patterns),
        "websocket": OriginValidator(CookieMiddleware(URLRouter(socket_patterns)), settings.COLORCLASH_ORIGINS),
    }
)
