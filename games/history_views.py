"""A player's pages: thin doors to what the database keeps of his matches. Whoever had no seat in one finds nothing."""

import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from asgiref.sync import async_to_sync
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.addresses import absolute
from accounts.services import identity_of
from games.engine import RULESETS
from games.history_forms import HistoryForm, StepsForm, lengths_offered
from games.live.endings import ABANDONED
from games.live.log import LogEntry
from games.live.pipe import StoreUnavailable
from games.models import MatchSeat, ShareLink, StoredLog
from games.selectors.history import aside_lines, companions, history_page, own_seat
from games.selectors.match_page import MatchPage, match_page
from games.selectors.people import NOBODY, Person, person_of
from games.services.aside import still_waiting
from games.services.limits import address_of, count_attempt
from games.services.matches import is_being_recorded
from games.services.replays import LogUnreadable, absences, entries_to_show, replay_round, stored_entries
from games.views import slow_down

View = Callable[..., HttpResponse]
LONGEST_NUMBER: Final = 3
"""Digits of a round's number in an address."""

log = logging.getLogger(__name__)


def own_page(view: View) -> View:
    """A page about people's matches: kept by no cache and no search engine; a silent database or store is said so."""

    @never_cache
    @functools.wraps(view)
    def wrapped(request: HttpRequest, **named: Any) -> HttpResponse:  # noqa: ANN401 (what the address holds)
        try:
            response = view(request, **named)
        except (OperationalError, StoreUnavailable):
            response = render(request, "503.html", status=503)
            response["Retry-After"] = "5"
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


@require_safe
@own_page
def history(request: HttpRequest) -> HttpResponse:
    """The list of one's matches, a page at a time."""
    person = reader_of(request)
    form = HistoryForm(request.GET)
    filters, companion = form.filters_for(person)
    chosen = form.chosen()
    page = history_page(person, filters, after=chosen.pop("after", ""))
    context = {
        "page": page,
        "aside": async_to_sync(still_waiting)(aside_lines(person)),
        "chosen": chosen,
        "companion": companion,
        "companions": companions(person),
        "rulesets": list(RULESETS.values()),
        "lengths": lengths_offered(),
        "older": urlencode({**chosen, "after": page.older}) if page.older else "",
        "newest": urlencode(chosen) if request.GET.get("after") else None,
    }
    return render(request, "history/list.html", context)


@require_safe
@own_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """A match on paper; for its people also while it is not recorded yet."""
    person = reader_of(request)
    seat = own_seat(person, match_id)
    if seat is None:
        if async_to_sync(is_being_recorded)(match_id, person):
            return render(request, "history/recording.html", {"match_id": match_id}, status=202)
        raise Http404
    page = match_page(seat.match, person)
    entries = entries_to_show(match_id)
    link = ShareLink.objects.filter(match=match_id, seat=seat.seat).first()
    context = {
        "page": page,
        "match": seat.match,
        "absences": absences_by_name(page, entries),
        "replay": reverse("replay", args=[match_id]) if entries else "",
        "companions": [each for each in page.seats if each.seat in page.known],
        "link": absolute(request, reverse("shared_match", args=[link.token])) if link is not None else "",
    }
    return render(request, "history/match.html", context)


def absences_by_name(page: MatchPage, entries: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Who left when, by name."""
    return [
        {"name": page.seats[each.seat].name, "round": each.round, "left": each.left, "back": each.back}
        for each in absences(entries)
    ]


@require_safe
@own_page
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match step by step; the page fetches its steps round by round."""
    person, seat = seat_or_404(request, match_id)
    page = match_page(seat.match, person)
    return replay_page(
        request,
        page,
        seat=seat.seat,
        seats=page.seats,
        steps=reverse("steps", args=[match_id]),
        back=reverse("match", args=[match_id]),
    )


@require_safe
@own_page
def steps(request: HttpRequest, match_id: str) -> HttpResponse:
    """The steps of a round, as any seat saw them: the match is over, and its people may see all hands."""
    person, seat = seat_or_404(request, match_id)
    names = [each.name for each in match_page(seat.match, person).seats]
    form = StepsForm(request.GET)
    if not form.is_valid() or form.cleaned_data["seat"] >= len(names):
        raise Http404
    return steps_of_round(
        request,
        match_id,
        names,
        number=form.cleaned_data["round"],
        seat=form.cleaned_data["seat"],
        all_hands=form.cleaned_data["all"] == "yes",
    )


def replay_page(request: HttpRequest, page: MatchPage, **facts: Any) -> HttpResponse:  # noqa: ANN401
    """The page of a replay. Raises Http404 for a match whose log was not kept."""
    if not StoredLog.objects.filter(match=page.match).exists():
        raise Http404
    numbers = range(1, page.match.rounds + 1 + (page.match.reason == ABANDONED))
    asked = request.GET.get("round", "")
    first = int(asked) if asked.isdecimal() and len(asked) <= LONGEST_NUMBER else 1
    context = {"family": page.family, "ruleset": page.match.ruleset, "rounds": numbers, "first": first, **facts}
    return render(request, "history/replay.html", context)


def steps_of_round(
    request: HttpRequest, match_id: str, names: Sequence[str], *, number: int, seat: int, all_hands: bool
) -> HttpResponse:
    """A round's steps in JSON, so many in a minute as anybody looks at; gone when the log cannot be played any more.

    Raises Http404 where none was kept.
    """
    if wait := async_to_sync(count_attempt)("replays", address_of(request)):
        return slow_down(request, wait)
    try:
        entries = stored_entries(match_id)
        if not entries:
            raise Http404
        body = replay_round(match_id, entries, names, number=number, seat=seat, all_hands=all_hands)
    except LogUnreadable:
        log.exception("The log of match %s cannot be played again", match_id)
        return HttpResponseGone()
    return HttpResponse(body, content_type="application/json")


def reader_of(request: HttpRequest) -> Person:
    """Who reads; somebody new has no identity yet, and no match."""
    identity = identity_of(request.session)
    return NOBODY if identity is None else person_of(identity)


def seat_or_404(request: HttpRequest, match_id: str) -> tuple[Person, MatchSeat]:
    """Who reads, and his seat in the match. Raises Http404."""
    person = reader_of(request)
    seat = own_seat(person, match_id)
    if seat is None:
        raise Http404
    return person, seat
