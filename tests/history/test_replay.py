"""The replay: what a seat saw, step by step; with all hands for those who played, and for nobody else."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from django.test import Client

from games import engine
from games.engine import Seat
from games.models import StoredLog
from games.services.replays import replay_round, stored_entries
from tests.history.played import PlayedMatch, list_matches, match_id
from tests.ledger.conftest import PEOPLE, Outbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from pytest_django import Settings

    from accounts.models import Identity

    Come = Callable[[UUID | Identity], Client]

ANA, BEA, CAL = PEOPLE
PAIR = [(ANA, "Ana"), (BEA, "Bea")]
NAMES = ["Ana", "Bea", "Cal", "Dan"]

pytestmark = pytest.mark.usefixtures("people")


def steps_of(client: Client, match: str, query: str) -> list[dict[str, Any]]:
    answer = client.get(f"/history/{match}/steps/?{query}")
    assert answer.status_code == 200
    return list(json.loads(answer.content)["steps"])


def hand(frame: dict[str, Any]) -> list[str]:
    return [held["card"] for held in frame["view"]["hand"]]


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        ("clash-classic", 2),
        ("clash-family", 3),
        ("duel-classic", 2),
        ("duel-daynight", 3),
        ("duel-siege", 2),
        ("upcolor", 3),
    ],
)
def test_every_rule_set_plays_back_to_its_result(outbox: Outbox, ruleset: str, seats: int) -> None:
    people = [*PAIR, (CAL, "Cal")][:seats]
    played = PlayedMatch(people, ruleset=ruleset).record(outbox)
    entries = stored_entries(played.id)
    shown = [
        json.loads(replay_round(played.id, entries, NAMES[:seats], number=number, seat=0, all_hands=True))["steps"]
        for number in (1, 2, 3)
    ]
    assert sum(map(len, shown)) == len(played.states)
    last = shown[-1][-1]["frame"]["view"]
    assert last["phase"] == "over"
    assert last["totals"] == played.end.totals
    assert [row["points"] for row in last["sheet"]] == [record.points for record in played.rounds]


def test_one_s_own_view_holds_no_card_of_anybody_else(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    steps = steps_of(come(ANA), played.id, "round=1&seat=1")
    assert all(set(step) == {"frame"} for step in steps)
    views = [engine.view(state, Seat(1)) for state in played.states]
    for step in steps:
        assert step["frame"]["view"]["you"]["seat"] == 1
        assert hand(step["frame"]) in [[card.code for _, card in view.hand] for view in views]


def test_all_hands_tell_every_seat_s_cards_and_who_acted(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    steps = steps_of(come(ANA), played.id, "round=1&seat=0&all=yes")
    for step, state in zip(steps, played.states, strict=False):
        assert step["hands"] == [[card.code for _, card in engine.view(state, Seat(seat)).hand] for seat in (0, 1)]
    assert {step["by"] for step in steps} >= {0, 1}


def test_a_computer_s_step_tells_its_reason(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch([(ANA, "Ana"), None]).record(outbox)
    steps = steps_of(come(ANA), played.id, "round=1&seat=0&all=yes")
    reasons = [step["why"]["code"] for step in steps if step["by"] == 1]
    assert reasons
    assert all(step["why"] is None for step in steps if step["by"] == 0)


def test_what_a_seat_could_not_notice_is_no_step_of_its_own_view(outbox: Outbox) -> None:
    people = [*PAIR, (CAL, "Cal")]
    played = PlayedMatch(people, ruleset="upcolor", rounds=3, seed=5).record(outbox)
    entries = stored_entries(played.id)
    for number in (1, 2, 3):
        own, whole = (
            json.loads(replay_round(played.id, entries, NAMES[:3], number=number, seat=0, all_hands=all_hands))["steps"]
            for all_hands in (False, True)
        )
        frames = [(step["frame"]["view"], step["frame"]["legal"]) for step in own]
        events = [step["frame"]["events"] for step in own]
        assert len(own) <= len(whole)
        assert all(events[place] or frames[place] != frames[place - 1] for place in range(1, len(own)))


def test_handles_are_none_that_were_ever_played_with(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    rounds = [steps_of(come(ANA), played.id, f"round={number}&seat=0") for number in (1, 2)]
    first, second = ({held["id"] for step in steps for held in step["frame"]["view"]["hand"]} for steps in rounds)
    assert not first & second


@pytest.mark.parametrize("query", ["", "round=0&seat=0", "round=1&seat=7", "round=x&seat=0"])
def test_what_makes_no_sense_is_not_found(come: Come, outbox: Outbox, query: str) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    assert come(ANA).get(f"/history/{played.id}/steps/?{query}").status_code == 404


def test_nobody_but_its_people_sees_a_replay(come: Come, outbox: Outbox) -> None:
    played = PlayedMatch(PAIR).record(outbox)
    for client in (come(CAL), Client()):
        assert client.get(f"/history/{played.id}/steps/?round=1&seat=0").status_code == 404
        assert client.get(f"/history/{played.id}/replay/").status_code == 404
    assert come(BEA).get(f"/history/{played.id}/replay/").status_code == 200


def test_a_match_without_its_log_has_a_sheet_and_no_replay(come: Come) -> None:
    list_matches(1, PAIR)
    client = come(ANA)
    assert "Watch the replay" not in client.get(f"/history/{match_id(0)}/").content.decode()
    assert client.get(f"/history/{match_id(0)}/replay/").status_code == 404


@pytest.mark.parametrize("kept", [b"no log", zlib.compress(msgspec.msgpack.encode([b"1:", b"2:"]))])
def test_a_log_that_cannot_be_read_any_more_leaves_the_sheet(come: Come, kept: bytes) -> None:
    list_matches(1, PAIR)
    StoredLog.objects.create(match_id=match_id(0), count=2, entries=kept)
    client = come(ANA)
    page = client.get(f"/history/{match_id(0)}/")
    assert page.status_code == 200
    assert "Watch the replay" not in page.content.decode()
    assert client.get(f"/history/{match_id(0)}/steps/?round=1&seat=0").status_code == 410


def test_a_log_that_cannot_be_played_any_more_is_gone(come: Come) -> None:
    list_matches(1, PAIR)
    log = PlayedMatch(PAIR).log
    with_a_gap = zlib.compress(msgspec.msgpack.encode([*log[:5], *log[6:]]))
    StoredLog.objects.create(match_id=match_id(0), count=len(log) - 1, entries=with_a_gap)
    assert come(ANA).get(f"/history/{match_id(0)}/steps/?round=1&seat=0").status_code == 410


def test_rounds_are_played_back_so_many_times_a_minute(outbox: Outbox, come: Come, settings: Settings) -> None:
    settings.COLORCLASH_LIMITS = {**settings.COLORCLASH_LIMITS, "replays_minute": 2}
    played = PlayedMatch(PAIR, rounds=1).record(outbox)
    ana = come(ANA)
    address = f"/history/{played.id}/steps/?round=1&seat=0"
    assert [ana.get(address).status_code for _ in range(3)] == [200, 200, 429]
