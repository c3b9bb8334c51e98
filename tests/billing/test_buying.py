"""From the order to what it opens, and back: whatever the provider says, in whatever order, however often."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction

from billing import gateway
from billing.gateway import Forged, ProviderUnavailable
from billing.models import Entitlement, GiftCode, Offer, ProviderEvent, Purchase, Refund
from billing.services import comparing, may_open_table, spend, withdraw
from billing.services import fulfil as fulfilling
from billing.services.comparing import compare
from billing.services.fulfil import fulfil
from billing.services.giving import GiftRefused, redeem_gift
from billing.services.notices import take_notice
from billing.services.purchases import PurchaseRefused
from billing.services.refunds import RefundRefused, refund_by_buyer, refund_by_staff, send_refund
from billing.standin.wire import Refused
from games.services.daily import compare_payments
from tests.billing.shopping import broken_promises, deliver, kinds, order

if TYPE_CHECKING:
    from accounts.models import User
    from billing.standin.remote import Remote

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _promises(provider: Remote) -> object:
    """Whatever a test did: in the end no promise about payments is broken."""
    yield
    deliver(provider.held())
    compare()
    assert broken_promises(provider) == []


def opens(user: User, ruleset: str = "duel-siege") -> bool:
    return may_open_table(user.identities.get().pk, ruleset)


def bought(user: User, offer: Offer, provider: Remote, *, gift: bool = False) -> Purchase:
    purchase = order(user, offer, gift=gift)
    provider.pay(purchase.session_id or "")
    return fulfil(purchase_id=purchase.pk)


def test_what_is_paid_opens_the_table_once(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = order(ana, offers["siege"])
    assert not opens(ana)
    assert fulfil(purchase_id=purchase.pk).state == "open"
    provider.pay(purchase.session_id or "")
    notices = provider.held()
    deliver([*notices, *notices])
    for _ in range(3):
        fulfil(purchase_id=purchase.pk)
    assert opens(ana)
    assert not opens(ana, "duel-daynight")
    assert kinds(purchase) == ["opened", "paid", "granted"]
    purchase.refresh_from_db()
    assert (purchase.state, purchase.paid_amount, purchase.currency) == ("paid", 499, "eur")


@pytest.mark.parametrize(
    ("code", "tables"),
    [
        ("day-and-night", {"duel-daynight"}),
        ("both-tables", {"duel-daynight", "duel-siege"}),
        ("evening", {"duel-daynight", "duel-siege"}),
    ],
)
def test_each_offer_opens_what_it_names(
    ana: User, offers: dict[str, Offer], provider: Remote, code: str, tables: set[str]
) -> None:
    bought(ana, offers[code], provider)
    assert {table for table in ("duel-daynight", "duel-siege") if opens(ana, table)} == tables


def test_a_declined_card_leaves_the_page_open(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = order(ana, offers["siege"])
    with pytest.raises(Refused):
        provider.pay(purchase.session_id or "", method="declined")
    assert order(ana, offers["siege"]).pk == purchase.pk
    provider.pay(purchase.session_id or "")
    deliver(provider.held())
    assert opens(ana)


def test_the_same_thing_is_not_sold_twice(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    first = order(ana, offers["siege"])
    assert order(ana, offers["siege"]).page == first.page
    provider.pay(first.session_id or "", method="delayed")
    with pytest.raises(PurchaseRefused, match="confirming"):
        order(ana, offers["siege"])
    provider.settle(first.session_id or "", good=True)
    with pytest.raises(PurchaseRefused, match="owned"):
        order(ana, offers["siege"])
    assert order(ana, offers["siege"], gift=True).gift
    assert Purchase.objects.filter(gift=False).count() == 1


def confirming(ana: User, offers: dict[str, Offer], provider: Remote, codes: list[str]) -> list[str]:
    """The checkouts of what Ana has ordered and her bank has not confirmed yet."""
    purchases = [order(ana, offers[code]) for code in codes]
    for purchase in purchases:
        provider.pay(purchase.session_id or "", method="delayed")
        assert fulfil(purchase_id=purchase.pk).state == "confirming"
    return [purchase.session_id or "" for purchase in purchases]


@pytest.mark.parametrize(("awaited", "wished"), [("siege", "both-tables"), ("siege", "evening"), ("evening", "siege")])
def test_something_else_is_sold_while_a_payment_is_being_confirmed(
    ana: User, offers: dict[str, Offer], provider: Remote, awaited: str, wished: str
) -> None:
    confirming(ana, offers, provider, [awaited])
    assert order(ana, offers[wished]).state == "open"


@pytest.mark.parametrize(
    ("awaited", "wished"), [(["both-tables"], "siege"), (["siege", "day-and-night"], "both-tables")]
)
def test_what_is_being_confirmed_is_not_sold_once_more_under_another_name(
    ana: User, offers: dict[str, Offer], provider: Remote, awaited: list[str], wished: str
) -> None:
    sessions = confirming(ana, offers, provider, awaited)
    with pytest.raises(PurchaseRefused, match="confirming"):
        order(ana, offers[wished])
    assert order(ana, offers[wished], gift=True).gift
    provider.settle(sessions[0], good=False)
    assert order(ana, offers[wished]).state == "open"


@pytest.mark.parametrize("good", [True, False])
def test_a_delayed_payment_opens_nothing_until_it_is_there(
    ana: User, offers: dict[str, Offer], provider: Remote, *, good: bool
) -> None:
    purchase = order(ana, offers["siege"])
    provider.pay(purchase.session_id or "", method="delayed")
    deliver(provider.held())
    assert not opens(ana)
    purchase.refresh_from_db()
    assert purchase.state == "confirming"
    provider.settle(purchase.session_id or "", good=good)
    deliver(provider.held())
    assert opens(ana) is good
    assert kinds(purchase)[:3] == ["opened", "confirming", "paid" if good else "failed"]


def test_a_price_that_has_changed_is_shown_first(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    first = order(ana, offers["siege"])
    price = offers["siege"].prices.get()
    price.amount = 599
    price.save()
    second = order(ana, offers["siege"])
    assert second.pk != first.pk
    assert second.amount == 599
    with pytest.raises(Refused):
        provider.pay(first.session_id or "")
    first.refresh_from_db()
    assert first.state == "expired"


def test_an_older_answer_never_comes_after_a_newer_one(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    """Two ask at once; who was answered first writes last."""
    purchase = order(ana, offers["siege"])
    provider.pay(purchase.session_id or "")
    fulfil(purchase_id=purchase.pk)
    read_by_the_slow = Purchase.objects.get(pk=purchase.pk)
    answer_to_the_slow = gateway.look_at(purchase.session_id or "")
    dispute = provider.dispute(read_by_the_slow.payment_intent or "")
    fulfil(purchase_id=purchase.pk)
    assert fulfilling._write(read_by_the_slow, answer_to_the_slow) is None
    assert not opens(ana)
    provider.close_dispute(dispute["id"], won=True)


def test_a_promotion_code_of_the_provider_s_lowers_the_price(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    for code, amount in (("siege", 249), ("day-and-night", 0)):
        purchase = order(ana, offers[code])
        provider.pay(purchase.session_id or "", promotion="HALF" if amount else "FREE")
        assert fulfil(purchase_id=purchase.pk).paid_amount == amount
    assert opens(ana)
    assert opens(ana, "duel-daynight")


def test_a_checkout_for_another_amount_gives_nothing(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = order(ana, offers["siege"])
    Purchase.objects.filter(pk=purchase.pk).update(amount=1)
    provider.pay(purchase.session_id or "")
    assert fulfil(purchase_id=purchase.pk).state == "open"
    assert fulfil(purchase_id=purchase.pk).state == "open"
    assert not opens(ana)
    assert kinds(purchase) == ["opened", "mismatch"]
    Purchase.objects.filter(pk=purchase.pk).update(amount=499)


@pytest.mark.parametrize("wrong", ["forge", "stale"])
def test_a_notice_nobody_signed_is_not_kept(ana: User, offers: dict[str, Offer], provider: Remote, wrong: str) -> None:
    purchase = order(ana, offers["siege"])
    provider.pay(purchase.session_id or "")
    provider.turn(**{wrong: 1})
    notices = provider.held()
    assert deliver(notices) == len(notices) == 2
    assert not ProviderEvent.objects.exists()
    for signature in ("", "t=1", "t=x,v1=y", f"t={10**10},v1=0"):
        with pytest.raises(Forged):
            take_notice(body=notices[0]["body"].encode(), signature=signature)
    assert not opens(ana)


def test_what_no_notice_told_is_found_by_asking(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    provider.turn(drop=1)
    purchase = order(ana, offers["siege"])
    provider.pay(purchase.session_id or "")
    assert provider.held() == []
    compare_payments(hour="2026-01-01T10")
    assert opens(ana)
    assert set(ProviderEvent.objects.values_list("noticed", flat=True)) == {False}
    intent = Purchase.objects.get(pk=purchase.pk).payment_intent or ""
    provider.dispute(intent)
    compare()
    assert not opens(ana)


def alarms(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if "never came" in record.getMessage()]


def test_notices_that_never_came_raise_an_alarm(
    ana: User,
    offers: dict[str, Offer],
    provider: Remote,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    provider.turn(drop=1)
    purchases = [order(ana, offers[code]) for code in ("siege", "evening")]
    provider.pay(purchases[0].session_id or "")
    compare()
    assert alarms(caplog) == []
    monkeypatch.setattr(comparing, "LATE", timedelta(0))
    provider.pay(purchases[1].session_id or "")
    for _ in range(2):
        compare()
    (alarm,) = alarms(caplog)
    assert purchases[1].number in alarm


def test_a_lost_answer_to_the_order_opens_no_second_checkout(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    provider.turn(swallow={"POST /v1/checkout/sessions": 2})
    with pytest.raises(ProviderUnavailable):
        order(ana, offers["siege"])
    purchase = order(ana, offers["siege"])
    sessions = [each["client_reference_id"] for each in provider.truth()["checkout.session"]]
    assert sessions.count(str(purchase.pk)) == 1


def test_a_payment_on_a_checkout_we_never_heard_of_finds_its_purchase(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    provider.turn(swallow={"POST /v1/checkout/sessions": 2})
    with pytest.raises(ProviderUnavailable):
        order(ana, offers["siege"])
    purchase = Purchase.objects.get()
    assert purchase.session_id is None
    session = next(
        each for each in provider.truth()["checkout.session"] if each["client_reference_id"] == str(purchase.pk)
    )
    provider.pay(session["id"])
    deliver(provider.held())
    assert opens(ana)


# Money back.


def test_the_buyer_s_button_gives_all_back_while_nothing_is_used(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    refund_by_buyer(purchase_id=purchase.pk)
    assert not opens(ana)
    purchase.refresh_from_db()
    assert (purchase.refunded, purchase.reversed) == (499, True)
    assert kinds(purchase)[3:] == ["refund_asked", "withdrawn", "refund_succeeded"]
    with pytest.raises(RefundRefused, match="not_paid"):
        refund_by_buyer(purchase_id=purchase.pk)


def test_what_was_used_is_not_given_back_by_a_button(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    for code in ("siege", "evening"):
        purchase = bought(ana, offers[code], provider)
        ruleset = "duel-siege" if code == "siege" else "duel-daynight"
        spend(identity_id=ana.identities.get().pk, ruleset=ruleset, match_id=f"m-{code}")
        with pytest.raises(RefundRefused, match="used"):
            refund_by_buyer(purchase_id=purchase.pk)


def test_a_refund_that_fails_later_opens_the_table_again(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = bought(ana, offers["siege"], provider)
    refund_by_buyer(purchase_id=purchase.pk)
    refund = Refund.objects.get(purchase=purchase)
    provider.end_refund(refund.provider_id or "", good=False)
    deliver(reversed(provider.held()))
    assert opens(ana)
    assert kinds(purchase)[-2:] == ["refund_failed", "restored"]
    assert Entitlement.objects.filter(purchase=purchase).count() == 1


def test_a_refund_whose_answer_was_lost_is_sent_once(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = bought(ana, offers["siege"], provider)
    provider.turn(swallow={"POST /v1/refunds": 2})
    refund = refund_by_buyer(purchase_id=purchase.pk)
    assert Refund.objects.get().state == "asked"
    assert not opens(ana)
    compare()
    send_refund(refund_id=refund.pk)
    assert Refund.objects.get().state == "succeeded"
    mine = [each for each in provider.truth()["refund"] if each["metadata"].get("request") == str(refund.pk)]
    assert len(mine) == 1


def test_staff_refund_in_parts_with_a_reason(
    ana: User, staff: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    for amount, reason, code in ((100, " ", "no_reason"), (0, "kind", "amount"), (500, "kind", "amount")):
        with pytest.raises(RefundRefused, match=code):
            refund_by_staff(purchase_id=purchase.pk, amount=amount, staff=staff, reason=reason)
    with pytest.raises(RefundRefused, match="oneself"):
        refund_by_staff(purchase_id=purchase.pk, amount=100, staff=ana, reason="kind to myself")
    refund_by_staff(purchase_id=purchase.pk, amount=100, staff=staff, reason="a slow evening")
    assert opens(ana)
    with pytest.raises(RefundRefused, match="amount"):
        refund_by_staff(purchase_id=purchase.pk, amount=400, staff=staff, reason="more")
    refund_by_staff(purchase_id=purchase.pk, amount=None, staff=staff, reason="the rest")
    assert not opens(ana)
    line = purchase.history.filter(kind="refund_asked").first()
    assert line is not None
    assert (line.staff, line.reason, line.amount) == (staff, "a slow evening", 100)


def test_a_refund_that_the_provider_refuses_changes_nothing(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    provider.dispute(purchase.payment_intent or "", inquiry=True)
    dispute = next(each for each in provider.truth()["dispute"] if each["payment_intent"] == purchase.payment_intent)
    provider.close_dispute(dispute["id"], won=False)
    refund_by_buyer(purchase_id=purchase.pk)
    assert Refund.objects.get().state == "failed"


@pytest.mark.parametrize("won", [True, False])
def test_a_contested_payment_opens_nothing_until_it_is_won(
    ana: User, offers: dict[str, Offer], provider: Remote, *, won: bool
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    dispute = provider.dispute(purchase.payment_intent or "")
    deliver(provider.held())
    assert not opens(ana)
    provider.close_dispute(dispute["id"], won=won)
    deliver(reversed(provider.held()))
    assert opens(ana) is won
    end = ["dispute_won", "restored"] if won else ["dispute_lost"]
    assert kinds(purchase)[3:] == ["dispute_open", "withdrawn", *end]


def test_what_staff_withdrew_stays_so(ana: User, staff: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = bought(ana, offers["siege"], provider)
    withdraw(entitlement_id=Entitlement.objects.get().pk, staff=staff, reason="sold on")
    fulfil(purchase_id=purchase.pk)
    assert not opens(ana)
    provider.dispute(purchase.payment_intent or "")  # so that nothing is deserved in the end


# Gifts.


def test_a_gift_is_redeemed_once_by_anybody_with_its_code(
    ana: User, staff: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider, gift=True)
    assert not opens(ana)
    code = GiftCode.objects.get(purchase=purchase).spelled.lower()
    redeem_gift(user=staff, code=f" {code} ")
    assert may_open_table(staff.identities.get().pk, "duel-siege")
    with pytest.raises(GiftRefused, match="redeemed"):
        redeem_gift(user=ana, code=code)
    assert redeem_gift(user=staff, code=code) == Entitlement.objects.get()
    with pytest.raises(GiftRefused, match="unknown"):
        redeem_gift(user=ana, code="2222-2222-2222-2222")
    with pytest.raises(RefundRefused, match="used"):
        refund_by_buyer(purchase_id=purchase.pk)
    provider.dispute(purchase.payment_intent or "")
    deliver(provider.held())
    assert not may_open_table(staff.identities.get().pk, "duel-siege")
    with pytest.raises(GiftRefused, match="blocked"):
        redeem_gift(user=staff, code=code)


def test_a_gift_paid_back_is_blocked(ana: User, staff: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = bought(ana, offers["evening"], provider, gift=True)
    refund_by_buyer(purchase_id=purchase.pk)
    with pytest.raises(GiftRefused, match="blocked"):
        redeem_gift(user=staff, code=GiftCode.objects.get().code)


# Any order, however often, or never.


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_in_whatever_order(
    ana: User, staff: User, offers: dict[str, Offer], provider: Remote, seed: int
) -> None:
    """Random lives of three purchases; notices are lost, doubled, reordered, forged, stale; answers are lost."""
    chance = random.Random(seed)
    purchases = [
        order(ana, offers["siege"]),
        order(ana, offers["evening"]),
        order(ana, offers["both-tables"], gift=True),
    ]
    waiting: list[dict[str, object]] = []
    for _ in range(25):
        purchase = Purchase.objects.get(pk=chance.choice(purchases).pk)
        provider.turn(
            copies=chance.choice([1, 1, 3]), drop=chance.choice([0, 0, 0.5]), forge=chance.choice([0, 0.3]),
            stale=chance.choice([0, 0.3]), refunds=chance.choice(["succeeded", "pending"]),
            swallow=chance.choice([{}, {}, {"POST /v1/refunds": 2}]),
        )  # fmt: skip
        _live(purchase, chance, provider, staff)
        waiting += provider.held()
        chance.shuffle(waiting)
        now, waiting = waiting[: len(waiting) // 2], waiting[len(waiting) // 2 :]
        deliver(now)
    provider.turn(swallow={})


def _live(purchase: Purchase, chance: random.Random, provider: Remote, staff: User) -> None:
    """One thing that happens to a purchase; what cannot happen now does not."""
    session, intent = purchase.session_id or "", purchase.payment_intent or ""
    truth = provider.truth()
    refunds = [each["id"] for each in truth["refund"] if each["payment_intent"] == intent and intent]
    disputes = [each["id"] for each in truth["dispute"] if each["payment_intent"] == intent and intent]
    acts = [
        lambda: provider.pay(session, method=chance.choice(["card", "delayed", "declined"])),
        lambda: provider.settle(session, good=chance.random() < 0.7),
        lambda: refund_by_buyer(purchase_id=purchase.pk),
        lambda: refund_by_staff(purchase_id=purchase.pk, amount=chance.choice([None, 50]), staff=staff, reason="so"),
        lambda: provider.end_refund(chance.choice(refunds), good=chance.random() < 0.5),
        lambda: provider.dispute(intent),
        lambda: provider.close_dispute(chance.choice(disputes), won=chance.random() < 0.6),
        lambda: redeem_gift(user=staff, code=GiftCode.objects.get(purchase=purchase).code),
        lambda: fulfil(purchase_id=purchase.pk),
        compare,
    ]
    try:
        chance.choice(acts)()
    except (Refused, RefundRefused, GiftRefused, IndexError, GiftCode.DoesNotExist):
        return


# What is written stays.


def test_nothing_about_money_is_deleted_or_rewritten(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = bought(ana, offers["siege"], provider, gift=True)
    deliver(provider.held())
    refund_by_buyer(purchase_id=purchase.pk)
    provider.dispute(purchase.payment_intent or "", inquiry=True)
    deliver(provider.held())
    for statement in (
        "delete from billing_purchase",
        "delete from billing_giftcode",
        "delete from billing_refund",
        "delete from billing_dispute",
        "delete from billing_historyline",
        "delete from billing_providerevent",
        "update billing_historyline set amount = 1",
        "update billing_providerevent set body = '{}'",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
