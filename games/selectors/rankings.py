"""Leaderboards of a rule set and season: only players who chose to be listed, under their public names.

Whoever has asked for his account's deletion is not listed, unless he changes his mind.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import Identity
from games.models import Listing, Rating
from games.selectors.people import Person

MOST: Final = 100
SHOWN: Final = 40
"""Points on the page for one of the rating's own."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line: `points` are what is almost sure, `doubt` how much more it may be at best.

    `place` is the one on the leaderboard, None for whoever is not listed there.
    """

    place: int | None
    name: str
    mine: bool
    points: int
    doubt: int
    matches: int
    won: int


def leaderboard(ruleset: str, season: str, person: Person) -> list[Ranked]:
    """The best listed players, best first; equals share their place."""
    found: list[Ranked] = []
    for count, rating in enumerate(_listed(ruleset, season)[:MOST], 1):
        points = _points(rating)
        place = found[-1].place if found and found[-1].points == points else count
        found.append(_ranked(rating, place, person))
    return found


def own_rating(ruleset: str, season: str, person: Person) -> Ranked | None:
    """Somebody's own line; None without rated matches."""
    rating = (
        Rating.objects.filter(ruleset=ruleset, season=season, player__in=person.identities, matches__gt=0)
        .select_related("player")
        .first()
    )
    if rating is None:
        return None
    listed = _listed(ruleset, season)
    if not listed.filter(pk=rating.pk).exists():
        return _ranked(rating, None, person)
    better = listed.filter(sure__gt=(_points(rating) + 0.5) / SHOWN).count()
    return _ranked(rating, better + 1, person)


def seasons_of(ruleset: str) -> list[str]:
    """The seasons in which anybody was rated, the latest first."""
    seasons = Rating.objects.filter(ruleset=ruleset).order_by("-season").values_list("season", flat=True)
    return list(seasons.distinct())


def listing_of(person: Person) -> tuple[UUID | None, bool]:
    """An account's own identity, None for a guest, and whether it has chosen to be listed."""
    own = Identity.objects.filter(pk__in=person.identities, kind=Identity.Kind.ACCOUNT, claimed__isnull=True).first()
    if own is None:
        return None, False
    return own.pk, Listing.objects.filter(player=own).exists()


def _listed(ruleset: str, season: str) -> QuerySet[Rating]:
    listed = Rating.objects.filter(
        ruleset=ruleset,
        season=season,
        matches__gt=0,
        player__kind=Identity.Kind.ACCOUNT,
        player__listing__isnull=False,
        player__user__deletion_due__isnull=True,
    )
    return listed.select_related("player").order_by("-sure", "player")


def _points(rating: Rating) -> int:
    return round(SHOWN * rating.sure)


def _ranked(rating: Rating, place: int | None, person: Person) -> Ranked:
    points = _points(rating)
    return Ranked(
        place=place,
        name=rating.player.name,
        mine=rating.player_id in person,
        points=points,
        doubt=round(SHOWN * rating.estimate) - points,
        matches=rating.matches,
        won=rating.won,
    )
