"""From the press of the button to the provider's page: what is ordered is written down before anybody is asked."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext, override

from accounts.models import User
from billing import gateway
from billing.gateway import ProviderRefused, ProviderUnavailable
from billing.kind import shop_kind
from billing.models import Entitlement, Offer, Price, Purchase
from billing.names import name_of
from billing.services.fulfil import fulfil
from billing.services.giving import covers, new_code, owns
from billing.services.history import Kind, add_line
from billing.services.people import holder_of

OPEN_FOR: Final = timedelta(hours=1)
"""How long the provider's page takes a payment."""
LEAST_LEFT: Final = timedelta(minutes=5)
"""Of an open page; one that closes sooner is not shown again."""
LEAST_ACCEPTED: Final = timedelta(minutes=31)
"""The provider opens no page for less."""
NUMBER_LENGTH: Final = 10

log = logging.getLogger(__name__)


class PurchaseRefused(Exception):
    """Nothing is ordered; `code` says why: not_on_sale, price_changed, owned, confirming, closed, declined."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody pressed the button for. `shown` is the amount that his page showed beside it."""

    offer: Offer
    gift: bool
    currency: str
    language: str
    shown: int


def begin_purchase(*, buyer: User, wish: Wish, addresses: Callable[[Purchase], tuple[str, str]]) -> Purchase:
    """A purchase whose `page` is the provider's, where it is paid.

    Who has such a page open already is brought back to it, so that nobody pays for one thing twice. `addresses` gives
    our addresses for who has paid and who has not. Raises PurchaseRefused, ProviderUnavailable, ShopClosed.
    """
    for _ in range(2):
        price = _price(wish)
        purchase = None if wish.gift else _undecided(buyer, wish.offer)
        # Only now: what was undecided may just have turned out to be paid.
        if not wish.gift and wish.offer.term == Entitlement.Term.LASTING:
            _refuse_twice(buyer, wish.offer.table)
        if purchase is not None and not _may_go_on(purchase, price):
            continue
        purchase = purchase or _order(buyer, wish, price)
        if purchase is not None:
            return purchase if purchase.page else _open_page(purchase, addresses)
    raise PurchaseRefused("confirming")


@transaction.atomic
def _order(buyer: User, wish: Wish, price: Price) -> Purchase | None:
    """None when the same was ordered at the same moment elsewhere."""
    now = timezone.now()
    purchase = Purchase(
        number=new_code(NUMBER_LENGTH),
        buyer=buyer,
        holder=holder_of(buyer),
        mail=buyer.email,
        language=wish.language,
        offer=wish.offer,
        table=wish.offer.table,
        term=wish.offer.term,
        gift=wish.gift,
        amount=price.amount,
        currency=price.currency,
        vat_rate=settings.VAT_RATE,
        consented_at=now,
        created_at=now,
        expires_at=now + OPEN_FOR,
    )
    try:
        with transaction.atomic():
            purchase.save(force_insert=True)
    except IntegrityError:
        return None
    add_line(Kind.OPENED, purchase=purchase, amount=purchase.amount)
    return purchase


def _open_page(purchase: Purchase, addresses: Callable[[Purchase], tuple[str, str]]) -> Purchase:
    back, away = addresses(purchase)
    with override(purchase.language):
        name = name_of(purchase.table, purchase.term)
        title = gettext("%(offer)s (gift)") % {"offer": name} if purchase.gift else name
    try:
        session_id, page = gateway.open_checkout(purchase, name=title, back=back, away=away)
    except ProviderRefused as refused:
        log.exception("The provider opens no checkout for purchase %s", purchase.number)
        give_up(purchase_id=purchase.pk)
        raise PurchaseRefused("declined") from refused
    Purchase.objects.filter(pk=purchase.pk, session_id__isnull=True).update(session_id=session_id, page=page)
    purchase.refresh_from_db()
    return purchase


@transaction.atomic
def give_up(*, purchase_id: UUID) -> None:
    """An order for which there is no page, so that nobody can pay it, is over."""
    purchase = Purchase.objects.select_for_update().get(pk=purchase_id)
    if purchase.state == Purchase.State.OPEN and purchase.session_id is None:
        purchase.state = Purchase.State.EXPIRED
        purchase.save(update_fields=["state"])
        add_line(Kind.EXPIRED, purchase=purchase)


def _undecided(buyer: User, offer: Offer) -> Purchase | None:
    """The purchase of the same thing whose payment is not decided, as the provider has it now."""
    state__in = list(Purchase.UNDECIDED)
    found = Purchase.objects.filter(buyer=buyer, offer=offer, gift=False, state__in=state__in).first()
    if found is not None and found.session_id is not None:
        found = fulfil(purchase_id=found.pk)
    return found if found is not None and found.state in Purchase.UNDECIDED else None


def _refuse_twice(buyer: User, table: str) -> None:
    """Whatever it was called when he bought it. Raises PurchaseRefused(owned, confirming)."""
    awaited = Purchase.objects.filter(
        buyer=buyer, gift=False, term=Entitlement.Term.LASTING, state=Purchase.State.CONFIRMING
    )
    now = [fulfil(purchase_id=each.pk) for each in awaited]
    if owns(holder_of(buyer).pk, table):
        raise PurchaseRefused("owned")
    if covers([each.table for each in now if each.state == Purchase.State.CONFIRMING], table):
        raise PurchaseRefused("confirming")


def _may_go_on(purchase: Purchase, price: Price) -> bool:
    """Whether its open page is still good; one that is not is closed. Raises PurchaseRefused(confirming)."""
    if purchase.state == Purchase.State.CONFIRMING:
        raise PurchaseRefused("confirming")
    fresh = purchase.expires_at - timezone.now() > (LEAST_ACCEPTED if purchase.session_id is None else LEAST_LEFT)
    if fresh and (purchase.amount, purchase.currency) == (price.amount, price.currency):
        return True
    if purchase.session_id is None:
        give_up(purchase_id=purchase.pk)
    else:
        gateway.close_checkout(purchase.session_id)
        fulfil(purchase_id=purchase.pk)
    return False


def _price(wish: Wish) -> Price:
    if shop_kind() == "closed":
        raise PurchaseRefused("closed")
    price = Price.objects.filter(offer=wish.offer, offer__on_sale=True, currency=wish.currency).first()
    if price is None:
        raise PurchaseRefused("not_on_sale")
    if price.amount != wish.shown:
        raise PurchaseRefused("price_changed")
    return price


__all__ = ["ProviderUnavailable", "PurchaseRefused", "Wish", "begin_purchase", "give_up"]
