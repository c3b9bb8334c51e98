"""What is sold, what was bought, and what people may open with it.

Money leaves a trail: purchases, what the provider told us and every step of a purchase's history are kept for ever;
triggers of the database refuse to delete any of them, and to change the history and the provider's words. Amounts are
whole numbers of a currency's smallest unit.
"""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Identity

CURRENCY_CODE: Final = 3


class PremiumTable(models.TextChoices):
    """The rule sets that only a host with an entitlement opens. All others are free."""

    DAY_AND_NIGHT = "duel-daynight", _("Day & Night")
    SIEGE = "duel-siege", _("Siege")


class Term(models.TextChoices):
    """How long an entitlement holds."""

    LASTING = "lasting", _("for good")
    EVENING = "evening", _("one evening")


class Offer(models.Model):
    """Something on sale. Its name follows from table and term; bought as a gift it comes as a code."""

    code = models.SlugField(max_length=32, unique=True, help_text=_("Its name in addresses."))
    table = models.CharField(
        max_length=32, choices=PremiumTable.choices, blank=True, help_text=_("Empty: all premium tables.")
    )
    term = models.CharField(max_length=8, choices=Term.choices, default=Term.LASTING)
    position = models.PositiveSmallIntegerField(default=0)
    on_sale = models.BooleanField(default=True)

    class Meta:
        ordering = ("position", "code")
        verbose_name = _("offer")
        verbose_name_plural = _("offers")

    def __str__(self) -> str:
        return self.code


class Price(models.Model):
    """What an offer costs in one currency, VAT included."""

    offer = models.ForeignKey(Offer, on_delete=models.PROTECT, related_name="prices")
    currency = models.CharField(max_length=CURRENCY_CODE, default="eur", help_text=_("Three small letters."))
    amount = models.PositiveIntegerField(help_text=_("In the currency's smallest unit."))

    class Meta:
        verbose_name = _("price")
        verbose_name_plural = _("prices")
        constraints = (
            models.UniqueConstraint(fields=["offer", "currency"], name="price_once_per_currency"),
            models.CheckConstraint(
                condition=models.Q(amount__gt=0, currency__regex="^[a-z]{3}$"), name="price_is_an_amount_of_a_currency"
            ),
        )

    def __str__(self) -> str:
        return f"{self.offer}: {self.amount} {self.currency}"


class Purchase(models.Model):
    """One order, from the press of the button on. Offer, price and VAT are kept as they were then.

    Its state is what the provider last said (`services.fulfil` alone writes it); `looked` counts how often that was
    written, so that an older answer never comes after a newer one. `amount` was asked for, `paid_amount` came in (a
    promotion code makes it less), `refunded` is on its way back or there. `reversed`: the money does not stay with us,
    so nothing may be opened with it.
    """

    class State(models.TextChoices):
        OPEN = "open", _("not paid yet")
        CONFIRMING = "confirming", _("being confirmed")
        PAID = "paid", _("paid")
        FAILED = "failed", _("not paid: it was declined")
        EXPIRED = "expired", _("not paid: given up")

    UNDECIDED: Final = (State.OPEN, State.CONFIRMING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.CharField(max_length=16, unique=True)
    buyer = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="purchases")
    holder = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="purchases")
    mail = models.EmailField(max_length=254)
    language = models.CharField(max_length=8)
    offer = models.ForeignKey(Offer, on_delete=models.PROTECT, related_name="purchases")
    table = models.CharField(max_length=32, choices=PremiumTable.choices, blank=True)
    term = models.CharField(max_length=8, choices=Term.choices)
    gift = models.BooleanField(default=False)
    amount = models.PositiveIntegerField()
    currency = models.CharField(max_length=CURRENCY_CODE)
    vat_rate = models.PositiveSmallIntegerField(help_text=_("In hundredths of a percent."))
    consented_at = models.DateTimeField(help_text=_("To be of age, and to have it at once."))
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    session_id = models.CharField(max_length=255, null=True, unique=True)  # noqa: DJ001 (unknown is not empty)
    page = models.URLField(max_length=2000, blank=True)
    payment_intent = models.CharField(max_length=255, null=True, unique=True)  # noqa: DJ001
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    paid_at = models.DateTimeField(null=True)
    paid_amount = models.PositiveIntegerField(null=True)
    refunded = models.PositiveIntegerField(default=0)
    reversed = models.BooleanField(default=False)
    looked = models.PositiveIntegerField(default=0)
    looked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("purchase")
        verbose_name_plural = _("purchases")
        constraints = (
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="purchase_has_an_amount"),
            models.CheckConstraint(
                condition=models.Q(state="paid", paid_at__isnull=False, paid_amount__isnull=False)
                | ~models.Q(state="paid") & models.Q(paid_at__isnull=True, paid_amount__isnull=True, refunded=0),
                name="purchase_is_paid_with_an_amount",
            ),
            models.CheckConstraint(
                condition=models.Q(refunded=0) | models.Q(refunded__lte=models.F("paid_amount")),
                name="purchase_gives_back_no_more_than_came",
            ),
            models.CheckConstraint(
                condition=models.Q(reversed=False) | models.Q(state="paid"), name="purchase_reversed_was_paid"
            ),
            models.UniqueConstraint(
                fields=["buyer", "offer"],
                condition=models.Q(gift=False, state__in=["open", "confirming"]),
                name="purchase_of_the_same_once_at_a_time",
            ),
        )
        indexes = (models.Index(fields=["state", "looked_at"], name="purchase_to_compare"),)

    def __str__(self) -> str:
        return self.number

    @property
    def is_test(self) -> bool:
        """Whether no money moved for it: the provider's test mode and our own stand-in name their checkouts so."""
        return (self.session_id or "").startswith("cs_test_")

    @property
    def is_going_back(self) -> bool:
        """Whether some of its money is on its way back and not there yet."""
        return self.refunds.filter(state__in=[Refund.State.ASKED, Refund.State.PENDING]).exists()


class Entitlement(models.Model):
    """The right of its holder to open premium tables, from its granting until its end or withdrawal.

    A lasting one has no end. An evening begins when it is first spent, on a match, and ends 24 hours later. Rows
    are never deleted: they tell who gave and who took, and why. One that was bought, or came as a gift, names its
    purchase, and no purchase has two; it is withdrawn and comes back as its payment does.
    """

    Term = Term

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    holder = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="entitlements")
    table = models.CharField(
        max_length=32, choices=PremiumTable.choices, blank=True, help_text=_("Empty: all premium tables.")
    )
    term = models.CharField(max_length=8, choices=Term.choices, default=Term.LASTING)
    granted_at = models.DateTimeField(default=timezone.now, editable=False)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    grant_reason = models.CharField(max_length=200)
    purchase = models.OneToOneField(Purchase, null=True, on_delete=models.PROTECT, related_name="entitlement")
    used_at = models.DateTimeField(null=True, help_text=_("When a round with a second person first ended with it."))
    spent_on = models.CharField(max_length=40, blank=True, help_text=_("The match that began the evening."))
    ends_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    withdraw_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("entitlement")
        verbose_name_plural = _("entitlements")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(term__in=["lasting", "evening"]) & ~models.Q(grant_reason=""),
                name="entitlement_is_granted_for_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(spent_on="", ends_at__isnull=True)
                | models.Q(term="evening", ends_at__isnull=False) & ~models.Q(spent_on=""),
                name="entitlement_only_an_evening_is_spent",
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True, withdraw_reason="")
                | models.Q(withdrawn_at__isnull=False) & ~models.Q(withdraw_reason=""),
                name="entitlement_is_withdrawn_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_table_display() or _('all premium tables')}, {self.get_term_display()}: {self.holder}"

    @property
    def is_over(self) -> bool:
        """Whether its evening has ended."""
        return self.ends_at is not None and self.ends_at <= timezone.now()

    @property
    def stands(self) -> bool:
        """Whether it opens its tables now."""
        return self.withdrawn_at is None and not self.is_over


class GiftCode(models.Model):
    """What a paid gift gives: a code that one account redeems, once, while the gift's money stays with us."""

    code = models.CharField(max_length=16, unique=True)
    purchase = models.OneToOneField(Purchase, on_delete=models.PROTECT, related_name="gift_code")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    blocked_at = models.DateTimeField(null=True)
    redeemed_at = models.DateTimeField(null=True)
    redeemed_by = models.ForeignKey(Identity, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("gift code")
        verbose_name_plural = _("gift codes")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(redeemed_at__isnull=True, redeemed_by__isnull=True)
                | models.Q(redeemed_at__isnull=False, redeemed_by__isnull=False),
                name="gift_is_redeemed_by_somebody",
            ),
        )

    def __str__(self) -> str:
        """Its end alone: whoever knows the whole of it may redeem it."""
        return f"… {self.code[-4:]}"

    @property
    def spelled(self) -> str:
        """The whole code, for whom it was bought."""
        return "-".join(self.code[start : start + 4] for start in range(0, len(self.code), 4))


class Refund(models.Model):
    """Money on its way back. Ours are written down before the provider is asked, so that a lost answer loses nothing.

    Those made at the provider's own pages are written down when they are seen there. A refund may still fail after
    it has succeeded.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        PENDING = "pending", _("on its way")
        SUCCEEDED = "succeeded", _("paid back")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    purchase = models.ForeignKey(Purchase, on_delete=models.PROTECT, related_name="refunds")
    provider_id = models.CharField(max_length=255, null=True, unique=True)  # noqa: DJ001 (unknown is not empty)
    amount = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    reason = models.CharField(max_length=200)
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("refund")
        verbose_name_plural = _("refunds")
        constraints = (models.CheckConstraint(condition=models.Q(amount__gt=0), name="refund_has_an_amount"),)

    def __str__(self) -> str:
        return f"{self.purchase}: {self.amount}"


class Dispute(models.Model):
    """A payment that its card's holder contests. An inquiry takes no money yet."""

    class State(models.TextChoices):
        INQUIRY = "inquiry", _("asked about")
        OPEN = "open", _("contested")
        WON = "won", _("won by us")
        LOST = "lost", _("lost by us")

    provider_id = models.CharField(max_length=255, primary_key=True)
    purchase = models.ForeignKey(Purchase, on_delete=models.PROTECT, related_name="disputes")
    amount = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices)
    reason = models.CharField(max_length=64)
    seen_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("contested payment")
        verbose_name_plural = _("contested payments")

    def __str__(self) -> str:
        return f"{self.purchase}: {self.get_state_display()}"


class HistoryLine(models.Model):
    """One step in the life of a purchase or an entitlement: added, never changed, never deleted."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("order placed")
        CONFIRMING = "confirming", _("payment is being confirmed")
        PAID = "paid", _("paid")
        FAILED = "failed", _("payment declined")
        EXPIRED = "expired", _("checkout given up")
        MISMATCH = "mismatch", _("paid otherwise than ordered")
        GRANTED = "granted", _("opened for you")
        WITHDRAWN = "withdrawn", _("withdrawn")
        RESTORED = "restored", _("opened for you again")
        GIFT_MADE = "gift_made", _("gift code made")
        GIFT_BLOCKED = "gift_blocked", _("gift code blocked")
        GIFT_RESTORED = "gift_restored", _("gift code valid again")
        GIFT_REDEEMED = "gift_redeemed", _("gift redeemed")
        REFUND_ASKED = "refund_asked", _("refund asked for")
        REFUND_PENDING = "refund_pending", _("refund on its way")
        REFUND_SUCCEEDED = "refund_succeeded", _("refunded")
        REFUND_FAILED = "refund_failed", _("refund failed")
        DISPUTE_INQUIRY = "dispute_inquiry", _("payment asked about")
        DISPUTE_OPEN = "dispute_open", _("payment contested")
        DISPUTE_WON = "dispute_won", _("contest won")
        DISPUTE_LOST = "dispute_lost", _("contest lost")
        BEGUN = "begun", _("evening begun")
        GIVEN_BACK = "given_back", _("evening given back")

    purchase = models.ForeignKey(Purchase, null=True, on_delete=models.PROTECT, related_name="history")
    entitlement = models.ForeignKey(Entitlement, null=True, on_delete=models.PROTECT, related_name="history")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    at = models.DateTimeField(default=timezone.now, editable=False)
    amount = models.PositiveIntegerField(null=True)
    reference = models.CharField(max_length=255, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("pk",)
        verbose_name = _("line of its history")
        verbose_name_plural = _("history")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(purchase__isnull=False) | models.Q(entitlement__isnull=False),
                name="history_is_of_something",
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.get_kind_display()}"


class ProviderEvent(models.Model):
    """What the provider told us, word for word, by notice or when asked. `settled_at`: our state has followed.

    Two events may tell of one change, and one may come several times: only its id makes it the same.
    """

    id = models.CharField(max_length=255, primary_key=True)
    kind = models.CharField(max_length=100)
    made_at = models.DateTimeField()
    arrived_at = models.DateTimeField(default=timezone.now, editable=False)
    noticed = models.BooleanField(help_text=_("It came by a signed notice; else we asked for it."))
    body = models.TextField()
    purchase = models.ForeignKey(Purchase, null=True, on_delete=models.PROTECT, related_name="events")
    settled_at = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-made_at", "id")
        verbose_name = _("event of the provider")
        verbose_name_plural = _("events of the provider")
        indexes = (models.Index(fields=["settled_at", "made_at"], name="event_to_settle"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
