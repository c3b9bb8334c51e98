"""What is counted of one's matches: figures, charts, records, and against whom."""

from typing import Final

from csp.constants import NONE
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.charts import bar_label, distribution_chart, points_chart, style_hashes
from games.history_views import own_page, reader_of, seat_or_404
from games.selectors.history import Filters, companion_behind, history_page
from games.selectors.statistics import figures, figures_in, head_to_head
from games.tally_models import LATEST

TOGETHER: Final = 10
"""Latest matches on the page of two people."""


@require_safe
@own_page
def statistics(request: HttpRequest) -> HttpResponse:
    """Figures of all rule sets, and charts of one."""
    found = figures(reader_of(request))
    most = max(found, key=lambda each: each.matches, default=None)
    chosen = next((each for each in found if each.ruleset == request.GET.get("ruleset")), most)
    context = {
        "tallies": found,
        "chosen": chosen.ruleset if chosen else "",
        "family": chosen.family if chosen else "",
        "points": chosen.over_time if chosen else (),
        "latest": LATEST,
        "bars": [(bar_label(bar), bar.rounds) for bar in chosen.bars] if chosen else [],
    }
    return render(request, "history/statistics.html", context)


@require_safe
@own_page
def points_picture(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Points over time."""
    found = figures_in(reader_of(request), ruleset)
    return _picture(request, points_chart(found.over_time if found else ()))


@require_safe
@own_page
def rounds_picture(request: HttpRequest, ruleset: str) -> HttpResponse:
    """How points of rounds are spread."""
    found = figures_in(reader_of(request), ruleset)
    return _picture(request, distribution_chart(found.bars if found else ()))


@require_safe
@own_page
def together(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    """Two people's matches; the other one is named by a seat of a match of both."""
    person, _ = seat_or_404(request, match_id)
    found = companion_behind(person, f"{match_id}.{seat}")
    if found is None:
        raise Http404
    other, name = found
    context = {
        "name": name,
        "tallies": head_to_head(person, other),
        "page": history_page(person, Filters(companion=other, practice=False), size=TOGETHER),
        "reference": f"{match_id}.{seat}",
        "match_id": match_id,
        "seat": seat,
    }
    return render(request, "history/together.html", context)


def _picture(request: HttpRequest, drawn: bytes) -> HttpResponse:
    """With a policy of its own: the picture's styles are written in it, and nothing but they."""
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    policy = csp({"default-src": [NONE], "style-src": style_hashes(drawn), "frame-ancestors": [NONE]})
    policy(lambda _request: answer)(request)
    return answer
