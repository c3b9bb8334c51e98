"""The app of the games, and the staff's pages about them."""

from django.apps import AppConfig
from django.contrib.admin import apps as staff_pages
from django.core import checks
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from accounts import hooks
from accounts.home import HomeLink, add_link

LINKS = (
    HomeLink("history", _("My matches"), _("Every match, with its score sheet and replay.")),
    HomeLink("statistics", _("My figures"), _("Figures, records and charts.")),
    HomeLink("rankings", _("Rankings"), _("Your rating, and whether others see it.")),
    HomeLink("told", _("Decisions about you"), _("What staff or the site decided, and how to appeal.")),
    HomeLink("blocked", _("Blocked players"), _("Whom you never want to meet in quick play.")),
)
"""What players find about themselves on their account page."""


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Matches and cases")
    default_auto_field = "django.db.models.BigAutoField"
    default = True

    def ready(self) -> None:
        from accounts.roles import ensure_roles  # noqa: PLC0415 (models load first)
        from games.checks import check_names  # noqa: PLC0415
        from games.services import people, personal_history, personal_reports, sanctioned, tallies  # noqa: PLC0415
        from games.services.reports import has_reported  # noqa: PLC0415

        checks.register(check_names)
        hooks.signed_out.register(people.close_pages_of_session)
        hooks.signed_out_everywhere.register(people.close_all_pages)
        hooks.sanctioned.register(sanctioned.act_on_sanction)
        hooks.has_reported.register(has_reported)
        post_migrate.connect(ensure_roles, sender=self)
        for link in LINKS:
            add_link(link)
        hooks.keeps_seat.register(people.keeps_seat)
        hooks.played.register(people.what_was_played)
        hooks.exported.register(personal_history.export_history)
        hooks.deleted.register(personal_history.forget_history)
        hooks.guest_merged.register(tallies.take_over_totals)
        hooks.exported.register(personal_reports.reports_and_decisions)
        hooks.deleted.register(personal_reports.forget_names_and_blocks)


class StaffPagesConfig(staff_pages.AdminConfig):
    default_site = "games.staff.StaffSite"
    default = False

    def ready(self) -> None:
        from games.column_texts import name_columns  # noqa: PLC0415 (models load first)

        name_columns()  # before the pages read what their columns are called
        super().ready()
