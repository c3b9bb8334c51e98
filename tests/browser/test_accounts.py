"""An account from its first page to its second factor, and what a guest keeps, in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.accounts.people import PASSWORD, app_code
from tests.browser.tables import at_table
from tests.browser.test_narrow import NARROW, fits
from tests.processes import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person
    from tests.site import LiveSite

    Arrive = Callable[..., Person]

CODE = re.compile(r"^([A-Z]{4}-[A-Z]{4})\b", re.MULTILINE)
FORM_PAGES = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/account/keep/")
OWN_PAGES = (
    "/account/", "/account/claim/", "/account/sessions/", "/account/data/", "/account/leave/", "/accounts/email/",
    "/accounts/password/change/", "/accounts/2fa/", "/accounts/2fa/app/", "/accounts/2fa/passkeys/add/",
)  # fmt: skip


def mailed_code(site: LiveSite, email: str) -> str:
    """The newest code that the site has sent to an address: it writes its mails onto its console."""

    def found() -> list[str]:
        letters = site["web1"].log.read_text(encoding="utf-8").split("Subject: ")
        return [code[1] for letter in letters if f"To: {email}" in letter and (code := CODE.search(letter, 20))]

    wait_until(found, f"a code for {email}")
    return found()[-1]


def sign_up(person: Person, email: str) -> None:
    """Fill the form in and confirm the address."""
    page = person.page
    page.locator("#public-name").fill(person.name)
    page.locator("[name=email]").fill(email)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=band]").select_option("18")
    page.locator("main form button.main").click()
    page.locator("[name=code]").wait_for()
    page.locator("[name=code]").fill(mailed_code(person.site, email))
    page.locator("main form button.main").click()


def test_a_guest_signs_up_keeps_his_match_and_gets_a_second_factor(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = at_table([ana, ben], ["red-1"], ["blue-2", "blue-3"])
    ana.play("Red 1")
    expect(ana.page.locator(".result")).to_be_visible()
    expect(ana.page.get_by_role("link", name="Keep what you played")).to_have_attribute("href", "/account/keep/")
    with ana.context.expect_page() as shown:
        ana.button("Show a code for another device").click()
    expect(shown.value.locator(".claim-code")).to_have_text(re.compile(r"^\w{4}-\w{4}"))
    shown.value.close()
    expect(ana.page.locator(".result")).to_be_visible()
    over = "SELECT 1 FROM games_match WHERE ended IS NOT NULL AND room_id = %s"
    wait_until(lambda: ana.site.rows(over, room_id), "the match is recorded")

    ana.open("/account/keep/")
    ana.see("1 match, played as Ana.")
    ana.page.get_by_role("link", name="Create an account").click()
    sign_up(ana, "ana.keeps@example.org")
    expect(ana.page.get_by_role("heading", name="Guest results")).to_be_visible()
    ana.button("Move them into my account").click()
    ana.see("The results are yours now.")
    ana.open_room(room_id)

    ana.open("/accounts/2fa/app/")
    secret = ana.page.locator("#secret").input_value()
    ana.page.locator("[name=code]").fill(app_code(secret))
    ana.button("Switch on").click()
    expect(ana.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    spare = ana.page.locator(".codes li").first.inner_text()

    tablet = arrive("Ana")
    tablet.open("/accounts/login/")
    tablet.page.locator("[name=login]").fill("ana.keeps@example.org")
    tablet.page.locator("[name=password]").fill(PASSWORD)
    tablet.button("Sign in").click()
    tablet.page.locator("[name=code]").fill(spare)
    tablet.button("Sign in").click()
    expect(tablet.page.get_by_role("heading", name="Your account")).to_be_visible()


def test_ending_a_session_elsewhere_closes_its_table_at_once(arrive: Arrive) -> None:
    phone, desk = arrive("Dora"), arrive("Dora")
    phone.open("/accounts/signup/")
    sign_up(phone, "dora@example.org")
    expect(phone.page.get_by_role("heading", name="Your account")).to_be_visible()
    room_id = phone.make_room()
    desk.open("/accounts/login/")
    desk.page.locator("[name=login]").fill("dora@example.org")
    desk.page.locator("[name=password]").fill(PASSWORD)
    desk.button("Sign in").click()
    expect(desk.page.get_by_role("heading", name="Your account")).to_be_visible()
    phone.open_room(room_id)
    desk.open("/account/sessions/")
    desk.button("End this one").click()
    desk.see("Signed out there.")
    expect(phone.page.locator("body")).not_to_have_attribute("data-line", "open", timeout=2000)


def test_a_passkey_of_the_device_is_enough(arrive: Arrive, site: LiveSite) -> None:
    eve = arrive("Eve", base_url=site.base_url().replace("127.0.0.1", "localhost"))
    network = eve.context.new_cdp_session(eve.page)
    network.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    network.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**key, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    eve.open("/accounts/signup/")
    sign_up(eve, "eve@example.org")
    eve.open("/accounts/2fa/passkeys/add/")
    eve.button("Add a passkey").click()
    expect(eve.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    eve.open("/accounts/2fa/passkeys/reauthenticate/")
    eve.button("Use a passkey").click()
    expect(eve.page).not_to_have_url(re.compile("reauthenticate"))
    eve.open("/accounts/2fa/passkeys/")
    fits(eve, "passkeys")
    eve.page.get_by_role("link", name="Rename").click()
    eve.page.locator("[name=name]").fill("My phone")
    eve.button("Save").click()
    eve.see("My phone")
    eve.open("/account/")
    eve.button("Sign out").click()
    eve.open("/accounts/login/")
    eve.button("Sign in with a passkey").click()
    expect(eve.page.get_by_role("heading", name="Your account")).to_be_visible()
    eve.open("/accounts/2fa/passkeys/")
    eve.page.get_by_role("link", name="Remove").click()
    eve.button("Remove").click()
    eve.see("The passkey is removed.")


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "es-ES"])
def test_nothing_is_cut_off_on_the_narrowest_phone(arrive: Arrive, language: str) -> None:
    ana = arrive("Wwwwwwwwwwwwwwwwwwww", language=language, size=NARROW)
    ana.make_room()
    for path in FORM_PAGES:
        ana.open(path)
        fits(ana, path)
    ana.open("/accounts/signup/")
    sign_up(ana, f"narrow.{language.lower()}.with.a.long.address@example.org")
    expect(ana.page.locator(".doors")).to_be_visible()
    for path in OWN_PAGES:
        ana.open(path)
        fits(ana, path)
