"""What holds for every family: the match around the rounds, absence, forfeit, lengths."""

import pytest

from games.engine import (
    RULESETS,
    Deal,
    Draw,
    Length,
    LineKind,
    Play,
    Replaced,
    Returned,
    Seat,
    SeatKind,
    Timeout,
    WindowCloses,
    card,
    clock_actions,
    legal_actions,
    start,
)
from tests.engine.table import Table, in_order, lines

CLASSIC = "clash-classic"
PERSONS = (SeatKind.PERSON,) * 3


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_match_of_too_few_or_too_many_cannot_start(ruleset: str) -> None:
    few, many = RULESETS[ruleset].seats
    for seats in (few - 1, many + 1):
        with pytest.raises(ValueError, match="cannot seat"):
            start(
                ruleset,
                seats=(SeatKind.PERSON,) * seats,
                length=RULESETS[ruleset].default_length,
                dealer=Seat(0),
                chance=in_order,
            )


def test_a_match_to_an_unknown_length_cannot_start() -> None:
    with pytest.raises(ValueError, match="is not played to"):
        start(CLASSIC, seats=PERSONS, length=Length(rounds=4), dealer=Seat(0), chance=in_order)


@pytest.mark.parametrize("wrong", [{}, {"rounds": 1, "to": 500}, {"rounds": 0}])
def test_a_length_is_one_positive_number(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a length is"):
        Length(**wrong)


def test_the_deal_moves_one_seat_clockwise_and_the_next_seat_starts() -> None:
    table = Table(CLASSIC, "red-1", "red-2 blue-1", length=Length(rounds=3), dealer=1, draw="red-3 " * 15)
    table.play(0, "red-1")
    assert clock_actions(table.match) == (Deal(),)
    turns = table.match.turn_number
    table.deal()
    assert (table.match.dealer, table.turn) == (0, 1)
    assert table.match.turn_number > turns
    assert table.match.round.points == (0, 0)
    assert table.match.totals == (3, 0)


def test_the_next_round_is_dealt_from_the_same_cards() -> None:
    table = Table(CLASSIC, "red-1", "red-2 blue-1", length=Length(rounds=3), draw="red-3 " * 20)
    rules = RULESETS[CLASSIC].rules
    before = sorted(held.code for held in rules.cards(table.match.round))
    table.play(0, "red-1").deal()
    assert sorted(held.code for held in rules.cards(table.match.round)) == before


def test_nothing_is_dealt_while_a_round_runs_or_after_the_match() -> None:
    table = Table(CLASSIC, "red-1", "red-2 blue-1")
    assert table.refuses(None, Deal()) == "not_your_turn"
    assert table.play(0, "red-1").refuses(None, Deal()) == "round_over"
    assert clock_actions(table.match) == ()


def test_after_the_round_everything_is_round_over() -> None:
    table = Table(CLASSIC, "red-1", "red-2 blue-1").play(0, "red-1")
    assert legal_actions(table.match, Seat(1)) == ()
    assert table.refuses(1, Draw()) == "round_over"
    assert table.refuses(1, Play(card("red-2"))) == "round_over"
    assert table.refuses(None, Timeout(Seat(1))) == "round_over"
    assert table.refuses(None, WindowCloses()) == "round_over"


def test_the_clock_does_not_play_and_seats_do_not_keep_time() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-2 blue-1")
    assert table.refuses(None, Draw()) == "not_your_turn"
    for action in (Timeout(Seat(0)), WindowCloses(), Replaced(Seat(1)), Returned(Seat(1)), Deal()):
        assert table.refuses(0, action) == "not_your_turn"
    assert table.refuses(7, Draw()) == "not_your_turn"


def test_no_window_closes_where_none_is_open() -> None:
    assert Table(CLASSIC, "red-1 red-2", "red-2 blue-1").refuses(None, WindowCloses()) == "not_your_turn"


def test_only_a_person_is_replaced_and_only_a_replaced_seat_returns() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-2 blue-1", "red-3", kinds="person computer person")
    assert table.refuses(None, Replaced(Seat(1))) == "not_your_turn"
    assert table.refuses(None, Replaced(Seat(9))) == "not_your_turn"
    assert table.refuses(None, Returned(Seat(0))) == "not_your_turn"
    table.replace(0)
    assert table.refuses(None, Replaced(Seat(0))) == "not_your_turn"
    table.come_back(0)
    assert table.refuses(None, Returned(Seat(0))) == "not_your_turn"


def test_who_comes_back_watches_and_plays_from_the_next_deal_on() -> None:
    table = Table(CLASSIC, "red-1", "red-3", "red-4 blue-2", length=Length(rounds=3), draw="red-5 " * 20)
    table.replace(1).come_back(1)
    assert table.match.kinds == (SeatKind.PERSON, SeatKind.REPLACEMENT, SeatKind.PERSON)
    table.play(0, "red-1").play(1, "red-3").deal()
    assert table.match.kinds == PERSONS
    assert table.match.returned == ()


def test_who_is_away_is_a_replacement_again_in_the_next_round() -> None:
    table = Table(CLASSIC, "red-1", "red-3", "red-4 blue-2", length=Length(rounds=3), draw="red-5 " * 20)
    table.replace(2).play(0, "red-1").play(1, "red-3").deal()
    assert table.match.kinds[2] is SeatKind.REPLACEMENT


def test_who_comes_back_and_leaves_again_does_not_get_the_seat() -> None:
    table = Table(CLASSIC, "red-1", "red-3", "red-4 blue-2", length=Length(rounds=3), draw="red-5 " * 20)
    table.replace(2).come_back(2).replace(2).play(0, "red-1").play(1, "red-3").deal()
    assert table.match.kinds[2] is SeatKind.REPLACEMENT


def test_who_leaves_between_two_rounds_is_a_replacement_in_the_next() -> None:
    table = Table(CLASSIC, "red-1", "red-3", "red-4 blue-2", length=Length(rounds=3), draw="red-5 " * 20)
    table.play(0, "red-1").play(1, "red-3").replace(0).deal()
    assert table.match.kinds == (SeatKind.REPLACEMENT, SeatKind.PERSON, SeatKind.PERSON)


def test_a_deal_may_say_who_sits_where_from_now_on() -> None:
    table = Table(CLASSIC, "red-1", "red-3 blue-1", length=Length(rounds=3), draw="red-5 " * 20).play(0, "red-1")
    assert table.refuses(None, Deal((SeatKind.PERSON,) * 3)) == "not_your_turn"
    table.act(None, Deal((SeatKind.PERSON, SeatKind.REPLACEMENT)))
    assert table.match.kinds == (SeatKind.PERSON, SeatKind.REPLACEMENT)


def test_fewer_than_two_people_at_the_end_of_a_round_is_a_forfeit() -> None:
    table = Table(CLASSIC, "red-1", "red-3 blue-1", length=Length(to=500), totals=(1, 400)).replace(1).play(0, "red-1")
    assert table.result == ((0,), "forfeit")
    assert table.match.totals == (5, 400)
    assert (0, "forfeit", 0) in lines(table.match)
    assert table.ranking == ((0,), (1,))


def test_who_is_back_counts_among_the_people_left() -> None:
    table = Table(CLASSIC, "red-1", "red-3 blue-1", length=Length(rounds=3)).replace(1).come_back(1).play(0, "red-1")
    assert table.result is None


def test_a_forfeit_comes_ahead_of_the_target() -> None:
    table = Table(CLASSIC, "red-1", "red-3 blue-1", length=Length(to=500), totals=(1, 600)).replace(0).play(0, "red-1")
    assert table.result == ((1,), "forfeit")


def test_practice_is_never_forfeited() -> None:
    table = Table(CLASSIC, "red-1", "red-3 blue-1", kinds="person computer", length=Length(rounds=3))
    assert table.match.practice
    assert table.replace(0).play(0, "red-1").result is None


def test_rounds_are_counted_and_the_highest_total_wins() -> None:
    table = Table(CLASSIC, "red-1", "red-3", length=Length(rounds=3), rounds_played=2, totals=(5, 9)).play(0, "red-1")
    assert (table.result, table.match.rounds_played) == (((1,), "rounds"), 3)
    assert table.ranking == ((1,), (0,))


def test_a_deadlock_counts_as_one_of_the_rounds() -> None:
    table = Table(CLASSIC, "blue-1", "blue-2", draw="", length=Length(rounds=3), rounds_played=2, totals=(5, 9))
    for seat in (0, 1, 0, 1):
        table.draw(seat)
    assert table.round == ((), "deadlock")
    assert table.result == ((1,), "rounds")


def test_a_time_out_after_a_draw_only_ends_the_turn() -> None:
    table = Table(CLASSIC, "blue-1", "blue-2", draw="red-1 red-2").draw(0).time_out(0)
    assert (table.turn, table.counts) == (1, (2, 1))


def test_a_seat_replaced_in_mid_turn_goes_on_with_the_drawn_card() -> None:
    table = Table(CLASSIC, "blue-1 blue-2", "blue-2", "red-4", draw="red-1 red-2").draw(0).replace(0)
    assert table.playable(0) == "red-1"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_facts_of_the_registry(ruleset: str) -> None:
    facts = RULESETS[ruleset]
    assert facts.id == ruleset
    assert facts.default_length in facts.lengths
    assert facts.quick_length in facts.lengths
    assert {facts.timer, facts.quick_timer} <= {30, 45, 60, 90}
    assert LineKind("round_won") is LineKind.ROUND_WON
