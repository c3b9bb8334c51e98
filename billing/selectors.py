"""What pages show of offers and purchases."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext

from accounts.models import User
from billing.models import Entitlement, HistoryLine, Offer, PremiumTable, Price, Purchase, Term
from billing.names import name_of
from billing.services.giving import owns
from billing.services.people import holder_of


@dataclass(frozen=True, slots=True)
class Shown:
    """An offer with its price; `owned`: the reader holds it for good already. VAT in hundredths of a percent."""

    offer: Offer
    name: str
    amount: int
    currency: str
    owned: bool
    vat_rate: int


def offers_shown(user: User | None) -> list[Shown]:
    """What is on sale in the site's currency, in the order of the staff."""
    prices = Price.objects.filter(offer__on_sale=True, currency=settings.SHOP_CURRENCY).select_related("offer")
    holder = holder_of(user).pk if user is not None else None
    return [_shown(price, holder) for price in prices.order_by("offer__position", "offer__code")]


def offer_shown(code: str, user: User | None) -> Shown | None:
    """One offer by its name in addresses, None when it is not on sale."""
    return next((shown for shown in offers_shown(user) if shown.offer.code == code), None)


def prices_of_tables() -> dict[str, tuple[int, str]]:
    """What each premium table costs for good by itself: amount and currency."""
    found = Price.objects.filter(
        offer__on_sale=True,
        offer__term=Term.LASTING,
        offer__table__in=[table.value for table in PremiumTable],
        currency=settings.SHOP_CURRENCY,
    )
    return {
        table: (amount, currency) for table, amount, currency in found.values_list("offer__table", "amount", "currency")
    }


def purchases_of(user: User) -> list[Purchase]:
    """The newest first, without orders that never came to a payment."""
    hidden = [Purchase.State.EXPIRED]
    found = Purchase.objects.filter(buyer=user).exclude(state__in=hidden)
    return list(found.select_related("gift_code", "entitlement").order_by("-created_at"))


@dataclass(frozen=True, slots=True)
class Right:
    """What somebody holds or held, and why it is not as he left it, where that was our doing."""

    right: Entitlement
    reason: str


def rights_of(user: User) -> list[Right]:
    """What the account holds or held, the newest first."""
    found = Entitlement.objects.filter(holder__user=user).order_by("-granted_at")
    return [Right(each, _why_changed(each)) for each in found.prefetch_related("history")]


def _why_changed(right: Entitlement) -> str:
    """Staff's reason for taking it, or the fault for which an evening came back."""
    if right.withdrawn_at is not None:
        return right.withdraw_reason if right.withdrawn_by_id is not None else ""
    last = max(right.history.all(), key=lambda line: line.pk, default=None)
    return _reason(last) if last is not None and last.kind == HistoryLine.Kind.GIVEN_BACK else ""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a purchase's history as its buyer reads it."""

    line: HistoryLine
    text: str
    reason: str


def steps_of(purchase: Purchase) -> list[Step]:
    """The history in words. Staff's reasons are for the buyer too; the rest of the reasons is ours."""
    return [Step(line, line.get_kind_display(), _reason(line)) for line in purchase.history.all()]


def _reason(line: HistoryLine) -> str:
    if line.kind == HistoryLine.Kind.GIVEN_BACK:
        return gettext("A fault of ours ended the match.")
    return line.reason if line.staff_id is not None else ""


def _shown(price: Price, holder: UUID | None) -> Shown:
    offer = price.offer
    owned = holder is not None and offer.term == Term.LASTING and owns(holder, offer.table)
    return Shown(
        offer=offer,
        name=name_of(offer.table, offer.term),
        amount=price.amount,
        currency=price.currency,
        owned=owned,
        vat_rate=settings.VAT_RATE,
    )
