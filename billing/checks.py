"""What must be set before anybody buys from strangers; said at every start of a production site."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from billing.seller import missing


def check_seller(app_configs: Sequence[AppConfig] | None, **_kwargs: object) -> list[checks.CheckMessage]:  # noqa: ARG001
    """In production, names each setting without which the legal pages or the receipts are incomplete."""
    if not settings.PRODUCTION:
        return []
    level = checks.ERROR if "_live_" in settings.STRIPE_KEY else checks.WARNING
    found = [
        checks.CheckMessage(level, f"{name} is not set.", hint="Legal pages and receipts need it.", id="billing.E001")
        for name in missing()
    ]
    if settings.STRIPE_KEY and not settings.STRIPE_NOTICE_SECRETS:
        text = "COLORCLASH_STRIPE_NOTICE_SECRETS is not set: no notice of the provider's is believed."
        found.append(checks.Error(text, id="billing.E002"))
    return found
