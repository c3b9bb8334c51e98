"""The tactics of the table that normal knows, one by one, and that hard finds by looking ahead."""

from random import Random
from statistics import fmean

import pytest

from games import engine
from games.computers import Level, Why, choose, hard
from games.computers.memory import remember
from games.computers.shedding import fuse_ends
from games.engine import Fuse, Play, Rank, ReturnWindow, Seat, SeatKind, Stack
from tests.computers.tables import FEW_PLAYOUTS, choice, laid, set_down

BOTH = [Level.NORMAL, Level.HARD]
TWO = Rank.DRAW_TWO


# What every sensible player does.


@pytest.mark.parametrize("level", BOTH)
def test_a_wild_is_kept_while_a_card_of_the_color_fits(level: Level) -> None:
    match = set_down("clash-classic", "red-7 red-1 wild blue-4", "green-1 green-2 green-3 green-5 green-6")
    assert laid(match, level) in {"red-7", "red-1"}


def test_the_color_held_most_is_chosen_with_a_wild() -> None:
    match = set_down("clash-classic", "wild blue-1 blue-2 blue-4 green-7", "yellow-1 yellow-2 yellow-4")
    chosen = choice(match, Level.NORMAL)
    assert chosen.action == Play(engine.card("wild"), engine.Color.BLUE)
    assert chosen.reason.code is Why.MOST_HELD


def test_of_two_colors_held_alike_that_one_is_chosen_of_which_most_is_gone() -> None:
    tops = ("red-9", "green-9", "green-4", "red-3")
    hands = ("wild blue-1 green-1 blue-2 green-2", "red-1 blue-7")
    seen = [engine.view(set_down("clash-family", *hands, discard=top), Seat(0)) for top in tops]
    history = [view._replace(counts=(5, 5 - place), turn=Seat(1)) for place, view in enumerate(seen[:-1])]
    last = seen[-1]
    action = choose(Level.NORMAL, last, [*history, last], seed="", budget=FEW_PLAYOUTS).action
    assert action == Play(engine.card("wild"), engine.Color.GREEN)


@pytest.mark.parametrize("level", BOTH)
def test_a_seat_about_to_go_out_gets_the_penalty(level: Level) -> None:
    match = set_down("clash-classic", "red-draw-two red-3 red-4 blue-6 blue-8", "green-1", "green-2 green-3 blue-1")
    chosen = choice(match, level)
    assert chosen.action == Play(engine.card("red-draw-two"))


def test_the_reason_for_a_penalty_names_whom_it_hurts() -> None:
    match = set_down("clash-classic", "red-draw-two red-3 red-4 blue-6", "green-1", "green-2 green-3 blue-1")
    assert choice(match, Level.NORMAL).reason == (Why.HURTS_LEADER, {"card": "red-draw-two", "seat": 1})


@pytest.mark.parametrize("level", BOTH)
def test_the_last_card_goes_out(level: Level) -> None:
    match = set_down("duel-classic", "red-5", "green-1 green-2")
    assert laid(match, level) == "red-5"


def test_a_missed_call_is_caught_always_by_hard_and_now_and_then_by_normal() -> None:
    people = (SeatKind.PERSON, SeatKind.COMPUTER)
    match = set_down("clash-classic", "red-1 red-2", "green-1 green-2", kinds=people)
    match, _ = engine.apply(match, Seat(0), Play(engine.card("red-1")), range)
    caught = {
        level: sum(choice(match, level, seat=1, seed=str(seed)).action is not None for seed in range(200))
        for level in Level
    }
    assert caught[Level.HARD] == 200
    assert 70 < caught[Level.NORMAL] < 130
    assert 10 < caught[Level.EASY] < 60


# The fuse.


@pytest.mark.parametrize(
    ("seats", "left", "rank", "hit"),
    [
        (2, 2, None, 0), (2, 2, Rank.SKIP, 1), (2, 2, Rank.REVERSE, 1), (2, 1, Rank.BOMB, 0),
        (3, 3, None, 0), (3, 3, Rank.SKIP, 1), (3, 1, Rank.REVERSE, 2), (3, 1, Rank.BOMB, 1),
        (4, 1, Rank.SKIP, 2), (4, 2, Rank.BOMB, 0),
    ],
)  # fmt: skip
def test_where_the_fuse_ends_is_where_the_rules_let_it_end(seats: int, left: int, rank: Rank | None, hit: int) -> None:
    first = f"red-{rank or '5'} red-1 red-2"
    hands = [first, *["red-3 red-4 red-6"] * (seats - 1)]
    match = set_down("duel-classic", *hands, fuse=Fuse(left, 4))
    assert fuse_ends(engine.view(match, Seat(0)), rank) == hit
    match, _ = engine.apply(match, Seat(0), Play(engine.card(f"red-{rank or '5'}")), range)
    while match.round.fuse is not None:
        turn = match.turn
        assert turn is not None
        plain = next(action for action in engine.legal_actions(match, turn) if isinstance(action, Play))
        match, _ = engine.apply(match, turn, plain, range)
    assert [seat for seat in range(seats) if len(match.round.hands[seat]) > 3] == [hit]


def test_a_skip_and_a_reverse_are_kept_for_the_fuse_while_it_ends_elsewhere() -> None:
    hand = "red-skip red-reverse red-2 blue-8"
    match = set_down("duel-classic", hand, "green-1 green-2 green-3", "blue-1 blue-2 blue-3", fuse=Fuse(2, 4))
    assert laid(match, Level.NORMAL) == "red-2"


@pytest.mark.parametrize("level", BOTH)
def test_a_skip_is_laid_when_the_fuse_would_end_here(level: Level) -> None:
    match = set_down("duel-classic", "red-skip red-2 red-4 blue-8", "green-1 green-2 green-3 blue-1", fuse=Fuse(2, 6))
    assert laid(match, level) == "red-skip"


def test_the_reason_names_where_the_fuse_ends_and_with_how_many_cards() -> None:
    match = set_down("duel-classic", "red-skip red-2 red-4 blue-8", "green-1 green-2 green-3 blue-1", fuse=Fuse(2, 6))
    assert choice(match, Level.NORMAL).reason == (
        Why.MOVES_FUSE,
        {"card": "red-skip", "cards": 6, "seat": 1},
    )
    searched = choice(match, Level.HARD).reason
    assert searched.code is Why.FUSE_ENDS
    assert searched.facts["seat"] == 1
    assert searched.facts["cards"] == 6


def test_hard_lights_no_bomb_that_would_end_with_itself() -> None:
    match = set_down("duel-classic", "red-bomb red-2 red-4 blue-8 green-9", "green-1 green-2 green-3", fuse=Fuse(1, 8))
    assert laid(match, Level.HARD) != "red-bomb"


# Stacks and shields.


@pytest.mark.parametrize("level", BOTH)
def test_a_stack_is_answered_rather_than_taken(level: Level) -> None:
    match = set_down("duel-classic", "blue-draw-two red-2 red-4", "green-1 green-2 blue-7", pending=Stack(4, TWO))
    assert laid(match, level) == "blue-draw-two"


def test_a_single_draw_two_is_held_for_the_draw_twos_that_may_come() -> None:
    match = set_down("duel-classic", "red-draw-two red-2 blue-4 green-6", "green-1 green-2 blue-7 blue-8")
    assert laid(match, Level.NORMAL) == "red-2"


def test_a_small_stack_is_answered_with_a_draw_two_and_the_shield_kept() -> None:
    match = set_down("duel-siege", "red-shield blue-draw-two red-4", "green-1 green-2 blue-7", pending=Stack(2, TWO))
    assert laid(match, Level.NORMAL) == "blue-draw-two"


@pytest.mark.parametrize("cards", [4, 8])
def test_the_shield_is_kept_for_a_large_stack(cards: int) -> None:
    hand = "red-shield blue-draw-two red-4"
    match = set_down("duel-siege", hand, "green-1 green-2 blue-7", pending=Stack(cards, TWO))
    chosen = choice(match, Level.NORMAL)
    assert chosen.action == Play(engine.card("red-shield"))
    assert chosen.reason == (Why.BLOCKS_STACK, {"card": "red-shield", "cards": cards})


def test_no_shield_is_raised_for_nothing_while_something_else_fits() -> None:
    match = set_down("duel-siege", "red-shield red-4 blue-6", "green-1 green-2 blue-7 blue-8")
    assert laid(match, Level.NORMAL) == "red-4"


def test_hard_wastes_no_penalty_on_a_standing_shield() -> None:
    hands = ("red-draw-two red-7 red-4 blue-8", "green-1 green-2 blue-7 yellow-4")
    shielded = set_down("duel-siege", *hands, shields=[1])
    chosen = choice(shielded, Level.HARD)
    assert chosen.action != Play(engine.card("red-draw-two"))
    assert chosen.reason.code is Why.SHIELD_STANDS
    assert chosen.reason.facts["seat"] == 1


# Day & Night.


def value_of_a_flip(others: str) -> float:
    """How hard rates its Flip against a seat whose opposite faces it sees."""
    mine = "red-flip/yellow-5 red-4/blue-8 red-6/red-2 blue-9/yellow-6"
    pile = " ".join(["green-9/blue-1 blue-2/green-4 yellow-3/red-4 red-8/blue-3"] * 3)
    match = set_down("duel-daynight", mine, others, discard="red-9/green-5", draw=pile)
    view = engine.view(match, Seat(0))
    flip = next(action for action in view.legal if isinstance(action, Play) and action.card.rank is Rank.FLIP)
    values = hard._shedding_values(view, [view], Random(4))
    return fmean(share for _ in range(60) for share in values([flip]) or ())


def test_hard_looks_at_the_opposite_faces_before_a_flip() -> None:
    rich, poor = "green-1/hunt green-2/hunt green-4/hunt", "green-1/blue-1 green-2/green-2 green-4/blue-4"
    assert value_of_a_flip(poor) > value_of_a_flip(rich) + 0.1


def test_hard_counts_a_flip_by_nothing_that_it_does_not_see() -> None:
    assert value_of_a_flip("green-1/hunt green-2/hunt") == value_of_a_flip("blue-7/hunt wild/hunt")


def test_the_faces_seen_before_a_flip_are_known_after_it() -> None:
    pile = "green-9/blue-1 blue-2/green-4"
    hands = ("green-1/hunt green-2/blue-5", "red-flip/green-3 red-1/red-2")
    match = set_down("duel-daynight", *hands, discard="red-9/green-5", draw=pile, turn=1)
    history = [engine.view(match, Seat(0))]
    flip = next(action for action in engine.legal_actions(match, Seat(1)) if isinstance(action, Play))
    match, _ = engine.apply(match, Seat(1), flip, range)
    view = engine.view(match, Seat(0))
    memory = remember(view, history)
    assert [slot.up for slot in memory.hands[1]] == [engine.card("red-2")]
    assert memory.own_down == {0: engine.card("green-1"), 1: engine.card("green-2")}


# Up-color.


def upcolor(*hands: str, **how: object) -> engine.Match:
    return set_down("upcolor", *hands, captured=(0,) * len(hands), trick=(), **how)  # type: ignore[arg-type]


def test_the_color_held_most_is_led() -> None:
    match = upcolor("blue blue blue yellow red", "yellow red violet blue", "red red blue yellow")
    chosen = choice(match, Level.NORMAL)
    assert chosen.action == Play(engine.card("blue"))


@pytest.mark.parametrize(("owner", "calls"), [(0, False), (1, True)])
def test_a_return_is_called_on_what_another_seat_would_collect(owner: int, calls: bool) -> None:
    trick = tuple(map(engine.card, ("yellow", "blue", "red", "violet")))
    match = set_down("upcolor", "green red blue", "red blue red", "blue red red", captured=(0, 0, 0), trick=trick,
                     trick_owner=Seat(owner), turn=owner)  # fmt: skip
    assert isinstance(match.decision, ReturnWindow)
    chosen = choice(match, Level.NORMAL)
    assert chosen.action == engine.CallReturn(call=calls)
    assert chosen.reason.code is (Why.RETURNS if calls else Why.KEEPS_GREEN)
