"""The staff's pages: read by staff alone, written through services alone."""

from importlib import reload

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, clear_url_caches
from django.utils import timezone
from pytest_django import Settings

import colorclash.urls
from accounts.models import Identity, User
from billing.models import Entitlement, GiftCode, Offer, Purchase
from billing.services import EntitlementRefused, grant
from games.models import LedgerLine, Match
from tests.moderation.staff import browser_of

pytestmark = pytest.mark.django_db

PASSWORD = "a long pass phrase"
READ_ONLY = ("accounts/identity", "accounts/user", "games/match", "games/round", "games/ledgerline", "games/deadletter")


@pytest.fixture(autouse=True)
def _mounted(settings: Settings, redis_url: str) -> None:  # noqa: ARG001
    settings.ADMIN_PATH = "staff"
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    settings.MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"


@pytest.fixture
def staff() -> Client:
    return browser_of(User.objects.create_superuser("staff@example.org", PASSWORD))


@pytest.fixture
def line() -> LedgerLine:
    ana = Identity.objects.create(name="Ana")
    match = Match.objects.create(
        id="m", room_id="r", room_code="ABCDEF", ruleset="clash-classic", practice=False, started="2026-01-01T00:00Z"
    )
    return LedgerLine.objects.create(
        match=match, round=1, seat=0, kind="round_won", points=5, practice=False, identity=ana
    )


def test_the_pages_exist_only_where_an_operator_names_their_path(settings: Settings) -> None:
    settings.ADMIN_PATH = ""
    assert not _leads_to_staff(reload(colorclash.urls).urlpatterns)
    settings.ADMIN_PATH = "staff"
    assert _leads_to_staff(reload(colorclash.urls).urlpatterns)
    settings.ADMIN_PATH = ""
    reload(colorclash.urls)
    clear_url_caches()


@pytest.mark.parametrize("page", READ_ONLY)
def test_nobody_reads_without_being_staff(client: Client, page: str) -> None:
    for user in (None, User.objects.create_user("player@example.org", PASSWORD)):
        if user is not None:
            client.force_login(user)
        assert client.get(f"/staff/{page}/").status_code == 302


@pytest.mark.parametrize("page", READ_ONLY)
def test_staff_read_and_nobody_writes(staff: Client, page: str, line: LedgerLine) -> None:
    assert staff.get(f"/staff/{page}/").status_code == 200
    assert staff.get(f"/staff/{page}/add/").status_code == 403
    row = {"games/match": line.match_id, "games/ledgerline": line.pk, "accounts/identity": line.identity_id}.get(page)
    if row is not None:
        assert staff.get(f"/staff/{page}/{row}/change/").status_code == 200
        assert staff.post(f"/staff/{page}/{row}/change/", {"points": 7}).status_code == 403
        assert staff.post(f"/staff/{page}/{row}/delete/", {"post": "yes"}).status_code == 403
    line.refresh_from_db()
    assert line.points == 5


def test_an_entitlement_is_granted_and_withdrawn_for_a_reason(staff: Client) -> None:
    ana = Identity.objects.create(name="Ana")
    wish = {"holder": str(ana.pk), "table": "duel-siege", "term": "lasting", "grant_reason": ""}
    assert staff.post("/staff/billing/entitlement/add/", wish).status_code == 200
    assert not Entitlement.objects.exists()
    granted = staff.post("/staff/billing/entitlement/add/", {**wish, "grant_reason": "won it"})
    assert granted.status_code == 302
    given = Entitlement.objects.get()
    assert (given.holder, given.granted_by.email if given.granted_by else "") == (ana, "staff@example.org")
    page = f"/staff/billing/entitlement/{given.pk}/change/"
    lines = {"history-TOTAL_FORMS": 0, "history-INITIAL_FORMS": 0}
    assert staff.post(page, {"withdraw_reason": "", **lines}).status_code == 200
    assert staff.post(page, {"withdraw_reason": "refunded", "holder": "", "table": "", **lines}).status_code == 302
    given.refresh_from_db()
    assert (given.withdraw_reason, given.table) == ("refunded", "duel-siege")
    assert staff.post(page, {"withdraw_reason": "again"}).status_code == 403
    assert staff.post(f"/staff/billing/entitlement/{given.pk}/delete/", {"post": "yes"}).status_code == 403


def test_nobody_gives_a_right_to_himself_nor_reads_a_code_that_he_could_redeem(staff: Client) -> None:
    own = Identity.objects.create(kind="account", user=User.objects.get(email="staff@example.org"), name="Zoe")
    wish = {"holder": str(own.pk), "table": "duel-siege", "term": "lasting", "grant_reason": "me"}
    refused = staff.post("/staff/billing/entitlement/add/", wish)
    assert "Nobody decides about himself." in refused.content.decode()
    assert not Entitlement.objects.exists()
    with pytest.raises(EntitlementRefused, match="oneself"):
        grant(holder_id=own.pk, table="", term="lasting", staff=User.objects.get(), reason="me")
    purchase = Purchase.objects.create(
        number="P1",
        holder=own,
        offer=Offer.objects.create(code="gift", table="duel-siege"),
        gift=True,
        amount=499,
        currency="eur",
        vat_rate=2000,
        consented_at=timezone.now(),
        expires_at=timezone.now(),
    )
    code = GiftCode.objects.create(purchase=purchase, code="ABCDEFGHJKLMNPQR")
    pages = ["giftcode/", f"giftcode/{code.pk}/change/", f"purchase/{purchase.pk}/change/", "giftcode/?q=ABCDEFGH"]
    for page in pages:
        shown = staff.get(f"/staff/billing/{page}").content.decode()
        assert "ABCDEFGHJKLM" not in shown
        assert ("… NPQR" in shown) == (page in pages[:2])
    assert "… NPQR" in staff.get("/staff/billing/giftcode/?q=abcdefghjklmnpqr").content.decode()


def _leads_to_staff(patterns: list[URLPattern | URLResolver]) -> bool:
    return any(str(pattern.pattern) == "staff/" for pattern in patterns)
