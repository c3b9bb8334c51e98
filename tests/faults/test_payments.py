"""Notices doubled, reordered, forged, stale and lost, answers lost, processes killed: fault 17 on the real processes.

That any order of everything that may happen to a payment ends well is shown by `tests/billing/test_buying.py`; here
the provider, the web, the worker and their database are processes of their own.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from billing.standin.address import read_address
from billing.standin.remote import Remote
from tests.processes import CODE, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.site import LiveSite

pytestmark = pytest.mark.services


class PayingSite:
    """A running site with its stand-in provider, and what is said inside its own environment."""

    def __init__(self, site: LiveSite) -> None:
        self.site = site
        wait_until(lambda: read_address(site.data) is not None, "the stand-in listens")
        address = read_address(site.data)
        assert address is not None
        self.provider = Remote(address)

    def say(self, *words: str) -> list[str]:
        command = [sys.executable, "-m", "tests.faults.payments", *words]
        environment = {**self.site["web1"].environment, "COLORCLASH_POOL_SIZE": "0"}
        done = subprocess.run(
            command, cwd=CODE, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.split("\n")[:-1]

    def paid(self) -> int:
        count: int = self.site.rows("select count(*) from billing_purchase where state = 'paid'")[0][0]
        return count

    def all_followed(self) -> bool:
        """Whether every event that the site has kept is followed."""
        left: int = self.site.rows("select count(*) from billing_providerevent where settled_at is null")[0][0]
        return left == 0

    def intents(self) -> list[str]:
        return [each["id"] for each in self.provider.truth()["payment_intent"] if each["status"] == "succeeded"]


@pytest.fixture
def paying(live_site: Callable[..., LiveSite]) -> PayingSite:
    return PayingSite(live_site(clocks=0, shop=True))


@pytest.mark.nightly
def test_17_bad_notices_killed_processes_and_lost_answers(paying: PayingSite) -> None:
    provider, site = paying.provider, paying.site
    provider.turn(copies=3, reorder=True, forge=0.2, stale=0.2, drop=0.1, swallow={"POST /v1/checkout/sessions": 1})
    sessions = paying.say("order", "8")
    for number, session in enumerate(sessions):
        provider.pay(session, method="delayed" if number % 4 == 3 else "card")
        if number == 3:
            site.kill("web1")
            site.kill("ledger")
    site.start_again("web1")
    site.start_again("ledger")
    paying.say("follow", "4")
    assert paying.paid() == 6
    intents = paying.intents()
    contested = [provider.dispute(intents[0]), provider.dispute(intents[1]), provider.dispute(intents[2])]
    provider.settle(sessions[3], good=True)
    provider.settle(sessions[7], good=False)
    site.kill("ledger")
    provider.close_dispute(contested[0]["id"], won=True)
    provider.close_dispute(contested[1]["id"], won=False)
    site.start_again("ledger")
    assert paying.say("verdict") == []
    standing = site.rows("select count(*) from billing_entitlement where withdrawn_at is null")[0][0]
    codes = site.rows("select count(*) from billing_giftcode where blocked_at is null")[0][0]
    assert standing + codes == 5


def test_17_notices_alone_bring_it_about(paying: PayingSite) -> None:
    """Nobody asks: the signed notice, the web that keeps it and the worker that follows it are enough."""
    for session in paying.say("order", "2"):
        paying.provider.pay(session)
    wait_until(lambda: paying.paid() == 2 and paying.all_followed(), "the notices are followed")
    assert paying.say("verdict") == []
