"""How long a session lasts: a while without use, and never beyond a day that is set when somebody signs in."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from accounts.guests import take_up
from accounts.services import SESSION_KEY
from accounts.signing import end_session, is_overdue, is_signed_in, keep_alive


@sync_and_async_middleware
def session_lifetime(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Awaitable[HttpResponse]]:
    """Ends sessions that are too old, keeps those in use, and says in `request.signed_in` whether somebody is.

    A browser whose session has been ended from elsewhere is its guest's again.

    Only pages come here. A socket's session is looked at at the handshake and once a minute, whatever its use.
    """

    def look(request: HttpRequest) -> None:
        now = time.time()
        if is_overdue(request.session, now):
            end_session(session=request.session)
        keep_alive(session=request.session, now=now)
        request.signed_in = is_signed_in(request.session)  # type: ignore[attr-defined]

    def find_guest(request: HttpRequest) -> None:
        take_up(session=request.session, key=request.COOKIES[settings.SESSION_COOKIE_NAME])

    async def answer_async(request: HttpRequest) -> HttpResponse:
        request.signed_in = False  # type: ignore[attr-defined]
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            await request.session.aget(SESSION_KEY)
            if request.session.session_key is None:
                await sync_to_async(find_guest)(request)
            if is_overdue(request.session, time.time()):
                await sync_to_async(look)(request)
            else:
                look(request)
        response: HttpResponse = await get_response(request)
        return response

    def answer(request: HttpRequest) -> HttpResponse:
        request.signed_in = False  # type: ignore[attr-defined]
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            request.session.get(SESSION_KEY)
            if request.session.session_key is None:
                find_guest(request)
            look(request)
        response: HttpResponse = get_response(request)
        return response

    return answer_async if iscoroutinefunction(get_response) else answer  # type: ignore[return-value]
