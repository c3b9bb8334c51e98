"""`manage.py recount`: every total counted again from the stored logs of the matches."""

import sys
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.recount import differences_in, ended_since
from games.services.tallies import check_totals, tally_missing


class Command(BaseCommand):
    help = "Counts every match again from its log and prints where the ledger says otherwise; exit with 1 if any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, help="only matches that ended in so many days; all of them without")

    def handle(self, *_: object, days: int | None, **__: object) -> None:
        since = datetime(1970, 1, 1, tzinfo=UTC) if days is None else timezone.now() - timedelta(days=days)
        found = 0
        for each in differences_in(ended_since(since)):
            where = "totals" if each.round is None else f"round {each.round}"
            self.stdout.write(f"{each.match_id} {where}: counted {each.counted}, recorded {each.recorded}")
            found += 1
        tally_missing()
        if wrong := check_totals(matches=ended_since(since)):
            self.stdout.write(f"The running totals of {wrong} people were wrong and have been put right.")
            found += wrong
        if found:
            sys.exit(1)
        self.stdout.write("The ledger agrees with every log.")
