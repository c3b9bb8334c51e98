"""What staff decide about people, and the lines that say who did what and why.

Rows of sanctions are never deleted; audit lines are only ever added, which a trigger of the database sees to.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditLine(models.Model):
    """One act of staff on one object, for ever: so it names no player. Without `staff` the site itself acted."""

    at = models.DateTimeField(_("time"), default=timezone.now)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("member of staff"),
    )
    act = models.CharField(_("act"), max_length=40)
    object_kind = models.CharField(_("kind of object"), max_length=40)
    object_id = models.CharField(_("object"), max_length=64)
    reason = models.CharField(_("reason"), max_length=500)
    details = models.JSONField(_("details"), default=dict)

    class Meta:
        ordering = ("-id",)
        verbose_name = _("audit line")
        verbose_name_plural = _("audit lines")
        constraints = (
            models.CheckConstraint(condition=~Q(act="") & ~Q(object_kind=""), name="audit_line_says_what"),
            models.CheckConstraint(condition=~Q(reason=""), name="audit_line_says_why"),
        )
        indexes = (models.Index(fields=["object_kind", "object_id"], name="audit_lines_of_object"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act} {self.object_kind} {self.object_id}"


class Ground(models.TextChoices):
    """What somebody is reported or sanctioned for."""

    NAME = "name", _("name")
    LEAVING = "leaving", _("leaving")
    STALLING = "stalling", _("stalling")
    TEAMING = "teaming", _("teaming up")
    OTHER = "other", _("other")


class Sanction(models.Model):
    """A decision about a person, in force until its end or until it is lifted.

    It counts for all identities of the person. Without `decided_by` the site itself decided, by the figures kept with
    it. Closing an account is for good and begins when a second member of staff has confirmed it. The name that was
    reset is kept for an appeal, until the person goes.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        NAME_RESET = "name_reset", _("name reset")
        NO_QUICK_PLAY = "no_quick_play", _("no quick play for a time")
        SUSPENSION = "suspension", _("suspension")
        CLOSING = "closing", _("closing of the account")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    identity = models.ForeignKey(
        "accounts.Identity", on_delete=models.PROTECT, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("sanction"), max_length=16, choices=Kind.choices)
    ground = models.CharField(_("ground"), max_length=10, choices=Ground.choices)
    case = models.CharField(_("case"), max_length=40, blank=True)
    name = models.CharField(_("name that was reset"), max_length=80, blank=True)
    figures = models.JSONField(_("figures"), default=dict)
    decided = models.DateTimeField(_("decided"), default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("decided by"),
    )
    confirmed = models.DateTimeField(_("confirmed"), null=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    ends = models.DateTimeField(_("ends"), null=True)
    lifted = models.DateTimeField(_("lifted"), null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("lifted by"),
    )
    read = models.DateTimeField(_("read"), null=True)

    class Meta:
        ordering = ("-decided",)
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=["no_quick_play", "suspension"], ends__isnull=False, ends__gt=F("decided"))
                | Q(kind__in=["warning", "name_reset", "closing"], ends__isnull=True),
                name="sanction_ends_if_it_lasts",
            ),
            models.CheckConstraint(
                condition=Q(ground__in=["name", "leaving", "stalling", "teaming", "other"]), name="sanction_ground"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["warning", "no_quick_play"]) | Q(decided_by__isnull=False),
                name="sanction_by_the_site_is_mild",
            ),
            models.CheckConstraint(
                condition=Q(confirmed__isnull=True, confirmed_by__isnull=True)
                | Q(kind="closing", confirmed__isnull=False, confirmed_by__isnull=False)
                & ~Q(confirmed_by=F("decided_by")),
                name="sanction_is_confirmed_by_somebody_else",
            ),
            models.CheckConstraint(
                condition=Q(lifted__isnull=True, lifted_by__isnull=True)
                | Q(lifted__isnull=False, lifted_by__isnull=False),
                name="sanction_is_lifted_by_somebody",
            ),
        )
        indexes = (models.Index(fields=["identity", "kind"], name="sanctions_of_person"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.identity}"


class Appeal(models.Model):
    """The wish that somebody else looks at a sanction again: once for each sanction, on one of a few grounds."""

    class Plea(models.TextChoices):
        NOT_ME = "not_me", _("It was not me.")
        LINE = "line", _("My connection failed, or my device did.")
        MISTAKE = "mistake", _("What I am said to have done is not so.")
        TOO_HARD = "too_hard", _("The decision is too hard.")

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        UPHELD = "upheld", _("the decision stands")
        LIFTED = "lifted", _("the decision is lifted")

    sanction = models.OneToOneField(
        Sanction, on_delete=models.PROTECT, related_name="appeal", verbose_name=_("sanction")
    )
    plea = models.CharField(_("ground of the appeal"), max_length=10, choices=Plea.choices)
    made = models.DateTimeField(_("made"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=8, choices=Outcome.choices, blank=True)
    decided = models.DateTimeField(_("decided"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("decided by"),
    )

    class Meta:
        ordering = ("-made",)
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        constraints = (
            models.CheckConstraint(condition=Q(plea__in=["not_me", "line", "mistake", "too_hard"]), name="appeal_plea"),
            models.CheckConstraint(
                condition=Q(outcome="", decided__isnull=True, decided_by__isnull=True)
                | Q(outcome__in=["upheld", "lifted"], decided__isnull=False, decided_by__isnull=False),
                name="appeal_is_decided_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.sanction}: {self.get_plea_display()}"


class Block(models.Model):
    """One player does not want to be seated with another in quick play. Nobody else learns of it.

    A row for each match from which somebody is blocked: were they one, they would tell that two names are one person.
    """

    blocker = models.ForeignKey("accounts.Identity", on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey("accounts.Identity", on_delete=models.CASCADE, related_name="+")
    shown = models.CharField(max_length=80)
    match_id = models.CharField(max_length=40, blank=True)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["blocker", "blocked", "match_id"], name="block_once_a_match"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="block_somebody_else"),
        )

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"
