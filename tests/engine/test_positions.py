"""Positions set down card by card: what is none is refused by name, what is bare is played on."""

import pytest

from games.engine import Color, Length, Seat
from tests.engine.table import Table
from tests.engine.upcolor_tables import table as upcolor

SHEDDING = ["clash-classic", "clash-family", "duel-classic", "duel-siege"]
DAY_AND_NIGHT = "duel-daynight"


@pytest.mark.parametrize("ruleset", SHEDDING)
@pytest.mark.parametrize("where", ["hand", "draw", "discard"])
def test_a_card_of_up_color_is_no_card_of_a_shedding_game(ruleset: str, where: str) -> None:
    lying = {"hand": "red-1", "draw": "red-2", "discard": "red-3"} | {where: "black"}
    with pytest.raises(ValueError, match="black is no card of this rule set"):
        Table(ruleset, lying["hand"], "blue-1", draw=lying["draw"], discard=lying["discard"])


def test_nor_is_it_one_under_a_day_face() -> None:
    with pytest.raises(ValueError, match="red-1/black is no card of this rule set"):
        Table(DAY_AND_NIGHT, "red-1/black", "blue-1/red-1", draw="", discard="red-2/red-2")


@pytest.mark.parametrize("ruleset", SHEDDING)
def test_there_is_no_discard_pile_before_the_opening_card_is_turned(ruleset: str) -> None:
    table = Table(ruleset, "red-1", "red-2", opening=True, draw="red-3 red-4")
    assert table.shows("top") == "red-3"
    with pytest.raises(ValueError, match="no card of the draw pile can open the round"):
        Table(ruleset, "red-1", "red-2", opening=True, draw="wild-draw-four")


@pytest.mark.parametrize("ruleset", SHEDDING)
def test_on_an_empty_discard_pile_the_active_color_alone_is_matched(ruleset: str) -> None:
    table = Table(ruleset, "red-1 blue-2 wild", "red-2 red-3 red-4", draw="", discard="", active=Color.RED)
    assert table.playable(0) == "red-1 wild"
    assert table.draw(0).turn == 1
    table.play(1, "red-2")
    assert (table.shows("top"), table.playable(0)) == ("red-2", "blue-2 red-1 wild")


@pytest.mark.parametrize("ruleset", SHEDDING)
def test_with_no_active_color_either_only_wilds_are_played(ruleset: str) -> None:
    assert Table(ruleset, "red-1 blue-2 wild", "red-2", draw="", discard="").playable(0) == "wild"


def test_an_empty_table_of_two_faced_cards_turns_too() -> None:
    table = Table(
        DAY_AND_NIGHT, "red-flip/hunt red-1/red-2 red-3/red-4", "red-1/blue-1", draw="", discard="", active=Color.RED
    )
    table.play(0, "red-flip")
    assert (table.shows("top"), table.shows("active")) == ("hunt", "red")


@pytest.mark.parametrize(
    ("hands", "out", "turn"),
    [(("", ""), (), 0), (("red-1", ""), (), 0), (("", "red-1", "red-2"), (), 0), (("", "red-1", ""), (0, 2), 1)],
)
def test_a_round_of_color_clash_runs_while_two_seats_hold_cards(
    hands: tuple[str, ...], out: tuple[int, ...], turn: int
) -> None:
    with pytest.raises(ValueError, match="the seat on turn and another hold cards"):
        Table("clash-classic", *hands, turn=turn, out=tuple(map(Seat, out)))


def test_a_seat_that_is_out_holds_no_cards() -> None:
    with pytest.raises(ValueError, match="a seat that is out holds no cards"):
        Table("clash-classic", "red-1", "red-2", "red-3", out=(Seat(2),))


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("clash-classic", 1), ("clash-family", 7), ("duel-classic", 5), ("duel-siege", 6)]
)
def test_a_rule_set_seats_as_many_as_its_page_says(ruleset: str, seats: int) -> None:
    with pytest.raises(ValueError, match=f"cannot seat {seats}"):
        Table(ruleset, *["red-1 red-2"] * seats)


@pytest.mark.parametrize("hands", ["yb yb", "yb yb yb yb yb"])
def test_up_color_has_three_or_four_seats(hands: str) -> None:
    with pytest.raises(ValueError, match="cannot seat"):
        upcolor(hands)


def test_four_seats_are_two_teams_and_no_other_number() -> None:
    assert upcolor("yb yb yb yb", teams=True).teams
    with pytest.raises(ValueError, match="cannot seat 3"):
        upcolor("yb yb yb", teams=True)


def test_only_teams_play_to_a_number_of_losses() -> None:
    with pytest.raises(ValueError, match="only teams play to a number of losses"):
        upcolor("yb yb yb yb", length=Length(losses=3))


@pytest.mark.parametrize("ruleset", SHEDDING)
def test_what_up_color_alone_has_may_be_named_where_it_is_nothing(ruleset: str) -> None:
    assert Table(ruleset, "red-1 red-2", "red-3", captured=(0, 0), trick=(), set_aside=()).turn == 0
    with pytest.raises(ValueError, match="no tricks are taken"):
        Table(ruleset, "red-1 red-2", "red-3", captured=(0, 1))


@pytest.mark.parametrize("color", [Color.VIOLET, Color.BLACK])
@pytest.mark.parametrize("ruleset", SHEDDING)
def test_only_a_color_that_can_be_followed_is_active(ruleset: str, color: Color) -> None:
    with pytest.raises(ValueError, match=f"{color} is no color to play on"):
        Table(ruleset, "red-1 red-2", "red-3", active=color)
