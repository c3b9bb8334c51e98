"""The one long run: four people play a whole match to 500 through their pages.

One reloads in the middle of his turn, one leaves for good, and every frame that any of them was sent is held against
what his seat may know.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from games.live.log import read_entry
from tests.browser.autoplay import AUTOPLAY
from tests.browser.conftest import GENEROUS
from tests.browser.frames import Truth, check_frames, handles_by_round
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE
from tests.processes import wait_until
from tests.site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator

    from tests.browser.people import Person


FAST = {"window": 0.5, "first_turn": 2.0, "between": 3.0, "computer_least": 0.02, "computer_most": 0.05, "reload": 2.0}
"""Windows and pauses, in seconds, that let a match of a dozen rounds be over in minutes."""
LONGEST = 240.0


@pytest.fixture
def quick_site() -> Iterator[LiveSite]:
    # The hands that play here press up to twenty times a second, which no person does.
    site = LiveSite(webs=2, durations=FAST, limits={**GENEROUS, "frames_per_second": 100, "frames_burst": 200})
    site.start()
    yield site
    site.close()


@pytest.mark.slow
def test_four_people_play_to_500(quick_site: LiveSite, arrive: Callable[..., Person]) -> None:
    second = quick_site.base_url(2)
    ana = arrive("Ana", quick_site, size=SMALL_PHONE)
    ben = arrive("Ben", quick_site, size=DESKTOP)
    cleo = arrive("Cléo", quick_site, size=PHONE, base_url=second)
    dan = arrive("Dan", quick_site, size=PHONE, base_url=second)
    people = [ana, ben, cleo, dan]

    meet(ana, ben, cleo, dan)
    begin(people)
    reloads_in_mid_turn(people, ben)
    for person, call, gathers in ((ana, "armed", 0), (ben, "late", 3), (cleo, "never", 3), (dan, "late", 3)):
        person.page.evaluate(AUTOPLAY, {"call": call, "gathers": gathers, "rounds": True})
    wait_until(lambda: nearly_out(ana), "Ana is nearly out in a later round", LONGEST)
    leaves_for_good(dan, ana)
    staying = [ana, ben, cleo]
    for person in staying:
        expect(person.page.get_by_role("heading", name=re.compile("wins? the match!|Shared win"))).to_be_visible(
            timeout=LONGEST * 1000
        )
    totals = [person.view["totals"] for person in staying]
    assert totals[0] == totals[1] == totals[2]
    assert max(totals[0]) >= 500
    assert ana.view["round"] > 1
    check_ledger(quick_site, staying)
    check_secrecy(quick_site, people)


def meet(ana: Person, ben: Person, cleo: Person, dan: Person) -> None:
    """Ana opens a room; Ben comes by the link, Cléo by the letters, Dan by what the QR code says."""
    ana.open("/")
    ana.page.get_by_role("textbox", name="Your name").fill("Ana")
    ana.button("Create a private room").click()
    code = ana.page.get_by_role("img", name=re.compile("^Room code")).text_content() or ""
    assert re.fullmatch("[A-HJ-NP-Z]{6}", code)
    link = ana.page.get_by_role("textbox", name="Invitation link").input_value()
    path = link.removeprefix(ana.base_url)

    ben.open(path)
    cleo.open("/")
    cleo.page.get_by_role("textbox", name="Room code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    cleo.button("Join").click()
    dan.open(path)
    for person in (ben, cleo, dan):
        expect(person.page.get_by_role("heading", name="Join the room of Ana")).to_be_visible()
        person.page.get_by_role("textbox", name="Your name").fill(person.name)
        person.button("Sit down").click()
    for person in (ana, ben, cleo, dan):
        expect(person.page.get_by_role("heading", name="4 players here")).to_be_visible()
        for other in (ana, ben, cleo, dan):
            expect(person.page.get_by_role("listitem").filter(has_text=other.name).first).to_be_visible()


def begin(people: list[Person]) -> None:
    host, *others = people
    expect(host.button(re.compile("first to 500"))).to_have_attribute("aria-pressed", "true")
    expect(host.button("Start")).to_have_attribute("aria-disabled", "true")
    for person in others:
        person.button("Ready").click()
    expect(host.button("Start")).not_to_have_attribute("aria-disabled", "true")
    host.button("Start").click()
    for person in people:
        expect(person.hand).not_to_have_count(0)


def reloads_in_mid_turn(people: list[Person], person: Person) -> None:
    """Play by hand until it is his turn; he reloads and has the same cards again within two seconds."""
    wait_until(lambda: play_until_turn_of(person, people), f"it is {person.name}'s turn", 60)
    before = person.shown_hand()
    person.page.reload(wait_until="commit")
    expect(person.hand).to_have_count(len(before))
    assert person.seconds_to_hand() < 2.0
    assert person.shown_hand() == before
    expect(person.page.get_by_text(re.compile("^Your turn")).first).to_be_visible()


def on_turn(person: Person) -> bool:
    view, legal = person.view, person.match["legal"] or {}
    return view["turn"] == view["you"]["seat"] and any(legal.get(act) for act in ("play", "draw", "keep", "choose"))


def play_until_turn_of(person: Person, people: list[Person]) -> bool:
    """Whether it is his turn; if it is another's, that one makes an act of it."""
    person.page.evaluate("1")
    playing = next((each for each in people if on_turn(each)), None)
    if playing is not None and playing is not person:
        play_one_act(playing)
    return playing is person


def play_one_act(person: Person) -> None:
    """An act of the person on turn, with the mouse, as the page offers it."""
    version = person.match["version"]
    chooser = person.page.get_by_role("group", name="Choose the color")
    playable = person.hand.and_(person.page.get_by_role("button", name=re.compile("playable")))
    if chooser.is_visible():
        chooser.get_by_role("button").first.click()
    elif playable.count():
        wild = "ild" in (playable.first.get_attribute("aria-label") or "")
        playable.first.click()
        if wild:
            person.page.get_by_role("dialog", name="Choose the color").wait_for()
            person.page.keyboard.press("1")
    elif person.button("Keep").is_visible():
        person.button("Keep").click()
    else:
        person.button("DRAW").click()
    wait_until(lambda: person.page.evaluate("1") and person.match["version"] > version, f"{person.name}'s act is seen")


def nearly_out(person: Person) -> bool:
    """In a later round, so that the computer of one who leaves now will hardly be out first: nobody would score."""
    person.page.evaluate("1")
    view = person.view
    return bool(view["round"] > 1 and view["phase"] == "playing" and len(view["hand"]) < 3)


def leaves_for_good(dan: Person, other: Person) -> None:
    dan.button("Menu").click()
    dan.button("Leave").click()
    dan.page.get_by_role("dialog", name="Leave the room?").get_by_role("button", name="Leave").click()
    expect(dan.page.get_by_role("heading", name="Play with friends")).to_be_visible()
    label = other.page.get_by_role("list", name="The other players").get_by_text("Computer, in place of Dan")
    expect(label).to_be_visible()


def check_ledger(site: LiveSite, people: list[Person]) -> None:
    """Totals on the page = the sums of the ledger = the sheet; each round is there exactly once."""
    match_id, view = people[0].match["id"], people[0].view
    stored = "select reason from games_match where id = %s and ended is not null"
    wait_until(lambda: site.rows(stored, match_id), "the match is stored")
    lines = site.rows(
        "select round, seat, sum(points) from games_ledgerline where match_id = %s group by 1, 2", match_id
    )
    rounds = [
        number for (number,) in site.rows("select number from games_round where match_id = %s order by 1", match_id)
    ]
    assert rounds == list(range(1, view["round"] + 1))
    by_round = {(number, seat): int(points) for number, seat, points in lines}
    sheet = {(row["round"], seat): points for row in view["sheet"] for seat, points in enumerate(row["points"])}
    assert by_round == sheet
    for seat, total in enumerate(view["totals"]):
        assert sum(points for (_, whose), points in by_round.items() if whose == seat) == total
    for person in people:
        result = person.page.get_by_role("region", name="Result")
        assert shown_totals(result.get_by_role("table")) == view["totals"]
    assert not site.rows("select * from games_deadletter")


def shown_totals(table: Locator) -> list[int]:
    return [int(cell.replace("\N{MINUS SIGN}", "-")) for cell in table.locator("tfoot td").all_inner_texts()]


def check_secrecy(site: LiveSite, people: list[Person]) -> None:
    match_id = people[0].match["id"]
    ((packed,),) = site.rows("select entries from games_storedlog where match_id = %s", match_id)
    entries = msgspec.msgpack.decode(zlib.decompress(bytes(packed)), type=list[bytes])
    truth = Truth([read_entry(entry) for entry in entries])
    assert truth.last.result is not None
    views = 0
    for person in people:
        views += check_frames(person.name, person.frames, truth)
        rounds = handles_by_round(person.frames)
        everywhere = [handle for handles in rounds.values() for handle in handles]
        assert len(everywhere) == len(set(everywhere)), f"{person.name} was given a handle again in another round"
    assert views > 300
