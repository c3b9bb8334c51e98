"""A long match is put aside between two rounds, and goes on from the room's link when its people are back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from games.engine import Length
from tests.browser.tables import at_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person


def test_two_put_their_match_aside_and_go_on_with_it(arrive: Callable[..., Person]) -> None:
    ana, ben = people = [arrive("Ana"), arrive("Ben")]
    room_id = at_table(people, ["red-1"], ["blue-1", "blue-2"], length=Length(rounds=3))
    ana.play("red 1")
    for person in people:
        person.button("Put the match aside").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Put it aside").click()
    for person in people:
        expect(person.page.get_by_role("heading", name="This match waits")).to_be_visible()
    ben.open("/")
    ben.see("A match of yours has been put aside.")
    ben.open(f"/room/{room_id}/")
    expect(ben.page.get_by_role("heading", name="This match waits")).to_be_visible()
    expect(ana.page.get_by_role("status").first).to_have_text("All are back: the match can go on.")
    ana.button("Go on with the match").click()
    for person in people:  # who is not at the table again yet is not waited for
        expect(person.button("Next round")).to_be_visible()
        person.wait_for_match(lambda match: not any(seat["away"] for seat in match["view"]["seats"]), "all are there")
    for person in people:
        person.button("Next round").click()
    for person in people:
        expect(person.hand).not_to_have_count(0)
        assert person.view["totals"] == [3, 0]
        assert person.view["round"] == 2
