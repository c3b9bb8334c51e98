"""Log lines as JSON, one object a line, times in UTC, and a file for each day."""

import json
import logging
from datetime import UTC, datetime
from pathlib import Path


class JsonLines(logging.Formatter):
    """Newlines inside a value are escaped by JSON itself, so that nobody can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Refusals(logging.Filter):
    """Of the answers that Django writes down: its failures, and what somebody may not do or does too often."""

    def filter(self, record: logging.LogRecord) -> bool:
        """What is refused needs no trace of our code, of which anybody could have as many written as he likes."""
        if record.levelno >= logging.ERROR:
            return True
        record.exc_info = None
        return getattr(record, "status_code", 0) in {403, 429}


class DailyFiles(logging.Handler):
    """Appends every line to the day's file in a folder that all processes share, such as 2030-01-31.log."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self._folder = Path(folder)

    def emit(self, record: logging.LogRecord) -> None:
        day = datetime.fromtimestamp(record.created, UTC).date().isoformat()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with (self._folder / f"{day}.log").open("a", encoding="utf-8") as file:
                file.write(self.format(record) + "\n")
        except OSError:
            self.handleError(record)
