"""The pages the law wants, filled from the settings."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from billing.seller import missing, seller

PAGES = ("terms", "withdrawal", "imprint", "privacy", "contact")


@require_safe
def legal(request: HttpRequest, page: str) -> HttpResponse:
    if page not in PAGES:
        raise Http404
    context = {
        "seller": seller(),
        "incomplete": bool(missing()),
        "vat_rate": settings.VAT_RATE,
        "page": page,
        "pages": PAGES,
    }
    return render(request, f"billing/legal/{page}.html", context)
