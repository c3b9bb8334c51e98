"""Decisions about people: what each keeps them from, who may decide, and what they read."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import override

from accounts.animals import is_animal
from accounts.audit import StaffRefused
from accounts.models import Identity, User
from accounts.notices import notices_of
from accounts.personal_data import forget_guest
from accounts.sanction_models import Appeal, AuditLine, Ground, Sanction
from accounts.sanction_texts import previews
from accounts.sanctions import (
    appeal,
    block,
    blocks_of,
    confirm_closing,
    decide_appeal,
    impose,
    kept_apart_from,
    lift,
    mark_read,
    no_quick_play,
    out_of_play,
    standing,
    unblock,
    unread,
)

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

TOMORROW = timedelta(days=1)


@pytest.fixture
def ana() -> Identity:
    return Identity.objects.create(name="Ana")


@pytest.fixture
def account() -> Identity:
    user = User.objects.create_user("bea@example.org")
    User.objects.filter(pk=user.pk).update(language="fr")
    user.refresh_from_db()
    return Identity.objects.create(kind="account", user=user, name="Bea")


def decide(who: Identity, kind: str, staff: User | None, **more: object) -> Sanction:
    ends = timezone.now() + TOMORROW if kind in {"suspension", "no_quick_play"} else None
    wish = {"ground": "leaving", "reason": "left five times", "ends": ends, **more}
    return impose(identity_id=who.pk, kind=kind, staff=staff, **wish)  # type: ignore[arg-type]


def test_a_suspension_keeps_out_of_all_play_until_its_end(ana: Identity, moderator: User) -> None:
    decide(ana, "suspension", moderator)
    assert standing(ana.pk) is not None
    assert no_quick_play(ana.pk) is not None
    later = timezone.now() + 2 * TOMORROW
    assert standing(ana.pk, now=later) is None
    assert no_quick_play(ana.pk, now=later) is None


def test_who_is_out_of_play_is_found_in_one_go(ana: Identity, account: Identity, moderator: User) -> None:
    claimed = Identity.objects.create(kind="account", user=account.user, claimed=timezone.now(), name="Guest")
    free = Identity.objects.create(name="Cal")
    everybody = [ana.pk, account.pk, claimed.pk, free.pk]
    assert out_of_play(everybody) == set()
    decide(free, "no_quick_play", moderator)
    decide(claimed, "suspension", moderator)
    sanction = decide(ana, "suspension", moderator)
    assert out_of_play(everybody) == {ana.pk, account.pk, claimed.pk}
    lift(sanction_id=sanction.pk, staff=moderator, reason="a mistake")
    assert out_of_play(everybody) == {each for each in everybody if standing(each)} == {account.pk, claimed.pk}


def test_no_quick_play_leaves_rooms_open(ana: Identity, moderator: User) -> None:
    decide(ana, "no_quick_play", moderator)
    assert standing(ana.pk) is None
    assert no_quick_play(ana.pk) is not None


def test_a_warning_keeps_out_of_nothing_and_is_read_once(ana: Identity, moderator: User) -> None:
    decide(ana, "warning", moderator)
    assert standing(ana.pk) is None
    assert no_quick_play(ana.pk) is None
    assert len(unread(ana.pk)) == 1
    mark_read(identity_id=ana.pk)
    assert unread(ana.pk) == []


def test_a_reset_name_is_an_animal_s(ana: Identity, moderator: User) -> None:
    decide(ana, "name_reset", moderator, ground="name")
    ana.refresh_from_db()
    assert is_animal(ana.name)
    assert Sanction.objects.get().name == "Ana"


def test_a_name_that_was_reset_goes_with_the_person_and_stands_in_no_line_that_stays(
    ana: Identity, moderator: User
) -> None:
    decide(ana, "name_reset", moderator, ground="name")
    forget_guest(guest=ana)
    assert Sanction.objects.get().name == ""
    assert "Ana" not in str(AuditLine.objects.values().get())


def test_closing_for_good_needs_a_second_member_of_staff(account: Identity, moderator: User, colleague: User) -> None:
    closing = decide(account, "closing", moderator, ground="teaming")
    assert standing(account.pk) is None
    assert notices_of(account.pk) == []
    with pytest.raises(StaffRefused, match="same_person"):
        confirm_closing(sanction_id=closing.pk, staff=moderator, reason="sure")
    confirm_closing(sanction_id=closing.pk, staff=colleague, reason="looked at it too")
    assert standing(account.pk) == closing
    with pytest.raises(StaffRefused, match="not_open"):
        confirm_closing(sanction_id=closing.pk, staff=colleague, reason="again")


def test_a_guest_has_no_account_to_close(ana: Identity, moderator: User) -> None:
    with pytest.raises(StaffRefused, match="no_account"):
        decide(ana, "closing", moderator)


def test_a_sanction_counts_for_every_identity_of_the_account(account: Identity, moderator: User) -> None:
    claimed = Identity.objects.create(kind="account", user=account.user, name="Guest", claimed=timezone.now())
    decide(claimed, "suspension", moderator)
    assert standing(account.pk) is not None


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        ("suspension", {"ends": None}, "no_end"),
        ("suspension", {"ends": timezone.now() - TOMORROW}, "no_end"),
        ("no_quick_play", {"ends": timezone.now() + 400 * TOMORROW}, "too_long"),
        ("warning", {"reason": "  "}, "no_reason"),
    ],
)
def test_half_a_decision_is_refused_and_leaves_nothing(
    ana: Identity, moderator: User, kind: str, more: dict[str, object], code: str
) -> None:
    with pytest.raises(StaffRefused, match=code):
        decide(ana, kind, moderator, **more)
    assert not Sanction.objects.exists()
    assert not AuditLine.objects.exists()


def test_nobody_decides_about_himself(moderator: User) -> None:
    own = Identity.objects.create(kind="account", user=moderator, name="Mod")
    with pytest.raises(StaffRefused, match="oneself"):
        decide(own, "warning", moderator)


def test_nobody_ends_what_was_decided_about_himself(moderator: User, colleague: User) -> None:
    own = Identity.objects.create(kind="account", user=moderator, name="Mod")
    suspended, closing = (decide(own, kind, colleague) for kind in ("suspension", "closing"))
    asked = appeal(sanction_id=suspended.pk, identity_id=own.pk, plea="too_hard")
    acts: tuple[Callable[[], None], ...] = (
        lambda: lift(sanction_id=suspended.pk, staff=moderator, reason="it was nothing"),
        lambda: confirm_closing(sanction_id=closing.pk, staff=moderator, reason="so be it"),
        lambda: decide_appeal(appeal_id=asked.pk, staff=moderator, lifted=True, reason="it was nothing"),
    )
    for act in acts:
        with pytest.raises(StaffRefused, match="oneself"):
            act()
    assert standing(own.pk) == suspended


def test_a_lifted_sanction_is_over(ana: Identity, moderator: User) -> None:
    suspended = decide(ana, "suspension", moderator)
    lift(sanction_id=suspended.pk, staff=moderator, reason="a mistake")
    assert standing(ana.pk) is None
    with pytest.raises(StaffRefused, match="not_open"):
        lift(sanction_id=suspended.pk, staff=moderator, reason="again")


def test_an_appeal_goes_to_somebody_else(ana: Identity, moderator: User, colleague: User) -> None:
    suspended = decide(ana, "suspension", moderator)
    asked = appeal(sanction_id=suspended.pk, identity_id=ana.pk, plea="line")
    with pytest.raises(StaffRefused, match="not_open"):
        appeal(sanction_id=suspended.pk, identity_id=ana.pk, plea="line")
    with pytest.raises(StaffRefused, match="same_person"):
        decide_appeal(appeal_id=asked.pk, staff=moderator, lifted=False, reason="no")
    decide_appeal(appeal_id=asked.pk, staff=colleague, lifted=True, reason="the log shows a failing line")
    assert standing(ana.pk) is None
    assert Appeal.objects.get().outcome == "lifted"
    assert [line.act for line in AuditLine.objects.order_by("id")] == ["suspension", "lift_on_appeal"]


def test_who_confirmed_does_not_hear_the_appeal_either(account: Identity, moderator: User, colleague: User) -> None:
    closing = decide(account, "closing", moderator)
    confirm_closing(sanction_id=closing.pk, staff=colleague, reason="sure")
    asked = appeal(sanction_id=closing.pk, identity_id=account.pk, plea="mistake")
    with pytest.raises(StaffRefused, match="same_person"):
        decide_appeal(appeal_id=asked.pk, staff=colleague, lifted=False, reason="no")


def test_nobody_appeals_against_another_s_sanction(ana: Identity, account: Identity, moderator: User) -> None:
    suspended = decide(ana, "suspension", moderator)
    with pytest.raises(StaffRefused, match="not_open"):
        appeal(sanction_id=suspended.pk, identity_id=account.pk, plea="line")


@pytest.mark.parametrize("kind", Sanction.Kind.values)
@pytest.mark.parametrize("ground", Ground.values)
def test_staff_see_beforehand_what_the_player_will_read_in_his_language(
    account: Identity, moderator: User, colleague: User, kind: str, ground: str
) -> None:
    ends = timezone.now() + TOMORROW if kind in {"suspension", "no_quick_play"} else None
    (shown,) = previews(identity=account, kind=kind, ground=ground, ends=ends)
    assert (shown.language, shown.name) == ("fr", "Français")
    decided = decide(account, kind, moderator, ground=ground, ends=ends)
    if kind == "closing":
        confirm_closing(sanction_id=decided.pk, staff=colleague, reason="sure")
    with override("fr"):
        (read,) = notices_of(account.pk)
    assert (read.title, read.sentences) == shown.told
    with override("en"):
        (english,) = notices_of(account.pk)
    assert set(english.sentences).isdisjoint(read.sentences)


def test_what_a_guest_will_read_is_shown_in_every_language(ana: Identity) -> None:
    shown = previews(identity=ana, kind="warning", ground="leaving", ends=None)
    assert [one.language for one in shown] == ["en", "es", "fr"]
    assert len({one.told.title for one in shown}) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"ends": None},
        {"ground": "hunger"},
        {"kind": "warning"},
        {"lifted": timezone.now()},
        {"confirmed": timezone.now()},
        {"decided_by": None},
    ],
)
def test_the_database_refuses_a_sanction_that_cannot_be(
    ana: Identity, moderator: User, change: dict[str, object]
) -> None:
    suspended = decide(ana, "suspension", moderator)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.filter(pk=suspended.pk).update(**change)


def test_the_database_refuses_that_one_person_closes_for_good(account: Identity, moderator: User) -> None:
    closing = decide(account, "closing", moderator)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.filter(pk=closing.pk).update(confirmed=timezone.now(), confirmed_by=moderator)


# Blocks.


def test_a_block_keeps_both_apart_with_all_their_identities(ana: Identity, account: Identity) -> None:
    claimed = Identity.objects.create(kind="account", user=account.user, name="Guest", claimed=timezone.now())
    block(blocker_id=ana.pk, blocked_id=claimed.pk, match_id="m", shown="Fox")
    block(blocker_id=ana.pk, blocked_id=claimed.pk, match_id="m", shown="Fox")
    assert kept_apart_from(ana.pk) == {account.pk, claimed.pk}
    assert kept_apart_from(account.pk) == kept_apart_from(claimed.pk) == {ana.pk}
    assert blocks_of(account.pk).count() == 0
    (own,) = blocks_of(ana.pk)
    unblock(blocker_id=account.pk, block_id=own.pk)
    assert kept_apart_from(ana.pk)
    unblock(blocker_id=ana.pk, block_id=own.pk)
    assert kept_apart_from(ana.pk) == set()


def test_nobody_blocks_himself(account: Identity) -> None:
    claimed = Identity.objects.create(kind="account", user=account.user, name="Guest", claimed=timezone.now())
    block(blocker_id=account.pk, blocked_id=claimed.pk, match_id="m", shown="Fox")
    assert blocks_of(account.pk).count() == 0
