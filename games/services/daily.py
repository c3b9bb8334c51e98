"""What is done once a day, and once an hour."""

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.management import call_command

from accounts.personal_data import forget_people as forget_accounts
from billing.services.comparing import compare
from games.live import jobs
from games.services.aside_keeping import end_overdue
from games.services.former import hide_former_names
from games.services.ratings import rate_missing
from games.services.recount import differences_in, due_on
from games.services.tallies import check_totals, tally_missing

LOG_DAYS: Final = 14

log = logging.getLogger(__name__)


def recount(*, day: str) -> int:
    """Count matches again, all that a night has time for; how many differences there are. Each raises an alarm.

    Of those of two days, the ones that count for a rating and were not taken up are taken up now, and so are those that
    stand in no running totals, even where a round of theirs was never recorded.
    """
    today = datetime.fromisoformat(day).replace(tzinfo=UTC)
    since, due = today - timedelta(days=2), due_on(today)
    found = 0
    for difference in differences_in(due):
        log.error("The ledger of match %s does not agree with its log: %s", difference.match_id, difference)
        found += 1
    rate_missing(since=since)
    tally_missing()
    tally_missing(since=since, complete=False)
    found += check_totals(matches=due)
    jobs.finished("games.recount", day)
    return found


def compare_payments(*, hour: str) -> None:
    """Find out by asking the payment provider what no notice told."""
    compare()
    jobs.finished("games.compare_payments", hour)


def forget_sessions(*, day: str) -> None:
    """Take sessions that have expired out of the database."""
    call_command("clearsessions")
    jobs.finished("games.forget_sessions", day)


def forget_logs(*, day: str) -> int:
    """Delete the files of logs that are older than fourteen days; how many there were."""
    oldest = (datetime.fromisoformat(day) - timedelta(days=LOG_DAYS)).date().isoformat()
    files = Path(settings.LOG_FOLDER).glob("????-??-??.log") if settings.LOG_FOLDER else ()
    old = [file for file in files if file.stem < oldest]
    for file in old:
        file.unlink(missing_ok=True)
    jobs.finished("games.forget_logs", day)
    return len(old)


def end_aside(*, day: str) -> None:
    """End the matches that were put aside and have waited for their whole time."""
    log.info("%s matches put aside have ended", end_overdue())
    jobs.finished("games.end_aside", day)


def forget_people(*, day: str) -> None:
    """Take away whose time is over: accounts that their owners gave up, guests who stayed away."""
    log.info("%s people are former players from today on", forget_accounts())
    async_to_sync(hide_former_names)()
    jobs.finished("games.forget_people", day)
