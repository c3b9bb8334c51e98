"""Starts the whole site on one machine, with nothing installed but Python's own packages."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from games.management.data_folder import CannotStartError, DataFolder
from games.management.site import EVERYWHERE, Site, check_port


class Command(BaseCommand):
    help = "Starts web, workers, clock and the store on this machine; Ctrl-C stops them all."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default=EVERYWHERE, help="address to listen on (default: all of this machine's)")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port to listen on")
        parser.add_argument("--data", type=Path, default=settings.DATA, help="folder of everything that is kept")

    def handle(self, *, host: str, port: int, data: Path, **_options: object) -> None:
        os.umask(0o077)
        folder = DataFolder(data.absolute())
        try:
            folder.take()
            check_port(host, port)
            asyncio.run(Site(code=settings.BASE_DIR, data=folder, host=host, port=port, show=self.show).run())
        except CannotStartError as error:
            self.stderr.write(str(error))
            sys.exit(1)

    def show(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
