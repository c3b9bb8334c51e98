"""`manage.py conformance`: a line a scenario, and an exit code that says whether all of them hold."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

HOLDS = """{"id": "h\\u00e9 holds", "rule": "", "ruleset": "duel-classic",
 "setup": {"hands": [["red-1", "red-2"], ["red-3"]], "discard": ["red-9"]}, "steps": [{"expect": {"turn": 0}}]}"""
FAILS = HOLDS.replace('"turn": 0', '"turn": 1').replace("holds", "fails")


def conformance(*paths: Path) -> tuple[list[str], int]:
    """The lines that it prints, and its exit code."""
    printed, code = StringIO(), 0
    try:
        call_command("conformance", *map(str, paths), stdout=printed)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return printed.getvalue().splitlines(), code


@pytest.mark.parametrize(
    ("text", "lines", "code"),
    [
        (HOLDS, ["ok hé holds"], 0),
        (FAILS, ["FAIL hé fails step 1: turn expected 1, got 0"], 1),
        (f"[{FAILS}, {HOLDS}]", ["FAIL hé fails step 1: turn expected 1, got 0", "ok hé holds"], 1),
        ("[]", [], 1),
    ],
)
def test_a_line_for_each_scenario_and_1_if_one_fails_or_none_is_there(
    tmp_path: Path, text: str, lines: list[str], code: int
) -> None:
    (tmp_path / "scenario.json").write_text(text)
    assert conformance(tmp_path) == (lines, code)


def test_a_path_with_nothing_fails_beside_one_that_holds(tmp_path: Path) -> None:
    (tmp_path / "scenario.json").write_text(HOLDS)
    (tmp_path / "empty").mkdir()
    lines, code = conformance(tmp_path, tmp_path / "empty", tmp_path / "missing")
    assert [line.partition(" ")[0] for line in lines] == ["ok", "FAIL", "FAIL"]
    assert code == 1


def test_it_needs_no_database_store_or_data_folder_and_prints_on_any_terminal(tmp_path: Path) -> None:
    (tmp_path / "scenario.json").write_text(f"[{HOLDS}, {FAILS}]")
    nowhere = {
        "COLORCLASH_DATA": str(tmp_path / "data"),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1",
        "PYTHONIOENCODING": "ascii",
    }
    run = subprocess.run(
        [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "conformance", str(tmp_path)],
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.stdout.splitlines() == ["ok h\\xe9 holds", "FAIL h\\xe9 fails step 1: turn expected 1, got 0"]
    assert (run.stderr, run.returncode) == ("", 1)
    assert not (tmp_path / "data").exists()
