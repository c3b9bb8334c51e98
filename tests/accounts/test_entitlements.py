"""Premium tables open to whoever holds a standing entitlement, and to nobody else."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Identity, User
from accounts.sanction_models import AuditLine
from billing.models import Entitlement
from billing.services import EntitlementRefused, give_back, grant, may_open_table, premium_tables_of, spend, withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff@example.org", is_staff=True)


@pytest.fixture
def ana() -> Identity:
    return Identity.objects.create(name="Ana")


def give(ana: Identity, staff: User, table: str = "duel-siege", term: str = "lasting") -> Entitlement:
    return grant(holder_id=ana.pk, table=table, term=term, staff=staff, reason="won it at the fair")


def test_free_tables_are_open_to_everybody(ana: Identity) -> None:
    for ruleset in ("clash-classic", "clash-family", "duel-classic", "upcolor"):
        assert may_open_table(ana.pk, ruleset)


def test_a_premium_table_needs_an_entitlement(ana: Identity, staff: User) -> None:
    assert not may_open_table(ana.pk, "duel-siege")
    give(ana, staff)
    assert may_open_table(ana.pk, "duel-siege")
    assert not may_open_table(ana.pk, "duel-daynight")
    assert premium_tables_of(ana.pk) == ("duel-siege",)


def test_one_for_all_tables_opens_each(ana: Identity, staff: User) -> None:
    give(ana, staff, table="")
    assert premium_tables_of(ana.pk) == ("duel-daynight", "duel-siege")


def test_nobody_opens_with_another_person_s(ana: Identity, staff: User) -> None:
    give(ana, staff)
    bea = Identity.objects.create(name="Bea")
    assert not may_open_table(bea.pk, "duel-siege")


def test_an_account_opens_with_what_any_of_its_identities_holds(ana: Identity, staff: User) -> None:
    give(ana, staff)
    user = User.objects.create_user("ana@example.org")
    Identity.objects.filter(pk=ana.pk).update(kind="account", user=user, claimed=timezone.now())
    again = Identity.objects.create(kind="account", user=user, name="Ana")
    assert may_open_table(again.pk, "duel-siege")


def test_a_withdrawn_one_opens_nothing(ana: Identity, staff: User) -> None:
    given = give(ana, staff)
    withdraw(entitlement_id=given.pk, staff=staff, reason="refunded")
    assert not may_open_table(ana.pk, "duel-siege")
    with pytest.raises(EntitlementRefused) as refused:
        withdraw(entitlement_id=given.pk, staff=staff, reason="refunded")
    assert refused.value.code == "already_withdrawn"
    given.refresh_from_db()
    assert (given.withdrawn_by, given.withdraw_reason) == (staff, "refunded")
    lines = AuditLine.objects.filter(object_kind="entitlement", object_id=given.pk).order_by("id")
    assert [(line.act, line.reason) for line in lines] == [("grant", "won it at the fair"), ("withdraw", "refunded")]


def test_staff_must_say_why(ana: Identity, staff: User) -> None:
    given = give(ana, staff)
    for act in (
        lambda: grant(holder_id=ana.pk, table="", term="lasting", staff=staff, reason="  "),
        lambda: withdraw(entitlement_id=given.pk, staff=staff, reason=""),
    ):
        with pytest.raises(EntitlementRefused) as refused:
            act()
        assert refused.value.code == "no_reason"
    assert may_open_table(ana.pk, "duel-siege")


def test_an_evening_begins_once_and_ends_after_a_day(ana: Identity, staff: User) -> None:
    evening = give(ana, staff, table="", term="evening")
    assert spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m1") == evening.pk
    assert spend(identity_id=ana.pk, ruleset="duel-daynight", match_id="m2") is None
    assert may_open_table(ana.pk, "duel-daynight")
    Entitlement.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert not may_open_table(ana.pk, "duel-daynight")


@pytest.mark.parametrize("end", ["over", "withdrawn"])
def test_what_stood_when_the_match_was_opened_keeps_the_next_evening_whole(
    ana: Identity, staff: User, end: str
) -> None:
    first, second = (give(ana, staff, table="", term="evening") for _ in range(2))
    assert spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m1") == first.pk
    opened = timezone.now()
    changes: dict[str, object] = {"ends_at": opened + timedelta(microseconds=1)}
    if end == "withdrawn":
        changes = {"withdrawn_at": opened + timedelta(microseconds=1), "withdraw_reason": "paid back"}
    Entitlement.objects.filter(pk=first.pk).update(**changes)
    assert spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m2", opened=opened) is None
    assert spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m3", opened=timezone.now()) == second.pk


def test_a_lasting_one_is_never_spent(ana: Identity, staff: User) -> None:
    give(ana, staff, term="evening")
    give(ana, staff, term="lasting")
    assert spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m1") is None
    assert spend(identity_id=ana.pk, ruleset="clash-classic", match_id="m1") is None


def test_a_fault_of_ours_gives_the_evening_back(ana: Identity, staff: User) -> None:
    evening = give(ana, staff, term="evening")
    spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m1")
    assert give_back(match_id="m1", reason="a fault of ours") == 1
    assert give_back(match_id="m1", reason="a fault of ours") == 0
    evening.refresh_from_db()
    assert evening.ends_at is None
    assert spend(identity_id=ana.pk, ruleset="duel-siege", match_id="m2") == evening.pk


@pytest.mark.parametrize(
    "change",
    [
        {"grant_reason": ""},
        {"spent_on": "m1"},
        {"withdraw_reason": "why"},
        {"withdrawn_at": timezone.now()},
        {"term": "lasting", "spent_on": "m1", "ends_at": timezone.now()},
    ],
)
def test_the_database_refuses_half_an_entitlement(ana: Identity, staff: User, change: dict[str, object]) -> None:
    given = give(ana, staff)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entitlement.objects.filter(pk=given.pk).update(**change)
