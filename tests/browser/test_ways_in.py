"""The ways into play: practice and quick play in two taps from the front page, and Up-color's seats in the lobby."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.animals import MARK
from games.live.tickets import LEASE_MS
from tests.browser.tables import seated, set_down
from tests.browser.texts import foreign_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person
    from tests.site import LiveSite

    Arrive = Callable[..., Person]

QUICK = {"ruleset": "clash-classic", "seats": "2", "length": "1"}


@pytest.fixture(autouse=True)
def _empty_benches(site: LiveSite) -> None:
    """Nobody of an earlier test still waits."""
    with site.redis() as client:
        for key in client.keys("{quick}:*"):
            client.delete(key)


def has_waited(site: LiveSite, milliseconds: int) -> None:
    """Everybody who waits has done so for this much longer."""
    with site.redis() as client:
        for key in client.keys("{quick}:ticket:*"):
            client.hincrby(key, "since", -milliseconds)


def animals(person: Person) -> list[str]:
    """The names at the table as they travel."""
    person.hand.first.wait_for()
    return [seat["name"] for seat in person.view["seats"]]


def takes_ticket(person: Person) -> None:
    person.open("/quick/")
    person.button("Find a table").click()


def test_practice_in_two_taps(arrive: Arrive) -> None:
    ana = arrive("Ana")
    ana.open("/")
    ana.page.get_by_role("link", name="Start practice").click()
    ana.button("Start practice").click()
    expect(ana.hand).not_to_have_count(0)
    others = ana.page.get_by_role("list", name="The other players").get_by_role("listitem")
    expect(others).to_have_count(3)
    for number in range(3):
        expect(others.nth(number)).to_contain_text("computer")
    assert ana.view["timers"]["turn"] is None
    assert all(name.startswith(MARK) for name in animals(ana))


def test_what_a_rule_set_cannot_seat_cannot_be_chosen(arrive: Arrive) -> None:
    ana = arrive("Ana")
    ana.open("/practice/")
    expect(ana.page.get_by_role("combobox", name="Computer 5")).to_be_visible()
    ana.page.get_by_role("radio", name=re.compile("^Classic table")).check()
    expect(ana.page.get_by_role("combobox", name="Computer 4")).to_be_hidden()
    ana.page.get_by_role("combobox", name="Computer 2").select_option("")
    ana.page.get_by_role("radio", name=re.compile("^Up-color")).check()
    expect(ana.page.get_by_role("combobox", name="Computer 2")).to_have_value("normal")
    expect(ana.page.get_by_role("radio", name=re.compile("^Siege.*one round a day free of charge"))).to_be_enabled()
    ana.open("/quick/")
    ana.page.get_by_role("radio", name="6").check()
    ana.page.get_by_role("radio", name=re.compile("^Up-color")).check()
    expect(ana.page.get_by_role("radio", name="3")).to_be_checked()
    expect(ana.page.get_by_role("radio", name="2")).to_be_disabled()


def test_strangers_meet_in_two_taps_under_animals_names(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben", language="fr-FR")
    ana.open("/")
    ana.page.get_by_role("link", name="Find a table").click()
    ana.see(re.compile("a private room is the better choice"))
    ana.button("Find a table").click()
    ana.see("1 of 2 players has come.")
    ben.open("/quick/")
    ben.button("Trouver une table").click()
    ben.page.locator(".hand-card").first.wait_for()
    expect(ana.hand).not_to_have_count(0)
    names = animals(ana)
    assert len(set(names)) == 2
    assert all(name.startswith(MARK) for name in names)
    in_french = ben.page.evaluate(
        "(code) => import('/static/js/texts/animals.js').then(({ shownName }) => shownName(code))",
        names[ana.view["you"]["seat"]],
    )
    expect(ben.page.locator(".seat .seat-name")).to_have_text(in_french)
    assert MARK not in in_french + ana.page.locator(".seat .seat-name").inner_text()
    ana.button("Menu").click()
    expect(ana.button(re.compile("^Remove"))).to_have_count(0)


def test_a_second_tab_shows_the_same_ticket_and_both_are_led_to_the_table(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    takes_ticket(ana)
    tab = ana.new_tab()
    tab.goto(ana.base_url + "/quick/")
    expect(tab.get_by_role("heading", name="Waiting for a table")).to_be_visible()
    takes_ticket(ben)
    ben.hand.first.wait_for()
    for page in (ana.page, tab):
        expect(page).to_have_url(ben.page.url)


def test_the_way_out_of_waiting(arrive: Arrive) -> None:
    ana = arrive("Ana")
    takes_ticket(ana)
    ana.button("Stop waiting").click()
    expect(ana.page.get_by_role("heading", name="Practice")).to_be_visible()
    expect(ana.button("Stop waiting")).to_have_count(0)


def test_practice_is_offered_while_the_ticket_waits(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    takes_ticket(ana)
    ana.see("1 of 2 players has come.")
    expect(ana.button("Practice against computers")).to_be_hidden()
    has_waited(ana.site, 20_000)
    ana.button("Practice against computers").click()
    ana.hand.first.wait_for()
    practice = ana.page.url
    expect(ana.button("Stop waiting")).to_be_visible()
    takes_ticket(ben)
    ben.hand.first.wait_for()
    expect(ana.page).to_have_url(ben.page.url)
    assert ana.page.url != practice
    expect(ana.hand).not_to_have_count(0)


@pytest.mark.parametrize(("language", "locale"), [("fr", "fr-FR"), ("es", "es-ES")])
def test_every_page_on_the_way_is_in_the_reader_s_language(arrive: Arrive, language: str, locale: str) -> None:
    ana = arrive("Ana", language=locale)
    for path in ("/", "/practice/", "/quick/"):
        ana.open(path)
        assert not foreign_texts(ana.page, language, ())
    ana.post("/quick/", **QUICK)
    ana.open("/quick/")
    ana.page.locator("[data-found]:not(:empty)").wait_for()
    has_waited(ana.site, 20_000)
    ana.page.locator("[data-offer] button").click()
    ana.page.locator(".hand-card").first.wait_for()
    assert not foreign_texts(ana.page, language, ())


def test_after_the_match_play_again_takes_a_new_ticket(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    takes_ticket(ana)
    takes_ticket(ben)
    ben.hand.first.wait_for()
    ana.hand.first.wait_for()
    room_id = ben.page.url.split("/room/")[1].strip("/")
    set_down([ana, ben], room_id, ["red-1"], ["red-2", "red-3"])
    winner = next(person for person in (ana, ben) if person.view["you"]["seat"] == 0)
    winner.page.reload()
    winner.play("red 1")
    result = winner.page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading")).to_contain_text("You win the match!")
    expect(result.get_by_role("button", name="Rematch")).to_have_count(0)
    result.get_by_role("button", name="Play again").click()
    expect(winner.page.get_by_role("heading", name="Waiting for a table")).to_be_visible()


def test_who_goes_on_waiting_is_found_again_after_a_silence(arrive: Arrive) -> None:
    ana = arrive("Ana")
    takes_ticket(ana)
    ana.see("1 of 2 players has come.")
    with ana.site.redis() as client:
        (key,) = client.keys("{quick}:ticket:*")
        client.hincrby(key, "lease", -2 * LEASE_MS)
        silent = int(client.hget(key, "lease"))
        ana.page.reload()
        ana.see("1 of 2 players has come.")
        assert int(client.hget(key, "lease")) > silent


def sitting(person: Person) -> list[str]:
    return person.page.locator(".sitter bdi").all_inner_texts()


def test_partners_and_seats_are_arranged_by_hand(arrive: Arrive) -> None:
    people = [arrive(name) for name in ("Ana", "Ben", "Cléo", "Dan")]
    ana, ben = people[:2]
    room_id = seated(people)
    for person in people:
        person.open_room(room_id)
    ana.button(re.compile("^Up-color")).click()
    ana.button("Two teams of two").click()
    expect(ben.page.get_by_text("Two teams of two").first).to_be_visible()
    ana.button("until 1 lost round").click()
    expect(ana.button("until 1 lost round")).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator(".sitter").first).to_contain_text("plays with Cléo")
    ana.button("Move Ben one seat down").click()
    expect(ana.page.locator(".sitter").first).to_contain_text("plays with Ben")
    expect(ben.page.locator(".sitter").nth(2)).to_contain_text("plays with Ana")
    assert sitting(ben) == ["Ana", "Cléo", "Ben", "Dan"]
    expect(ben.button("Move Ana one seat down")).to_be_hidden()
    for person in people[1:]:
        person.button("Ready").click()
    expect(ana.button("Start")).not_to_have_attribute("aria-disabled", "true")
    ana.button("Start").click()
    ana.page.locator(".hand-card").first.wait_for()
    assert [seat["name"] for seat in ana.view["seats"]] == ["Ana", "Cléo", "Ben", "Dan"]
    assert ana.view["teams"] == [[0, 2], [1, 3]]
    assert ana.view["length"] == {"losses": 1}


def test_up_color_is_played_over_one_to_twelve_rounds(arrive: Arrive) -> None:
    ana = arrive("Ana")
    ana.open_room(ana.make_room())
    ana.button(re.compile("^Up-color")).click()
    ana.see("Four players are recommended; teams need exactly four.")
    for rounds in ("one round", "12 rounds"):
        ana.button(rounds).click()
        expect(ana.button(rounds)).to_have_attribute("aria-pressed", "true")


def test_computers_of_a_practice_room_change_between_matches(arrive: Arrive) -> None:
    ana = arrive("Ana")
    room_id = ana.post("/practice/", ruleset="clash-classic", computer1="normal", fast="on").split("/")[2]
    with ana.site.redis() as client:
        for key in client.keys(f"{{s{room_id[:2]}}}:match:*"):
            client.delete(key)
    ana.open_room(room_id)
    ana.button("Add a computer").click()
    ana.page.get_by_role("combobox", name="Computer 2").select_option("hard")
    expect(ana.page.get_by_role("checkbox", name="Computers play without thinking pauses.")).to_be_checked()
    ana.button("60 s").click()
    expect(ana.button("Copy the link")).to_be_hidden()
    expect(ana.page.get_by_role("combobox", name="Computer 2")).to_have_value("hard")
    ana.button("Start").click()
    expect(ana.hand).not_to_have_count(0)
    expect(ana.page.get_by_role("list", name="The other players").get_by_role("listitem")).to_have_count(2)
