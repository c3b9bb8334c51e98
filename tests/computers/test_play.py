"""Every level plays every rule set, legally, repeatably and within its budget."""

import pytest

from games import engine
from games.computers import Budget, Level, Why, choose
from games.engine import Seat
from tests.computers.tables import FEW_PLAYOUTS, Table, set_down, tables_of_every_size


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize(("ruleset", "seats"), tables_of_every_size())
def test_every_choice_of_a_whole_round_is_legal_and_has_its_reason(ruleset: str, seats: int, level: Level) -> None:
    table = Table(ruleset, seats, level, seed=seats)
    for moment, chosen in table:
        assert chosen.action in moment.view.legal
        assert isinstance(chosen.reason.code, Why)
        assert all(isinstance(fact, str | int) for fact in chosen.reason.facts.values())
    assert table.match.round.result is not None


@pytest.mark.parametrize("level", list(Level))
def test_the_same_view_history_seed_and_playouts_give_the_same_choice(level: Level) -> None:
    for number, (moment, chosen) in enumerate(Table("duel-classic", 3, level, seed=5)):
        again = choose(level, moment.view, moment.history, seed="5", budget=FEW_PLAYOUTS)
        assert again == chosen
        if number == 20:
            break


def test_a_computer_with_nothing_to_do_is_told_so() -> None:
    match = set_down("clash-classic", "red-1 red-2", "blue-1 blue-2")
    view = engine.view(match, Seat(1))
    with pytest.raises(ValueError, match="nothing to do"):
        choose(Level.NORMAL, view, [view], seed="", budget=FEW_PLAYOUTS)


def test_thinking_ends_when_the_time_is_up() -> None:
    looks = iter(range(1000))
    clock = Budget(milliseconds=3_000, clock=lambda: float(next(looks)))
    match = set_down("clash-classic", "red-1 red-2 blue-9 wild", "blue-1 blue-2 blue-3")
    view = engine.view(match, Seat(0))
    chosen = choose(Level.HARD, view, [view], seed="", budget=clock)
    assert 0 < int(chosen.reason.facts["positions"]) < 40
    assert next(looks) == 4


def test_a_single_choice_takes_no_thought() -> None:
    match = set_down("clash-classic", "blue-1 green-2", "blue-1 blue-2", discard="red-9")
    view = engine.view(match, Seat(0))
    never = Budget(milliseconds=1, clock=lambda: pytest.fail("nothing to think about"))
    assert choose(Level.HARD, view, [view], seed="", budget=never).reason.code is Why.NOTHING_FITS
