"""What we rely on at the payment provider: our stand-in keeps it always, Stripe's test mode where a key is there.

A hosted page can be paid by a browser alone; what follows a payment is therefore looked at on the stand-in only.
"""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import stripe
from django.db import connection
from django.utils import timezone

from billing import gateway
from billing.gateway import ProviderRefused, ProviderUnavailable
from billing.kind import stand_in_address
from billing.models import Offer, Purchase
from billing.services.people import holder_of

if TYPE_CHECKING:
    from pytest_django import Settings

    from accounts.models import User
    from billing.standin.remote import Remote

pytestmark = pytest.mark.django_db

KEY = os.environ.get("COLORCLASH_STRIPE_TEST_KEY", "")
ADDRESSES = {"back": "https://play.example/back/", "away": "https://play.example/away/"}


@pytest.fixture(params=["stand-in", *(["stripe"] if KEY else [])])
def _at_the_provider(request: pytest.FixtureRequest, settings: Settings, provider: Remote) -> None:  # noqa: ARG001
    if request.param == "stripe":
        settings.STRIPE_KEY = KEY


@pytest.fixture
def purchase(ana: User, offers: dict[str, Offer]) -> Purchase:
    """An order that no provider has heard of."""
    now = timezone.now()
    offer = offers["siege"]
    return Purchase.objects.create(
        number="AAAABBBB22",
        buyer=ana,
        holder=holder_of(ana),
        mail=ana.email,
        language="fr",
        offer=offer,
        table=offer.table,
        term=offer.term,
        amount=499,
        currency="eur",
        vat_rate=2000,
        consented_at=now,
        expires_at=now + timedelta(hours=1),
    )


@pytest.mark.usefixtures("_at_the_provider")
def test_a_checkout_is_open_at_our_price_for_our_purchase(purchase: Purchase) -> None:
    session_id, page = gateway.open_checkout(purchase, name="Siège", **ADDRESSES)
    assert page
    payment = gateway.look_at(session_id)
    assert (payment.state, payment.asked, payment.currency) == ("open", 499, "eur")
    assert (payment.purchase_id, payment.payment_intent) == (str(purchase.pk), None)
    assert (payment.refunds, payment.disputes) == ((), ())


@pytest.mark.usefixtures("_at_the_provider")
def test_asking_again_with_the_same_key_opens_no_second_checkout(purchase: Purchase) -> None:
    assert gateway.open_checkout(purchase, name="Siege", **ADDRESSES) == gateway.open_checkout(
        purchase, name="Siege", **ADDRESSES
    )


@pytest.mark.usefixtures("_at_the_provider")
def test_the_same_key_for_something_else_is_refused(purchase: Purchase) -> None:
    gateway.open_checkout(purchase, name="Siege", **ADDRESSES)
    purchase.amount = 1
    with pytest.raises(ProviderRefused):
        gateway.open_checkout(purchase, name="Siege", **ADDRESSES)


@pytest.mark.usefixtures("_at_the_provider")
def test_a_closed_checkout_is_expired_and_closing_it_again_is_no_error(purchase: Purchase) -> None:
    session_id, _ = gateway.open_checkout(purchase, name="Siege", **ADDRESSES)
    for _ in range(2):
        gateway.close_checkout(session_id)
        assert gateway.look_at(session_id).state == "expired"


@pytest.mark.usefixtures("_at_the_provider")
def test_an_event_of_every_change_can_be_asked_for(purchase: Purchase) -> None:
    session_id, _ = gateway.open_checkout(purchase, name="Siege", **ADDRESSES)
    gateway.close_checkout(session_id)
    about = [notice.session_id for notice in gateway.notices_since(timezone.now() - timedelta(minutes=5))]
    assert session_id in about


@pytest.mark.usefixtures("_at_the_provider")
def test_what_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(ProviderRefused) as refused:
        gateway.look_at("cs_test_nowhere")
    assert refused.value.code == "resource_missing"
    with pytest.raises(ProviderRefused):
        gateway.send_refund(payment_intent="pi_nowhere", amount=1, request="r")


@pytest.mark.usefixtures("_at_the_provider")
def test_a_wrong_key_is_refused(settings: Settings, purchase: Purchase) -> None:
    settings.STRIPE_KEY = settings.STRIPE_KEY and "sk_test_wrong"
    if not settings.STRIPE_KEY:
        address = stand_in_address()
        assert address is not None
        client = stripe.StripeClient("sk_test_wrong", base_addresses={"api": address.url})
        with pytest.raises(stripe.AuthenticationError):
            client.v1.refunds.list()
        return
    with pytest.raises(ProviderRefused):
        gateway.open_checkout(purchase, name="Siege", **ADDRESSES)


def test_a_lost_answer_is_given_again(purchase: Purchase, provider: Remote) -> None:
    provider.turn(swallow={"POST /v1/checkout/sessions": 2})
    with pytest.raises(ProviderUnavailable):
        gateway.open_checkout(purchase, name="Siege", **ADDRESSES)
    gateway.open_checkout(purchase, name="Siege", **ADDRESSES)
    assert len(provider.truth()["checkout.session"]) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("provider")
def test_who_waits_for_the_provider_holds_no_connection_of_the_database() -> None:
    Offer.objects.exists()
    assert connection.connection is not None
    with pytest.raises(ProviderRefused):
        gateway.look_at("cs_test_none")
    assert connection.connection is None


def test_no_more_is_paid_back_than_came_in(purchase: Purchase, provider: Remote) -> None:
    session_id, _ = gateway.open_checkout(purchase, name="Siege", **ADDRESSES)
    provider.pay(session_id)
    intent = gateway.look_at(session_id).payment_intent or ""
    gateway.send_refund(payment_intent=intent, amount=300, request="a")
    gateway.send_refund(payment_intent=intent, amount=300, request="a")
    with pytest.raises(ProviderRefused):
        gateway.send_refund(payment_intent=intent, amount=200, request="b")
    assert [(refund.amount, refund.request) for refund in gateway.look_at(session_id).refunds] == [(300, "a")]
    assert gateway.session_of(intent) == session_id
