"""The shop for staff: offers and prices to edit, money to read; what is done about it goes through services.

Nothing about money is edited freely and nothing is deleted. Granting, withdrawing and paying back ask for a reason;
an event of the provider's may be followed once more.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.acting import REFUSALS, Act, ActingAdmin, NarrowAdmin, ReadOnlyAdmin, ReasonForm
from accounts.audit import StaffRefused
from accounts.models import Identity, User
from billing.gateway import ProviderRefused, ProviderUnavailable, ShopClosed
from billing.models import (
    Dispute,
    Entitlement,
    GiftCode,
    HistoryLine,
    Offer,
    Price,
    ProviderEvent,
    Purchase,
    Refund,
)
from billing.services import grant, withdraw
from billing.services.notices import follow_event_again
from billing.services.offers import save_offer, save_price
from billing.services.refunds import RefundRefused, refund_by_staff

if TYPE_CHECKING:
    from django.contrib.admin.options import InlineModelAdmin

    AnyInline = admin.TabularInline[Any, Any]
    ModelForm = forms.ModelForm[Entitlement]
    OfferModelForm = forms.ModelForm[Offer]
else:
    AnyInline = admin.TabularInline
    ModelForm = OfferModelForm = forms.ModelForm


def _staff_of(request: HttpRequest) -> User:
    """Raises PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


class ReadOnlyLines(AnyInline):
    """Rows of something else's page, to look at."""

    extra = 0
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class HistoryLines(ReadOnlyLines):
    model = HistoryLine
    fields = readonly_fields = ("at", "kind", "amount", "reference", "reason", "staff")


SPENDING = ("used_at", "spent_on", "ends_at")


class GrantForm(ModelForm):
    """What is given by hand, and to somebody else than who gives it."""

    staff: ClassVar[User]

    def clean_holder(self) -> Identity:
        holder: Identity = self.cleaned_data["holder"]
        if holder.user_id == self.staff.pk:
            raise forms.ValidationError(str(REFUSALS["oneself"]))
        return holder


class WithdrawForm(ModelForm):
    """A standing entitlement with the one thing that may be done to it."""

    withdraw_reason = forms.CharField(label=_("Withdraw, because"), max_length=200)

    class Meta:
        model = Entitlement
        fields = ("withdraw_reason",)


@admin.register(Entitlement)
class EntitlementAdmin(NarrowAdmin):
    list_display = ("holder", "table", "term", "granted_at", "ends_at", "withdrawn_at")
    list_filter = ("table", "term")
    linked_by = ("holder__id__exact",)
    ordering = ("-granted_at",)
    search_fields = ("holder__name", "holder__id")
    raw_id_fields = ("holder",)

    def get_inlines(self, request: HttpRequest, obj: Entitlement | None) -> "list[type[InlineModelAdmin[Any, Any]]]":
        """What is just being granted has no past."""
        return [] if obj is None else [HistoryLines]

    def get_fields(self, request: HttpRequest, obj: Entitlement | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("holder", "table", "term", "grant_reason")
        return (*self.get_readonly_fields(request, obj), "withdraw_reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Entitlement | None = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        past = ("holder", "table", "term", "purchase", "granted_at", "granted_by", "grant_reason", *SPENDING)
        return past if obj.withdrawn_at is None else (*past, "withdrawn_at", "withdrawn_by")

    def get_form(
        self, request: HttpRequest, obj: Entitlement | None = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm]:
        kwargs["form"] = GrantForm if obj is None else WithdrawForm
        made: Any = super().get_form(request, obj, change=change, **kwargs)
        made.staff = _staff_of(request)
        return made  # type: ignore[no-any-return] # a class made for this page

    def save_model(self, request: HttpRequest, obj: Entitlement, form: Any, change: bool) -> None:
        staff = _staff_of(request)
        if change:
            withdraw(entitlement_id=obj.pk, staff=staff, reason=form.cleaned_data["withdraw_reason"])
            return
        given = form.cleaned_data
        granted = grant(
            holder_id=given["holder"].pk,
            table=given["table"],
            term=given["term"],
            staff=staff,
            reason=given["grant_reason"],
        )
        obj.pk = granted.pk

    def has_change_permission(self, request: HttpRequest, obj: Entitlement | None = None) -> bool:
        standing = obj is None or obj.withdrawn_at is None
        return standing and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Entitlement | None = None) -> bool:
        return False


class PriceLines(AnyInline):
    model = Price
    extra = 1
    can_delete = False


class OfferForm(OfferModelForm):
    """An offer, and why it is to be so."""

    reason = forms.CharField(label=_("Reason, for the record"), max_length=500)

    class Meta:
        model = Offer
        fields = ("code", "table", "term", "position", "on_sale")


@admin.register(Offer)
class OfferAdmin(NarrowAdmin):
    """What is on sale, and for how much. An offer that was ever sold is taken off sale, never deleted."""

    list_display = ("code", "table", "term", "position", "on_sale")
    inlines = (PriceLines,)
    form = OfferForm

    def save_model(self, request: HttpRequest, obj: Offer, form: Any, change: bool) -> None:
        save_offer(offer=obj, staff=_staff_of(request), reason=form.cleaned_data["reason"])

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        for price in formset.save(commit=False):
            save_price(price=price, staff=_staff_of(request), reason=form.cleaned_data["reason"])
        formset.save_m2m()

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class RefundForm(ReasonForm):
    """How much of a purchase is paid back."""

    amount = forms.IntegerField(
        label=_("Pay back"),
        min_value=1,
        required=False,
        help_text=_("In the currency's smallest unit; empty: all that is left."),
    )
    field_order = ("amount", "reason")


def _refund(row: Purchase, staff: User, wish: Mapping[str, Any]) -> None:
    try:
        refund_by_staff(purchase_id=row.pk, amount=wish["amount"], staff=staff, reason=wish["reason"])
    except RefundRefused as refused:
        if refused.code == "oneself":
            raise StaffRefused("oneself") from refused
        raise StaffRefused(gettext("Nothing was paid back: there is not so much left of it.")) from refused


def _follow(row: ProviderEvent, staff: User, wish: Mapping[str, Any]) -> None:
    try:
        follow_event_again(event_id=row.pk, staff=staff, reason=wish["reason"])
    except (ProviderUnavailable, ProviderRefused, ShopClosed) as error:
        raise StaffRefused(f"{type(error).__name__}: {error}") from error


class RefundLines(ReadOnlyLines):
    model = Refund
    fields = readonly_fields = ("asked_at", "amount", "state", "reason", "staff", "provider_id")


class DisputeLines(ReadOnlyLines):
    model = Dispute
    fields = readonly_fields = ("seen_at", "amount", "state", "reason", "provider_id")


def refundable(purchase: Purchase) -> bool:
    """Whether anything of it can still be paid back."""
    left = (purchase.paid_amount or 0) - purchase.refunded
    return purchase.state == Purchase.State.PAID and purchase.payment_intent is not None and left > 0


PURCHASE_FIELDS = (
    "number",
    "buyer",
    "holder",
    "mail",
    "language",
    "offer",
    "table",
    "term",
    "gift",
    "amount",
    "currency",
    "vat_rate",
    "state",
    "paid_amount",
    "paid_at",
    "refunded",
    "reversed",
    "consented_at",
    "created_at",
    "expires_at",
    "session_id",
    "payment_intent",
    "looked_at",
)


@admin.register(Purchase)
class PurchaseAdmin(ActingAdmin):
    list_display = (
        "number",
        "mail",
        "offer",
        "gift",
        "amount",
        "currency",
        "state",
        "refunded",
        "reversed",
        "created_at",
    )
    list_filter = ("state", "reversed", "gift", "offer")
    linked_by = ("holder__id__exact",)
    ordering = ("-created_at",)
    search_fields = ("number", "mail", "session_id", "payment_intent")
    inlines = (HistoryLines, RefundLines, DisputeLines)
    fields = PURCHASE_FIELDS
    acts = (Act("refund", _("Pay back"), "billing.change_purchase", _refund, RefundForm, is_open=refundable),)


@admin.register(GiftCode)
class GiftCodeAdmin(ReadOnlyAdmin):
    """Codes by their last letters: the whole of one would let whoever keeps the books redeem it himself."""

    list_display = ("__str__", "purchase", "made_at", "redeemed_at", "redeemed_by", "blocked_at")
    fields = list_display
    ordering = ("-made_at",)
    search_fields = ("=code", "purchase__number")


@admin.register(ProviderEvent)
class ProviderEventAdmin(ActingAdmin):
    """What the provider told; following an event once more makes our state match the provider's again."""

    list_display = ("id", "kind", "made_at", "noticed", "purchase", "settled_at", "tries", "problem")
    list_filter = ("kind", "noticed")
    search_fields = ("id", "purchase__number")
    acts = (Act("follow", _("Follow once more"), "billing.change_providerevent", _follow, in_bulk=True),)
