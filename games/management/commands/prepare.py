"""Everything that must be done once before the site's processes start."""

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from games.services.tallies import tally_missing


class Command(BaseCommand):
    help = "Compiles the catalogs, brings the database up to date and collects the static files."

    def handle(self, **_options: object) -> None:
        try:
            settings.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"The data folder {settings.DATA} cannot be written: {error.strerror}.") from error
        call_command("compilemessages", verbosity=0)
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CommandError(f"The database cannot be used: {str(error).splitlines()[0]}") from error
        tally_missing()
        call_command("collectstatic", interactive=False, verbosity=0)
