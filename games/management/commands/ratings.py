"""`manage.py ratings`: every rating computed again from the matches that count."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.ratings import recompute_ratings


class Command(BaseCommand):
    help = "Computes every rating again from the matches that count and puts right what differs."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002
        differing = recompute_ratings()
        self.stdout.write(f"{differing} ratings differed" if differing else "Every rating is as computed.")
