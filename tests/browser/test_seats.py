"""One's seat: kept through reloads, lost lines, other tabs and devices; a computer's only as long as one is away."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from games.engine import Length
from tests.browser.autoplay import AUTOPLAY
from tests.browser.board_frames import EPOCH, legal, table, view
from tests.browser.board_frames import at_table as board_at_table
from tests.browser.people import DESKTOP
from tests.browser.tables import at_table, runs_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route, WebSocketRoute

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

HANDS = (["red-1", "red-2", "blue-5"], ["red-3", "red-4", "blue-6"])
HALF_A_MINUTE = 30.0


def see_computer(person: Person, name: str) -> None:
    label = person.page.get_by_role("list", name="The other players").get_by_text(f"Computer, in place of {name}")
    expect(label).to_be_visible()


def hand_of(page: Page) -> list[str]:
    page.locator(".hand-card").first.wait_for()
    cards: list[str] = page.evaluate("[...document.querySelectorAll('.hand-card')].map((card) => card.dataset.key)")
    return cards


def test_a_second_tab_takes_the_seat_over_and_the_first_brings_it_back(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = at_table([ana, ben], *HANDS)
    before = ana.shown_hand()
    tab = ana.new_tab()
    tab.goto(f"{ana.base_url}/room/{room_id}/")
    assert hand_of(tab) == [handle for handle, _ in before]
    expect(ana.page.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    expect(ana.page.locator(".hand-card")).to_have_count(0)

    ana.button("Bring it back here").click()
    expect(ana.hand).to_have_count(3)
    expect(tab.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    assert ana.shown_hand() == before
    ana.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()
    opened = len(ana.sockets)
    ana.wait("performance.now() - window.handShown > 2000")
    assert len(ana.sockets) == opened, "the two tabs take the seat from each other"
    assert not [frame for frame in ben.told("match") if frame["view"]["seats"][0]["away"]]


def test_without_a_network_hardly_anything_is_tried(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    ana.page.clock.install()
    at_table([ana, ben], *HANDS, absence=HALF_A_MINUTE)
    opened = len(ana.sockets)
    ana.context.set_offline(True)
    expect(ana.page.locator("body")).to_have_attribute("data-line", "offline")
    for _ in range(18):
        ana.page.clock.run_for(10_000)
    assert len(ana.sockets) - opened < 8, "browsers hold a page back whose connections have often failed"
    ana.context.set_offline(False)
    expect(ana.page.locator("body")).to_have_attribute("data-line", "open")


def test_a_lost_network_is_said_and_the_seat_is_there_again_at_once(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], *HANDS, absence=HALF_A_MINUTE)
    before = ana.shown_hand()
    ana.context.set_offline(True)
    expect(ana.page.get_by_role("banner").get_by_role("status")).to_have_text("No network. Your seat is kept.")
    ana.context.set_offline(False)
    ana.page.evaluate("window.networkBack = performance.now()")
    expect(ana.page.locator("body")).to_have_attribute("data-line", "open")
    assert ana.page.evaluate("performance.now() - window.networkBack") < 2000
    assert ana.shown_hand() == before
    ana.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()


def test_ten_reloads_leave_one_seat_and_no_mark_of_absence(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], *HANDS)
    before = ana.shown_hand()
    for _ in range(10):
        ana.page.reload(wait_until="domcontentloaded")
    expect(ana.hand).to_have_count(3)
    assert ana.shown_hand() == before
    assert ana.seconds_to_hand() < 2.0
    expect(ben.page.get_by_text(re.compile("away"))).to_have_count(0)


def test_the_seat_moves_to_another_device(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], *HANDS)
    before = ana.shown_hand()
    ana.button("Menu").click()
    ana.button("Take my seat to another device").click()
    offer = ana.page.get_by_role("dialog", name="Take your seat to another device")
    expect(offer.get_by_role("img")).to_be_visible()
    link = offer.get_by_role("textbox", name="Link to your seat").input_value()

    other = arrive("Ana", size=DESKTOP)
    other.open(link.removeprefix(other.base_url))
    other.see(re.compile("Move the seat of Ana"))
    other.button("Take the seat here").click()
    expect(other.hand).to_have_count(3)
    assert other.shown_hand() == before
    expect(ana.page.get_by_role("heading", name="Open elsewhere")).to_be_visible()
    expect(offer).to_have_count(0)
    other.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()

    third = arrive("Eve")
    third.open(link.removeprefix(third.base_url))
    expect(third.page.get_by_role("heading", name="This link has been used")).to_be_visible()


def test_a_page_that_slept_is_refused_with_a_reason_and_drawn_anew(arrive: Arrive) -> None:
    """Ana's page sees nothing until her click, long after her time, is answered: refused, and nothing is half moved."""
    ana, ben = arrive("Ana"), arrive("Ben")
    held: list[str | bytes] = []
    asleep = [False]

    def between(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            kind = json.loads(message)["type"]
            if kind == "outcome":
                asleep[0] = False
            if asleep[0] and kind == "match":
                held.append(message)
            else:
                page_side.send(message)

        server_side.on_message(pass_on)

    ana.page.route_web_socket(re.compile("/ws/room/"), between)
    at_table([ana, ben], *HANDS)
    before = ana.shown_hand()
    asleep[0] = True
    runs_out(ana, "turn")
    expect(ben.page.get_by_text(re.compile("^Your turn")).first).to_be_visible()
    ana.play("red 1")
    expect(ana.page.get_by_text("The table had already moved on. Please look again.").first).to_be_visible()
    expect(ana.hand).to_have_count(4)
    assert set(before) < set(ana.shown_hand())
    expect(ana.page.get_by_text("Ben is on turn.").first).to_be_visible()
    assert ben.view["top"] == "red-9"
    assert held, "the page was asleep"


def test_a_frozen_page_is_up_to_date_as_soon_as_it_wakes(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], *HANDS)
    phone = ana.context.new_cdp_session(ana.page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    runs_out(ana, "turn")
    expect(ben.page.get_by_text(re.compile("^Your turn")).first).to_be_visible()
    ben.play("red 3")
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(ana.hand).to_have_count(4, timeout=2_000)
    expect(ana.page.get_by_role("img", name="top card: red 3")).to_be_visible(timeout=2_000)
    ana.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()


def test_who_stays_away_is_finished_by_a_computer_and_plays_again_from_the_next_round(arrive: Arrive) -> None:
    ana, ben, cleo = people = [arrive("Ana"), arrive("Ben"), arrive("Cléo")]
    hands = (["red-1", "red-2", "red-6", "red-7"], ["red-3"], ["red-5"])
    room_id = at_table(people, *hands, length=Length(rounds=3), absence=HALF_A_MINUTE)
    ana.page.goto("about:blank")
    badge = ben.page.get_by_role("list", name="The other players").get_by_text(re.compile(r"away \d+ s"))
    expect(badge).to_be_visible()
    expect(ben.page.get_by_text("Ana is on turn.").first).to_be_visible()
    runs_out(ben, "away:0")
    see_computer(ben, "Ana")
    see_computer(cleo, "Ana")

    ana.open_room(room_id)
    ana.see("A computer plays your seat until the end of the round.")
    assert not ana.match["legal"]
    play_out([ben, cleo])
    for person in people:
        person.button("Next round").click()
    expect(ana.hand).not_to_have_count(0)
    ana.wait_for_match(lambda match: not match["view"]["you"]["watching"], "her seat is her own again")
    expect(ana.page.locator(".status")).not_to_contain_text("A computer plays your seat")
    expect(ben.page.get_by_role("list", name="The other players")).not_to_contain_text("Computer")


def test_who_is_back_in_time_has_his_cards(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = at_table([ana, ben], *HANDS, absence=HALF_A_MINUTE)
    before = ana.shown_hand()
    ana.page.goto("about:blank")
    expect(ben.page.get_by_text(re.compile(r"away \d+ s"))).to_be_visible()
    ana.open("/")
    ana.see(re.compile("Your seat in room .* is kept."))
    ana.page.get_by_role("link", name="Come back to your seat").click()
    expect(ana.hand).to_have_count(3)
    assert ana.shown_hand() == before
    expect(ben.page.get_by_text(re.compile("away"))).to_have_count(0)
    ana.play("red 1")
    expect(ben.page.get_by_role("img", name="top card: red 1")).to_be_visible()
    assert room_id in ana.page.url


def test_three_time_outs_in_a_row_are_taken_for_leaving(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben", size=DESKTOP)
    at_table([ana, ben], ["red-1", "red-2"], ["red-3", "red-4", "blue-5"])
    for count in (1, 2, 3):
        expect(ana.page.get_by_text(re.compile("^Your turn")).first).to_be_visible()
        runs_out(ana, "turn")
        if count < 3:
            expect(ana.hand).to_have_count(2 + count)
            ben.play(f"red {count + 2}")
        if count == 2:
            ana.see("Your turn: if your time runs out again, a computer plays for you.")
    see_computer(ben, "Ana")
    ana.see("Your time ran out three times in a row: a computer plays your seat until the end of the round.")
    ana.button("I am back").click()
    expect(ben.page.get_by_role("list", name="What happened")).to_contain_text("Ana is back")


def test_the_invitation_link_leads_a_member_back_to_his_seat(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = at_table([ana, ben], *HANDS)
    before = ana.shown_hand()
    ana.page.goto("about:blank")
    ana.open(f"/room/{room_id}/")
    expect(ana.hand).to_have_count(3)
    assert ana.shown_hand() == before
    ana.page.go_back()
    ana.page.go_forward()
    expect(ana.hand).to_have_count(3)
    assert ana.shown_hand() == before


def test_the_host_removes_somebody_between_rounds(arrive: Arrive) -> None:
    ana, ben, cleo = people = [arrive("Ana"), arrive("Ben"), arrive("Cléo")]
    at_table(people, ["red-1"], ["red-3"], ["red-5", "blue-7"], length=Length(rounds=3))
    play_out([ana, ben])
    for person in people:
        expect(person.page.get_by_role("heading", name=re.compile("wins? the round"))).to_be_visible()
    ana.button("Menu").click()
    ana.button("Remove Cléo").click()
    ana.page.get_by_role("dialog", name="Remove Cléo?").get_by_role("button", name="Remove").click()
    expect(cleo.page.get_by_role("heading", name="You are no longer in this room")).to_be_visible()
    for person in (ana, ben):
        person.button("Next round").click()
    see_computer(ana, "Cléo")


def test_a_rematch_deals_to_the_same_seats(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1"], ["red-3", "blue-4"])
    ana.play("red 1")
    expect(ana.page.get_by_role("heading", name="You win the match!")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="Ana wins the match!")).to_be_visible()
    ben.see("Ana may start a rematch.")
    expect(ben.button("Rematch")).to_be_hidden()
    ana.button("Rematch").click()
    for person, seat in ((ana, 0), (ben, 1)):
        expect(person.hand).not_to_have_count(0)
        assert person.view["you"]["seat"] == seat


def test_after_a_match_one_is_back_in_the_room(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    at_table([ana, ben], ["red-1"], ["red-3", "blue-4"])
    ana.play("red 1")
    for person in (ana, ben):
        person.button("Back to the room").click()
        expect(person.page.get_by_role("heading", name="2 players here")).to_be_visible()
    ben.button("Ready").click()
    ana.button("Start").click()
    for person in (ana, ben):
        expect(person.hand).not_to_have_count(0)


def play_out(people: list[Person]) -> None:
    """They play what fits, or draw, until the round is over."""
    for person in people:
        person.page.evaluate(AUTOPLAY, {"call": "late", "gathers": 0, "rounds": False})
    for person in people:
        expect(person.page.get_by_role("region", name="Result")).to_be_visible(timeout=30_000)
        person.page.evaluate("clearInterval(window.autoplay)")


def told(person: Person) -> list[str]:
    """What the page's list of what happened says."""
    return person.page.locator(".log-part li").all_text_contents()


def test_after_a_reload_the_page_tells_what_happened_before(arrive: Arrive) -> None:
    ana = arrive("Ana", size=DESKTOP)
    room_id = ana.post("/practice/", ruleset="clash-classic", computer1="normal", fast="on").split("/")[2]
    ana.open_room(room_id)
    for _ in range(2):
        ana.see(re.compile("^Your turn"))
        ana.draw()
        ana.wait_for_answers()
        if ana.button("Keep").is_visible():
            ana.at_his_pace(ana.button("Keep").click)
    ana.see(re.compile("^Your turn"))
    before, missed = told(ana), ana.page.locator("#missed").get_attribute("aria-label")
    assert len(before) > 4
    ana.page.reload()
    ana.see(re.compile("^Your turn"))
    expect(ana.page.locator(".log-part li")).to_have_text(before)
    expect(ana.page.locator("#missed")).to_have_attribute("aria-label", missed or "")


def test_what_a_page_missed_takes_its_place_before_what_came_later(arrive: Arrive) -> None:
    ana = arrive("Ana", size=DESKTOP)
    events = [{"kind": "played", "seat": 2, "card": "red-1", "color": None}, {"kind": "skipped", "seat": 0}]
    past = {"match": "match", "epoch": EPOCH, "version": 4, "events": events}
    held_back: list[Route] = []

    def hold_back(route: Route) -> None:
        held_back.append(route)

    ana.page.route("**/past/", hold_back)
    socket = board_at_table(ana, view(turn=1), legal(), version=4)
    reversed_ = [{"kind": "reversed", "direction": -1}]
    socket.say(table(view(turn=2), own=legal(), version=5, events=reversed_))
    ana.see("Play runs counterclockwise.")
    held_back[0].fulfill(json=past)
    lines = ["Chloé plays red 1.", "You are skipped.", "Play runs counterclockwise."]
    expect(ana.page.locator(".log-part li")).to_have_text(lines)
    expect(ana.button("Since your last turn: 3 lines")).to_be_visible()
    assert len(held_back) == 1, "a page that is told everything asks nothing"
