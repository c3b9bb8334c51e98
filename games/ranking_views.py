"""Leaderboards, and the choice to stand on them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.signing import own_identity
from games.engine import RULESETS
from games.history_views import own_page, reader_of
from games.selectors.people import NOBODY, Person, person_of
from games.selectors.rankings import leaderboard, listing_of, own_rating, seasons_of
from games.services.ratings import choose_listing, season_of


@require_safe
@own_page
def rankings(request: HttpRequest) -> HttpResponse:
    """The leaderboard of a rule set and season."""
    person = reader_of(request)
    ruleset = request.GET.get("ruleset", "")
    ruleset = ruleset if ruleset in RULESETS else next(iter(RULESETS))
    this = season_of(timezone.now())
    seasons = sorted({this, *seasons_of(ruleset)}, reverse=True)
    asked = request.GET.get("season", "")
    season = asked if asked in seasons else this
    player, listed = listing_of(signed_in(request))
    context = {
        "rulesets": list(RULESETS.values()),
        "ruleset": ruleset,
        "family": RULESETS[ruleset].family,
        "seasons": [season_words(each) for each in seasons],
        "season": season_words(season),
        "board": leaderboard(ruleset, season, person),
        "own": own_rating(ruleset, season, person),
        "has_account": player is not None,
        "listed": listed,
        "leaving": isinstance(request.user, User) and request.user.deletion_due is not None,
    }
    return render(request, "history/rankings.html", context)


@require_POST
@own_page
def listing(request: HttpRequest) -> HttpResponse:
    """The choice to be listed, or not any more."""
    player, _ = listing_of(signed_in(request))
    if player is None:
        raise Http404
    choose_listing(player_id=player, listed=request.POST.get("listed") == "yes")
    return redirect("rankings")


def signed_in(request: HttpRequest) -> Person:
    """Who has signed in. Whoever only took over a seat of an account sees its rating and does not choose for it."""
    return person_of(own_identity(user=request.user).pk) if isinstance(request.user, User) else NOBODY


def season_words(season: str) -> dict[str, str]:
    """A season's code, and year and quarter apart."""
    year, _, quarter = season.partition("-")
    return {"code": season, "year": year, "quarter": quarter}
