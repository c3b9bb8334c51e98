"""Showing a match to others: making and taking back the link, and what it opens."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.history_forms import StepsForm
from games.history_views import absences_by_name, own_page, replay_page, seat_or_404, steps_of_round
from games.models import ShareLink
from games.selectors.match_page import MatchPage, match_page
from games.selectors.people import Person
from games.services.replays import entries_to_show
from games.services.shares import share_match, withdraw_link


class Shared(NamedTuple):
    """A shared match as its maker's seat has it."""

    page: MatchPage
    seat: int


@require_POST
@own_page
def share(request: HttpRequest, match_id: str) -> HttpResponse:
    """Make the link of one's own seat."""
    _, seat = seat_or_404(request, match_id)
    share_match(seat=seat)
    return redirect(reverse("match", args=[match_id]) + "#share")


@require_POST
@own_page
def unshare(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take it back."""
    _, seat = seat_or_404(request, match_id)
    withdraw_link(seat=seat)
    return redirect(reverse("match", args=[match_id]) + "#share")


@require_safe
@own_page
def shared_match(request: HttpRequest, token: str) -> HttpResponse:
    """The score sheet behind a link."""
    page, _ = shared_or_404(token)
    entries = entries_to_show(page.match.pk)
    context = {
        "page": page,
        "match": page.match,
        "absences": absences_by_name(page, entries),
        "replay": reverse("shared_replay", args=[token]) if entries else "",
    }
    return render(request, "history/shared.html", context)


@require_safe
@own_page
def shared_replay(request: HttpRequest, token: str) -> HttpResponse:
    """The replay behind a link: the maker's seat and no other."""
    page, seat = shared_or_404(token)
    steps = reverse("shared_steps", args=[token])
    return replay_page(request, page, seat=seat, steps=steps, back=reverse("shared_match", args=[token]))


@require_safe
@own_page
def shared_steps(request: HttpRequest, token: str) -> HttpResponse:
    """A round's steps as the maker's seat saw them, whatever else is asked for."""
    page, seat = shared_or_404(token)
    form = StepsForm({"round": request.GET.get("round"), "seat": seat})
    if not form.is_valid():
        raise Http404
    names = [each.name for each in page.seats]
    return steps_of_round(request, page.match.pk, names, number=form.cleaned_data["round"], seat=seat, all_hands=False)


def shared_or_404(token: str) -> Shared:
    """What a link shows. Raises Http404 when it was taken back, or never was."""
    link = ShareLink.objects.filter(pk=token).select_related("match").first()
    if link is None:
        raise Http404
    return Shared(match_page(link.match, Person((link.maker_id,)), to_strangers=True), link.seat)
