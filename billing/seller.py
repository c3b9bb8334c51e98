"""Who sells: what the law wants on receipts and on the imprint, from the settings."""

from dataclasses import dataclass, fields

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Seller:
    """Empty where nothing is set. `address` has several lines; `host` is who runs the servers."""

    name: str = ""
    address: str = ""
    mail: str = ""
    phone: str = ""
    register: str = ""
    vat_id: str = ""
    director: str = ""
    host: str = ""
    mediator: str = ""


def seller() -> Seller:
    """As the settings name him."""
    return Seller(**{each.name: settings.SELLER.get(each.name, "") for each in fields(Seller)})


def missing() -> list[str]:
    """The settings that a shop in public needs and that are not there."""
    known = seller()
    absent = [f"COLORCLASH_SELLER_{each.name.upper()}" for each in fields(Seller) if not getattr(known, each.name)]
    return [*absent, *([] if settings.VAT_RATE_SET else ["COLORCLASH_VAT_PERCENT"])]
