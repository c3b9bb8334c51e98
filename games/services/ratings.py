"""Ratings of players, match by match: each match once, in the order of taking it up, and all of it computable again.

Only finished matches count in which every seat was an account's own person, never practice. What a guest played before
he had an account does not: it was no match between accounts.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from openskill.models import PlackettLuce, PlackettLuceRating

from accounts.models import Identity
from games.models import Listing, Match, MatchSeat, RatedMatch, RatedSeat, Rating

MODEL: Final = PlackettLuce()
TEAMS: Final = ((0, 2), (1, 3))
FEWEST: Final = 2
DEVIATIONS: Final = 3
"""By how many standard deviations what is almost sure lies below the estimate."""

log = logging.getLogger(__name__)


class Ladder(NamedTuple):
    """What a rating is of."""

    ruleset: str
    season: str


@dataclass(frozen=True, slots=True)
class Figures:
    """A rating's figures."""

    estimate: float = MODEL.mu
    deviation: float = MODEL.sigma
    matches: int = 0
    won: int = 0

    @property
    def sure(self) -> float:
        """What is almost sure."""
        return self.estimate - DEVIATIONS * self.deviation


def season_of(moment: datetime) -> str:
    """The season of a match's end, a quarter of the year: "2026-4"."""
    return f"{moment.year}-{(moment.month + 2) // 3}"


@transaction.atomic
def rate_match(*, match_id: str) -> bool:
    """Take a match up; whether it counts and had not been taken up before."""
    match = Match.objects.filter(pk=match_id, ended__isnull=False, practice=False).first()
    if match is None or match.ended is None or not match.ranking or RatedMatch.objects.filter(match=match).exists():
        return False
    players = _players(match)
    if len(players) < FEWEST:
        return False
    ladder = Ladder(match.ruleset, season_of(match.ended))
    ratings = _lock(ladder, players.values())
    # Whoever waited for the ratings finds the match taken up by the one who held them.
    if RatedMatch.objects.filter(match=match).exists():
        return False
    rated = RatedMatch.objects.create(match=match, ruleset=ladder.ruleset, season=ladder.season)
    RatedSeat.objects.bulk_create(RatedSeat(rated=rated, seat=seat, player_id=who) for seat, who in players.items())
    known = {who: _figures(rating) for who, rating in ratings.items()}
    for who, figures in _after(match, players, known).items():
        _write(ratings[who], figures)
    return True


def rate_missing(*, since: datetime) -> int:
    """Take up what ended since then and was not, because a process died in between; how many that were."""
    missing = Match.objects.filter(ended__gte=since, practice=False, rated__isnull=True).order_by("ended", "pk")
    return sum(rate_match(match_id=match_id) for match_id in missing.values_list("pk", flat=True))


@transaction.atomic
def recompute_ratings() -> int:
    """Compute every rating from the matches taken up, and put right what differs; how many that were."""
    computed = computed_ratings()
    differing = 0
    for rating in Rating.objects.select_for_update():
        figures = computed.pop((Ladder(rating.ruleset, rating.season), rating.player_id), Figures())
        if _figures(rating) != figures:
            log.error("The rating of %s in %s, %s was wrong", rating.player_id, rating.ruleset, rating.season)
            _write(rating, figures)
            differing += 1
    missing = [_new(ladder, who, figures) for (ladder, who), figures in computed.items()]
    Rating.objects.bulk_create(missing)
    return differing + len(missing)


def computed_ratings() -> dict[tuple[Ladder, UUID], Figures]:
    """Every rating as the matches taken up make it."""
    found: dict[tuple[Ladder, UUID], Figures] = {}
    for rated in _rated_in_order():
        ladder = Ladder(rated.ruleset, rated.season)
        players = {seat.seat: seat.player_id for seat in rated.seats.all()}
        known = {who: found.get((ladder, who), Figures()) for who in players.values()}
        found |= {(ladder, who): figures for who, figures in _after(rated.match, players, known).items()}
    return found


def choose_listing(*, player_id: UUID, listed: bool) -> None:
    """Put a player on the leaderboards, or take him off."""
    if listed:
        Listing.objects.get_or_create(player_id=player_id)
    else:
        Listing.objects.filter(player=player_id).delete()


def _rated_in_order() -> Iterator[RatedMatch]:
    rated = RatedMatch.objects.order_by("pk").select_related("match").prefetch_related("seats")
    return rated.iterator(chunk_size=500)


def _players(match: Match) -> dict[int, UUID]:
    """The accounts' own identities by seat; none of them unless each seat is another account's."""
    seats = MatchSeat.objects.filter(match=match).select_related("identity").order_by("seat")
    users = {seat.seat: seat.identity.user_id if seat.identity is not None else None for seat in seats}
    if None in users.values() or len(set(users.values())) < len(users):
        return {}
    own = dict(Identity.objects.filter(user__in=users.values(), claimed__isnull=True).values_list("user", "pk"))
    return {seat: own[user] for seat, user in users.items() if user is not None} if len(own) == len(users) else {}


def _lock(ladder: Ladder, players: Iterable[UUID]) -> dict[UUID, Rating]:
    """The players' ratings, made where there were none, and nobody else's until this transaction ends."""
    who = sorted(players)
    Rating.objects.bulk_create([_new(ladder, each, Figures()) for each in who], ignore_conflicts=True)
    rows = Rating.objects.filter(player__in=who, ruleset=ladder.ruleset, season=ladder.season)
    return {row.player_id: row for row in rows.select_for_update().order_by("player")}


def _after(match: Match, players: Mapping[int, UUID], known: Mapping[UUID, Figures]) -> dict[UUID, Figures]:
    """What a match makes of its players' figures."""
    places = {seat: place for place, group in enumerate(match.ranking) for seat in group}
    teams = TEAMS if match.teams else [(seat,) for seat in players]
    before = [[_as_rating(known[players[seat]]) for seat in team] for team in teams]
    after = MODEL.rate(before, ranks=[float(places[team[0]]) for team in teams])
    found: dict[UUID, Figures] = {}
    for team, ratings in zip(teams, after, strict=True):
        for seat, rating in zip(team, ratings, strict=True):
            who = players[seat]
            was = known[who]
            found[who] = Figures(rating.mu, rating.sigma, was.matches + 1, was.won + (seat in match.winners))
    return found


def _as_rating(figures: Figures) -> PlackettLuceRating:
    return MODEL.rating(figures.estimate, figures.deviation)


def _figures(rating: Rating) -> Figures:
    return Figures(rating.estimate, rating.deviation, rating.matches, rating.won)


def _new(ladder: Ladder, player: UUID, figures: Figures) -> Rating:
    return Rating(
        player_id=player,
        ruleset=ladder.ruleset,
        season=ladder.season,
        estimate=figures.estimate,
        deviation=figures.deviation,
        sure=figures.sure,
        matches=figures.matches,
        won=figures.won,
    )


def _write(rating: Rating, figures: Figures) -> None:
    rating.estimate, rating.deviation, rating.sure = figures.estimate, figures.deviation, figures.sure
    rating.matches, rating.won = figures.matches, figures.won
    rating.save(update_fields=["estimate", "deviation", "sure", "matches", "won"])
