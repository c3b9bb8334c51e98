"""What reports, decisions and blocks hold about a person, for his copy of it and when he goes."""

from collections.abc import Mapping
from uuid import UUID

from accounts.animals import FORMER, shown_name
from accounts.hooks import Table
from accounts.sanction_models import Block, Sanction
from accounts.sanction_texts import told
from games.case_models import Report, SeatConduct


def reports_and_decisions(identity_id: UUID) -> Mapping[str, Table]:
    """The reports one has made, the decisions about one, whom one has blocked, and how one behaved in matches.

    Who reported him is another person's and is in nobody's copy but that one's.
    """
    decisions = Sanction.objects.filter(identity=identity_id).exclude(
        kind=Sanction.Kind.CLOSING, confirmed__isnull=True
    )
    return {
        "reports_made": [
            {"match": one.match_id, "name_at_the_table": shown_name(one.shown), "ground": one.ground, "made": one.made}
            for one in Report.objects.filter(reporter=identity_id)
        ],
        "decisions": [
            {
                "decided": one.decided,
                "kind": one.kind,
                "ground": one.ground,
                "name": shown_name(one.name),
                "ends": one.ends,
                "lifted": one.lifted,
                "text": " ".join([told(one).title, *told(one).sentences]),
            }
            for one in decisions
        ],
        "blocked": [
            {"name_at_the_table": shown_name(one.shown), "made": one.made}
            for one in Block.objects.filter(blocker=identity_id)
        ],
        "conduct": list(
            SeatConduct.objects.filter(identity=identity_id).values(
                "match_id", "ended", "turns", "median_ms", "longest_ms", "timeouts", "away"
            )
        ),
    }


def forget_names_and_blocks(identity_id: UUID) -> None:
    """Somebody goes: reports about him keep no name, and nobody need be kept apart from him any more."""
    Report.objects.filter(subject=identity_id).update(shown=FORMER)
    Block.objects.filter(blocker=identity_id).delete()
    Block.objects.filter(blocked=identity_id).delete()
