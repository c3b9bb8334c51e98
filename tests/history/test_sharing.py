"""A link shows a match as its maker's seat saw it, to anybody, until it is taken back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from games import engine
from games.engine import Seat
from games.models import ShareLink
from games.selectors.history import own_seat
from games.selectors.people import person_of
from games.services.shares import share_match, withdraw_links_of
from tests.history.played import PlayedMatch
from tests.ledger.conftest import PEOPLE, Outbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from accounts.models import Identity

    Come = Callable[[UUID | Identity], Client]

ANA, BEA, CAL = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]

pytestmark = pytest.mark.usefixtures("people")


@pytest.fixture
def played(outbox: Outbox) -> PlayedMatch:
    return PlayedMatch(PAIR).record(outbox)


def link_of(who: UUID, played: PlayedMatch) -> str:
    seat = own_seat(person_of(who), played.id)
    assert seat is not None
    return f"/shared/{share_match(seat=seat).token}/"


def test_a_link_is_made_shown_and_taken_back(come: Come, played: PlayedMatch) -> None:
    ana = come(ANA)
    page = ana.post(f"/history/{played.id}/share/", follow=True).content.decode()
    link = ShareLink.objects.get()
    assert (link.maker_id, link.seat) == (ANA, 0)
    assert f"/shared/{link.token}/" in page
    assert Client().get(f"/shared/{link.token}/").status_code == 200
    ana.post(f"/history/{played.id}/unshare/")
    for address in ("", "replay/", "steps/?round=1"):
        assert Client().get(f"/shared/{link.token}/{address}").status_code == 404


def test_making_it_twice_makes_one(come: Come, played: PlayedMatch) -> None:
    for _ in range(2):
        come(ANA).post(f"/history/{played.id}/share/")
    assert ShareLink.objects.count() == 1


def test_each_shows_and_takes_back_his_own_alone(come: Come, played: PlayedMatch) -> None:
    come(ANA).post(f"/history/{played.id}/share/")
    come(BEA).post(f"/history/{played.id}/unshare/")
    assert ShareLink.objects.count() == 1
    assert come(CAL).post(f"/history/{played.id}/share/").status_code == 404
    assert come(ANA).get(f"/history/{played.id}/share/").status_code == 405


def test_the_link_shows_the_maker_s_view_whatever_is_asked(played: PlayedMatch) -> None:
    link = link_of(BEA, played)
    answer = json.loads(Client().get(f"{link}steps/?round=1&seat=0&all=yes").content)
    own = [[card.code for _, card in engine.view(state, Seat(1)).hand] for state in played.states]
    for step in answer["steps"]:
        assert set(step) == {"frame"}
        assert step["frame"]["view"]["you"]["seat"] == 1
        assert [held["card"] for held in step["frame"]["view"]["hand"]] in own


def test_the_shared_page_offers_nothing_of_the_owner_s(played: PlayedMatch) -> None:
    page = Client().get(link_of(ANA, played)).content.decode()
    assert "Watch the replay" in page
    assert f"/history/{played.id}" not in page
    assert "Take the link back" not in page
    replay = Client().get(link_of(ANA, played) + "replay/").content.decode()
    assert 'id="all-hands"' not in replay


def test_strangers_read_no_name_but_the_maker_s_and_animals(outbox: Outbox) -> None:
    people = [(ANA, "Ana"), (BEA, "Rude Bea"), (CAL, "\ue000owl")]
    link = link_of(ANA, PlayedMatch(people, ruleset="duel-classic", number=2).record(outbox))
    steps = Client().get(f"{link}steps/?round=1").content.decode()
    for shown in (Client().get(link).content.decode(), steps):
        assert "Ana" in shown
        assert "Player 2" in shown
        assert "Owl" in shown
        assert "Rude" not in shown


def test_links_go_with_their_maker(played: PlayedMatch) -> None:
    link = link_of(ANA, played)
    withdraw_links_of(identity_id=ANA)
    assert Client().get(link).status_code == 404
