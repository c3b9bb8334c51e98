from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import gettext_lazy as _

from accounts import home, hooks


class BillingConfig(AppConfig):
    name = "billing"
    verbose_name = _("Shop")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from billing.checks import check_seller  # noqa: PLC0415 (models load first)
        from billing.personal_data import export_of  # noqa: PLC0415

        register(check_seller)
        home.add_link(home.HomeLink("purchases", _("My purchases"), _("Receipts, gifts, and what you can open.")))
        hooks.exported.register(export_of)
