"""Whose shop this is."""

from typing import Literal

from django.conf import settings

from billing.standin.address import Address, read_address

Kind = Literal["live", "test", "standin", "closed"]


def shop_kind() -> Kind:
    """The provider's with real or with test money, our own stand-in's, or none that is open."""
    if settings.STRIPE_KEY:
        return "live" if "_live_" in settings.STRIPE_KEY else "test"
    return "standin" if stand_in_address() is not None else "closed"


def stand_in_address() -> Address | None:
    """Where our own stand-in answers; None where it may not, or was never started."""
    return read_address(settings.DATA) if settings.TEST_SHOP else None
