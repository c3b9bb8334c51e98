"""What is said where the store or the database does not answer: that the site is back in a moment, not an error's page.

Pages of the play say so themselves; this is for all others, and for what keeps sessions.
"""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.views import defaults
from redis import RedisError

from games.live.pipe import StoreUnavailable

SILENT = (StoreUnavailable, RedisError, OperationalError)


class SilentMiddleware(MiddlewareMixin):
    """Answers for a view that could not."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _back_in_a_moment(request) if isinstance(exception, SILENT) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for what nobody has foreseen; whatever keeps sessions, before and after a view, ends here too."""
    if isinstance(sys.exception(), SILENT):
        return _back_in_a_moment(request)
    return defaults.server_error(request)


def _back_in_a_moment(request: HttpRequest) -> HttpResponse:
    response = render(request, "503.html", status=503)
    response["Retry-After"] = "5"
    response["Cache-Control"] = "no-store"
    return response
