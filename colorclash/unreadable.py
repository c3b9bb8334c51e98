"""What is said about a request that cannot be read: one for another site's address, or one that did not come whole."""

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:
    return unreadable("400.html" if isinstance(exception, DisallowedHost) else "unreadable.html")


def unreadable(template: str = "unreadable.html", status: int = 400) -> HttpResponse:
    """A page that asks nothing of the request."""
    return HttpResponse(render_to_string(template), status=status)
