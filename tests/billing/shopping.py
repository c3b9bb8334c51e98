"""What a buyer does, and what must hold of every purchase whatever happened: law I8."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from billing.gateway import Forged
from billing.models import Entitlement, GiftCode, Offer, ProviderEvent, Purchase
from billing.services.notices import follow_event, take_notice
from billing.services.purchases import Wish, begin_purchase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User
    from billing.standin.remote import Remote


def order(buyer: User, offer: Offer, *, gift: bool = False) -> Purchase:
    """The press of the button: a purchase with the provider's page for it."""
    amount = offer.prices.get(currency="eur").amount
    wish = Wish(offer=offer, gift=gift, currency="eur", language="en", shown=amount)
    return begin_purchase(buyer=buyer, wish=wish, addresses=lambda _: ("http://here/back", "http://here/away"))


def deliver(notices: Iterable[dict[str, Any]]) -> int:
    """Bring notices as they are, and let our state follow at once; how many were refused as forged."""
    refused = 0
    for notice in notices:
        try:
            take_notice(body=notice["body"].encode(), signature=notice["signature"])
        except Forged:
            refused += 1
    for event in ProviderEvent.objects.filter(settled_at__isnull=True):
        follow_event(event_id=event.pk)
    return refused


def kinds(purchase: Purchase) -> list[str]:
    """The steps of a purchase's history."""
    return list(purchase.history.values_list("kind", flat=True))


def broken_promises(provider: Remote) -> list[str]:
    """I8: at most one grant for a purchase, and a standing one exactly when it is paid and not reversed."""
    truth = provider.truth()
    found = []
    for session in truth["checkout.session"]:
        purchase = Purchase.objects.filter(pk=session["client_reference_id"]).first()
        if purchase is None:
            continue
        deserved = _paid_and_not_reversed(session, truth)
        grants = list(Entitlement.objects.filter(purchase=purchase))
        codes = list(GiftCode.objects.filter(purchase=purchase))
        if len(grants) > 1 or len(codes) > 1:
            found.append(f"{purchase}: {len(grants)} grants, {len(codes)} codes")
        standing = [each for each in grants if each.withdrawn_at is None]
        valid = [each for each in codes if each.blocked_at is None]
        given = valid if purchase.gift else standing
        if bool(given) != deserved or (purchase.gift and bool(standing) > deserved):
            found.append(f"{purchase}: given {bool(given)}, deserved {deserved}, {kinds(purchase)}")
    return found


def _paid_and_not_reversed(session: dict[str, Any], truth: dict[str, Any]) -> bool:
    if session["payment_status"] not in {"paid", "no_payment_required"}:
        return False
    intent = session["payment_intent"]
    mine = [each for each in truth["refund"] if each["payment_intent"] == intent and each["status"] != "failed"]
    back = sum(each["amount"] for each in mine)
    contested = [each["status"] for each in truth["dispute"] if each["payment_intent"] == intent]
    whole = back >= session["amount_total"] > 0
    return not whole and not {"needs_response", "under_review", "lost"} & set(contested)
