"""The web process with a small application of the tests' own in place of the site.

A text `N SIZE` is answered with N messages of SIZE bytes; who comes and goes is written to standard output.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from colorclash.server import WebServer

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    while True:
        message = await receive()
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        elif message["type"] == "websocket.disconnect":
            sys.stdout.write(f"left {message['code']}\n")
            sys.stdout.flush()
            return
        else:
            await answer(message["text"], send)


async def answer(text: str, send: Send) -> None:
    count, size = map(int, text.split())
    for number in range(count):
        await send({"type": "websocket.send", "text": f"{number:08}".ljust(size, "x")})
        if number % 16 == 0:
            await asyncio.sleep(0)


if __name__ == "__main__":
    sys.exit(WebServer(application, "127.0.0.1", int(sys.argv[1])).serve())
