"""The lobby's rules, step by step: coming, going, getting ready, the host's rights, the next match."""

from dataclasses import replace as facts_with
from uuid import UUID

import pytest
from msgspec.structs import replace

from billing.models import PremiumTable
from games.engine import RULESETS
from games.live.room import (
    MatchPhase,
    Member,
    Room,
    RoomRefused,
    arrived,
    choose_table,
    decode_room,
    encode_room,
    gone,
    host_of,
    join,
    leave,
    member_of,
    new_room,
    remove_member,
    rename,
    seats_left,
    seats_to_play_again,
    seats_to_start,
    set_ready,
    table_of,
    unique_name,
    why_not_start,
    with_match,
)
from games.live.table import TableSettings

ANA, BEA, CAL, DAN = (UUID(int=n) for n in range(1, 5))
ABSENCE = 90_000


def refusal(refused: pytest.ExceptionInfo[RoomRefused]) -> str:
    return refused.value.code.value


def add(room: Room, identity: UUID, name: str, *, now: int = 0, phase: MatchPhase | None = None) -> Room:
    return join(room, identity=identity, name=name, opens=(), now=now, phase=phase)[0]


def room_of(*names: str) -> Room:
    """A room with these people, everybody's page there since the second of their number."""
    room = new_room(room_id="r", code="ABCDEF", identity=UUID(int=1), name=names[0], opens=(), now=0)
    for number, name in enumerate(names[1:], 2):
        room = add(room, UUID(int=number), name, now=number * 1000)
    for number in range(1, len(names) + 1):
        room = arrived(room, f"m{number}", opens=(), now=number * 1000)
    return room


def everybody(room: Room) -> frozenset[str]:
    return frozenset(member.id for member in room.members)


def all_ready(room: Room) -> Room:
    for member in room.members:
        room = set_ready(room, member.id, ready=True, phase=None)
    return room


def test_a_new_room_has_its_maker_and_the_classic_table() -> None:
    room = new_room(room_id="r", code="ABCDEF", identity=ANA, name="Ana", opens=(), now=5)
    assert [(member.id, member.name) for member in room.members] == [("m1", "Ana")]
    assert room.table == TableSettings("clash-classic", to=500, timer=45)
    assert decode_room(encode_room(room)) == room


def test_a_room_seats_as_many_as_its_rule_set() -> None:
    room = room_of("Ana", "Bea", "Cal", "Dan", "Eva", "Fay")
    with pytest.raises(RoomRefused) as refused:
        add(room, UUID(int=7), "Gus", now=9000)
    assert refusal(refused) == "full"
    with pytest.raises(RoomRefused) as refused:
        add(room, UUID(int=7), "Gus", now=9000, phase=MatchPhase.PLAYING)
    assert refusal(refused) == "in_play"


def test_coming_again_is_being_there_already() -> None:
    room = room_of("Ana", "Bea")
    again, member = join(room, identity=BEA, name="Other", opens=(), now=9000, phase=None)
    assert again == room
    assert member.name == "Bea"


def test_who_comes_while_a_match_runs_sits_down_for_the_next_one() -> None:
    room = room_of("Ana", "Bea")
    room = with_match(room, "match", list(room.members))
    room = add(room, CAL, "Cal", phase=MatchPhase.PLAYING)
    assert room.seated == ("m1", "m2")
    assert member_of(room, CAL) is not None


def test_somebody_long_gone_makes_way_in_a_full_room() -> None:
    room = gone(room_of("Ana", "Bea", "Cal", "Dan", "Eva", "Fay"), "m3", now=10_000)
    soon, later = 10_000 + ABSENCE - 1, 10_000 + ABSENCE
    assert seats_left(room, now=soon, phase=None) == 0
    with pytest.raises(RoomRefused):
        add(room, UUID(int=7), "Gus", now=soon)
    assert seats_left(room, now=later, phase=None) == 1
    room = add(room, UUID(int=7), "Gus", now=later)
    assert [member.name for member in room.members] == ["Ana", "Bea", "Dan", "Eva", "Fay", "Gus"]
    with pytest.raises(RoomRefused) as refused:
        add(room, CAL, "Cal", now=later)
    assert refusal(refused) == "full"


def test_who_was_away_longest_makes_way_first_and_the_host_never() -> None:
    room = room_of("Ana", "Bea", "Cal", "Dan", "Eva", "Fay")
    for member, since in (("m1", 1), ("m5", 2), ("m2", 3)):
        room = gone(room, member, now=since)
    for number in (7, 8):
        room = add(room, UUID(int=number), f"Guest {number}", now=ABSENCE + 10)
    assert [member.name for member in room.members] == ["Ana", "Cal", "Dan", "Fay", "Guest 7", "Guest 8"]
    with pytest.raises(RoomRefused):
        add(room, UUID(int=9), "Guest 9", now=ABSENCE + 10)


def test_nobody_loses_a_seat_in_a_running_match_to_a_newcomer() -> None:
    room = room_of("Ana", "Bea", "Cal", "Dan", "Eva", "Fay")
    room = gone(with_match(room, "match", list(room.members)), "m3", now=0)
    assert seats_left(room, now=10 * ABSENCE, phase=MatchPhase.PLAYING) == 0
    assert seats_left(room, now=10 * ABSENCE, phase=MatchPhase.OVER) == 1


@pytest.mark.parametrize(
    ("name", "here", "kept"),
    [
        ("Ana", ["Bea"], "Ana"),
        ("Ana", ["Ana"], "Ana 2"),
        ("ana", ["Ana", "Ana 2"], "ana 3"),
        ("A" * 20, ["a" * 20], "A" * 18 + " 2"),
        ("🇫🇷" * 20, ["🇫🇷" * 20], "🇫🇷" * 18 + " 2"),
    ],
)
def test_a_second_ana_gets_a_number(name: str, here: list[str], kept: str) -> None:
    assert unique_name(name, here) == kept


def test_a_new_name_is_made_different_from_the_others_only() -> None:
    room = room_of("Ana", "Bea")
    assert rename(room, "m2", "Ana").members[1].name == "Ana 2"
    assert rename(room, "m2", "bea").members[1].name == "bea"


def test_the_host_is_the_maker_whenever_he_is_here() -> None:
    room = room_of("Ana", "Bea", "Cal")
    assert host_of(room, {"m1", "m2", "m3"}) == "m1"
    assert host_of(room, {"m2", "m3"}) == "m2"
    assert host_of(room, {"m1", "m3"}) == "m1"
    assert host_of(room, set()) == "m1"


def test_without_the_maker_the_host_is_who_has_been_here_longest() -> None:
    room = leave(room_of("Ana", "Bea", "Cal"), "m1")
    assert host_of(room, {"m2", "m3"}) == "m2"
    room = arrived(gone(room, "m2", now=20_000), "m2", opens=(), now=30_000)
    assert host_of(room, {"m2", "m3"}) == "m3"
    room = add(room, ANA, "Ana", now=40_000)
    assert host_of(room, {"m2", "m3", room.members[-1].id}) == room.members[-1].id


def test_a_reload_costs_no_precedence() -> None:
    room = leave(room_of("Ana", "Bea", "Cal"), "m1")
    assert arrived(room, "m2", opens=(), now=99_000) == room


def test_only_the_host_starts_chooses_and_removes() -> None:
    room = all_ready(room_of("Ana", "Bea"))
    here = everybody(room)
    attempts = (
        lambda: seats_to_start(room, "m2", present=here, phase=None),
        lambda: seats_to_play_again(room, "m2", present=here, phase=MatchPhase.OVER),
        lambda: choose_table(room, "m2", table_of("clash-family"), present=here, phase=None),
        lambda: remove_member(room, "m2", "m1", present=here, phase=None),
    )
    for attempt in attempts:
        with pytest.raises(RoomRefused) as refused:
            attempt()
        assert refusal(refused) == "not_host"


def test_a_match_starts_when_all_who_are_present_are_ready() -> None:
    room = room_of("Ana", "Bea", "Cal")
    here = everybody(room)
    assert why_not_start(room, "m1", present=here, phase=None) == "not_ready"
    room = set_ready(room, "m2", ready=True, phase=None)
    assert why_not_start(room, "m1", present=here, phase=None) == "not_ready"
    assert why_not_start(room, "m1", present={"m1", "m2"}, phase=None) is None
    room = set_ready(room, "m3", ready=True, phase=None)
    assert [member.id for member in seats_to_start(room, "m1", present=here, phase=None)] == ["m1", "m2", "m3"]


def test_who_is_gone_is_not_seated() -> None:
    room = all_ready(room_of("Ana", "Bea", "Cal"))
    seats = seats_to_start(room, "m1", present={"m1", "m3"}, phase=None)
    assert [member.id for member in seats] == ["m1", "m3"]


def test_nobody_plays_alone() -> None:
    room = all_ready(room_of("Ana", "Bea"))
    assert why_not_start(room, "m1", present={"m1"}, phase=None) == "too_few"
    with pytest.raises(RoomRefused) as refused:
        seats_to_play_again(room, "m1", present={"m1"}, phase=MatchPhase.OVER)
    assert refusal(refused) == "too_few"


@pytest.mark.parametrize("phase", [MatchPhase.PLAYING, MatchPhase.BETWEEN])
def test_a_running_match_stands_in_the_way_of_the_next(phase: MatchPhase) -> None:
    room = all_ready(room_of("Ana", "Bea"))
    here = everybody(room)
    attempts = (
        lambda: seats_to_start(room, "m1", present=here, phase=phase),
        lambda: seats_to_play_again(room, "m1", present=here, phase=phase),
        lambda: choose_table(room, "m1", table_of("clash-family"), present=here, phase=phase),
        lambda: set_ready(room, "m1", ready=False, phase=phase),
    )
    for attempt in attempts:
        with pytest.raises(RoomRefused) as refused:
            attempt()
        assert refusal(refused) == "in_play"


def test_a_started_match_takes_everybody_s_readiness() -> None:
    room = all_ready(room_of("Ana", "Bea"))
    room = with_match(room, "match", list(room.members))
    assert not any(member.ready for member in room.members)
    assert (room.match_id, room.seated) == ("match", ("m1", "m2"))


def test_a_rematch_keeps_the_seats_and_adds_who_came_since() -> None:
    room = room_of("Ana", "Bea", "Cal")
    room = with_match(room, "match", [room.members[2], room.members[0], room.members[1]])
    room = leave(add(room, DAN, "Dan"), "m2")
    seats = seats_to_play_again(room, "m1", present=everybody(room), phase=MatchPhase.OVER)
    assert [member.name for member in seats] == ["Cal", "Ana", "Dan"]


def test_no_rematch_without_a_match() -> None:
    room = room_of("Ana", "Bea")
    with pytest.raises(RoomRefused) as refused:
        seats_to_play_again(room, "m1", present=everybody(room), phase=None)
    assert refusal(refused) == "not_over"


def test_the_host_removes_somebody_for_good() -> None:
    room = room_of("Ana", "Bea")
    room = remove_member(room, "m1", "m2", present=everybody(room), phase=None)
    assert [member.name for member in room.members] == ["Ana"]
    with pytest.raises(RoomRefused) as refused:
        add(room, BEA, "Somebody else")
    assert refusal(refused) == "removed"


def test_removing_waits_for_the_end_of_the_round() -> None:
    room = room_of("Ana", "Bea")
    here = everybody(room)
    assert len(remove_member(room, "m1", "m2", present=here, phase=MatchPhase.BETWEEN).members) == 1
    with pytest.raises(RoomRefused) as refused:
        remove_member(room, "m1", "m2", present=here, phase=MatchPhase.PLAYING)
    assert refusal(refused) == "in_play"


@pytest.mark.parametrize("whom", ["m1", "m9"])
def test_nobody_removes_himself_or_a_stranger(whom: str) -> None:
    room = room_of("Ana", "Bea")
    with pytest.raises(RoomRefused) as refused:
        remove_member(room, "m1", whom, present=everybody(room), phase=None)
    assert refusal(refused) == "no_member"


def test_member_ids_never_come_twice() -> None:
    room = leave(room_of("Ana", "Bea"), "m2")
    room = add(room, BEA, "Bea")
    assert [member.id for member in room.members] == ["m1", "m3"]


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (TableSettings("chess", rounds=1), "unknown_ruleset"),
        (TableSettings("clash-classic", rounds=2), "length"),
        (TableSettings("clash-classic"), "length"),
        (TableSettings("clash-classic", rounds=3, to=500), "length"),
        (TableSettings("clash-classic", to=501), "length"),
        (TableSettings("clash-classic", to=500, timer=44), "timer"),
        (TableSettings("clash-classic", to=500, timer=None), "timer"),
        (TableSettings("clash-classic", to=500, teams=True), "teams"),
    ],
)
def test_a_table_is_one_the_rules_know(table: TableSettings, code: str) -> None:
    room = room_of("Ana", "Bea")
    with pytest.raises(RoomRefused) as refused:
        choose_table(room, "m1", table, present=everybody(room), phase=None)
    assert refusal(refused) == code


def test_another_table_asks_the_others_to_get_ready_again() -> None:
    room = all_ready(room_of("Ana", "Bea"))
    here = everybody(room)
    same = choose_table(room, "m1", room.table, present=here, phase=None)
    assert same == room
    other = choose_table(room, "m1", replace(room.table, timer=30), present=here, phase=None)
    assert [member.ready for member in other.members] == [True, False]


@pytest.fixture
def siege(monkeypatch: pytest.MonkeyPatch) -> TableSettings:
    """A premium table for two to four in the registry."""
    facts = facts_with(RULESETS["clash-classic"], id="duel-siege", premium=True, seats=(2, 4))
    monkeypatch.setitem(RULESETS, "duel-siege", facts)
    return table_of("duel-siege")


def test_a_rule_set_that_cannot_seat_those_who_sit_cannot_be_chosen(siege: TableSettings) -> None:
    room = room_of("Ana", "Bea", "Cal", "Dan", "Eva")
    room = arrived(gone(room, "m1", now=0), "m1", opens=("duel-siege",), now=1)
    with pytest.raises(RoomRefused) as refused:
        choose_table(room, "m1", siege, present=everybody(room), phase=None)
    assert refusal(refused) == "too_many"
    assert choose_table(room, "m1", siege, present=everybody(room) - {"m5"}, phase=None).table == siege


def test_a_premium_table_is_opened_by_a_host_who_may(siege: TableSettings) -> None:
    room = room_of("Ana", "Bea")
    here = everybody(room)
    with pytest.raises(RoomRefused) as refused:
        choose_table(room, "m1", siege, present=here, phase=None)
    assert refusal(refused) == "premium"
    room = arrived(room, "m1", opens=("duel-siege",), now=0)
    room = choose_table(room, "m1", siege, present=here, phase=None)
    assert room.opener == ANA


def test_what_was_agreed_stays_when_the_host_s_rights_pass_on(siege: TableSettings) -> None:
    room = arrived(room_of("Ana", "Bea", "Cal"), "m1", opens=("duel-siege",), now=0)
    room = leave(choose_table(room, "m1", siege, present=everybody(room), phase=None), "m1")
    shorter = replace(siege, timer=30)
    room = choose_table(room, "m2", shorter, present=everybody(room), phase=None)
    assert (room.table, room.opener) == (shorter, ANA)
    room = choose_table(room, "m2", table_of("clash-classic"), present=everybody(room), phase=None)
    assert room.opener is None


def test_billing_and_the_rules_name_the_same_premium_tables() -> None:
    assert {ruleset.id for ruleset in RULESETS.values() if ruleset.premium} <= set(PremiumTable.values)


def test_a_room_is_small_enough_to_send_around() -> None:
    room = room_of(*("n" * 20 for _ in range(6)))
    room = replace(room, removed=tuple(UUID(int=n) for n in range(256)))
    assert len(encode_room(replace(room, removed=()))) < 1500
    assert len(encode_room(room)) < 16_000
    assert isinstance(room.members[0], Member)
