"""Whoever opens a page is looked up at the door, and a crowd that comes together is looked up together."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connections
from django.db.backends.signals import connection_created
from django.test import AsyncClient
from django.utils import timezone

from accounts.models import User
from accounts.sanction_models import Sanction
from accounts.services import OUT_KEY, ensure_guest
from accounts.sessions import SessionStore
from accounts.signing import end_sessions_of
from games.services.door import person_behind

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = 60


@sync_to_async
def guests(number: int) -> dict[str, UUID]:
    """So many browsers that have played, by the keys of their sessions."""
    found: dict[str, UUID] = {}
    for each in range(number):
        session = SessionStore()
        identity = ensure_guest(session=session, name=f"Guest {each}")
        session.save()
        found[session.session_key or ""] = identity.pk
    return found


def note_who_went(key: str, identity: UUID) -> None:
    """As if somebody who may not play had signed out of this browser."""
    session = SessionStore(key)
    session[OUT_KEY] = [str(identity)]
    session.save()


async def test_everybody_of_a_crowd_is_let_in_as_himself() -> None:
    crowd = await guests(CROWD)
    found = await asyncio.gather(*[person_behind(key) for key in crowd])
    assert found == [(identity, True) for identity in crowd.values()]


async def test_a_crowd_that_comes_together_is_looked_up_in_one_or_two_goes() -> None:
    """Each go opens the database once."""
    crowd = await guests(CROWD)
    opened: list[object] = []

    def opens(**told: object) -> None:
        opened.append(told["connection"])

    connection_created.connect(opens)
    try:
        await person_behind(next(iter(crowd)))
        assert len(opened) == 1
        await asyncio.gather(*[person_behind(key) for key in crowd])
        assert len(opened) <= 3
    finally:
        connection_created.disconnect(opens)


async def test_who_comes_while_others_are_looked_up_is_found_as_he_is_then() -> None:
    """He is not answered from what was read before he came."""
    (key, identity), *_ = (await guests(1)).items()
    early = asyncio.create_task(person_behind("nobody's"))
    await asyncio.sleep(0)
    late = asyncio.create_task(person_behind(key))
    assert await early == (None, True)
    assert await late == (identity, True)


@pytest.mark.parametrize("key", ["a\0bcdefghijklmnopqrstuvwxyz012345", "é" * 32, "A" * 32, "a" * 500, "a"])
async def test_a_cookie_that_no_database_can_look_for_shuts_the_door_on_nobody_else(key: str) -> None:
    (own, identity), *_ = (await guests(1)).items()
    found = await asyncio.gather(*[person_behind(each) for each in (key, own)])
    assert found == [(None, True), (identity, True)]
    browser = AsyncClient()
    browser.cookies["sessionid"] = key
    assert (await browser.get("/")).status_code == 200


async def test_somebody_who_goes_again_at_once_takes_nobody_with_him() -> None:
    (stays, identity), (goes, _) = (await guests(2)).items()
    waiting = asyncio.create_task(person_behind(stays))
    going = asyncio.create_task(person_behind(goes))
    await asyncio.sleep(0)
    going.cancel()
    assert await waiting == (identity, True)
    assert going.cancelled()


async def test_who_comes_after_his_session_has_ended_is_the_guest_he_was() -> None:
    (key, identity), *_ = (await guests(1)).items()
    user = await User.objects.acreate(email="ana@example.org")
    await UserSession.objects.acreate(user=user, session_key=key, ip="203.0.113.7")
    await sync_to_async(end_sessions_of)(user=user)
    assert await person_behind(key) == (None, True)
    browser = AsyncClient()
    browser.cookies["sessionid"] = key
    answer = await browser.get("/")
    assert await person_behind(answer.cookies["sessionid"].value) == (identity, True)


@pytest.mark.parametrize("session", [None, "", "nobody's"])
async def test_without_a_session_there_is_nobody(session: str | None) -> None:
    assert await person_behind(session) == (None, True)


async def test_a_session_that_has_run_out_opens_nothing() -> None:
    (key, _), (other, identity) = (await guests(2)).items()
    await Session.objects.filter(session_key=key).aupdate(expire_date=timezone.now() - timedelta(seconds=1))
    assert (await person_behind(key), await person_behind(other)) == ((None, True), (identity, True))


async def test_of_a_crowd_only_the_suspended_may_not_play(own_database: None) -> None:
    """A sanction is written for good: it goes into a database of the test's own."""
    del own_database
    await sync_to_async(connections.close_all)()
    crowd = await guests(4)
    (bad, suspended), (same_browser, guest), *others = crowd.items()
    await sync_to_async(note_who_went)(same_browser, suspended)
    staff = await User.objects.acreate(email="staff@example.org", is_staff=True)
    ends = timezone.now() + timedelta(days=1)
    await Sanction.objects.acreate(
        identity_id=suspended, kind="suspension", ground="leaving", ends=ends, decided_by=staff
    )
    found = dict(zip(crowd, await asyncio.gather(*map(person_behind, crowd)), strict=True))
    assert (found[bad], found[same_browser]) == ((suspended, False), (guest, False))
    assert [found[key] for key, _ in others] == [(identity, True) for _, identity in others]
