"""`manage.py conformance PATH...`: run scenario files against the engine."""

import sys
from argparse import ArgumentParser
from io import TextIOWrapper
from pathlib import Path

from django.core.management.base import BaseCommand

from games.conformance.running import run_paths


class Command(BaseCommand):
    help = "Run scenario files or folders against the engine; exit with 1 if any fails or none is found."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *_: object, paths: list[Path], **__: object) -> None:
        if isinstance(sys.stdout, TextIOWrapper):  # an id may have letters that the terminal has not
            sys.stdout.reconfigure(errors="backslashreplace")
        failed, played = 0, 0
        for verdict in run_paths(paths):
            self.stdout.write(verdict.line)
            played += 1
            failed += verdict.failure is not None
        if failed or not played:
            sys.exit(1)
