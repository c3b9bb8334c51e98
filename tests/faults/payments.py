"""Runs inside a site's own environment: orders for buyers, the hourly comparison, and what law I8 says.

python -m tests.faults.payments order 6      prints a line for each purchase: its checkout's id
python -m tests.faults.payments follow 4     follows every event four times at once
python -m tests.faults.payments verdict      compares, then prints a line for each broken promise
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")
django.setup()

from django.conf import settings
from django.db import connections

from accounts.models import Identity, User
from billing.models import Offer, ProviderEvent, Purchase
from billing.services.comparing import compare
from billing.services.fulfil import fulfil
from billing.standin.address import read_address
from billing.standin.remote import Remote
from tests.billing.shopping import broken_promises, order


def place_orders(count: int) -> list[str]:
    """One buyer each, of all offers in turn, every third as a gift; the checkouts' ids."""
    offers = list(Offer.objects.order_by("position"))
    sessions = []
    for number in range(count):
        user = User.objects.create_user(f"buyer{number}@example.org")
        Identity.objects.create(kind=Identity.Kind.ACCOUNT, user=user, name=f"Buyer {number}")
        purchase = order(user, offers[number % len(offers)], gift=number % 3 == 2)
        sessions.append(purchase.session_id or "")
    return sessions


def follow_at_once(times: int) -> None:
    """Everybody who may call `fulfil` does, for every purchase, several times at the same moment."""
    purchases = list(Purchase.objects.values_list("pk", flat=True)) * times

    def one(purchase_id: object) -> None:
        fulfil(purchase_id=purchase_id)  # type: ignore[arg-type]
        connections.close_all()

    with ThreadPoolExecutor(8) as together:
        list(together.map(one, purchases))


def verdict() -> list[str]:
    address = read_address(settings.DATA)
    assert address is not None
    compare()
    found = broken_promises(Remote(address))
    left = ProviderEvent.objects.filter(settled_at__isnull=True).count()
    return [*found, *([f"{left} events are not followed"] if left else [])]


def main(words: list[str]) -> None:
    match words:
        case ["order", count]:
            lines = place_orders(int(count))
        case ["follow", times]:
            follow_at_once(int(times))
            lines = []
        case _:
            lines = verdict()
    sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main(sys.argv[1:])
