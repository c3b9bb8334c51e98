"""Tells a health check whether the worker or clock beside it still works."""

import sys

from django.core.management.base import BaseCommand

from games.services import alive


class Command(BaseCommand):
    help = "Succeeds when the process beside it gave a sign of life in the last minute."
    requires_system_checks = ()

    def handle(self, **_options: object) -> None:
        if not alive.seen():
            sys.exit(1)
