"""Reports of players about each other, the cases that staff make of them, and how people behave in their matches."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.animals import shown_name
from accounts.models import Identity
from accounts.sanction_models import Ground, Sanction


class Case(models.Model):
    """What staff look into about one player: all reports about him until they have decided.

    `evidence` is what was known when the last report came, gathered by the site; `ground` the first report's.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLAIMED = "claimed", _("being looked into")
        DECIDED = "decided", _("decided")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    subject = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="cases", verbose_name=_("player"))
    ground = models.CharField(_("ground"), max_length=10, choices=Ground.choices)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    opened = models.DateTimeField(_("opened"), default=timezone.now)
    evidence = models.JSONField(_("evidence"), default=dict)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("looked into by"),
    )
    decided = models.DateTimeField(_("decided"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("decided by"),
    )
    sanction = models.OneToOneField(
        Sanction, null=True, on_delete=models.PROTECT, related_name="+", verbose_name=_("sanction")
    )

    class Meta:
        ordering = ("opened",)
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        permissions = (("watch_rooms", "Can watch rooms"), ("close_rooms", "Can close rooms"))
        constraints = (
            models.UniqueConstraint(fields=["subject"], condition=~Q(state="decided"), name="case_one_undecided"),
            models.CheckConstraint(
                condition=Q(state="open", claimed_by__isnull=True, decided__isnull=True, decided_by__isnull=True)
                | Q(state="claimed", claimed_by__isnull=False, decided__isnull=True, decided_by__isnull=True)
                | Q(state="decided", decided__isnull=False, decided_by__isnull=False),
                name="case_state_fits_staff",
            ),
            models.CheckConstraint(
                condition=Q(sanction__isnull=True) | Q(state="decided"), name="case_sanction_once_decided"
            ),
        )

    def __str__(self) -> str:
        return f"{self.subject}, {self.get_ground_display()}, {self.opened:%Y-%m-%d}"


class Report(models.Model):
    """One player about another, from a match they both sat in, on a fixed ground: once for each match.

    `match_id` also names matches that the ledger does not know yet.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="reports", verbose_name=_("case"))
    reporter = models.ForeignKey(
        Identity, on_delete=models.PROTECT, related_name="reports_made", verbose_name=_("reporter")
    )
    subject = models.ForeignKey(
        Identity, on_delete=models.PROTECT, related_name="reports_about", verbose_name=_("player")
    )
    match_id = models.CharField(_("match"), max_length=40)
    seat = models.PositiveSmallIntegerField(_("seat"))
    shown = models.CharField(_("name at the table"), max_length=80)
    ground = models.CharField(_("ground"), max_length=10, choices=Ground.choices)
    made = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        ordering = ("made",)
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = (
            models.UniqueConstraint(fields=["reporter", "subject", "match_id"], name="report_once_a_match"),
            models.CheckConstraint(condition=~Q(reporter=F("subject")), name="report_about_somebody_else"),
        )

    def __str__(self) -> str:
        return f"{self.reporter}: {self.name_there}, {self.get_ground_display()}"

    @property
    def name_there(self) -> str:
        """The name at the table, in the active language if it is an animal's."""
        return shown_name(self.shown)


class CaseNote(models.Model):
    """What a member of staff has written about a case, for colleagues alone."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="notes")
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    text = models.CharField(max_length=1000)

    class Meta:
        ordering = ("at",)
        constraints = (models.CheckConstraint(condition=~Q(text=""), name="case_note_says_something"),)

    def __str__(self) -> str:
        return self.text


class SeatConduct(models.Model):
    """How a person behaved in one seat of a finished match, read from its log.

    `away` says why a computer took over: he left, his time had run out three times in a row, or his line failed. Only
    the first two are ever held against anybody.
    """

    class Away(models.TextChoices):
        NEVER = "", _("never")
        LEFT = "left", _("left on purpose")
        STALLED = "stalled", _("time ran out three times in a row")
        LINE = "line", _("the line failed")

    match_id = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    identity = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="conduct")
    quick = models.BooleanField()
    ended = models.DateTimeField()
    turns = models.PositiveIntegerField()
    median_ms = models.PositiveIntegerField()
    longest_ms = models.PositiveIntegerField()
    timeouts = models.PositiveIntegerField()
    away = models.CharField(max_length=8, choices=Away.choices, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match_id", "seat"], name="seat_conduct_once"),)
        indexes = (models.Index(fields=["identity", "quick", "-ended"], name="seat_conduct_of_person"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.timeouts}, {self.get_away_display()}"
