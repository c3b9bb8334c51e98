"""Up-color in the lobby: seats and partners arranged by hand, teams and their lengths."""

import pytest

from games.live.pipe import Unreadable
from games.live.room import (
    MatchPhase,
    Room,
    RoomRefused,
    choose_table,
    decode_room,
    encode_room,
    move_seat,
    seats_to_start,
    table_of,
    why_not_start,
    with_match,
    with_teams,
)
from games.live.table import TableSettings
from games.protocol.lobby import ChooseTable, MoveSeat
from games.services.rooms import Outcome
from tests.rooms.conftest import Lobby
from tests.rooms.test_acts import ask
from tests.rooms.test_lobby import all_ready, everybody, refusal, room_of


def four() -> Room:
    return room_of("Ana", "Bea", "Cal", "Dan")


def sits(room: Room) -> list[str]:
    return [member.name for member in seats_to_start(all_ready(room), "m1", present=everybody(room), phase=None)]


def test_somebody_changes_places_with_whoever_has_the_seat() -> None:
    room = move_seat(four(), "m1", "m4", 1, present=everybody(four()), phase=None)
    assert [member.name for member in room.members] == ["Ana", "Dan", "Cal", "Bea"]
    assert sits(room) == ["Ana", "Dan", "Cal", "Bea"]


def test_a_seat_counts_those_who_are_here() -> None:
    room = move_seat(four(), "m1", "m4", 1, present={"m1", "m3", "m4"}, phase=None)
    assert [member.name for member in room.members] == ["Ana", "Bea", "Dan", "Cal"]


def test_sitting_there_already_changes_nothing() -> None:
    room = all_ready(four())
    assert move_seat(room, "m1", "m2", 1, present=everybody(room), phase=None) == room


def test_who_was_ready_for_another_partner_is_asked_anew() -> None:
    room = all_ready(four())
    moved = move_seat(room, "m1", "m2", 2, present=everybody(room), phase=None)
    assert {member.id for member in moved.members if member.ready} == {"m1"}


@pytest.mark.parametrize(
    ("member", "whom", "seat", "here", "phase", "code"),
    [
        ("m2", "m3", 0, {"m1", "m2", "m3"}, None, "not_host"),
        ("m1", "m9", 0, {"m1", "m2", "m3"}, None, "no_member"),
        ("m1", "m3", 3, {"m1", "m2", "m3"}, None, "seats"),
        ("m1", "m4", 0, {"m1", "m2", "m3"}, None, "seats"),
        ("m1", "m3", 0, {"m1", "m2", "m3"}, MatchPhase.BETWEEN, "in_play"),
    ],
)
def test_a_seat_that_cannot_be_given(
    *, member: str, whom: str, seat: int, here: set[str], phase: MatchPhase | None, code: str
) -> None:
    with pytest.raises(RoomRefused) as refused:
        move_seat(four(), member, whom, seat, present=here, phase=phase)
    assert refusal(refused) == code


def test_a_new_match_after_the_last_one_is_played_in_the_seats_arranged_since() -> None:
    room = with_match(four(), "match", four().members)
    room = move_seat(room, "m1", "m1", 3, present=everybody(room), phase=MatchPhase.OVER)
    seats = seats_to_start(all_ready(room), "m1", present=everybody(room), phase=MatchPhase.OVER)
    assert [member.name for member in seats] == ["Dan", "Bea", "Cal", "Ana"]


def test_teams_are_four() -> None:
    room = room_of("Ana", "Bea", "Cal")
    teams = with_teams(table_of("upcolor"), teams=True)
    room = all_ready(choose_table(room, "m1", teams, present=everybody(room), phase=None))
    assert why_not_start(room, "m1", present=everybody(room), phase=None) == "too_few"
    alone = choose_table(room, "m1", with_teams(teams, teams=False), present=everybody(room), phase=None)
    assert why_not_start(all_ready(alone), "m1", present=everybody(room), phase=None) is None


@pytest.mark.parametrize("rounds", range(1, 13))
def test_a_host_fixes_up_to_twelve_rounds(rounds: int) -> None:
    table = TableSettings("upcolor", rounds=rounds, timer=45)
    assert choose_table(four(), "m1", table, present=everybody(four()), phase=None).table == table


@pytest.mark.parametrize(("losses", "allowed"), [(1, True), (9, True), (10, False), (0, False)])
def test_teams_lose_after_one_to_nine_lost_rounds(losses: int, allowed: bool) -> None:
    table = TableSettings("upcolor", losses=losses, timer=45, teams=True)
    if allowed:
        assert choose_table(four(), "m1", table, present=everybody(four()), phase=None).table == table
        return
    with pytest.raises(RoomRefused) as refused:
        choose_table(four(), "m1", table, present=everybody(four()), phase=None)
    assert refusal(refused) == "length"


@pytest.mark.django_db(transaction=True)
async def test_teams_come_and_go_with_their_own_lengths(lobby: Lobby) -> None:
    assert await ask(lobby, "m1", ChooseTable("upcolor", teams=True)) == Outcome(ok=True)
    assert (await lobby.room()).table == TableSettings("upcolor", losses=3, timer=45, teams=True)
    assert await ask(lobby, "m1", ChooseTable("upcolor")) == Outcome(ok=True)
    assert (await lobby.room()).table == TableSettings("upcolor", rounds=3, timer=45)
    assert await ask(lobby, "m1", ChooseTable("duel-classic", teams=True)) == Outcome(ok=False, code="teams")


@pytest.mark.django_db(transaction=True)
async def test_the_host_arranges_the_seats_of_his_room(lobby: Lobby) -> None:
    for name in ("Bea", "Cal", "Dan"):
        await lobby.comes(name)
    assert await ask(lobby, "m1", MoveSeat("m4", 0)) == Outcome(ok=True)
    assert await ask(lobby, "m2", MoveSeat("m2", 0)) == Outcome(ok=False, code="not_host")
    assert [member.name for member in (await lobby.room()).members] == ["Dan", "Bea", "Cal", "Ana"]


def test_a_room_of_newer_code_is_for_another_process_to_read() -> None:
    newer = encode_room(four()).replace(b"\xa6schema\x02", b"\xa6schema\x03")
    for state in (newer, b"\x81\xa3new\x01"):
        with pytest.raises(Unreadable):
            decode_room(state)
