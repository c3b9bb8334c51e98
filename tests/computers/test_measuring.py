"""What the benchmark of the computers keeps of its deals, and when it has seen enough."""

from pathlib import Path

import pytest

from tests.bench.computers.measuring import FEWEST, Played, Results, is_settled, measured

LINE = "upcolor/3/hard/normal/30 ms/8"


def played(*shares: float) -> list[Played]:
    return [Played(share, 0.03) for share in shares]


def test_measuring_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "build" / "computers.jsonl"
    first = Results(file)
    for deal in played(0.5, 1.0):
        first.add(LINE, deal)
    again = Results(file)
    assert again.of(LINE) == played(0.5, 1.0)
    again.add(LINE, Played(0.0, 0.02))
    assert Results(file).of(LINE) == [*played(0.5, 1.0), Played(0.0, 0.02)]
    assert Results(file).of("another line") == []


def test_deals_of_other_computers_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "computers.jsonl"
    Results(file).add(LINE, Played(1.0, 0.03))
    file.write_text(file.read_text().replace('0.03, "', '0.03, "other'))
    assert Results(file).of(LINE) == []


def test_the_interval_is_over_deals() -> None:
    found = measured(played(*[0.0, 1.0] * 50), seats=2)
    assert (found.share, found.deals, found.rounds, found.longest) == (0.5, 100, 200, 0.03)
    assert found.half == pytest.approx(0.098, abs=0.001)


@pytest.mark.parametrize(
    ("deals", "settled"),
    [
        (played(*[1.0] * (FEWEST - 1)), False),
        (played(*[1.0, 0.5] * (FEWEST // 2)), True),
        (played(*[1.0, 0.0] * FEWEST), False),
        (played(*[1.0, 0.0] * 100), True),
    ],
    ids=["too few", "clear", "open", "all used up"],
)
def test_a_line_is_settled_when_it_is_clear_or_its_deals_are_used_up(deals: list[Played], settled: bool) -> None:
    assert is_settled(deals, 2, clear_of=[0.5], most=200) is settled


def test_a_line_with_a_goal_may_be_asked_to_be_clear_of_it_too() -> None:
    deals = played(*[1.0, 0.5] * (FEWEST // 2))
    assert not is_settled(deals, 2, clear_of=[0.5, 0.76], most=200)
