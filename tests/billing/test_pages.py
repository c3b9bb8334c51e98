"""The buyer's pages and the staff's: what they show, what they refuse, and that nothing comes from the browser."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.contrib.admin.utils import quote
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from accounts.sanction_models import AuditLine
from accounts.sanctions import impose
from billing.models import Entitlement, GiftCode, Offer, ProviderEvent, Purchase, Refund
from billing.receipt_links import receipt_key
from billing.services import give_back, grant, spend, withdraw
from billing.services.fulfil import fulfil
from billing.services.mails import send_found_purchase
from billing.services.people import holder_of
from tests.billing.shopping import deliver, order
from tests.moderation.staff import browser_of

if TYPE_CHECKING:
    from accounts.models import User
    from billing.standin.remote import Remote

pytestmark = pytest.mark.django_db

TICKS = {"gift": "own", "adult": "yes", "consent": "yes"}
LEGAL = ("terms", "withdrawal", "imprint", "privacy", "contact")


@pytest.fixture
def page(client: Client, ana: User) -> Client:
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    return client


def bought(ana: User, offer: Offer, provider: Remote, *, gift: bool = False) -> Purchase:
    purchase = order(ana, offer, gift=gift)
    provider.pay(purchase.session_id or "")
    return fulfil(purchase_id=purchase.pk)


@pytest.mark.usefixtures("provider")
def test_the_shop_shows_what_the_database_says(client: Client, offers: dict[str, Offer]) -> None:
    shown = client.get("/shop/").content.decode()
    assert "€4.99" in shown
    assert "20% VAT included" in shown
    assert "Test shop" in shown
    offers["siege"].on_sale = False
    offers["siege"].save()
    assert client.get("/shop/").content.decode().count("€4.99") == 1
    french = client.get("/shop/", headers={"Accept-Language": "fr"}).content.decode()
    assert re.search(r"4,99\s€", french)


def test_the_whole_way_from_the_button_to_the_open_table(
    page: Client, offers: dict[str, Offer], provider: Remote
) -> None:
    assert set(offers) >= {"siege"}
    form = page.get("/shop/buy/siege/").content.decode()
    assert "checked" not in re.search(r'name="adult"[^>]*', form)[0]  # type: ignore[index]
    assert "checked" not in re.search(r'name="consent"[^>]*', form)[0]  # type: ignore[index]
    checkout = page.post("/shop/buy/siege/", {**TICKS, "shown": "499"})
    assert checkout.status_code == 302
    hosted = page.get(checkout["Location"])
    assert "Test shop" in hosted.content.decode()
    back = page.post(checkout["Location"], {"method": "card"})
    shown = page.get(back["Location"]).content.decode()
    assert "It is open" in shown
    assert Entitlement.objects.get().table == "duel-siege"
    assert "Siege" in page.get("/shop/purchases/").content.decode()
    assert provider.session(Purchase.objects.get().session_id or "")["status"] == "complete"


def test_price_product_and_currency_never_come_from_the_browser(
    page: Client, offers: dict[str, Offer], provider: Remote
) -> None:
    refused = page.post(
        "/shop/buy/siege/", {**TICKS, "shown": "1", "amount": "1", "currency": "jpy", "offer": "evening"}
    )
    assert refused.status_code == 409
    page.post("/shop/buy/siege/", {**TICKS, "shown": "499", "amount": "1", "currency": "jpy", "price": "1"})
    session = provider.session(Purchase.objects.get().session_id or "")
    assert (session["amount_subtotal"], session["currency"]) == (499, "eur")
    assert offers["siege"].pk == Purchase.objects.get().offer_id


@pytest.mark.usefixtures("offers")
def test_nothing_is_sold_to_whom_may_not_play(page: Client, ana: User, staff: User, provider: Remote) -> None:
    wish = {"kind": "suspension", "ground": "other", "ends": timezone.now() + timedelta(days=1), "reason": "spoiled it"}
    impose(identity_id=holder_of(ana).pk, staff=staff, **wish)  # type: ignore[arg-type]
    assert page.post("/shop/buy/siege/", {**TICKS, "shown": "499"})["Location"] == "/told/"
    assert provider.truth()["checkout.session"] == []


@pytest.mark.parametrize("missing", ["adult", "consent"])
@pytest.mark.usefixtures("offers")
def test_nobody_buys_without_both_ticks(page: Client, provider: Remote, missing: str) -> None:
    wish = {**TICKS, "shown": "499"}
    del wish[missing]
    assert page.post("/shop/buy/siege/", wish).status_code == 422
    assert not Purchase.objects.exists()
    assert provider.truth()["checkout.session"] == []


@pytest.mark.usefixtures("offers", "provider")
def test_buying_needs_an_account_and_looking_does_not(client: Client) -> None:
    assert client.get("/shop/").status_code == 200
    for path in ("/shop/buy/siege/", "/shop/purchases/", "/shop/redeem/"):
        assert client.get(path).status_code == 302


@pytest.mark.usefixtures("offers", "provider")
def test_the_form_may_lead_to_the_provider_s_page_from_there_alone(page: Client) -> None:
    policy = page.get("/shop/buy/siege/")["Content-Security-Policy"]
    assert "form-action 'self' https://checkout.stripe.com" in policy
    assert "stripe" not in page.get("/shop/")["Content-Security-Policy"]


def test_nobody_sees_another_s_purchase(
    client: Client, ana: User, staff: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider, gift=True)
    client.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    for path in ("", "receipt.pdf", "gift/"):
        assert client.get(f"/shop/purchases/{purchase.number}/{path}").status_code == 404
    assert client.post(f"/shop/purchases/{purchase.number}/refund/").status_code == 404
    assert not Refund.objects.exists()


def test_the_receipt_is_a_pdf_for_the_buyer_and_for_who_has_its_link(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    address = f"/shop/purchases/{purchase.number}/receipt.pdf"
    assert page.get(address).content.startswith(b"%PDF")
    stranger = Client()
    assert stranger.get(address).status_code == 404
    assert stranger.get(f"{address}?key=nonsense").status_code == 404
    assert stranger.get(f"{address}?key={receipt_key('OTHER')}").status_code == 404
    assert stranger.get(f"{address}?key={receipt_key(purchase.number)}").status_code == 200


def test_the_refund_button_pays_back_and_goes(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    address = f"/shop/purchases/{purchase.number}/"
    assert "Withdraw: pay all back" in page.get(address).content.decode()
    assert page.get(f"{address}refund/").status_code == 405
    page.post(f"{address}refund/")
    shown = page.get(address).content.decode()
    assert "Withdraw: pay all back" not in shown
    assert "paid back" in shown
    assert page.post(f"{address}refund/")["Location"] == address
    assert Refund.objects.count() == 1


def test_the_refund_button_says_why_it_pays_nothing_back(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    Entitlement.objects.update(used_at=timezone.now())
    answer = page.post(f"/shop/purchases/{purchase.number}/refund/")
    assert answer.status_code == 409
    assert "It has been used" in answer.content.decode()


def test_a_gift_s_page_has_its_code_and_the_code_is_redeemed(
    page: Client, staff: User, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider, gift=True)
    code = GiftCode.objects.get().spelled
    shown = page.get(f"/shop/purchases/{purchase.number}/gift/").content.decode()
    assert code in shown
    assert "data:image/svg+xml" in shown
    page.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    assert page.post("/shop/redeem/", {"code": "AAAA"}).status_code == 422
    assert page.post("/shop/redeem/", {"code": code.lower()}).status_code == 200
    assert Entitlement.objects.get().holder.user == staff


def test_a_gift_s_page_bears_an_address_that_other_devices_find(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider, gift=True)
    with override_settings(COLORCLASH_PUBLIC_URL="http://192.0.2.7:8000"):
        answer = page.get(f"/shop/purchases/{purchase.number}/gift/", headers={"Host": "localhost"})
    assert answer.context["address"] == "http://192.0.2.7:8000/shop/redeem/"


def test_who_owns_what_a_code_gives_is_told_that_it_stays_good(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    bought(ana, offers["siege"], provider)
    bought(ana, offers["siege"], provider, gift=True)
    answer = page.post("/shop/redeem/", {"code": GiftCode.objects.get().code})
    assert answer.status_code == 422
    assert "The code stays good" in answer.content.decode()


@pytest.mark.parametrize(("table", "term", "standing"), [("duel-siege", "lasting", True), ("", "evening", False)])
def test_a_purchase_is_not_called_open_when_nothing_is_open(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote, *, table: str, term: str, standing: bool
) -> None:
    code = next(code for code, offer in offers.items() if (offer.table, offer.term) == (table, term))
    purchase = bought(ana, offers[code], provider)
    if not standing:
        Entitlement.objects.update(spent_on="m1", used_at=timezone.now(), ends_at=timezone.now())
    shown = page.get(f"/shop/purchases/{purchase.number}/").content.decode()
    assert ("It is open" in shown) is standing
    assert ("over since" in shown) is not standing
    assert ("over since" in page.get("/shop/purchases/").content.decode()) is not standing


def test_a_refund_on_its_way_is_not_called_paid_back(
    page: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    provider.turn(refunds="pending")
    purchase = bought(ana, offers["siege"], provider)
    address = f"/shop/purchases/{purchase.number}/"
    page.post(f"{address}refund/")
    assert "being paid back" in page.get(address).content.decode()
    provider.end_refund(Refund.objects.get().provider_id or "", good=True)
    fulfil(purchase_id=purchase.pk)
    assert "being paid back" not in page.get(address).content.decode()


def test_who_was_given_an_evening_back_reads_why(page: Client, ana: User, staff: User) -> None:
    holder = ana.identities.get().pk
    grant(holder_id=holder, table="", term="evening", staff=staff, reason="won it")
    spend(identity_id=holder, ruleset="duel-siege", match_id="m1")
    give_back(match_id="m1", reason="a fault of ours")
    assert "A fault of ours ended the match." in page.get("/shop/purchases/").content.decode()
    spend(identity_id=holder, ruleset="duel-siege", match_id="m2")
    assert "A fault of ours" not in page.get("/shop/purchases/").content.decode()
    withdraw(entitlement_id=Entitlement.objects.get().pk, staff=staff, reason="given twice")
    assert "given twice" in page.get("/shop/purchases/").content.decode()


def test_nobody_orders_without_end(page: Client, offers: dict[str, Offer], provider: Remote) -> None:
    wish = {"gift": "gift", "adult": "yes", "consent": "yes", "shown": offers["siege"].prices.get().amount}
    answers = [page.post("/shop/buy/siege/", wish).status_code for _ in range(31)]
    assert answers == [302] * 30 + [429]
    assert len(provider.truth()["checkout.session"]) == 30


def test_who_guesses_at_codes_is_slowed_down(page: Client) -> None:
    answers = [page.post("/shop/redeem/", {"code": f"AAAA{n}"}).status_code for n in range(21)]
    assert answers == [422] * 20 + [429]


def test_finding_a_purchase_tells_strangers_nothing(
    client: Client, ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = bought(ana, offers["siege"], provider)
    right = client.post("/shop/find/", {"number": purchase.number, "mail": ana.email})
    wrong = client.post("/shop/find/", {"number": "ABCDEFGHJK", "mail": "else@example.org"})
    token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    assert token.sub("", right.content.decode()) == token.sub("", wrong.content.decode())
    send_found_purchase(number=purchase.number, mail="else@example.org")
    assert mail.outbox == []
    send_found_purchase(number=purchase.number, mail=ana.email.upper())
    assert mail.outbox[0].to == [ana.email]
    assert purchase.number in mail.outbox[0].body
    assert "receipt.pdf?key=" in mail.outbox[0].body


def test_the_provider_s_notices_come_in_by_their_signature_alone(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = order(ana, offers["siege"])
    provider.pay(purchase.session_id or "")
    notice = provider.held()[-1]
    strict = Client(enforce_csrf_checks=True)

    def post(body: str, signature: str) -> int:
        return strict.post(
            "/shop/notices/", body, content_type="application/json", headers={"Stripe-Signature": signature}
        ).status_code

    assert post(notice["body"], "t=1,v1=00") == 400
    assert post(notice["body"].replace("499", "1"), notice["signature"]) == 400
    assert not ProviderEvent.objects.exists()
    assert [post(notice["body"], notice["signature"]) for _ in range(2)] == [200, 200]
    assert ProviderEvent.objects.get().body == notice["body"]
    assert strict.get("/shop/notices/").status_code == 405


def test_a_notice_may_bear_either_secret_while_they_change(
    ana: User, offers: dict[str, Offer], provider: Remote
) -> None:
    purchase = order(ana, offers["siege"])
    provider.pay(purchase.session_id or "")
    notice = provider.held()[-1]
    secret = provider._address.secret
    for secrets, status in (([secret], 200), (["whsec_new", secret], 200), (["whsec_new"], 400)):
        with override_settings(STRIPE_KEY="sk_test_x", STRIPE_NOTICE_SECRETS=secrets):
            answer = Client().post(
                "/shop/notices/",
                notice["body"],
                content_type="application/json",
                headers={"Stripe-Signature": notice["signature"]},
            )
        assert answer.status_code == status


@pytest.mark.parametrize("language", ["en", "fr", "es"])
@pytest.mark.parametrize("name", LEGAL)
def test_the_law_s_pages_are_filled_from_the_settings(client: Client, name: str, language: str) -> None:
    seller = {"name": "Cartes & Cie", "address": "1 rue du Jeu\n75001 Paris", "mail": "hello@cartes.example"}
    with override_settings(SELLER=seller):
        shown = client.get(f"/legal/{name}/", headers={"Accept-Language": language})
    assert shown.status_code == 200
    assert "Cartes &amp; Cie" in shown.content.decode()
    assert f'lang="{language}"' in shown.content.decode()


def test_pages_that_nobody_wrote_are_not_there(client: Client) -> None:
    assert client.get("/legal/secrets/").status_code == 404
    assert client.get("/test-shop/cs_nowhere/").status_code == 404


@override_settings(ROOT_URLCONF="tests.accounts.staff_urls")
def test_staff_pay_back_with_a_reason_and_edit_nothing(ana: User, offers: dict[str, Offer], provider: Remote) -> None:
    purchase = bought(ana, offers["siege"], provider)
    deliver(provider.held())
    boss = browser_of(type(ana).objects.create_superuser("boss@example.org", "a long pass phrase"))
    row = f"/staff/billing/purchase/{purchase.pk}/"
    assert boss.post(f"{row}act/refund/", {"amount": "100", "reason": " "}).status_code == 200
    assert boss.post(f"{row}act/refund/", {"amount": "500", "reason": "kind"}).status_code == 200
    assert not Refund.objects.exists()
    assert boss.post(f"{row}act/refund/", {"amount": "100", "reason": "kind"}).status_code == 302
    assert Refund.objects.get().amount == 100
    for model in ("purchase", "giftcode", "providerevent", "entitlement", "offer"):
        assert boss.get(f"/staff/billing/{model}/").status_code == 200
    assert boss.get(f"{row}change/").status_code == 200
    assert boss.post(f"{row}change/", {"amount": "1", "state": "open"}).status_code == 403
    assert boss.post(f"{row}delete/", {"post": "yes"}).status_code == 403
    event = ProviderEvent.objects.earliest("made_at")
    page = boss.get(f"/staff/billing/providerevent/{quote(event.pk)}/change/")
    (link,) = re.findall(r'href="([^"]*/act/follow/)"', page.content.decode())
    replayed = boss.post(link, {"reason": "to be sure"}, follow=True)
    assert replayed.status_code == 200
    assert event.pk in replayed.content.decode()
    purchase.refresh_from_db()
    assert (purchase.amount, purchase.refunded, purchase.state) == (499, 100, "paid")
    assert set(AuditLine.objects.values_list("act", "reason")) == {("refund", "kind"), ("follow", "to be sure")}


@override_settings(ROOT_URLCONF="tests.accounts.staff_urls")
def test_staff_read_what_became_of_an_evening_given_by_hand_and_take_it(ana: User, staff: User) -> None:
    boss = browser_of(type(ana).objects.create_superuser("boss@example.org", "a long pass phrase"))
    given = grant(holder_id=ana.identities.get().pk, table="", term="evening", staff=staff, reason="won it")
    spend(identity_id=given.holder_id, ruleset="duel-siege", match_id="m1")
    give_back(match_id="m1", reason="a fault of ours")
    row = f"/staff/billing/entitlement/{given.pk}/change/"
    shown = boss.get(row).content.decode()
    assert "evening begun" in shown
    assert "a fault of ours" in shown
    lines = {"history-TOTAL_FORMS": 0, "history-INITIAL_FORMS": 0}
    assert boss.post(row, {"withdraw_reason": " ", **lines}).status_code == 200
    assert boss.post(row, {"withdraw_reason": "given twice", **lines}).status_code == 302
    given.refresh_from_db()
    assert given.withdraw_reason == "given twice"


@override_settings(ROOT_URLCONF="tests.accounts.staff_urls")
def test_staff_change_what_is_on_sale_and_for_how_much(staff: User, offers: dict[str, Offer]) -> None:
    boss = browser_of(type(staff).objects.create_superuser("boss@example.org", "a long pass phrase"))
    siege, price = offers["siege"], offers["siege"].prices.get()
    form = {"code": "siege", "table": "duel-siege", "term": "lasting", "position": "2", "on_sale": "on"}
    lines = {"prices-TOTAL_FORMS": "1", "prices-INITIAL_FORMS": "1", "prices-0-id": str(price.pk)}
    lines |= {"prices-0-offer": str(siege.pk), "prices-0-currency": "eur", "prices-0-amount": "599"}
    page = f"/staff/billing/offer/{siege.pk}/change/"
    assert boss.post(page, form | lines).status_code == 200
    assert siege.prices.get().amount == 499
    assert boss.post(page, form | lines | {"reason": "VAT has risen"}).status_code == 302
    assert siege.prices.get().amount == 599
    written = AuditLine.objects.values_list("act", "object_id", "reason")
    assert set(written) == {(act, str(siege.pk), "VAT has risen") for act in ("save_offer", "save_price")}
    assert boss.post(f"/staff/billing/offer/{siege.pk}/delete/", {"post": "yes"}).status_code == 403
