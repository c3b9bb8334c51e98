"""A shop for tests: offers, a buyer, and a stand-in provider that listens on a port of its own."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from accounts.models import Identity, User
from billing.models import Offer, Price
from billing.standin.remote import Remote
from billing.standin.server import StandIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django import Settings

OFFERS = {"day-and-night": ("duel-daynight", "lasting", 499), "siege": ("duel-siege", "lasting", 499)}
OFFERS |= {"both-tables": ("", "lasting", 799), "evening": ("", "evening", 199)}


@pytest.fixture
def provider(settings: Settings, tmp_path: Path) -> Iterator[Remote]:
    """A stand-in of this test's own, which keeps its notices until they are fetched."""
    settings.DATA = tmp_path
    stand_in = StandIn(tmp_path, notices="", hosted="/test-shop/{}/")
    thread = threading.Thread(target=stand_in.serve, daemon=True)
    thread.start()
    yield Remote(stand_in.address)
    stand_in.stop()
    thread.join()


def put_on_sale() -> None:
    """The offers as the migration makes them, where another test has taken them away."""
    for position, (code, (table, term, amount)) in enumerate(OFFERS.items(), 1):
        offer, _ = Offer.objects.get_or_create(code=code, defaults={"table": table, "term": term, "position": position})
        Price.objects.get_or_create(offer=offer, currency="eur", defaults={"amount": amount})


@pytest.fixture
def offers(db: None) -> dict[str, Offer]:  # noqa: ARG001 (where they are)
    put_on_sale()
    return {offer.code: offer for offer in Offer.objects.all()}


@pytest.fixture
def ana(db: None) -> User:  # noqa: ARG001
    user = User.objects.create_user("ana@example.org")
    Identity.objects.create(kind=Identity.Kind.ACCOUNT, user=user, name="Ana")
    return user


@pytest.fixture
def staff(db: None) -> User:  # noqa: ARG001
    return User.objects.create_user("staff@example.org", is_staff=True)
