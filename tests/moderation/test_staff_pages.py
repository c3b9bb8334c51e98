"""Who among staff sees and does what: each role, each page, each way of asking for it."""

import time
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import Identity, User
from accounts.roles import ROLES, ensure_roles
from accounts.sanction_models import Appeal, AuditLine, Sanction
from accounts.sanctions import appeal, impose
from accounts.word_models import NameWord
from billing.models import Offer, ProviderEvent, Purchase
from games.case_models import Case, Report
from tests.catalog_texts import foreign
from tests.moderation.staff import browser_of, decides

pytestmark = pytest.mark.django_db

EVERYBODY = frozenset(ROLES)
MODERATORS = frozenset({"moderator", "administrator"})
ACCOUNTANTS = frozenset({"accountant", "administrator"})
ADMINISTRATORS = frozenset({"administrator"})
LISTS = {
    "accounts/identity": EVERYBODY,
    "accounts/user": ADMINISTRATORS,
    "accounts/sanction": MODERATORS,
    "accounts/appeal": MODERATORS,
    "accounts/nameword": MODERATORS,
    "accounts/auditline": MODERATORS,
    "games/case": MODERATORS,
    "games/report": MODERATORS,
    "games/match": EVERYBODY,
    "games/round": EVERYBODY,
    "games/ledgerline": EVERYBODY,
    "games/deadletter": ADMINISTRATORS,
    "billing/entitlement": ACCOUNTANTS,
    "billing/giftcode": ACCOUNTANTS,
    "billing/offer": ACCOUNTANTS,
    "billing/providerevent": ACCOUNTANTS,
    "billing/purchase": ACCOUNTANTS,
    "rooms": MODERATORS,
}
"""Who sees which list."""
OF_DJANGO = ("password", "last_login", "is_superuser", "groups")
"""Columns that Django names itself."""
NOBODY_DELETES = [page for page in LISTS if page != "rooms"]


@pytest.fixture(autouse=True)
def _mounted(settings: Settings) -> None:
    settings.ADMIN_PATH = "staff"
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    ensure_roles()


def person(role: str) -> User:
    user = User.objects.create_user(f"{role or 'none'}@example.org", is_staff=role != "player")
    if role in ROLES:
        user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture
def comes() -> Callable[[str], Client]:
    """A browser in which somebody with a role has signed in with a second factor."""
    return lambda role: browser_of(person(role))


@pytest.fixture
def ana() -> Identity:
    return Identity.objects.create(name="Ana")


@pytest.fixture
def act_pages(ana: Identity) -> dict[str, frozenset[str]]:
    """The address of every act, and who may do it."""
    judge = User.objects.create_user("judge@example.org", is_staff=True)
    ends = timezone.now() + timedelta(days=1)
    suspended = impose(identity_id=ana.pk, kind="suspension", ground="leaving", staff=judge, reason="left", ends=ends)
    asked = appeal(sanction_id=suspended.pk, identity_id=ana.pk, plea="line")
    account = Identity.objects.create(kind="account", name="Bea", user=User.objects.create_user("bea@example.org"))
    closing = impose(identity_id=account.pk, kind="closing", ground="teaming", staff=judge, reason="teamed up")
    word = NameWord.objects.create(word="zorglub", kind="unsuitable")
    case = Case.objects.create(subject=ana, ground="leaving")
    room = "00" + "a" * 26
    event = ProviderEvent.objects.create(id="evt_1", kind="x", made_at=timezone.now(), noticed=True, body="{}")
    return {
        f"accounts/identity/{ana.pk}/act/sanction": MODERATORS,
        f"accounts/sanction/{suspended.pk}/act/lift": MODERATORS,
        f"accounts/sanction/{closing.pk}/act/confirm": MODERATORS,
        f"accounts/appeal/{asked.pk}/act/answer": MODERATORS,
        f"accounts/nameword/{word.pk}/act/move": MODERATORS,
        f"accounts/nameword/{word.pk}/act/take": MODERATORS,
        "accounts/nameword/add": MODERATORS,
        f"accounts/user/{judge.pk}/act/role": ADMINISTRATORS,
        f"games/case/{case.pk}/act/claim": MODERATORS,
        f"games/case/{case.pk}/act/note": MODERATORS,
        f"games/case/{case.pk}/act/decide": MODERATORS,
        f"rooms/{room}/close": MODERATORS,
        f"billing/purchase/{purchase_of(account).pk}/act/refund": ACCOUNTANTS,
        f"billing/providerevent/{event.pk}/act/follow": ACCOUNTANTS,
        "billing/entitlement/add": ACCOUNTANTS,
        "billing/offer/add": ACCOUNTANTS,
    }


def purchase_of(buyer: Identity) -> Purchase:
    now = timezone.now()
    return Purchase.objects.create(
        number="B2CDEFGH34",
        buyer=buyer.user,
        holder=buyer,
        mail="bea@example.org",
        language="en",
        offer=Offer.objects.create(code="something", term="lasting"),
        term="lasting",
        amount=499,
        currency="eur",
        vat_rate=2000,
        consented_at=now,
        expires_at=now + timedelta(hours=1),
    )


@pytest.mark.parametrize("role", [*ROLES, "", "player"])
def test_each_role_sees_its_lists_and_no_others(comes: Callable[[str], Client], role: str) -> None:
    client = comes(role)
    for ask in (client.get, client.head, client.post):
        seen = {page for page in LISTS if ask(f"/staff/{page}/").status_code == 200}
        assert seen == {page for page, roles in LISTS.items() if role in roles}


def test_no_list_and_no_act_is_forgotten_here(act_pages: dict[str, frozenset[str]]) -> None:
    pages = {f"{model._meta.app_label}/{model._meta.model_name}": page for model, page in admin.site._registry.items()}
    assert {*pages, "rooms"} == set(LISTS)
    acts = {(name, act.name) for name, page in pages.items() for act in getattr(page, "acts", ())}
    tried = [page.split("/") for page in act_pages if "/act/" in page]
    assert {(f"{app}/{model}", act) for app, model, _, _, act in tried} == acts


@pytest.mark.parametrize("language", ["fr", "es"])
def test_kinds_of_rows_and_their_columns_are_named_in_the_reader_s_language(language: str) -> None:
    named = []
    with override(language):
        for model, page in admin.site._registry.items():
            kind = model._meta
            columns = {*page.list_display, *(page.fields or ()), *(field.name for field in kind.fields)} - {"__str__"}
            named += [str(kind.app_config.verbose_name), str(kind.verbose_name), str(kind.verbose_name_plural)]
            named += [str(label_for_field(column, model, page)) for column in columns]
        of_django = {str(label_for_field(name, User)) for name in OF_DJANGO}
    assert len(named) > 100
    assert foreign(named, language, of_django) == []


@pytest.mark.parametrize("role", [*ROLES, "", "player"])
def test_each_role_does_its_acts_and_no_others_by_whatever_method(
    comes: Callable[[str], Client], act_pages: dict[str, frozenset[str]], role: str
) -> None:
    client = comes(role)
    before = AuditLine.objects.count()
    for page, roles in act_pages.items():
        for ask in (client.get, client.post):
            status = ask(f"/staff/{page}/").status_code
            assert (status == 200) == (role in roles), (page, status)
    assert AuditLine.objects.count() == before


@pytest.mark.parametrize("role", [*ROLES, "superuser"])
def test_nobody_deletes_or_edits_anything_superusers_included(comes: Callable[[str], Client], role: str) -> None:
    root = User.objects.create_superuser("root@example.org") if role == "superuser" else None
    client = browser_of(root) if root is not None else comes(role)
    ana = Identity.objects.create(name="Ana")
    line = AuditLine.objects.create(act="a", object_kind="o", object_id="1", reason="r")
    rows = {"accounts/identity": ana.pk, "accounts/auditline": line.pk}
    for page in NOBODY_DELETES:
        row = rows.get(page, 1)
        assert client.post(f"/staff/{page}/{row}/delete/", {"post": "yes"}).status_code in {302, 403, 404}
        assert client.post(f"/staff/{page}/", {"action": "delete_selected", "_selected_action": row}).status_code != 500
    for page, row in rows.items():
        client.post(f"/staff/{page}/{row}/change/", {"name": "Changed", "reason": "Changed"})
    ana.refresh_from_db()
    line.refresh_from_db()
    assert (ana.name, line.reason) == ("Ana", "r")


def test_the_door_leads_to_the_usual_sign_in(client: Client) -> None:
    answer = client.get("/staff/login/?next=/staff/games/case/")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/login/?next=%2Fstaff%2Fgames%2Fcase%2F"
    assert client.post("/staff/login/", {"username": "a", "password": "b"})["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", LISTS)
def test_no_page_opens_without_a_second_factor(page: str) -> None:
    client = browser_of(User.objects.create_superuser("root@example.org"), second_factor=False)
    answer = client.get(f"/staff/{page}/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/2fa/"


def test_a_second_factor_of_yesterday_is_none() -> None:
    client = browser_of(User.objects.create_superuser("root@example.org"))
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY][0]["at"] = time.time() - 9 * 3600
    session.save()
    assert client.get("/staff/games/case/").status_code == 302


@pytest.mark.parametrize("onward", ["//evil.example/", "https://evil.example/", "\\\\evil.example"])
def test_the_door_leads_nowhere_else(onward: str) -> None:
    client = browser_of(User.objects.create_superuser("root@example.org"))
    assert client.get("/staff/login/", {"next": onward})["Location"] == "/staff/"


def test_nothing_but_our_own_rows_has_pages() -> None:
    registered = admin.site._registry
    assert {model._meta.app_label for model in registered} == {"accounts", "billing", "games"}
    assert not [model for model, page in registered.items() if page.actions == ["delete_selected"]]


# What staff see and do.


@pytest.fixture
def moderator_s(comes: Callable[[str], Client]) -> Client:
    return comes("moderator")


def test_a_moderator_sees_what_the_player_will_read_before_he_decides(moderator_s: Client, ana: Identity) -> None:
    page = f"/staff/accounts/identity/{ana.pk}/act/sanction/"
    wish = {"kind": "warning", "ground": "leaving", "reason": "left five times"}
    assert "Show what the player will read" in moderator_s.get(page).content.decode()
    shown = moderator_s.post(page, wish)
    assert "You left matches while others were still playing them." in shown.content.decode()
    assert not Sanction.objects.exists()
    assert decides(moderator_s, page, wish).status_code == 302
    assert Sanction.objects.get().decided_by == User.objects.get(email="moderator@example.org")
    line = AuditLine.objects.get()
    assert (line.act, line.object_id, line.reason) == ("warning", str(ana.pk), "left five times")


@pytest.mark.parametrize("change", [{"kind": "name_reset"}, {"ground": "name"}, {"seen": "yes"}, {"seen": ""}])
def test_what_was_not_shown_is_shown_first_and_not_done(
    moderator_s: Client, ana: Identity, change: dict[str, str]
) -> None:
    page = f"/staff/accounts/identity/{ana.pk}/act/sanction/"
    wish = {"kind": "warning", "ground": "leaving", "reason": "left five times"}
    seen = moderator_s.post(page, wish).context["seen"]
    answer = moderator_s.post(page, {**wish, "seen": seen, **change})
    assert answer.status_code == 200
    assert "The player will read exactly this" in answer.content.decode()
    assert not Sanction.objects.exists()


def test_who_confirms_a_closing_sees_what_the_player_will_read(
    comes: Callable[[str], Client], act_pages: dict[str, frozenset[str]]
) -> None:
    client = comes("moderator")
    page = next(page for page in act_pages if page.endswith("act/confirm"))
    assert "Your account is closed" in client.post(f"/staff/{page}/", {"reason": "yes"}).content.decode()
    assert not Sanction.objects.filter(confirmed__isnull=False).exists()
    assert decides(client, f"/staff/{page}/", {"reason": "yes"}).status_code == 302
    assert Sanction.objects.filter(confirmed__isnull=False).exists()


def test_nothing_is_done_without_a_reason(moderator_s: Client, act_pages: dict[str, frozenset[str]]) -> None:
    before = AuditLine.objects.count()
    for page in act_pages:
        if "/act/" in page:
            moderator_s.post(f"/staff/{page}/", {"reason": " ", "text": " ", "sure": "yes", "kind": "", "role": ""})
    assert AuditLine.objects.count() == before


def test_what_a_service_refuses_is_said_in_words(
    comes: Callable[[str], Client], act_pages: dict[str, frozenset[str]]
) -> None:
    client = comes("moderator")
    page = next(page for page in act_pages if page.endswith("act/decide"))
    answer = decides(client, f"/staff/{page}/", {"kind": "", "reason": "nothing in it"})
    assert "Take the case first." in answer.content.decode()
    claimed = client.post(f"/staff/{page.replace('decide', 'claim')}/", {"reason": "mine"})
    assert claimed.status_code == 302
    assert decides(client, f"/staff/{page}/", {"kind": "", "reason": "nothing in it"}).status_code == 302
    assert Case.objects.get().state == "decided"


def test_a_word_is_listed_for_a_reason(moderator_s: Client) -> None:
    wish = {"word": "Zôrglùb", "kind": "unsuitable", "reach": "word", "language": "fr"}
    assert moderator_s.post("/staff/accounts/nameword/add/", wish).status_code == 200
    assert moderator_s.post("/staff/accounts/nameword/add/", {**wish, "reason": "an insult"}).status_code == 302
    assert NameWord.objects.get(word="zorglub").language == "fr"
    assert AuditLine.objects.get().act == "put_word"
    page = f"/staff/accounts/nameword/{NameWord.objects.get(word='zorglub').pk}/act/take/"
    assert moderator_s.post(page, {"reason": "harmless"}).headers["Location"] == "/staff/accounts/nameword/"
    assert not NameWord.objects.filter(word="zorglub").exists()


def test_a_word_without_letters_or_in_a_list_already_is_said_to_be_so(moderator_s: Client) -> None:
    """However it is spelled: a word does not move from one list to another by being added again."""
    wish = {"word": "zorglub", "kind": "unsuitable", "reach": "word", "language": "", "reason": "an insult"}
    assert moderator_s.post("/staff/accounts/nameword/add/", wish).status_code == 302
    for word, said in (("\u0301", "This word has no letters."), ("Zôrglùb", "already exists")):
        answer = moderator_s.post("/staff/accounts/nameword/add/", {**wish, "word": word, "kind": "reserved"})
        assert said in answer.content.decode()
    assert NameWord.objects.get(word="zorglub").kind == "unsuitable"
    assert AuditLine.objects.count() == 1


def test_an_administrator_gives_roles_and_the_person_signs_in_anew(comes: Callable[[str], Client]) -> None:
    client = comes("administrator")
    bea = User.objects.create_user("bea@example.org")
    page = f"/staff/accounts/user/{bea.pk}/act/role/"
    assert client.post(page, {"role": "moderator", "reason": "joins us"}).status_code == 302
    bea.refresh_from_db()
    assert bea.is_staff
    assert [group.name for group in bea.groups.all()] == ["moderator"]
    client.post(page, {"role": "", "reason": "has left us"})
    bea.refresh_from_db()
    assert (bea.is_staff, bea.groups.count()) == (False, 0)


def test_who_is_reported_does_not_learn_here_by_whom(moderator_s: Client, ana: Identity) -> None:
    own = Identity.objects.create(kind="account", user=User.objects.get(email="moderator@example.org"), name="Zoe")
    case = Case.objects.create(subject=own, ground="name")
    wish = {"reporter": ana, "subject": own, "match_id": "m", "seat": 0, "shown": "Zoe", "ground": "name"}
    made = Report.objects.create(case=case, **wish)
    for row in (f"case/{case.pk}", f"report/{made.pk}"):
        assert moderator_s.get(f"/staff/games/{row}/change/").status_code == 302
        assert "Zoe" not in moderator_s.get(f"/staff/games/{row.split('/')[0]}/").content.decode()
    assert moderator_s.get(f"/staff/games/case/{case.pk}/act/note/").status_code == 404
    other = Case.objects.create(subject=ana, ground="name")
    assert moderator_s.get(f"/staff/games/case/{other.pk}/change/").status_code == 200


def test_an_appeal_shows_its_decider_the_door(moderator_s: Client, ana: Identity) -> None:
    staff = User.objects.get(email="moderator@example.org")
    warned = impose(identity_id=ana.pk, kind="warning", ground="leaving", staff=staff, reason="left")
    asked = appeal(sanction_id=warned.pk, identity_id=ana.pk, plea="line")
    page = f"/staff/accounts/appeal/{asked.pk}/act/answer/"
    answer = moderator_s.post(page, {"outcome": "upheld", "reason": "no"})
    assert "somebody else than who decided" in answer.content.decode()
    assert Appeal.objects.get().outcome == ""


@pytest.mark.parametrize(("page", "act"), [("games/case", "claim"), ("accounts/nameword", "take")])
@pytest.mark.parametrize("key", ["zzz", "a\0", "9" * 40])
def test_a_choice_that_is_no_row_s_key_is_refused_in_plain_words(
    moderator_s: Client, page: str, act: str, key: str
) -> None:
    wish = {"action": act, "_selected_action": [key], "sure": "yes", "reason": "because"}
    answer = moderator_s.post(f"/staff/{page}/", wish)
    # PostgreSQL can look for a number of any length, and finds no row: nothing was chosen then.
    nothing_chosen = HTTPStatus.FOUND if key.isdigit() and connection.vendor == "postgresql" else None
    assert answer.status_code in {HTTPStatus.BAD_REQUEST, nothing_chosen}
    assert not AuditLine.objects.exists()


def test_several_cases_are_taken_at_once_with_a_line_for_each(moderator_s: Client) -> None:
    cases = [Case.objects.create(subject=Identity.objects.create(name=name), ground="name") for name in ("Ana", "Bea")]
    wish = {"action": "claim", "_selected_action": [str(case.pk) for case in cases]}
    asked = moderator_s.post("/staff/games/case/", wish)
    assert "Reason, for the record" in asked.content.decode()
    moderator_s.post("/staff/games/case/", {**wish, "sure": "yes", "reason": " "})
    assert not AuditLine.objects.exists()
    moderator_s.post("/staff/games/case/", {**wish, "sure": "yes", "reason": "my evening"})
    assert set(Case.objects.values_list("state", flat=True)) == {"claimed"}
    assert sorted(AuditLine.objects.values_list("object_id", flat=True)) == sorted(str(case.pk) for case in cases)


def test_a_player_is_found_and_his_page_leads_to_all_about_him(moderator_s: Client) -> None:
    user = User.objects.create_user("bea@example.org")
    bea = Identity.objects.create(kind="account", user=user, name="Bea")
    UserSession.objects.create(
        user=user, session_key="k", ip="198.51.100.7", user_agent="a browser", created_at=timezone.now()
    )
    assert "Bea" in moderator_s.get("/staff/accounts/identity/", {"q": "bea@example.org"}).content.decode()
    page = moderator_s.get(f"/staff/accounts/identity/{bea.pk}/change/").content.decode()
    assert "198.51.100.7 a browser" in page
    assert "/staff/billing/" not in page
    for path in ("games/case", "games/match", "games/ledgerline"):
        address = next(part for part in page.split('"') if part.startswith(f"/staff/{path}/?"))
        assert moderator_s.get(address.replace("&amp;", "&")).status_code == 200
