"""What is said in public about moderation: numbers by month, and nothing about anybody."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncMonth

from accounts.sanction_models import Appeal, Sanction
from games.case_models import Case, Report

MONTHS = 24


def counts_by_month() -> list[dict[str, Any]]:
    """A row for each of the last months with anything in it, the newest first: how much of what."""
    rows: dict[datetime, dict[str, int]] = defaultdict(dict)
    confirmed = Sanction.objects.exclude(kind=Sanction.Kind.CLOSING, confirmed__isnull=True)
    decided = Case.objects.filter(state=Case.State.DECIDED)
    for name, found, when in (
        ("reports", Report.objects.all(), "made"),
        ("nothing", decided.filter(sanction__isnull=True), "decided"),
        ("appeals", Appeal.objects.all(), "made"),
        ("lifted", Appeal.objects.filter(outcome=Appeal.Outcome.LIFTED), "decided"),
        *((kind.value, confirmed.filter(kind=kind), "decided") for kind in Sanction.Kind),
    ):
        for month, number in _by_month(found, when):
            rows[month][name] = number
    names = ("reports", "nothing", *(kind.value for kind in Sanction.Kind), "appeals", "lifted")
    newest = sorted(rows, reverse=True)[:MONTHS]
    return [{"month": month, **{name: rows[month].get(name, 0) for name in names}} for month in newest]


def _by_month(found: QuerySet[Any], when: str) -> list[tuple[datetime, int]]:
    months = found.annotate(month=TruncMonth(when)).order_by().values("month")
    return list(months.annotate(number=Count("pk")).values_list("month", "number"))
