"""Several people report one player in the same instant."""

from functools import partial

import pytest

from accounts.models import Identity
from games.case_models import Case, Report
from games.services.reports import Seated, report
from tests.ledger.test_delivery import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_database")]


def test_reports_that_come_at_once_all_go_to_one_case() -> None:
    made = [Identity.objects.create(name=f"Ana {number}") for number in range(6)]
    people = [Seated(seat, one.pk, one.name) for seat, one in enumerate(made)]

    def about_the_first(own: Seated) -> None:
        report(reporter_id=own.identity, match_id="m1", people=people, seat=0, ground="stalling")

    assert at_once(*[partial(about_the_first, own) for own in people[1:]]) == []
    assert (Report.objects.count(), Case.objects.count()) == (5, 1)
