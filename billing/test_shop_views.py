"""The hosted page of our own stand-in provider: no money moves here, and every page says so."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from billing.kind import stand_in_address
from billing.standin.remote import Remote
from billing.standin.wire import Refused, Values

METHODS = ("card", "delayed", "declined")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def checkout(request: HttpRequest, session_id: str) -> HttpResponse:
    """Pay, pay later, be declined, or go away; then back to the shop, as the real provider does it."""
    address = stand_in_address()
    if address is None:
        raise Http404
    provider = Remote(address)
    try:
        session = provider.session(session_id)
        return _answer(request, provider, session) if request.method == "POST" else _page(request, session)
    except Refused as refused:
        raise Http404 from refused
    except OSError:
        return render(request, "503.html", status=503)


def _answer(request: HttpRequest, provider: Remote, session: Values) -> HttpResponse:
    """What comes of the button that was pressed."""
    method = request.POST.get("method", "")
    if method == "away":
        return redirect(session["cancel_url"])
    if method not in METHODS:
        return _page(request, session, problem="form", status=422)
    try:
        provider.pay(session["id"], method=method, promotion=request.POST.get("promotion", "").strip())
    except Refused as refused:
        return _page(request, session, problem=refused.code, status=422)
    return redirect(session["success_url"])


def _page(request: HttpRequest, session: Values, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"session": session, "problem": problem, "promotion": request.POST.get("promotion", "")[:20]}
    return render(request, "billing/test_shop.html", context, status=status)
