"""The room before a match, as its members see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.live import room as lobby
from games.services.room_changes import Moment, Step, change_room
from tests.browser.people import DESKTOP
from tests.browser.tables import in_store, seated, set_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person
    from tests.site import LiveSite

    Arrive = Callable[..., Person]


LAPTOP = (1366, 650)
IS_BARE = """(node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const points = [[left + 12, top + 12], [right - 12, top + 12], [left + 12, bottom - 12], [right - 12, bottom - 12]];
  return points.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
}"""


def row_of(person: Person, name: str) -> Locator:
    """Somebody's line in the list of who is here."""
    people = person.page.get_by_role("region", name=re.compile("players? here"))
    return people.get_by_role("listitem").filter(has=person.page.get_by_text(name, exact=True))


def enter_code(person: Person, code: str) -> None:
    person.open("/")
    person.page.get_by_role("textbox", name="Room code").fill(code)
    person.button("Join").click()


def without_secrets(page: str) -> str:
    """What a page says, without what is drawn anew for every answer."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', r'\1=""', page)


def have_come(site: LiveSite, room_id: str) -> None:
    """All its members count as here: nobody's seat goes to somebody else."""

    async def come(moment: Moment) -> Step:
        room = moment.room
        for member in room.members:
            room = lobby.arrived(room, member.id, opens=(), now=moment.loaded.now)
        return Step(room)

    in_store(site, lambda: change_room(room_id, come))


def forget_attempts(site: LiveSite) -> None:
    with site.redis() as client:
        for key in client.keys("limit:*codes*"):
            client.delete(key)


def test_people_see_each_other_come_and_get_ready(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = ana.make_room()
    ana.open_room(room_id)
    expect(ana.page.get_by_role("heading", name="1 player here")).to_be_visible()
    expect(row_of(ana, "Ana")).to_contain_text("host")
    ana.see("Invite at least one more player.")

    ben.join_room(room_id)
    ben.open_room(room_id)
    expect(row_of(ana, "Ben")).to_contain_text("not ready yet")
    ana.see("Not everybody is ready.")
    ben.button("Ready").click()
    expect(row_of(ana, "Ben").get_by_text("ready", exact=True)).to_be_visible()
    expect(ben.button("I am ready")).to_have_attribute("aria-pressed", "true")
    ana.see("Everybody is ready.")

    ben.button("I am ready").click()
    expect(row_of(ana, "Ben")).to_contain_text("not ready yet")
    expect(ana.button("Start")).to_have_attribute("aria-disabled", "true")


def test_who_was_ready_is_told_why_he_is_asked_again(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = seated([ana, ben])
    for person in (ana, ben):
        person.open_room(room_id)
    ben.button("Ready").click()
    ana.see("Everybody is ready.")
    ana.button("90 s").click()
    ben.see("The table has changed: please say again that you are ready.")
    expect(ben.button("Ready")).to_have_attribute("aria-pressed", "false")
    ben.button("Ready").click()
    ben.see("Ana starts the match when all are ready.")


def test_who_has_a_place_and_did_not_come_is_away(arrive: Arrive) -> None:
    ana, ben, cleo = people = [arrive("Ana"), arrive("Ben"), arrive("Cléo")]
    room_id = seated(people)
    ana.open_room(room_id)
    expect(ana.page.get_by_role("heading", name="1 player here, 2 away")).to_be_visible()
    ben.open_room(room_id)
    cleo.open_room(room_id)
    expect(ana.page.get_by_role("heading", name="3 players here", exact=True)).to_be_visible()


def test_nothing_of_the_choices_lies_under_the_start_on_a_large_screen(arrive: Arrive) -> None:
    ana, ben = arrive("Ana", size=DESKTOP), arrive("Ben")
    room_id = seated([ana, ben])
    for person in (ana, ben):
        person.open_room(room_id)
    for choice in ("30 s", "90 s"):
        expect(ana.button(choice)).to_be_in_viewport(ratio=1)
        ana.button(choice).click(trial=True)
    expect(ana.button("Start")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_nothing_lies_over_the_qr_code_that_others_photograph(arrive: Arrive, size: tuple[int, int]) -> None:
    ana, ben = arrive("Ana", size=size), arrive("Ben", size=size)
    room_id = seated([ana, ben])
    for person in (ana, ben):
        person.open_room(room_id)
        code = person.page.get_by_role("img", name="QR code of the invitation link")
        code.scroll_into_view_if_needed()
        expect(code).to_be_in_viewport(ratio=1)
        assert code.evaluate(IS_BARE)
        person.button("Change").click(trial=True)
        assert person.button("Change").evaluate(IS_BARE)
    expect(ana.button("Start")).to_be_in_viewport(ratio=1)
    expect(ben.button("Ready")).to_be_in_viewport(ratio=1)


def test_a_new_name_is_seen_by_all(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = seated([ana, ben])
    for person in (ana, ben):
        person.open_room(room_id)
    ben.page.get_by_role("textbox", name="Your name").fill("Benno")
    ben.button("Change").click()
    expect(row_of(ana, "Benno")).to_be_visible()
    ben.page.get_by_role("textbox", name="Your name").fill("   ")
    ben.button("Change").click()
    expect(ben.page.get_by_role("alert")).to_have_text("Please enter a name.")
    expect(row_of(ana, "Benno")).to_be_visible()


def test_who_is_gone_does_not_block_the_start(arrive: Arrive) -> None:
    ana, ben, cleo = people = [arrive("Ana"), arrive("Ben"), arrive("Cléo")]
    room_id = seated(people)
    for person in people:
        person.open_room(room_id)
    ben.button("Ready").click()
    ana.see("Not everybody is ready.")
    cleo.page.close()
    expect(row_of(ana, "Cléo")).to_contain_text("away")
    ana.button("Start").click()
    expect(ben.hand).not_to_have_count(0)
    expect(ana.page.get_by_role("list", name="The other players").get_by_role("listitem")).to_have_count(1)
    assert ana.page.evaluate("document.activeElement.id") == "screen", "the keyboard goes on at the table"


def test_the_host_sends_somebody_out_who_cannot_come_back(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = seated([ana, ben])
    for person in (ana, ben):
        person.open_room(room_id)
    code = ana.page.get_by_role("img", name=re.compile("^Room code")).inner_text()
    expect(ben.button("Remove Ana")).to_be_hidden()
    ana.button("Remove Ben").click()
    question = ana.page.get_by_role("dialog", name="Remove Ben?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    ana.button("Remove Ben").click()
    question.get_by_role("button", name="Remove").click()
    expect(ben.page.get_by_role("heading", name="You are no longer in this room")).to_be_visible()
    expect(ben.page.get_by_text("Its host has removed you.")).to_be_visible()
    expect(ana.page.get_by_role("heading", name="1 player here")).to_be_visible()

    ben.open(f"/room/{room_id}/")
    expect(ben.page.get_by_role("heading", name="You cannot enter this room")).to_be_visible()
    enter_code(ben, code)
    expect(ben.page.get_by_role("alert")).to_contain_text("This code opens no room")
    forget_attempts(ben.site)


def test_the_hosts_rights_pass_on_and_come_back_with_him(arrive: Arrive) -> None:
    ana, ben, cleo = people = [arrive("Ana"), arrive("Ben"), arrive("Cléo")]
    room_id = seated(people)
    for person in people:
        person.open_room(room_id)
    expect(ben.button("Start")).to_be_hidden()
    ana.page.goto("about:blank")
    expect(row_of(ben, "Ana")).to_contain_text("away")
    expect(row_of(cleo, "Ben")).to_contain_text("host")
    expect(ben.button("Start")).to_be_visible()
    expect(ben.button("Remove Cléo")).to_be_visible()

    ana.open_room(room_id)
    expect(ana.button("Start")).to_be_visible()
    expect(ben.button("Start")).to_be_hidden()
    expect(row_of(ben, "Ana")).to_contain_text("host")


def test_the_host_chooses_the_table_and_the_others_read_it(arrive: Arrive) -> None:
    ana, ben = arrive("Ana"), arrive("Ben")
    room_id = seated([ana, ben])
    for person in (ana, ben):
        person.open_room(room_id)
    table = ben.page.get_by_role("region", name="The table")
    expect(table).to_contain_text("first to 500")
    ana.button("3 rounds").click()
    expect(table).to_contain_text("3 rounds")
    ana.button("90 s").click()
    expect(table).to_contain_text("90 seconds a turn")
    ana.button(re.compile("^Family night"), exact=False).click()
    expect(table).to_contain_text("Family night")
    expect(table.get_by_role("button")).to_have_count(0)


def test_a_rule_set_that_cannot_seat_them_cannot_be_chosen(arrive: Arrive) -> None:
    ana, *others = people = [arrive(name) for name in ("Ana", "Ben", "Cléo", "Dan", "Eva")]
    room_id = seated(people)
    for person in people:
        person.open_room(room_id)
    expect(ana.page.get_by_role("heading", name="5 players here")).to_be_visible()
    too_small = ana.button(re.compile("^Up-color"))
    expect(too_small).to_have_attribute("aria-disabled", "true")
    expect(too_small).to_contain_text("too many players here")
    too_small.click(force=True)
    expect(too_small).to_have_attribute("aria-pressed", "false")
    others[-1].page.close()
    expect(too_small).not_to_have_attribute("aria-disabled", "true")


def test_a_full_room_and_one_in_play_say_so_by_the_link(arrive: Arrive) -> None:
    six = [arrive(name) for name in ("Ana", "Ben", "Cléo", "Dan", "Eva", "Fox")]
    late = arrive("Gil")
    room_id = seated(six)
    have_come(six[0].site, room_id)
    late.open(f"/room/{room_id}/")
    expect(late.page.get_by_role("heading", name="This room is full")).to_be_visible()

    set_down(six, room_id, *[["red-1", "red-2"]] * 6)
    six[0].open_room(room_id)
    six[0].hand.first.wait_for()
    late.page.reload()
    expect(late.page.get_by_role("heading", name="A match is running")).to_be_visible()


def test_who_comes_while_a_match_runs_sits_down_for_the_next(arrive: Arrive) -> None:
    ana, ben, late = arrive("Ana"), arrive("Ben"), arrive("Gil")
    room_id = seated([ana, ben])
    set_down([ana, ben], room_id, ["red-1", "red-2"], ["red-3", "red-4"])
    ana.open_room(room_id)
    late.open(f"/room/{room_id}/")
    late.see("A match is running. You can sit down now and play in the next one.")
    late.page.get_by_role("textbox", name="Your name").fill("Gil")
    late.button("Sit down").click()
    late.see("A match is running. You play in the next one.")
    expect(row_of(late, "Ana")).to_contain_text("in the match")
    assert not late.told("match")


def test_wrong_full_and_closed_codes_read_alike(arrive: Arrive, site: LiveSite) -> None:
    forget_attempts(site)
    six = [arrive(name) for name in ("Ana", "Ben", "Cléo", "Dan", "Eva", "Fox")]
    full = seated(six)
    have_come(site, full)
    host, late = arrive("Gil"), arrive("Hal")
    closed = host.make_room()
    codes = []
    for person, room_id in ((six[0], full), (host, closed)):
        person.open(f"/room/{room_id}/")
        codes.append(person.page.evaluate("document.body.dataset.code"))

    async def close(moment: Moment) -> Step:
        return Step(lobby.close(moment.room))

    in_store(site, lambda: change_room(closed, close))
    answers = set()
    for code in (*codes, "QQQQQQ"):
        with late.page.expect_response("**/code/") as answered:
            enter_code(late, code)
        expect(late.page.get_by_role("alert")).to_be_visible()
        answers.add(without_secrets(answered.value.text()).replace(code, "CODE"))
    assert len(answers) == 1, answers
    forget_attempts(site)


def test_repeated_wrong_codes_are_slowed_down(arrive: Arrive, site: LiveSite) -> None:
    forget_attempts(site)
    guesser = arrive("Guy")
    for _ in range(10):
        assert guesser.context.request.get(site.base_url() + "/").ok
        enter_code(guesser, "QQQQQQ")
    with guesser.page.expect_response("**/code/") as answered:
        enter_code(guesser, "QQQQQQ")
    assert answered.value.status == 429
    assert int(answered.value.headers["retry-after"]) > 0
    expect(guesser.page.get_by_role("heading", name="One moment, please")).to_be_visible()
    forget_attempts(site)


def test_names_are_shown_as_text_whatever_they_say(arrive: Arrive) -> None:
    ana = arrive("Ana", motion=True)
    strange = ["<b>Eve</b>", "<img src=x>", "שרה", "{{ 7*7 }}"]
    others = [arrive(name) for name in strange]
    room_id = seated([ana, *others])
    ana.open_room(room_id)
    for name in strange:
        expect(row_of(ana, name)).to_have_count(1)
    set_down([ana, *others], room_id, *[["red-1", "red-2"]] * 5)
    ana.hand.first.wait_for()
    seats = ana.page.get_by_role("list", name="The other players")
    for name in strange:
        expect(seats.get_by_text(name, exact=True)).to_be_visible()
    assert ana.page.locator("bdi > *, img[src=x]").count() == 0
    assert ana.page.locator("[aria-label='The other players'] bdi").count() == len(strange)

    hidden = arrive("Zoe")
    hidden.open("/")
    hidden.page.get_by_role("textbox", name="Your name").fill("\u202eabc")
    hidden.button("Create a private room").click()
    expect(hidden.page.get_by_role("alert")).to_have_text("Please use letters, digits and simple signs in your name.")
