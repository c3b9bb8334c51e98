"""The room frame: what each member's page shows of the room."""

import json
from uuid import UUID

import pytest

from games.live.room import Room, RoomRefused, arrived, join, new_room, set_ready, with_match
from games.live.room_page import MatchSummary, room_view


def two() -> Room:
    room = new_room(room_id="r", code="ABCDEF", identity=UUID(int=1), name="Ana", opens=(), now=0)
    room, _ = join(room, identity=UUID(int=2), name="Bea", opens=(), now=1, phase=None)
    return arrived(arrived(room, "m1", opens=(), now=0), "m2", opens=(), now=1)


def test_a_member_s_page_shows_the_room() -> None:
    room = set_ready(two(), "m2", ready=True, phase=None)
    view = room_view(room, "m2", {"m1", "m2"}, None)
    choices = view.pop("choices")
    assert view == {
        "id": "r",
        "way": "private",
        "code": "ABCDEF",
        "link": "/room/r/",
        "host": "m1",
        "members": [
            {"id": "m1", "name": "Ana", "ready": False, "present": True, "seated": False},
            {"id": "m2", "name": "Bea", "ready": True, "present": True, "seated": False},
        ],
        "computers": {"levels": [], "fast": False},
        "you": {"id": "m2", "host": False, "ready": True},
        "table": {"ruleset": "clash-classic", "length": {"to": 500}, "timer": 45, "teams": False},
        "start": {"ok": False, "why": "not_host"},
        "match": None,
        "seats_left": 4,
    }
    assert choices["lengths"] == [{"rounds": 1}, {"rounds": 3}, {"rounds": 5}, {"to": 500}]
    assert choices["timers"] == [30, 45, 60, 90]
    assert (choices["teams"], choices["computers"]) == (False, [0, 0])
    assert choices["rulesets"][0] == {
        "id": "clash-classic",
        "family": "clash",
        "seats": [2, 6],
        "premium": False,
        "blocked": None,
        "price": None,
    }


def test_nothing_of_a_member_s_identity_is_shown() -> None:
    shown = json.dumps(room_view(two(), "m1", {"m1", "m2"}, None))
    assert not any(str(UUID(int=n)) in shown for n in (1, 2))


def test_the_host_s_page_says_whether_he_can_start() -> None:
    room = two()
    assert room_view(room, "m1", {"m1", "m2"}, None)["start"] == {"ok": False, "why": "not_ready"}
    assert room_view(room, "m1", {"m1"}, None)["start"] == {"ok": False, "why": "too_few"}
    room = set_ready(room, "m2", ready=True, phase=None)
    assert room_view(room, "m1", {"m1", "m2"}, None)["start"] == {"ok": True, "why": None}


def test_a_running_match_shows_who_sits_in_it() -> None:
    room = with_match(two(), "match", [two().members[0]])
    view = room_view(room, "m1", {"m1"}, MatchSummary("match", over=False, seated=frozenset({"m1"})))
    assert view["match"] == {"id": "match", "over": False}
    assert [member["seated"] for member in view["members"]] == [True, False]
    assert view["start"]["why"] == "in_play"
    over = room_view(room, "m1", {"m1"}, MatchSummary("match", over=True, seated=frozenset({"m1"})))
    assert [member["seated"] for member in over["members"]] == [False, False]


def test_a_stranger_has_no_page() -> None:
    with pytest.raises(RoomRefused):
        room_view(two(), "m9", {"m1"}, None)
