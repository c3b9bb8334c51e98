"""What staff's lists of rows answer, and what they keep to themselves."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as site
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.auth.models import Group
from django.http import QueryDict
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts.acting import LOOKUPS
from accounts.animals import any_animal, shown_name
from accounts.models import Identity, User
from accounts.roles import ensure_roles
from accounts.sanctions import appeal, impose
from games.case_models import Case, Report
from games.services.cases import claim, decide
from tests.moderation.staff import browser_of

pytestmark = pytest.mark.django_db

COMPARISONS = ("", "__exact", "__startswith", "__contains", "__regex", "__in", "__gt", "__isnull")


@pytest.fixture(autouse=True)
def _mounted(settings: Settings) -> None:
    settings.ADMIN_PATH = "staff"
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    ensure_roles()


@pytest.fixture
def root() -> Client:
    return browser_of(User.objects.create_superuser("root@example.org", "a long pass phrase"))


def test_no_list_tells_by_its_filters_what_it_does_not_show(root: Client) -> None:
    """Such as the hash of a password, letter by letter; nor does it run whatever pattern is sent."""
    request = RequestFactory().get("/staff/")
    request.user = User.objects.get()
    for model, page in admin.site._registry.items():
        columns = [name for name in (*page.list_filter, page.date_hierarchy) if isinstance(name, str)]
        offered = {name + how for name in columns for how in LOOKUPS} | {*getattr(page, "linked_by", ())}
        asked = {field.name + how for field in model._meta.get_fields() for how in COMPARISONS} - offered
        for lookup in asked:
            request.GET = QueryDict(f"{lookup}=argon2")
            with pytest.raises(DisallowedModelAdminLookup):
                page.get_changelist_instance(request)
        address = f"/staff/{model._meta.app_label}/{model._meta.model_name}/"
        assert root.get(address, {min(asked): "argon2"}).status_code == 400, address


def test_a_list_s_own_filters_narrow_it_down(root: Client) -> None:
    for model, page in admin.site._registry.items():
        address = f"/staff/{model._meta.app_label}/{model._meta.model_name}/"
        shown = root.get(address).content.decode()
        links = {link.replace("&amp;", "&") for link in re.findall(r'href="(\?[^"]+)"', shown)}
        assert links or not page.list_filter
        for link in links:
            answer = root.get(address + link)
            assert (answer.status_code, "e=1" in answer.headers.get("Location", "")) == (200, False), (address, link)


@pytest.mark.parametrize("year", ["0", "abc", "99999", "999999999999"])
def test_a_date_that_there_is_not_narrows_nothing_down(root: Client, year: str) -> None:
    assert root.get(f"/staff/accounts/auditline/?at__year={year}").status_code in {200, 302}


def test_a_whole_page_of_rows_fits_into_one_form(root: Client) -> None:
    for number in range(60):
        Case.objects.create(subject=Identity.objects.create(name=f"Ana {number}"), ground="name")
    shown = root.get("/staff/games/case/", {"all": ""}).content.decode()
    boxes = re.findall(r'name="_selected_action" value="([^"]+)"', shown)
    assert 1 < len(boxes) < site.DATA_UPLOAD_MAX_NUMBER_FIELDS - 5
    asked = root.post("/staff/games/case/", {"action": "claim", "_selected_action": boxes, "select_across": "1"})
    again = re.findall(r'name="_selected_action" value="([^"]+)"', asked.content.decode())
    wish = {"action": "claim", "_selected_action": again, "sure": "yes", "reason": "my evening"}
    assert root.post("/staff/games/case/", wish).status_code == 302
    assert Case.objects.filter(state="claimed").count() == len(again) == len(boxes)


def test_the_queue_begins_with_what_nobody_has_taken(root: Client) -> None:
    staff = User.objects.create_user("moderator@example.org", is_staff=True)
    cases = [Case.objects.create(subject=Identity.objects.create(name=name), ground="name") for name in "ABCDEF"]
    for number in (0, 1, 2):
        claim(case_id=cases[number].pk, staff=staff, reason="mine")
    for number in (0, 1):
        decide(case_id=cases[number].pk, staff=staff, reason="nothing in it")
    shown = root.get("/staff/games/case/").content.decode()
    assert re.findall(r">([A-F])</a>", shown) == ["D", "E", "F", "C", "B", "A"]


def test_the_queue_says_how_many_reports_stand_behind_a_case(root: Client) -> None:
    """Whatever is searched for at the same time, which joins the reports once more."""
    case = Case.objects.create(subject=Identity.objects.create(name="Ana"), ground="name")
    for number in range(3):
        reporter = Identity.objects.create(name=f"Bea {number}")
        wish = {"match_id": f"m{number}", "seat": 0, "shown": "Ana", "ground": "name"}
        Report.objects.create(case=case, subject=case.subject, reporter=reporter, **wish)
    for search in ({}, {"q": "m1"}):
        shown = root.get("/staff/games/case/", search).content.decode()
        assert re.findall(r'field-times">(\d+)<', shown) == ["3"]


def test_the_first_page_says_what_waits_for_whoever_looks() -> None:
    judge, other = (staff_of(name, "moderator") for name in ("judge", "other"))
    bea = User.objects.create_user("bea@example.org")
    identity = Identity.objects.create(kind="account", user=bea, name="Bea")
    Case.objects.create(subject=identity, ground="name")
    warning = impose(identity_id=identity.pk, kind="warning", ground="leaving", staff=judge, reason="left")
    appeal(sanction_id=warning.pk, identity_id=identity.pk, plea="line")
    impose(identity_id=identity.pk, kind="closing", ground="teaming", staff=judge, reason="teamed up")
    assert waits_for(judge) == [1, 0, 0]
    assert waits_for(other) == [1, 1, 1]
    assert waits_for(staff_of("books", "accountant")) == []


def staff_of(name: str, role: str) -> User:
    user = User.objects.create_user(f"{name}@example.org", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def waits_for(user: User) -> list[int]:
    """The figures on somebody's first page, whose links all lead to lists of so many rows."""
    client = browser_of(user)
    shown = client.get("/staff/").content.decode()
    found = re.findall(r'<li><a href="([^"]+)">[^<]+: (\d+)</a></li>', shown)
    for url, _ in found:
        assert client.get(url.replace("&amp;", "&")).status_code == 200
    return [int(count) for _, count in found]


def test_an_animal_is_called_by_its_name_on_every_page(root: Client) -> None:
    fox = Identity.objects.create(name=any_animal())
    case = Case.objects.create(subject=fox, ground="name")
    wish = {"reporter": Identity.objects.create(name="Ana"), "match_id": "m", "seat": 0, "shown": fox.name}
    made = Report.objects.create(case=case, subject=fox, ground="name", **wish)
    for page in (
        "accounts/identity/",
        f"accounts/identity/{fox.pk}/change/",
        "games/case/",
        f"games/case/{case.pk}/change/",
        "games/report/",
        f"games/report/{made.pk}/change/",
    ):
        shown = root.get(f"/staff/{page}").content.decode()
        assert shown_name(fox.name) in shown
        assert fox.name not in shown, page


def test_who_keeps_the_books_sees_no_sanctions_and_no_addresses_of_sessions() -> None:
    bea = User.objects.create_user("bea@example.org")
    identity = Identity.objects.create(kind="account", user=bea, name="Bea")
    judge = User.objects.create_user("judge@example.org", is_staff=True)
    impose(identity_id=identity.pk, kind="warning", ground="leaving", staff=judge, reason="left")
    now = timezone.now()
    UserSession.objects.create(user=bea, session_key="k", ip="198.51.100.7", user_agent="a browser", created_at=now)
    seen = {}
    for role in ("accountant", "moderator"):
        user = User.objects.create_user(f"{role}@example.org", is_staff=True)
        user.groups.add(Group.objects.get(name=role))
        page = browser_of(user).get(f"/staff/accounts/identity/{identity.pk}/change/").content.decode()
        seen[role] = ("198.51.100.7" in page, "warning" in page)
    assert seen == {"accountant": (False, False), "moderator": (True, True)}


def test_the_history_of_a_row_is_what_the_record_says_of_it(root: Client) -> None:
    ana = Identity.objects.create(name="Ana")
    case = Case.objects.create(subject=ana, ground="name")
    root.post(f"/staff/games/case/{case.pk}/act/claim/", {"reason": "my evening"})
    lines = root.get(f"/staff/games/case/{case.pk}/history/", follow=True).content.decode()
    assert "my evening" in lines
    assert "my evening" not in root.get(f"/staff/accounts/identity/{ana.pk}/history/", follow=True).content.decode()
