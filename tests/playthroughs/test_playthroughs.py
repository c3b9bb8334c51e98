"""The golden playthroughs hold, and a playthrough made anew holds as well.

The files beside this test are written by `manage.py playthrough --rewrite` and by nothing else. When
a rule changes on purpose, write them anew and read what has changed.
"""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.conformance.playthrough import playthrough
from games.conformance.playthrough_golden import golden_names
from games.conformance.playthrough_writing import written_file
from games.conformance.running import run_entry, run_file
from games.engine import RULESETS

HERE = Path(__file__).parent
NAMES = list(golden_names())
FILES = [name for name, *_ in NAMES]
Written = dict[str, Any]


def golden(name: str) -> Written:
    written: Written = json.loads((HERE / name).read_text(encoding="utf-8"))
    return written


def acts(written: Written) -> set[str]:
    """The kinds of steps in a scenario; what was refused counts as nothing but refused."""
    return {key for step in written["steps"] for key in (("refused",) if "refused" in step else step)}


def test_every_rule_set_has_a_golden_playthrough_for_every_number_of_players_and_no_other_has() -> None:
    assert {ruleset for _, ruleset, *_ in NAMES} == set(RULESETS)
    assert {file.name for file in HERE.glob("*.json")} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_playthrough_holds(name: str) -> None:
    assert [verdict.failure for verdict in run_file(HERE / name)] == [None]


@pytest.mark.parametrize(("name", "ruleset", "players", "teams"), NAMES)
def test_a_golden_playthrough_is_of_its_table(name: str, ruleset: str, players: int, teams: bool) -> None:
    written = golden(name)
    assert written["ruleset"] == ruleset
    assert len(written["setup"]["hands"]) == players
    assert written["setup"].get("teams", False) is teams


@pytest.mark.parametrize("name", FILES)
def test_every_step_of_a_golden_playthrough_says_all_that_must_hold(name: str) -> None:
    whole = {"turn", "direction", "hands", "counts", "banners", "legal", "round", "totals", "match", "window"}
    for step in golden(name)["steps"]:
        expected = step["expect"]
        running = expected["round"] is None
        assert whole - expected.keys() == (set() if running else {"direction"})
        assert ("sees" in expected) is ("side" in expected and running)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_playthrough_has_refusals_time_outs_and_replacements(name: str) -> None:
    written = golden(name)
    assert {"refused", "timeout"} <= acts(written)
    assert "replaced" in acts(written) or len(written["setup"]["hands"]) == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_playthrough_made_anew_holds(ruleset: str) -> None:
    few, many = RULESETS[ruleset].seats
    for seed in range(6):
        players = few + seed % (many - few + 1)
        written = json.loads(written_file(playthrough(ruleset, players=players, seed=seed, rounds=1 + seed % 2)))
        assert run_entry(written["id"], written).failure is None


def test_the_same_seed_makes_the_same_playthrough() -> None:
    first, again, other = (
        written_file(playthrough("upcolor", players=4, seed=seed, rounds=3, teams=True)) for seed in (7, 7, 8)
    )
    assert first == again
    assert first.splitlines()[1:] != other.splitlines()[1:]


def test_a_wrong_playthrough_does_not_hold() -> None:
    written = json.loads(written_file(playthrough("clash-classic", players=3, seed=2)))
    written["steps"][5]["expect"]["counts"][1] += 1
    failure = run_entry(written["id"], written).failure
    assert failure is not None
    assert failure.startswith("step 6: counts expected")


def test_the_command_prints_a_scenario() -> None:
    printed = StringIO()
    call_command("playthrough", "--ruleset", "upcolor", "--players", "4", "--seed", "3", "--teams", stdout=printed)
    written = json.loads(printed.getvalue())
    assert written["id"] == "playthrough-upcolor-4-teams-3"
    assert run_entry(written["id"], written).failure is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ruleset", "upcolor"),
        ("--ruleset", "upcolor", "--players", "5"),
        ("--ruleset", "upcolor", "--players", "3", "--teams"),
        ("--ruleset", "clash-classic", "--players", "2", "--teams"),
        ("--ruleset", "clash-classic", "--players", "2", "--rounds", "0"),
        ("--ruleset", "poker", "--players", "2"),
    ],
)
def test_the_command_refuses_a_table_that_cannot_be(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("playthrough", *arguments)
