"""Two teams at Up-color: who plays with whom, who passed, and what the teams have together, for eyes and ears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.board_frames import Frame, at_table, legal, table, view

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

    Arrive = Callable[..., Person]

CARDS = ("green", "yellow", "blue", "red", "red", "violet", "black")
ROWS = [
    {"round": 1, "points": [9, 3, 12, 12], "winners": [2, 3], "reason": "spent"},
    {"round": 2, "points": [20, 4, -1, 13], "winners": [0], "reason": "spent"},
]


def teams(**others: object) -> Frame:
    shown: Frame = {
        "ruleset": "upcolor",
        "family": "upcolor",
        "teams": [[0, 2], [1, 3]],
        "length": {"losses": 3},
        "turn": 3,
        "trick": ["green", "yellow"],
        "trick_owner": 1,
        "captured": [3, 0, 14, 2],
        "sheet": ROWS,
        "totals": [29, 7, 11, 25],
    }
    return view(CARDS, seats=4, **{**shown, **others})


def test_one_sees_with_whom_one_plays(arrive: Arrive) -> None:
    ana = arrive("Ana")
    at_table(ana, teams(), legal())
    badges = ana.page.locator(".badge-partner")
    expect(badges).to_have_count(1)
    expect(ana.page.locator(".seat", has=badges)).to_contain_text("Chloé")
    expect(ana.page.locator(".own-facts")).to_contain_text("plays with Chloé")


def test_a_pass_stands_at_its_seat_until_the_next_card(arrive: Arrive) -> None:
    """Also for a page that has just opened: the table tells it, nobody needs to have been there."""
    ana = arrive("Ana")
    socket = at_table(ana, teams(), legal())
    passes = ana.page.locator(".badge-pass")
    expect(ana.page.locator(".seat", has=passes)).to_contain_text("Chloé")
    expect(passes).to_have_text(["passes"])
    returned: Frame = {"trick": ["green", "yellow", "green"], "direction": -1}
    over: Frame = {"turn": None, "window": {"return": True}}
    tables: list[tuple[Frame, list[str]]] = [
        ({"trick": ["green", "yellow", "blue"], "turn": 0}, []),
        ({**returned, "turn": 1}, ["2"]),
        ({**returned, **over}, ["1", "2"]),
        ({"trick": ["red", "violet"], **over}, []),
        ({"trick": [], "turn": 1}, []),
    ]
    handed = [{"kind": "lead_handed", "seat": 3}]
    for version, (shown, seats) in enumerate(tables, 2):
        events = [] if shown["trick"] else handed
        socket.say(table(teams(trick_owner=3, **shown), own=legal(), version=version, events=events))
        expect(passes).to_have_count(len(seats))
        at = ana.page.locator(".seat", has=passes)
        assert sorted(at.evaluate_all("(all) => all.map((each) => each.dataset.seat)")) == seats
    expect(ana.page.locator(".log")).to_contain_text("Diego hands the lead on.")


def test_the_sheet_of_teams_adds_up_partners_and_counts_lost_rounds(arrive: Arrive) -> None:
    """And fits the width of a small phone."""
    ana = arrive("Ana", size=(360, 640))
    at_table(ana, teams(phase="between", turn=None), legal())
    expect(ana.page.get_by_role("heading", name="Your team wins the round!")).to_be_visible()
    sheet = ana.page.locator(".result .paper-sheet")
    expect(sheet.locator("thead th")).to_have_text(
        ["Round", "Ana", "Benoît", "Chloé", "Diego", "Ana + Chloé", "Benoît + Diego"]
    )
    expect(sheet.locator("tbody tr").first.locator("td")).to_have_text(["+9", "+3", "+12", "+12", "+21won", "+15"])
    expect(sheet.locator("tfoot tr").first.locator("td")).to_have_text(["29", "7", "11", "25", "40", "32"])
    expect(sheet.get_by_role("row", name="Rounds lost, of 3")).to_contain_text("Rounds lost, of 302")
    equal = teams(phase="between", turn=None, sheet=[{**ROWS[0], "points": [9, 9, 9, 9]}])
    assert sheet.evaluate("(sheet) => sheet.offsetWidth <= sheet.parentElement.clientWidth")
    ben = arrive("Ben")
    at_table(ben, equal, legal())
    expect(ben.page.get_by_role("heading", name="Neither team loses the round.")).to_be_visible()
