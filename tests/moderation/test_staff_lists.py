"""What staff's lists of rows answer, and what they keep to themselves."""

import re

import pytest
from django.conf import settings as site
from django.contrib import admin
from django.test import Client
from pytest_django import Settings

from accounts.acting import LOOKUPS
from accounts.models import Identity, User
from accounts.roles import ensure_roles
from games.case_models import Case
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
    for model, page in admin.site._registry.items():
        offered = {
            name + how for name in (*page.list_filter, page.date_hierarchy) if isinstance(name, str) for how in LOOKUPS
        }
        names = [field.name for field in model._meta.get_fields()]
        for lookup in (name + how for name in names for how in COMPARISONS):
            if lookup not in offered:
                address = f"/staff/{model._meta.app_label}/{model._meta.model_name}/"
                assert root.get(address, {lookup: "argon2"}).status_code == 400, (address, lookup)


def test_a_list_s_own_filters_narrow_it_down(root: Client) -> None:
    for model, page in admin.site._registry.items():
        address = f"/staff/{model._meta.app_label}/{model._meta.model_name}/"
        shown = root.get(address).content.decode()
        links = {link.replace("&amp;", "&") for link in re.findall(r'href="(\?[^"]+)"', shown)}
        assert links or not page.list_filter
        for link in links:
            answer = root.get(address + link)
            assert (answer.status_code, "e=1" in answer.headers.get("Location", "")) == (200, False), (address, link)


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
