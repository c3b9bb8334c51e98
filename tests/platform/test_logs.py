"""Log lines as JSON, and the files they are kept in."""

import json
import logging
import sys
from datetime import datetime
from pathlib import Path

from pytest_django import Settings

from colorclash.logs import DailyFiles, JsonLines
from games.services.daily import forget_logs


def test_a_line_break_in_a_name_cannot_forge_a_second_line() -> None:
    record = logging.LogRecord("games", logging.WARNING, __file__, 1, "%s left", ("Eve\n{}",), None)
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line) | {"at": ""} == {"at": "", "level": "WARNING", "logger": "games", "message": "Eve\n{} left"}


def test_times_are_utc_and_failures_keep_their_trace() -> None:
    try:
        int("broken")
    except ValueError:
        record = logging.LogRecord("games", logging.ERROR, __file__, 1, "no", (), sys.exc_info())
    record.created = 0.5
    line = json.loads(JsonLines().format(record))
    assert line["at"] == "1970-01-01T00:00:00.500+00:00"
    assert line["exception"].endswith("ValueError: invalid literal for int() with base 10: 'broken'")


def test_each_day_has_its_file_and_old_ones_go(tmp_path: Path, settings: Settings, redis_url: str) -> None:  # noqa: ARG001
    handler = DailyFiles(str(tmp_path / "logs"))
    handler.setFormatter(JsonLines())
    for day in ("2030-01-16", "2030-01-17", "2030-01-31"):
        record = logging.LogRecord("games", logging.INFO, __file__, 1, "somebody from 198.51.100.7", (), None)
        record.created = datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()
        handler.emit(record)
    settings.LOG_FOLDER = str(tmp_path / "logs")
    (tmp_path / "logs" / "notes.txt").write_text("not ours", encoding="utf-8")
    assert forget_logs(day="2030-01-31") == 1
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == [
        "2030-01-17.log",
        "2030-01-31.log",
        "notes.txt",
    ]
    line = (tmp_path / "logs" / "2030-01-31.log").read_text(encoding="utf-8")
    assert json.loads(line)["message"] == "somebody from 198.51.100.7"
