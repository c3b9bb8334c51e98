"""Color Clash, sentence by sentence where no scenario file says it already."""

import pytest

from games.engine import (
    RULESETS,
    Announce,
    Catch,
    ChooseColor,
    Color,
    Draw,
    Keep,
    Length,
    Play,
    Seat,
    SeatKind,
    Timeout,
    WindowCloses,
    card,
    clock_actions,
    start,
    view,
)
from games.engine.events import Caught, Reversed, Skipped, WentOut
from tests.engine.table import Table, cards, in_order, lines

CLASSIC = "clash-classic"
FAMILY = "clash-family"


# The deck and the opening card.


@pytest.mark.parametrize("ruleset", [CLASSIC, FAMILY])
def test_the_deck_has_108_cards(ruleset: str) -> None:
    deck = [face.code for face in RULESETS[ruleset].rules.deck(in_order)]
    assert len(deck) == 108
    for color in ("red", "blue", "yellow", "green"):
        assert deck.count(f"{color}-0") == 1
        for rank in (*map(str, range(1, 10)), "skip", "reverse", "draw-two"):
            assert deck.count(f"{color}-{rank}") == 2
    assert deck.count("wild") == deck.count("wild-draw-four") == 4


def test_everybody_is_dealt_seven_and_one_card_is_turned() -> None:
    match, _ = start(CLASSIC, seats=[SeatKind.PERSON] * 6, length=Length(to=500), dealer=Seat(5), chance=in_order)
    assert [len(hand) for hand in match.round.hands] == [7] * 6
    assert len(match.round.draw_pile) == 108 - 42 - 1
    assert match.turn == 0


def test_an_opening_wild_draw_four_goes_back_at_the_place_that_chance_gives() -> None:
    table = Table(CLASSIC, "red-1", "red-2", opening=True, draw="wild-draw-four wild-draw-four red-5 blue-1 blue-2")
    assert table.shows("top") == "red-5"
    assert table.shows("draw_count") == 4


def test_an_opening_skip_of_two_lets_the_dealer_start() -> None:
    assert Table(CLASSIC, "red-1", "red-2", opening=True, dealer=0, draw="red-skip blue-1").turn == 0


def test_an_opening_draw_two_of_two_lets_the_dealer_start() -> None:
    table = Table(CLASSIC, "red-1", "red-2", opening=True, dealer=0, draw="red-draw-two blue-1 blue-2")
    assert (table.turn, table.counts) == (0, (1, 3))


def test_an_opening_wild_holds_everything_until_the_color_is_chosen() -> None:
    table = Table(CLASSIC, "red-1", "red-2", opening=True, dealer=1, draw="wild blue-1")
    assert table.shows("active") is None
    assert table.refuses(0, Draw()) == "color_required"
    assert table.refuses(0, Keep()) == "nothing_drawn"
    assert table.refuses_play(0, "red-2") == "not_in_hand"
    assert table.choose(0, "red").playable(0) == "red-1"


def test_the_choice_of_the_opening_color_goes_on_until_somebody_chooses() -> None:
    table = Table(CLASSIC, "red-1", "red-2", "red-3", opening=True, dealer=2, draw="wild blue-1 blue-2 blue-3 blue-4")
    table.time_out(0).time_out(1).time_out(2)
    assert (table.turn, table.counts) == (0, (2, 2, 2))
    assert table.may(0, ChooseColor(Color.GREEN))


def test_an_opening_wild_that_nobody_chooses_for_on_an_empty_pile_is_a_deadlock() -> None:
    table = Table(CLASSIC, "red-1", "red-2", opening=True, dealer=1, draw="wild")
    for seat in (0, 1, 0, 1):
        table.time_out(seat)
    assert table.round == ((), "deadlock")


# A turn.


@pytest.mark.parametrize("code", ["red-1", "blue-9", "wild"])
def test_color_number_and_wild_fit(code: str) -> None:
    color = "red" if code == "wild" else None
    assert Table(CLASSIC, f"{code} green-1 green-2", "red-2").play(0, code, color).turn == 1


def test_a_card_of_another_color_and_number_does_not_fit() -> None:
    assert Table(CLASSIC, "blue-1 green-1", "red-2").refuses_play(0, "blue-1") == "not_playable"


def test_after_a_draw_an_equal_card_is_the_drawn_one() -> None:
    table = Table(CLASSIC, "red-5 blue-1 blue-2", "red-2", draw="red-5").draw(0)
    assert table.playable(0) == "red-5"
    assert table.play(0, "red-5").hand(0) == "blue-1 blue-2 red-5"


def test_the_order_of_the_refusals_after_a_draw() -> None:
    table = Table(CLASSIC, "red-5 blue-1 wild", "red-2", draw="red-6").draw(0)
    assert table.refuses(0, Draw()) == "already_drawn"
    assert table.refuses_play(0, "wild") == "only_drawn_card"
    assert table.refuses_play(0, "green-1") == "not_in_hand"
    assert table.refuses(1, Keep()) == "not_your_turn"


def test_equal_numbers_do_not_forbid_a_wild_draw_four() -> None:
    table = Table(CLASSIC, "wild-draw-four blue-9 wild green-1", "red-2")
    assert table.play(0, "wild-draw-four", "green").counts == (3, 5)


def test_the_active_color_forbids_a_wild_draw_four_by_name() -> None:
    table = Table(CLASSIC, "wild-draw-four red-1", "red-2")
    assert table.refuses_play(0, "wild-draw-four", "green") == "holds_color"
    assert table.playable(0) == "red-1"


def test_a_meaningless_field_is_refused_by_the_engine() -> None:
    table = Table(CLASSIC, "red-1 red-2 red-3", "red-2")
    face = card("red-1")
    for play in (Play(face, Color.RED), Play(face, announce=True), Play(face, serial=0)):
        assert table.refuses(0, play) == "not_playable"


# Action cards, with the direction and with seats that are out.


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("code", ["red-1", "red-skip", "red-reverse", "red-draw-two", "wild-draw-four"])
def test_who_plays_after_each_card(seats: int, direction: int, code: str) -> None:
    hands = [f"{code} blue-1 blue-2", *["green-1 green-2 green-3"] * (seats - 1)]
    table = Table(CLASSIC, *hands, direction=direction, draw="yellow-1 yellow-2 yellow-3 yellow-4")
    table.play(0, code, "red" if code == "wild-draw-four" else None)
    if code == "red-reverse" and seats > 2:
        assert (table.turn, table.match.round.direction) == (-direction % seats, -direction)
        assert table.told(Reversed)
        return
    steps = 1 if code == "red-1" else 2
    assert (table.turn, table.match.round.direction) == (steps * direction % seats, direction)
    drawn = {"red-draw-two": 2, "wild-draw-four": 4}.get(code, 0)
    assert table.counts[direction % seats] == 3 + drawn
    assert len(table.told(Skipped)) == steps - 1


def test_a_reverse_with_one_of_three_out_acts_as_a_skip() -> None:
    table = Table(CLASSIC, "red-reverse blue-1 blue-2", "", "red-1", out=(Seat(1),))
    assert (table.play(0, "red-reverse").turn, table.match.round.direction) == (0, 1)


def test_a_wild_draw_four_takes_what_there_is() -> None:
    table = Table(CLASSIC, "wild-draw-four blue-1 blue-2", "red-1", "red-2", draw="yellow-1", discard="red-9")
    table.play(0, "wild-draw-four", "blue")
    assert (table.counts, table.turn, table.banners) == ((2, 3, 1), 2, ["reshuffled"])


def test_a_reshuffle_leaves_the_chosen_color_in_force() -> None:
    table = Table(CLASSIC, "green-1 green-2", "red-1", draw="", discard="blue-1 blue-2 wild", active=Color.RED)
    table.draw(0)
    assert (table.shows("top"), table.shows("active"), table.shows("draw_count")) == ("wild", "red", 1)


# Last card.


def test_the_window_opens_on_the_next_to_last_card_only() -> None:
    table = Table(CLASSIC, "red-1 red-2 red-3", "blue-1 blue-2")
    assert table.play(0, "red-1").open_window is None
    assert table.time_out(1).play(0, "red-2").open_window == 0


def test_in_the_window_others_may_only_catch() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-4 blue-1", "red-5 blue-2").play(0, "red-1")
    assert table.may(1, Catch(Seat(0)))
    assert table.may(2, Catch(Seat(0)))
    assert table.playable(1) == ""
    for action in (Draw(), Keep(), Play(card("red-4"))):
        assert table.refuses(1, action) == "window_open"
    assert clock_actions(table.match) == (WindowCloses(),)


def test_a_seat_that_is_out_cannot_catch() -> None:
    table = Table(CLASSIC, "red-1 red-2", "", "red-5 blue-2", out=(Seat(1),)).play(0, "red-1")
    assert table.refuses(1, Catch(Seat(0))) == "nothing_to_catch"
    assert not table.may(1, Catch(Seat(0)))


def test_a_caught_seat_draws_two_and_the_next_one_plays() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-4 blue-1", "red-5 blue-2").play(0, "red-1").catch(2, 0)
    assert (table.counts, table.turn, table.open_window) == ((3, 2, 2), 1, None)
    assert table.told(Caught) == [Caught(Seat(0), Seat(2), 2)]
    assert table.refuses(1, Catch(Seat(0))) == "nothing_to_catch"


def test_a_catch_while_nobody_has_a_window_costs_nothing() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-4 blue-1")
    assert table.refuses(1, Catch(Seat(0))) == "nothing_to_catch"


def test_a_catch_waits_for_the_penalty_of_the_play() -> None:
    table = Table(CLASSIC, "wild-draw-four blue-1", "green-1", "green-2", draw="yellow-1 " * 9)
    table.play(0, "wild-draw-four", "blue").catch(1, 0)
    assert (table.counts, table.turn) == ((3, 5, 1), 2)


def test_the_owner_may_play_on_while_his_window_is_open() -> None:
    table = Table(CLASSIC, "red-skip red-1", "red-4 blue-1").play(0, "red-skip")
    assert (table.turn, table.open_window) == (0, 0)
    assert table.may(0, Announce())
    assert clock_actions(table.match) == (Timeout(Seat(0)), WindowCloses())
    assert table.play(0, "red-1").open_window is None


def test_a_card_drawn_and_laid_in_the_window_opens_a_new_one() -> None:
    table = Table(CLASSIC, "red-skip blue-1", "red-4 blue-2", draw="red-5 red-6").play(0, "red-skip")
    first = table.match.window_number
    table.draw(0).play(0, "red-5")
    assert (table.open_window, table.turn) == (0, 1)
    assert table.match.window_number > first


def test_the_owners_time_out_leaves_his_window_open() -> None:
    table = Table(CLASSIC, "red-skip blue-1", "red-4 blue-2").play(0, "red-skip").time_out(0)
    assert (table.turn, table.open_window, table.counts) == (1, 0, (2, 2))
    assert table.refuses(1, Draw()) == "window_open"
    assert table.refuses(0, Draw()) == "not_your_turn"


def test_keeping_the_drawn_card_leaves_the_window_open() -> None:
    table = Table(CLASSIC, "red-skip blue-1", "red-4 blue-2", draw="red-5").play(0, "red-skip").draw(0).keep(0)
    assert (table.turn, table.open_window) == (1, 0)


def test_an_old_call_does_not_protect_after_the_hand_grew() -> None:
    table = Table(CLASSIC, "red-1 red-2", "green-1 green-2", draw="red-3 yellow-1 yellow-2")
    table.play(0, "red-1", call=True).time_out(1).draw(0).keep(0).time_out(1)
    assert table.play(0, "red-2").open_window == 0


@pytest.mark.parametrize("kind", ["computer", "replacement"])
def test_computers_always_call(kind: str) -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-4", kinds=f"{kind} person").play(0, "red-1")
    assert (table.open_window, table.banners) == (None, ["announced"])


def test_a_call_of_a_computer_means_nothing_and_is_not_offered() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-4", kinds="computer person")
    assert not table.may(0, Play(card("red-1"), announce=True))


def test_a_replacement_off_turn_leaves_anothers_window_alone() -> None:
    table = Table(CLASSIC, "red-1 red-2", "red-4 blue-1", "red-5 blue-2").play(0, "red-1").replace(1)
    assert table.open_window == 0


def test_family_night_calls_for_everybody_and_offers_no_call() -> None:
    table = Table(FAMILY, "red-1 red-2", "red-4")
    assert not table.may(0, Play(card("red-1"), announce=True))
    assert table.play(0, "red-1").banners == ["one_card", "announced"]


# Going out, places, scoring.


def test_the_winner_scores_what_the_others_hold_at_that_moment() -> None:
    table = Table(CLASSIC, "red-1", "blue-9 wild", "green-0 green-skip", totals=(5, 6, 7)).play(0, "red-1")
    assert table.points == (79, 0, 0)
    assert table.match.totals == (84, 6, 7)
    assert table.told(WentOut) == [WentOut(Seat(0), 1)]
    assert table.round is None


def test_later_places_score_nothing() -> None:
    table = Table(CLASSIC, "red-1", "red-2", "red-3 blue-1").play(0, "red-1").play(1, "red-2")
    assert table.points == (6, 0, 0)
    assert table.match.round.result.places == (0, 1, 2)
    assert lines(table.match) == [(0, "round_won", 6), (1, "cards_left", 0), (2, "cards_left", 0)]


def test_an_out_seat_draws_no_penalty_and_gets_no_turn() -> None:
    table = Table(CLASSIC, "red-draw-two blue-1 blue-2", "", "red-2", "red-3 red-4", out=(Seat(1),))
    assert table.play(0, "red-draw-two").turn == 3
    assert table.counts == (2, 0, 3, 2)


def test_a_last_draw_two_costs_the_next_seat_its_turn() -> None:
    table = Table(CLASSIC, "red-draw-two", "red-2", "red-3 red-4").play(0, "red-draw-two")
    assert (table.turn, table.counts, table.points) == (2, (0, 3, 2), (12, 0, 0))


def test_a_last_reverse_of_two_still_in_ends_the_round() -> None:
    table = Table(CLASSIC, "red-reverse", "", "red-3 red-4", out=(Seat(1),)).play(0, "red-reverse")
    assert table.round == ((1,), "out")


def test_a_replacement_first_out_leaves_the_round_without_a_winner() -> None:
    table = Table(CLASSIC, "red-1", "red-2", "red-3 blue-1", kinds="replacement person person")
    table.play(0, "red-1").play(1, "red-2")
    assert (table.round, table.points) == (((), "out"), (0, 0, 0))
    assert lines(table.match) == [(0, "replacement", 0), (1, "nobody_scores", 0), (2, "nobody_scores", 0)]


def test_in_one_round_replaced_seats_rank_after_all_others() -> None:
    table = Table(CLASSIC, "red-1", "red-2", "red-3", "red-4 blue-1", kinds="person replacement person person")
    table.play(0, "red-1").play(1, "red-2").play(2, "red-3")
    assert table.ranking == ((0,), (2,), (3,), (1,))


def test_who_leaves_after_going_out_keeps_his_rank() -> None:
    table = Table(CLASSIC, "red-1", "red-2", "red-3", "red-4 blue-1").play(0, "red-1").replace(0)
    table.play(1, "red-2").play(2, "red-3")
    assert (table.result, table.ranking) == (((0,), "rounds"), ((0,), (1,), (2,), (3,)))


def test_who_leaves_after_going_out_is_still_seen_to_have_played_his_hand() -> None:
    table = Table(CLASSIC, "red-1", "red-2 blue-1", "red-3 blue-2").play(0, "red-1").replace(0).replace(1)
    assert view(table.match, Seat(2)).kinds == (SeatKind.PERSON, SeatKind.REPLACEMENT, SeatKind.PERSON)


def test_a_replacement_that_is_out_later_takes_its_place_but_ranks_last() -> None:
    table = Table(CLASSIC, "red-1", "red-2", "red-3 blue-1", kinds="person replacement person")
    table.play(0, "red-1").play(1, "red-2")
    assert table.shows("out") == (0, 1)
    assert table.match.round.result.places == (0, 2, 1)


def test_the_penalty_of_a_catch_counts_as_drawn_for_the_deadlock() -> None:
    table = Table(CLASSIC, "red-skip blue-1", "green-1 green-2", draw="", discard="yellow-1 red-9")
    table.play(0, "red-skip").catch(1, 0)
    assert table.counts == (3, 2)
    for seat in (0, 1, 0, 1):
        table.draw(seat)
    assert table.round is None
    assert table.draw(0).round == ((), "deadlock")


def test_cards_of_the_deck() -> None:
    assert [face.code for face in cards("red-5 wild")] == ["red-5", "wild"]
