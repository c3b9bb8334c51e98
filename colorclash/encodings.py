"""What browsers never send is refused before anything reads it: forms that are not in UTF-8, and addresses with NULs.

Django answers a form in another encoding by a page that reads it again, and so fails on each; with some encodings of
Python's (base64 is one) even to look at a field's name fails. PostgreSQL does not look for a text with a NUL in it.
"""

import codecs
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from colorclash.unreadable import unreadable


@sync_and_async_middleware
def readable_alone(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Awaitable[HttpResponse]]:
    async def answer_async(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = refusal(request) or await get_response(request)
        return response

    def answer(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = refusal(request) or get_response(request)
        return response

    return answer_async if iscoroutinefunction(get_response) else answer  # type: ignore[return-value]


def refusal(request: HttpRequest) -> HttpResponse | None:
    """The answer to such a request; None for all others."""
    if "\0" in request.path or "\0" in request.META.get("HTTP_USER_AGENT", "") or "%00" in request.META["QUERY_STRING"]:
        return unreadable()
    if request.encoding is None:
        return None
    if codecs.lookup(request.encoding).name != "utf-8":
        return unreadable(status=415)
    request.encoding = "utf-8"
    return None
