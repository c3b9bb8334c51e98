"""`manage.py correct LINE POINTS`: a counter-line to a line of the ledger, signed by a member of staff."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.models import LedgerLine
from games.services.ledger import CorrectionRefused, correct_line

REFUSALS = {
    "no_reason": "A correction needs a reason.",
    "not_staff": "Only staff may correct.",
    "no_points": "A correction changes points.",
    "is_corrected": "This line has been corrected already. What is wrong in a correction is corrected there.",
}


class Command(BaseCommand):
    help = "Adds a line that changes what another one counts. The line itself stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("line", type=int, help="number of the line")
        parser.add_argument("points", type=int, help="points to add; below nothing, to take away")
        parser.add_argument("--staff", required=True, help="e-mail address of the member of staff")
        parser.add_argument("--reason", required=True, help="why; players read it on the score sheet")

    def handle(self, *_: object, line: int, points: int, staff: str, reason: str, **__: object) -> None:
        try:
            signer = User.objects.get(email__iexact=staff)
            added = correct_line(line_id=line, points=points, staff=signer, reason=reason)
        except CorrectionRefused as refused:
            raise CommandError(REFUSALS[refused.code]) from refused
        except (User.DoesNotExist, LedgerLine.DoesNotExist) as missing:
            raise CommandError(str(missing)) from missing
        self.stdout.write(f"Line {added.pk} corrects line {line}.")
