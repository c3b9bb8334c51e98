"""Every page in the reader's language: that of the browser at first, then the one he chooses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.engine import Length
from tests.browser.people import DESKTOP
from tests.browser.tables import at_table, runs_out, seated
from tests.browser.texts import foreign_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

NAMES = ("Ana", "Ben", "Cléo", "A", "B", "C")
LANGUAGES = {"fr": "fr-FR", "es": "es-ES"}


def check(person: Person, language: str) -> None:
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    assert not foreign_texts(person.page, language, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_around_the_table(arrive: Arrive, language: str) -> None:
    ana, ben, guest = [arrive(name, language=LANGUAGES[language]) for name in ("Ana", "Ben", "Cléo")]
    ana.open("/")
    check(ana, language)
    room_id = seated([ana, ben])
    guest.open(f"/room/{room_id}/")
    check(guest, language)
    guest.page.get_by_role("textbox").fill("\u202e")
    guest.page.get_by_role("main").get_by_role("button").click()
    expect(guest.page.get_by_role("alert")).to_be_visible()
    check(guest, language)
    for person in (ana, ben):
        person.open_room(room_id)
        check(person, language)
    ana.page.locator("#open-menu").click()
    check(ana, language)
    for path in ("/room/00aaaaaaaaaaaaaaaaaaaaaaaaaa/", "/seat/aaaaaaaaaaaaaaaaaaaaaaaaaa/", "/nowhere/"):
        guest.open(path)
        check(guest, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_running_match(arrive: Arrive, language: str) -> None:
    ana, ben, cleo = people = [
        arrive(name, language=LANGUAGES[language], size=DESKTOP) for name in ("Ana", "Ben", "Cléo")
    ]
    hands = (["red-1", "wild", "yellow-skip"], ["blue-2", "blue-draw-two"], ["green-4", "yellow-reverse", "red-7"])
    at_table(people, *hands, length=Length(rounds=3), absence=30.0, window=30.0)
    check(ana, language)
    ana.page.locator("[data-card=yellow-skip]").click()
    expect(ana.page.locator(".banner")).to_be_visible()
    check(ana, language)
    ana.page.locator("[data-card=wild]").click()
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    check(ana, language)
    ana.page.keyboard.press("2")
    ben.page.locator("[data-card=blue-draw-two][data-playable]").click()
    expect(ana.page.locator(".catch:visible")).to_have_count(1)
    for person in people:
        check(person, language)
    runs_out(ana, "window")
    cleo.page.goto("about:blank")
    expect(ana.page.locator(".badge-away")).to_be_visible()
    check(ana, language)
    runs_out(ana, "away:2")
    expect(ana.page.locator("[data-seat='2']")).to_contain_text(re.compile("Ordinateur|Ordenador|Computadora"))
    ana.page.locator("[data-card=red-1]").click()
    check(ana, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_match(arrive: Arrive, language: str) -> None:
    ana, ben = people = [arrive(name, language=LANGUAGES[language], size=DESKTOP) for name in ("Ana", "Ben")]
    at_table(people, ["red-1"], ["red-3", "blue-4"])
    ana.page.locator("[data-card=red-1]").click()
    for person in people:
        expect(person.page.locator(".result")).to_be_visible()
        check(person, language)
    assert ben.view["result"]


def test_the_language_can_be_changed_in_mid_turn_and_the_seat_stays(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4"])
    before = ana.shown_hand()
    for own_name, language, words in (
        ("Français", "fr", "À toi|À vous|Ton tour|Votre tour"),
        ("Español", "es", "Tu turno|Te toca|Es tu turno"),
        ("English", "en", "Your turn"),
    ):
        ana.page.locator("#open-menu").click()
        ana.button(own_name).click()
        expect(ana.page.locator("html")).to_have_attribute("lang", language)
        expect(ana.hand if language == "en" else ana.page.locator(".hand-card")).to_have_count(2)
        assert ana.shown_hand() == before
        expect(ana.page.locator(".status")).to_contain_text(re.compile(words))
    ana.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()
