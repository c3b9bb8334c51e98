"""Every scenario file holds: those beside this test, and those of the folders that are named.

COLORCLASH_SCENARIOS names further folders or files, separated as PATH is.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.conformance.reading import entries, find_files, read_scenario
from games.conformance.running import run_entry, run_paths
from games.engine import RULESETS

HERE = Path(__file__).parent
FOLDERS = [HERE, *(Path(path) for path in os.environ.get("COLORCLASH_SCENARIOS", "").split(os.pathsep) if path)]


def written_scenarios() -> Iterator[object]:
    for folder in FOLDERS:
        for file in find_files(folder):
            for name, written in entries(file):
                yield pytest.param(name, written, id=f"{file.stem}:{name}")


@pytest.mark.parametrize(("name", "written"), list(written_scenarios()))
def test_the_scenario_holds(name: str, written: object) -> None:
    assert run_entry(name, written).failure is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_set_has_a_playthrough(ruleset: str) -> None:
    files = find_files(HERE / "playthroughs")
    assert ruleset in {read_scenario(written).ruleset for file in files for _, written in entries(file)}


def failure_of(tmp_path: Path, **changes: object) -> str | None:
    """What the verdict says of a small scenario that holds, once it has been changed."""
    scenario = {
        "id": "changed",
        "rule": "clash.md, A turn",
        "ruleset": "clash-classic",
        "setup": {"hands": [["red-5", "blue-1", "blue-2"], ["red-6"]], "discard": ["red-1"]},
        "steps": [{"seat": 0, "play": "red-5", "expect": {"turn": 1}}],
        **changes,
    }
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(scenario))
    [verdict] = run_paths([file])
    return verdict.failure


def test_a_small_scenario_holds(tmp_path: Path) -> None:
    assert failure_of(tmp_path) is None


@pytest.mark.parametrize(
    ("changes", "failure"),
    [
        ({"steps": [{"seat": 0, "play": "red-5", "expect": {"turn": 0}}]}, "step 1: turn expected 0, got 1"),
        (
            {"steps": [{"seat": 1, "play": "red-6", "refused": "not_playable"}]},
            'step 1: refused expected "not_playable", got "not_your_turn"',
        ),
        (
            {"steps": [{"seat": 0, "play": "red-5", "refused": "not_playable"}]},
            'step 1: refused expected "not_playable", got null',
        ),
        ({"steps": [{}, {"seat": 0, "play": "blue-2"}]}, 'step 2: refused expected null, got "not_playable"'),
        ({"steps": [{"expect": {"trun": 0}}]}, "step 1: unknown key in expect: trun"),
        ({"steps": [{"seat": 0, "paly": "red-5"}]}, "step 1: unknown key in a step: paly"),
        ({"steps": [{"seat": 0, "play": "red-5", "draw": True}]}, "step 1: one act a step, not play and draw"),
        ({"steps": [{"seat": 0}]}, "step 1: a seat or a color without an act"),
        ({"steps": [{"seat": 2, "draw": True}]}, "step 1: seat: there is no seat 2"),
        ({"steps": [{"window": "closes"}]}, "step 1: no window is open"),
        ({"steps": [{"deal": {"hands": [[], []]}}]}, "step 1: nothing can be dealt now"),
        ({"steps": [{"seat": 0, "draw": True, "refused": "no"}]}, "step 1: refused: there is no code no"),
        ({"setup": {"hands": [["red-5"], ["red-6"]], "dsicard": []}}, "step 0: unknown key in setup: dsicard"),
        ({"setup": {"hands": [["red-5"], ["red-11"]]}}, "step 0: hands: no card is written 'red-11'"),
        ({"setup": {"hands": [["red-5"], ["red-6"]], "turn": 2}}, "step 0: turn: there is no seat 2"),
        ({"ruleset": "clash"}, "step 0: there is no rule set clash"),
        ({"steps": {}}, "step 0: steps is a list"),
        ({"rules": "clash.md"}, "step 0: unknown key in a scenario: rules"),
        ({"setup": {"hands": []}}, "step 0: hands are for 2 to 6 seats"),
        ({"setup": {"hands": [["red-5"], []]}}, "step 0: the seat on turn and another hold cards while a round runs"),
        ({"setup": {"hands": [["red-5"], ["black"]]}}, "step 0: black is no card of this rule set"),
        (
            {"steps": [{"expect": {"sees": [{"seat": False, "of": 1, "faces": []}]}}]},
            "step 1: sees: seat is a number from 0",
        ),
        (
            {"steps": [{"expect": {"sees": [{"seat": 0, "of": "pile", "faces": []}]}}]},
            "step 1: sees: of (a seat, or draw) is a number from 0",
        ),
        ({"steps": [{"expect": {"turn": False}}]}, "step 1: turn expected false, got 0"),
        ({"steps": [{"expect": {"direction": True}}]}, "step 1: direction expected true, got 1"),
        ({"steps": [{"expect": {"counts": [3.0, 1]}}]}, "step 1: counts expected [3.0, 1], got [3, 1]"),
        (
            {"steps": [{"expect": {"legal": {"draw": 1}}}]},
            'step 1: legal expected {"draw": 1}, got {"draw": true}',
        ),
    ],
)
def test_a_scenario_with_a_slip_fails_by_name(tmp_path: Path, changes: dict[str, object], failure: str) -> None:
    assert failure_of(tmp_path, **changes) == failure


def test_what_is_no_scenario_fails_without_hiding_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.json").write_text("[5]")
    lines = [verdict.line for verdict in run_paths([tmp_path, tmp_path / "missing"])]
    assert [line.split(" ")[0] for line in lines] == ["FAIL", "FAIL", "FAIL"]


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("[" * 100_000, "cannot be read"),
        ('{"id": "twice", "id": "twice"}', "key written twice: id"),
        ("\ufeff[]", "cannot be read"),
        ("[1" + "0" * 5000 + "]", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_fails_without_a_traceback(tmp_path: Path, text: str, failure: str) -> None:
    (tmp_path / "a.json").write_text(text)
    [verdict] = run_paths([tmp_path])
    assert failure in verdict.line


def test_a_verdict_is_one_line_that_can_be_printed(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"id": "two\\nlines \\ud800", "steps": []}')
    [verdict] = run_paths([tmp_path])
    assert verdict.line.encode().startswith(b"FAIL two lines \\ud800 step 0: ")
    assert "\n" not in verdict.line
