"""Premium tables around a match: the evening that a round begins, and what a fault gives back."""

import logging
from typing import Final
from uuid import UUID

from billing.services import give_back, matches_spent_since, spend
from games.live import jobs, outbox
from games.live.records import RoundRecord
from games.models import AsideMatch, Match

FEWEST_PEOPLE: Final = 2
DAYS_LOOKED_BACK: Final = 3
LOST: Final = "the match was lost by a fault of ours"
UNRECORDED: Final = "a result could not be recorded, by a fault of ours"

log = logging.getLogger(__name__)


def spend_for_round(record: RoundRecord) -> None:
    """What opened the table is used once a round has ended in which a second person still played."""
    people = [seat for seat in record.seats if seat.kind == "person" and not seat.replaced]
    if record.opener is None or record.practice or len(people) < FEWEST_PEOPLE:
        return
    opened = Match.objects.values_list("started", flat=True).get(pk=record.match_id)
    spend(identity_id=UUID(record.opener), ruleset=record.ruleset, match_id=record.match_id, opened=opened)


def give_back_lost(*, hour: str) -> int:
    """Give back the evenings of matches that neither ended nor wait nor are there any more; how many."""
    given = 0
    for match_id in matches_spent_since(DAYS_LOOKED_BACK):
        ended = Match.objects.filter(pk=match_id, ended__isnull=False).exists()
        waits = AsideMatch.objects.filter(pk=match_id).exists()
        if not ended and not waits and not outbox.match_exists(match_id):
            given += give_back(match_id=match_id, reason=LOST)
            log.error("Match %s is lost; what it had begun was given back", match_id)
    jobs.finished("games.give_back_lost", hour)
    return given
