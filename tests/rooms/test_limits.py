"""Slowing down who tries too often."""

import asyncio

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from games.live import store
from games.services.limits import address_of, count_attempt, forget_attempt

pytestmark = pytest.mark.usefixtures("redis_url")


@pytest.fixture(autouse=True)
def _limits(settings: Settings) -> None:
    settings.COLORCLASH_LIMITS = {"codes_minute": 3, "codes_hour": 5}


async def test_the_fourth_attempt_of_a_minute_waits() -> None:
    assert [await count_attempt("codes", "a") for _ in range(3)] == [0, 0, 0]
    assert 50 <= await count_attempt("codes", "a") <= 60
    assert await count_attempt("codes", "b") == 0


async def test_an_hour_has_a_limit_of_its_own() -> None:
    for _ in range(5):
        await store.pipe().call("DEL", "limit:{codes:a}:minute")
        assert await count_attempt("codes", "a") == 0
    await store.pipe().call("DEL", "limit:{codes:a}:minute")
    assert await count_attempt("codes", "a") > 3500


async def test_a_success_takes_back_itself_alone() -> None:
    for _ in range(2):
        await count_attempt("codes", "a")
    for _ in range(10):
        assert await count_attempt("codes", "a") == 0
        await forget_attempt("codes", "a")
    assert await count_attempt("codes", "a") == 0
    assert await count_attempt("codes", "a") > 0


async def test_parallel_attempts_do_not_slip_through() -> None:
    waits = await asyncio.gather(*[count_attempt("codes", "a") for _ in range(50)])
    assert waits.count(0) == 3


async def test_counters_go_away_by_themselves() -> None:
    await count_attempt("codes", "a")
    await forget_attempt("codes", "a")
    await forget_attempt("codes", "a")
    assert 0 < await store.pipe().call("TTL", "limit:{codes:a}:minute") <= 60
    assert 0 < await store.pipe().call("TTL", "limit:{codes:a}:hour") <= 3600
    assert await store.pipe().call("GET", "limit:{codes:a}:hour") == b"0"


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", "unknown"),
    ],
)
def test_whom_an_address_stands_for(peer: str, counted: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=peer)) == counted


def test_a_header_counts_only_from_the_trusted_proxy(settings: Settings) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="1.2.3.4, 203.0.113.9")
    settings.TRUST_PROXY = False
    assert address_of(request) == "10.0.0.1"
    settings.TRUST_PROXY = True
    assert address_of(request) == "203.0.113.9"
