"""What must be set before anybody buys from strangers; said at every start of a production site."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from billing.letters import printable
from billing.seller import missing, seller


def check_seller(app_configs: Sequence[AppConfig] | None, **_kwargs: object) -> list[checks.CheckMessage]:  # noqa: ARG001
    """In production, names each setting without which the legal pages or the receipts are incomplete."""
    if not settings.PRODUCTION:
        return []
    level = checks.ERROR if "_live_" in settings.STRIPE_KEY else checks.WARNING
    found = [
        checks.CheckMessage(level, f"{name} is not set.", hint="Legal pages and receipts need it.", id="billing.E001")
        for name in missing()
    ]
    found += [
        checks.Warning(
            f"{name} has letters that receipts cannot print as they are: {shown!r}.",
            hint="Receipts have the letters of Western European languages.",
            id="billing.W003",
        )
        for name, shown in unprintable().items()
    ]
    if settings.STRIPE_KEY and not settings.STRIPE_NOTICE_SECRETS:
        text = "COLORCLASH_STRIPE_NOTICE_SECRETS is not set: no notice of the provider's is believed."
        found.append(checks.Error(text, id="billing.E002"))
    return found


def unprintable() -> dict[str, str]:
    """The settings that stand on receipts and lose letters there, with what becomes of them."""
    who = seller()
    printed = {
        "NAME": who.name,
        "ADDRESS": who.address,
        "MAIL": who.mail,
        "REGISTER": who.register,
        "VAT_ID": who.vat_id,
    }
    return {
        f"COLORCLASH_SELLER_{name}": " ".join(map(printable, text.splitlines()))
        for name, text in printed.items()
        if any(printable(line) != line for line in text.splitlines())
    }
