"""What matches keep about a person: a copy for himself, and what goes when he goes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import F

from accounts.animals import MARK, shown_name
from accounts.hooks import Table
from games.models import LedgerLine, Listing, Match, MatchSeat, RatedSeat, Rating, ShareLink
from games.selectors.history import places_of
from games.selectors.scores import Corrections, corrections_in, points_in
from games.services.aside_keeping import end_aside_of
from games.services.own_moves import own_moves
from games.services.shares import withdraw_links_of
from games.services.tallies import forget_totals
from games.tally_models import Meeting, Tally

LENGTH_KINDS: Final[Mapping[str | None, str]] = {"rounds": "rounds", "to": "points", "losses": "lost rounds"}
"""What a match goes to, by the wire's word for it."""


def export_history(identity_id: UUID) -> Mapping[str, Table]:
    """Everything that is kept about an identity's matches, as tables; the long ones are read as they are asked for."""
    lines = LedgerLine.objects.filter(identity=identity_id).order_by("id")
    return {
        "matches": _match_rows(identity_id),
        "moves": own_moves(identity_id),
        "ledger_lines": lines.values(
            "match", "round", "seat", "kind", "points", "practice", "corrects", "note", "written", line=F("id")
        ).iterator(),
        "figures": list(
            Tally.objects.filter(player=identity_id).values(
                "ruleset", "matches", "won", "rounds", "rounds_won", "points", "streak", "best_round", "best_match"
            )
        ),
        "head_to_head": [_meeting_row(meeting) for meeting in _meetings(identity_id)],
        "ratings": list(
            Rating.objects.filter(player=identity_id).values(
                "ruleset", "season", "estimate", "deviation", "sure", "matches", "won"
            )
        ),
        "rated_matches": RatedSeat.objects.filter(player=identity_id)
        .order_by("id")
        .values("seat", match=F("rated__match"))
        .iterator(),
        "leaderboard_listing": list(Listing.objects.filter(player=identity_id).values("since")),
        "share_links": list(ShareLink.objects.filter(maker=identity_id).values("token", "match", "seat", "made")),
    }


def forget_history(identity_id: UUID) -> None:
    """Take away what an identity alone had: its names at tables, its links, its place on leaderboards.

    A match that was put aside ends, since it cannot go on without him.

    Lines, places and ratings stay, so that everybody else's are what they were; an animal's name told nothing.
    """
    end_aside_of(identity_id)
    MatchSeat.objects.filter(identity=identity_id).exclude(name__startswith=MARK).update(name="")
    withdraw_links_of(identity_id=identity_id)
    forget_totals(identity_id)
    Listing.objects.filter(player=identity_id).delete()


def _seats(identity_id: UUID) -> Iterator[MatchSeat]:
    seats = MatchSeat.objects.filter(identity=identity_id).select_related("match")
    return seats.order_by("match__started", "match").iterator()


def _meetings(identity_id: UUID) -> list[Meeting]:
    return list(Meeting.objects.filter(player=identity_id).select_related("other").order_by("other__name", "ruleset"))


def _meeting_row(meeting: Meeting) -> dict[str, Any]:
    """Against whom by the name that is shown, never by an id."""
    return {
        "against": shown_name(meeting.other.name),
        "ruleset": meeting.ruleset,
        "matches": meeting.matches,
        "won": meeting.won,
        "lost": meeting.lost,
        "points": meeting.points,
        "their_points": meeting.their_points,
    }


def _match_rows(identity_id: UUID) -> Iterator[dict[str, Any]]:
    corrections = corrections_in(Match.objects.filter(seats__identity=identity_id))
    return (_match_row(seat, corrections) for seat in _seats(identity_id))


def _match_row(seat: MatchSeat, corrections: Corrections) -> dict[str, Any]:
    match = seat.match
    return {
        "match": match.pk,
        "room_code": match.room_code,
        "ruleset": match.ruleset,
        "practice": match.practice,
        "teams": match.teams,
        **_length(match.length),
        "started": match.started,
        "ended": match.ended,
        "waited_seconds": match.waited.total_seconds(),
        "reason": match.reason,
        "seat": seat.seat,
        "name": shown_name(seat.name),
        "place": places_of(match).get(seat.seat),
        "won": seat.seat in match.winners,
        "points": points_in(match, seat.seat, corrections) if match.totals else None,
    }


def _length(length: Mapping[str, int]) -> dict[str, Any]:
    """The agreed length in two columns: how many of what; nothing is known of a match that is not over."""
    kind, target = next(iter(length.items()), (None, None))
    return {"length_kind": LENGTH_KINDS.get(kind, kind), "length_target": target}
