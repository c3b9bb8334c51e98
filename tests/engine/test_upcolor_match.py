"""Up-color: how a match ends, teams, and positions set down."""

import pytest

from games.engine import (
    RULESETS,
    Deal,
    Length,
    Match,
    MatchReason,
    Play,
    Seat,
    SeatKind,
    apply,
    card,
    encode,
    legal_actions,
    start,
)
from games.engine.events import TieDrawn
from tests.engine.upcolor_tables import (
    PERSON,
    REPLACEMENT,
    close,
    in_order,
    lay,
    leave,
    letters_of,
    may_lay,
    scattered,
    table,
)

# The match.


def test_a_tie_is_drawn_and_the_cards_are_told() -> None:
    match = table("y bb br", captured=(4, 5, 0), set_aside="rgby")
    match, events = apply(match, Seat(0), Play(card("yellow")), in_order)
    assert [event for event in events if isinstance(event, TieDrawn)] == [
        TieDrawn(Seat(0), card("red")),
        TieDrawn(Seat(1), card("blue")),
    ]
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((1,), MatchReason.TIE_DRAW)
    assert match.result.ranking == ((1,), (0,), (2,))


@pytest.mark.parametrize("set_aside", ["", "g", "bb", "rrr"])
def test_cards_that_cannot_decide_leave_the_win_shared(set_aside: str) -> None:
    match = lay(table("y bb br", captured=(4, 5, 0), set_aside=set_aside), (0, "y"))
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((0, 1), MatchReason.ROUNDS)


@pytest.mark.parametrize(
    ("set_aside", "winner"),
    [
        ("ggrr", 2),  # green, red, green; again seat 0 red, seat 2 green of the upper pile, used up before
        ("gybrv", 0),  # green, red, yellow
        ("kvkk", 2),  # black, black, violet
    ],
)
def test_three_seats_draw_from_alternating_piles(set_aside: str, winner: int) -> None:
    match = lay(table("y bb br", captured=(4, 5, 5), set_aside=set_aside), (0, "y"))
    assert match.result is not None
    assert match.result.winners == (winner,)


def test_the_upper_pile_is_the_larger_one() -> None:
    match = lay(table("y bb br", captured=(4, 5, 0), set_aside="ybg"), (0, "y"))
    assert match.result is not None
    assert match.result.winners == (1,)


def test_a_used_up_pile_is_shuffled_and_drawn_from_again() -> None:
    orders = iter([(1, 0), (0, 1)])
    match = table("y bb br", captured=(4, 5, 0), set_aside="brbr")
    match, events = apply(match, Seat(0), Play(card("yellow")), lambda _: next(orders))
    drawn = [letters_of([event.card]) for event in events if isinstance(event, TieDrawn)]
    assert drawn == ["b", "b", "r", "r", "r", "b"]
    assert match.result is not None
    assert match.result.winners == (1,)


@pytest.mark.parametrize("set_aside", ["gygy", "brvbrv", "kvkkvk"])
def test_a_draw_that_its_chance_can_never_decide_ends_and_the_win_is_shared(set_aside: str) -> None:
    match = lay(table("y bb br", captured=(4, 5, 0), set_aside=set_aside), (0, "y"))
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((0, 1), MatchReason.ROUNDS)


def test_a_seat_that_a_replacement_finished_ranks_behind_every_person_in_a_match_of_one_round() -> None:
    match = lay(leave(table("y bb br rr", captured=(0, 9, 3, 2)), 1), (0, "y"))
    assert match.result is not None
    assert match.result.ranking == ((2,), (3,), (0,), (1,))
    assert match.round.result is not None
    assert match.round.result.winners == (1,)


def test_a_match_to_500_goes_on_until_a_total_is_there() -> None:
    match = lay(table("y bb br", captured=(3, 0, 0), length=Length(to=500), totals=(495, 0, 9)), (0, "y"))
    assert (match.totals[0], match.result) == (499, None)


# Teams.


def team_round(
    captured: tuple[int, ...],
    losses: tuple[int, int] = (0, 0),
    kinds: tuple[SeatKind, ...] = (PERSON,) * 4,
) -> Match:
    """A round of teams, ended by a seat that captures a card and holds a black one."""
    return lay(table("yk bb br rr", captured=captured, teams=True, losses=losses, kinds=kinds), (0, "y"))


@pytest.mark.parametrize(
    ("captured", "loser", "losses"),
    [((1, 5, 5, 2), 0, (1, 0)), ((1, 5, 5, 1), None, (0, 0)), ((4, 2, 3, 2), 1, (0, 1))],
)
def test_the_lower_team_loses_the_round(captured: tuple[int, ...], loser: int | None, losses: tuple[int, int]) -> None:
    match = team_round(captured)
    assert match.round.result is not None
    assert (match.round.result.loser, match.losses) == (loser, losses)


def test_a_team_match_ends_when_a_team_has_lost_its_rounds() -> None:
    match = team_round((9, 2, 3, 2), losses=(2, 2))
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((0, 2), MatchReason.LOSSES)
    assert match.result.ranking == ((0, 2), (1, 3))


def test_the_one_left_wins_a_team_match_alone() -> None:
    match = team_round((0, 9, 9, 9), kinds=(REPLACEMENT, PERSON, REPLACEMENT, REPLACEMENT))
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((1,), MatchReason.FORFEIT)


def test_computers_of_practice_score_as_players_do() -> None:
    computer = SeatKind.COMPUTER
    match = lay(table("y bb br", captured=(5, 0, 1), kinds=(computer, PERSON, computer)), (0, "y"))
    assert match.result is not None
    assert match.result.winners == (0,)


def test_the_next_round_is_dealt_from_all_the_cards() -> None:
    match, _ = start("upcolor", seats=(PERSON,) * 4, length=Length(rounds=2), dealer=Seat(3), chance=scattered)
    deck = sorted(letters_of(RULESETS["upcolor"].rules.cards(match.round)))
    for _ in range(400):
        if match.round.result is not None:
            break
        legal = () if match.turn is None else legal_actions(match, match.turn)
        match, _ = apply(match, match.turn, legal[0], scattered) if legal else close(match)
    match, _ = apply(match, None, Deal(), scattered)
    assert sorted(letters_of(RULESETS["upcolor"].rules.cards(match.round))) == deck
    assert (match.dealer, match.turn) == (0, 1)
    assert len(encode(match)) < 300


# Positions.


@pytest.mark.parametrize(
    ("trick", "owner", "message"),
    [
        ("y", None, "a trick has an owner"),
        ("yk", 0, "no trick has a black card"),
        ("vv", 0, "goes on after a violet one"),
    ],
)
def test_a_position_that_cannot_be_is_refused(trick: str, owner: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table("yb bb rr", trick=trick, owner=owner)


def test_a_position_with_a_spent_seat_is_a_finished_round() -> None:
    match = table("kk yb rr", captured=(0, 0, 4), trick="gy", owner=0, turn=1)
    assert match.round.result is not None
    assert match.round.result.points == (0, 0, 4)


def test_a_trick_set_down_goes_on_at_the_seat_on_turn() -> None:
    match = table("bb bb yr", captured=(0, 0, 0), trick="y", owner=2, turn=1)
    assert match.turn == 1
    assert may_lay(match, 1) == "b"


def test_a_trick_set_down_with_its_owner_on_turn_goes_on_at_the_next_seat() -> None:
    assert table("bb rr yr", trick="y", owner=2, turn=2).turn == 0
