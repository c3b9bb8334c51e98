"""The pages by which players report and block each other, read what was decided about them, and appeal."""

from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.animals import shown_name
from accounts.audit import StaffRefused
from accounts.notices import notices_in, readers
from accounts.sanction_models import Appeal, Ground
from accounts.sanctions import appeal, blocks_of, mark_read, unblock
from accounts.services import aidentity_of, identity_of
from games.forms import AppealForm, BlockForm, ReportForm
from games.selectors.moderation_counts import counts_by_month
from games.selectors.people import NOBODY, aperson_of
from games.services import quickplay
from games.services.limits import count_attempt, whom_to_count
from games.services.reports import ReportRefused, Seated, areport, people_of
from games.views import personal, slow_down

PROBLEM_STATUS: Final = {"not_there": 404, "oneself": 422, "ground": 422, "again": 409}


@require_http_methods(["GET", "HEAD", "POST"])
@personal
async def report(request: HttpRequest, match_id: str) -> HttpResponse:
    """Who sat in a match of one's own, and what can be said about each, by fixed grounds alone."""
    identity, people = await aidentity_of(request.session), await people_of(match_id)
    others = await _others(people, identity)
    if identity is None or len(others) == len(people):
        raise Http404
    if request.method != "POST":
        return _report_page(request, match_id, others)
    if wait := await count_attempt("reports", *whom_to_count(request, identity)):
        return slow_down(request, wait)
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _report_page(request, match_id, others, problem="ground", status=422)
    seat, ground = form.cleaned_data["seat"], form.cleaned_data["ground"]
    try:
        await areport(reporter_id=identity, match_id=match_id, people=people, seat=seat, ground=ground)
    except ReportRefused as refused:
        return _report_page(request, match_id, others, problem=refused.code, status=PROBLEM_STATUS[refused.code])
    return _report_page(request, match_id, others, done="reported", about=seat)


@require_POST
@personal
async def block_player(request: HttpRequest, match_id: str) -> HttpResponse:
    """Never meet somebody from this match in quick play again."""
    identity, people = await aidentity_of(request.session), await people_of(match_id)
    others = await _others(people, identity)
    form = BlockForm(request.POST)
    chosen = next((one for one in others if form.is_valid() and one.seat == form.cleaned_data["seat"]), None)
    if identity is None or len(others) == len(people) or chosen is None:
        raise Http404
    await quickplay.block_player(blocker_id=identity, blocked_id=chosen.identity, match_id=match_id, shown=chosen.name)
    return _report_page(request, match_id, others, done="blocked", about=chosen.seat)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom one has blocked, with the way back."""
    identity = identity_of(request.session)
    if request.method == "POST":
        number = request.POST.get("block", "")
        if identity is not None and number.isdecimal() and len(number) < 12:  # noqa: PLR2004 (rows' numbers are shorter)
            unblock(blocker_id=identity, block_id=int(number))
        return redirect("blocked")
    rows = blocks_of(identity) if identity is not None else ()
    shown = [{"id": row.pk, "name": shown_name(row.shown), "made": row.made} for row in rows]
    return render(request, "moderation/blocked.html", {"blocks": shown})


@require_safe
@never_cache
def told(request: HttpRequest) -> HttpResponse:
    """What was decided about whoever asks."""
    return _told_page(request)


@require_POST
@never_cache
def has_read(request: HttpRequest) -> HttpResponse:
    for identity in readers(request.session):
        mark_read(identity_id=identity)
    return redirect("front")


@require_POST
@never_cache
def ask_again(request: HttpRequest) -> HttpResponse:
    """An appeal, on one of the fixed grounds."""
    form = AppealForm(request.POST)
    if not form.is_valid():
        return _told_page(request, problem="appeal", status=422)
    wish = form.cleaned_data
    for identity in readers(request.session):
        with suppress(StaffRefused):
            appeal(sanction_id=wish["sanction"], identity_id=identity, plea=wish["plea"])
            return redirect("told")
    return _told_page(request, problem="appeal", status=409)


@require_safe
@cache_control(public=True, max_age=3600)
def counts(request: HttpRequest) -> HttpResponse:
    """How many reports there were each month, and what became of them."""
    return render(request, "moderation/counts.html", {"months": counts_by_month()})


async def _others(people: list[Seated], identity: UUID | None) -> list[Seated]:
    """All but one's own seats, those among them in which one sat as a guest."""
    own = await aperson_of(identity) if identity is not None else NOBODY
    return [one for one in people if one.identity not in own]


def _report_page(
    request: HttpRequest,
    match_id: str,
    others: list[Seated],
    *,
    problem: str = "",
    done: str = "",
    about: int | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = [{"seat": one.seat, "name": shown_name(one.name)} for one in others]
    context: dict[str, Any] = {
        "match_id": match_id,
        "others": shown,
        "grounds": Ground.choices,
        "problem": problem,
        "done": done,
        "about": next((one["name"] for one in shown if one["seat"] == about), ""),
    }
    return render(request, "moderation/report.html", context, status=status)


def _told_page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"notices": notices_in(request.session), "pleas": Appeal.Plea.choices, "problem": problem}
    return render(request, "moderation/told.html", context, status=status)
