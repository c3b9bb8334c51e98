"""Forms come in UTF-8, as browsers send them. Whatever names another encoding is refused before anything reads it.

Django answers such a form by a page that reads the form again, and so fails on each; with some encodings of Python's
(base64 is one) even to look at a field's name fails.
"""

import codecs
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from colorclash.unreadable import unreadable


@sync_and_async_middleware
def utf8_alone(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Awaitable[HttpResponse]]:
    async def answer_async(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = refusal(request) or await get_response(request)
        return response

    def answer(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = refusal(request) or get_response(request)
        return response

    return answer_async if iscoroutinefunction(get_response) else answer  # type: ignore[return-value]


def refusal(request: HttpRequest) -> HttpResponse | None:
    """The answer to a request in another encoding; None for all others."""
    if request.encoding is None:
        return None
    if codecs.lookup(request.encoding).name != "utf-8":
        return unreadable(status=415)
    request.encoding = "utf-8"
    return None
