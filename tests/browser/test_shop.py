"""Buying as a buyer does it: on a small phone, without scripts, in each language, with a provider of our own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from billing.standin.address import read_address
from tests.browser.people import DESKTOP, SMALL_PHONE
from tests.processes import wait_until
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

PAY = {"en": re.compile("^Pay .*4.99"), "fr": re.compile("^Payer 4,99"), "es": re.compile("^Pagar 4,99")}
CARD = {
    "en": "Pay with a good test card",
    "fr": "Payer avec une bonne carte d.essai",
    "es": "Pagar con una tarjeta de prueba buena",
}
OPEN = {"en": "It is open", "fr": "C.est ouvert", "es": "Está abierto"}


@pytest.fixture(scope="module")
def paying_site() -> Iterator[LiveSite]:
    """A running site with a shop."""
    running = LiveSite(clocks=0, shop=True)
    running.start()
    wait_until(lambda: read_address(running.data) is not None, "the stand-in listens")
    yield running
    running.close()


@pytest.fixture
def signs_in(paying_site: LiveSite, arrive: Arrive) -> Arrive:
    """Makes people with an account, signed in."""

    def come(name: str, **manner: Any) -> Person:
        person = arrive(name, paying_site, **manner)
        person.sign_in()
        return person

    return come


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_the_way_from_the_shop_to_the_open_table(signs_in: Arrive, language: str) -> None:
    ana = signs_in(f"Ana{language}", size=SMALL_PHONE, language=language)
    ana.open("/shop/")
    no_sideways_scroll(ana)
    ana.page.locator("a[href='/shop/buy/siege/']").click()
    no_sideways_scroll(ana)
    for tick in ana.page.get_by_role("checkbox").all():
        expect(tick).not_to_be_checked()
        tick.check()
    ana.button(PAY[language]).click()
    no_sideways_scroll(ana)
    ana.button(re.compile(CARD[language])).click()
    ana.see(re.compile(OPEN[language]))
    no_sideways_scroll(ana)
    ana.open("/shop/purchases/")
    expect(ana.page.locator(".lines").first).to_contain_text({"en": "Siege", "fr": "Siège", "es": "Asedio"}[language])


def test_a_gift_is_printed_and_redeemed_by_somebody_else(signs_in: Arrive) -> None:
    ana, bea = signs_in("Ana", size=DESKTOP), signs_in("Bea", size=SMALL_PHONE)
    ana.open("/shop/buy/evening/")
    ana.page.get_by_role("radio", name=re.compile("As a gift")).check()
    for tick in ana.page.get_by_role("checkbox").all():
        tick.check()
    ana.button(re.compile("^Pay ")).click()
    ana.button("Pay with a card that is declined").click()
    ana.see("The test card was declined. Nothing was paid; try another way.")
    ana.button("Pay with a good test card").click()
    ana.page.get_by_role("link", name="The page to print").click()
    code = ana.page.locator(".gift-code").inner_text()
    bea.open(f"/shop/redeem/?code={code}")
    bea.button("Redeem", exact=True).click()
    bea.see("Evening pass")
    ana.page.reload()
    ana.see("The gift has been redeemed.")


def test_what_was_bought_opens_the_table_in_his_room(signs_in: Arrive) -> None:
    dora = signs_in("Dora", size=SMALL_PHONE)
    dora.open_room(dora.make_room())
    siege = dora.page.get_by_role("button", name=re.compile("^(✓ )?Siege "))
    expect(siege).to_contain_text("premium table, €4.99")
    dora.page.get_by_role("link", name="Open a premium table: everybody here plays it").click()
    dora.open("/shop/buy/siege/")
    for tick in dora.page.get_by_role("checkbox").all():
        tick.check()
    dora.button(re.compile("^Pay ")).click()
    dora.button("Pay with a good test card").click()
    dora.see(re.compile("It is open"))
    dora.open_room(dora.make_room())
    siege.click()
    expect(siege).to_have_attribute("aria-pressed", "true")


def test_what_is_bought_in_another_tab_opens_in_the_room_as_it_stands(signs_in: Arrive) -> None:
    emma = signs_in("Emma", size=DESKTOP)
    emma.open_room(emma.make_room())
    siege = emma.page.get_by_role("button", name=re.compile("^(✓ )?Siege "))
    siege.click(force=True)
    emma.see("This table is a premium table.")
    tab = emma.new_tab()
    tab.goto(f"{emma.base_url}/shop/buy/siege/")
    for tick in tab.get_by_role("checkbox").all():
        tick.check()
    tab.get_by_role("button", name=re.compile("^Pay ")).click()
    tab.get_by_role("button", name="Pay with a good test card").click()
    expect(tab.get_by_text("It is open").first).to_be_visible()
    siege.click(force=True)
    expect(siege).to_have_attribute("aria-pressed", "true")


def test_a_gift_is_printed_black_on_white_whatever_the_screen_was(signs_in: Arrive) -> None:
    finn = signs_in("Finn", size=SMALL_PHONE)
    finn.open("/shop/buy/siege/")
    finn.page.get_by_role("radio", name=re.compile("As a gift")).check()
    for tick in finn.page.get_by_role("checkbox").all():
        tick.check()
    finn.button(re.compile("^Pay ")).click()
    finn.button("Pay with a good test card").click()
    finn.page.get_by_role("link", name="The page to print").click()
    finn.page.emulate_media(media="print", color_scheme="dark")
    expect(finn.page.locator(".gift-page h1")).to_have_css("color", "rgb(0, 0, 0)")
    expect(finn.page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(finn.page.locator(".site-foot")).to_be_hidden()


def test_a_change_of_mind_pays_all_back(signs_in: Arrive) -> None:
    ana = signs_in("Cleo", size=SMALL_PHONE)
    ana.open("/shop/buy/both-tables/")
    for tick in ana.page.get_by_role("checkbox").all():
        tick.check()
    ana.button(re.compile("^Pay ")).click()
    ana.button("Pay with a good test card").click()
    ana.button("Withdraw: pay all back").click()
    expect(ana.page.locator(".state").first).to_have_text("paid back")


@pytest.mark.parametrize("page", ["/shop/", "/shop/find/", "/legal/terms/", "/legal/privacy/", "/legal/imprint/"])
def test_the_shop_s_open_pages_keep_to_the_policy_at_320_pixels(
    arrive: Arrive, paying_site: LiveSite, page: str
) -> None:
    ana = arrive("Ana", paying_site, size=(320, 568))
    ana.open(page)
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    no_sideways_scroll(ana)


def no_sideways_scroll(person: Person) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
