"""The one page that browsers keep for when they reach no network, and the service worker that has it kept.

Both are made from the language alone, without the request: whatever a browser keeps is the same for everybody.
"""

import functools
import hashlib
import json
import re
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

FILES: Final = re.compile(rf'(?:href|src)="({re.escape(settings.STATIC_URL)}[^"]+\.(?:css|js|svg))"')
"""What the page needs to be shown as it should."""


@require_safe
@cache_control(no_cache=True)
def offline(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(_page(get_language()), headers={"X-Robots-Tag": "noindex"})


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest, lang: str) -> HttpResponse:
    """One address a language: a browser that is given another one lets go of the page that it kept."""
    return HttpResponse(_script(lang), content_type="text/javascript; charset=utf-8")


@functools.cache
def _page(language: str) -> str:
    with override(language):
        return render_to_string("offline.html")


@functools.cache
def _script(language: str) -> str:
    """Another script, and so another version, whenever the page or a file of its has become another one."""
    page = _page(language)
    with override(language):
        address = reverse("offline")
    kept = {
        "version": f"offline-{hashlib.sha256(page.encode()).hexdigest()[:12]}",
        "page": address,
        "files": list(dict.fromkeys(FILES.findall(page))),
    }
    return render_to_string("service-worker.js", {"kept": json.dumps(kept)})
