"""Who people are: users who sign in, and identities that sit in seats and stand on ledger lines.

A ledger line names an identity for ever. Signing up, claiming a guest's results, deletion and expiry change the
identity's row and never a line.
"""

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.ages import BANDS
from accounts.animals import shown_name
from accounts.managers import UserManager
from accounts.names import MAX_CODE_POINTS


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in, by e-mail.

    `language` is the one in which he is written to. `band` tells how old he was when he signed up, and no more than
    that (see `accounts.ages`); empty for staff made by hand. `deletion_due` is when the account goes, at his own wish.
    Browsers that took over a seat of his play as he does without being signed in; those of before `others_out` do not.
    """

    email = models.EmailField(_("e-mail address"), max_length=254, unique=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    language = models.CharField(max_length=8, blank=True)
    band = models.CharField(max_length=2, blank=True, choices=BANDS)
    deletion_due = models.DateTimeField(null=True, blank=True)
    others_out = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_unique_in_any_case"),)

    def __str__(self) -> str:
        return self.email


class Identity(models.Model):
    """A person as the others at the table know him: a guest, an account, or what is left of one.

    A guest has no user. An account's identities all name its user: its own one, which bears its public name, and each
    guest's it claimed, with the time of the claim. A former player has neither user nor name; pages call him so in the
    reader's language.
    """

    class Kind(models.TextChoices):
        GUEST = "guest", _("guest")
        ACCOUNT = "account", _("account")
        FORMER = "former", _("former player")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.GUEST)
    name = models.CharField(max_length=MAX_CODE_POINTS, blank=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="identities")
    created = models.DateTimeField(default=timezone.now, editable=False)
    last_played = models.DateTimeField(null=True, blank=True)
    claimed = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="account", user__isnull=False) & ~models.Q(name="")
                | models.Q(kind="guest", user__isnull=True) & ~models.Q(name="")
                | models.Q(kind="former", user__isnull=True, name=""),
                name="identity_kind_fits_user_and_name",
            ),
            models.CheckConstraint(
                condition=models.Q(claimed__isnull=True) | models.Q(user__isnull=False),
                name="identity_is_claimed_by_an_account",
            ),
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(user__isnull=False, claimed__isnull=True),
                name="identity_own_one_of_an_account",
            ),
        )
        indexes = (models.Index(fields=["kind", "last_played"], name="identity_expiry"),)

    def __str__(self) -> str:
        return shown_name(self.name) or self.get_kind_display()


class ClaimCode(models.Model):
    """A code by which another device's account takes over what a guest has played. Only its hash is kept."""

    digest = models.CharField(max_length=64, unique=True)
    guest = models.ForeignKey(Identity, on_delete=models.CASCADE, related_name="claim_codes")
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.guest}, {self.made:%Y-%m-%d}"


class ParentalConsent(models.Model):
    """The word of a parent that a young person may have an account: asked for, and given or not.

    The parent's address goes as soon as he has answered. `mails` counts those sent to it, the last one at `mailed`.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="consent")
    parent_email = models.EmailField(max_length=254, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    asked = models.DateTimeField(null=True, blank=True)
    mails = models.PositiveSmallIntegerField(default=0)
    mailed = models.DateTimeField(null=True, blank=True)
    given = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user}: {self.given or self.asked or '?'}"


from accounts import sanction_models  # noqa: E402, F401 (Django looks for an app's models here)
