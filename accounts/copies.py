"""A copy of one's data as a file, made while it is sent: however much there is, little of it is in memory."""

import csv
import io
import json
import time
import zipfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain, islice
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.http import StreamingHttpResponse

from accounts.hooks import Table

PIECE: Final = 64 * 1024
"""Bytes that are sent at once."""
SHEET: Final = 1_000_000
"""Rows of one CSV file; a spreadsheet takes hardly more."""
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK: Final = "\ufeff"

Export = Mapping[str, Table]

_json = DjangoJSONEncoder(ensure_ascii=False).encode


class StreamedFile(StreamingHttpResponse):
    """Pieces that are made in turn, also by a server that waits for them; it would have them all made before."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = iter(self)
        while (piece := await sync_to_async(lambda: next(pieces, None))()) is not None:
            yield piece


def as_json(export: Export) -> Iterator[bytes]:
    """One object with a list for each table, a row a line."""
    return _pieces(_json_lines(export))


def as_csv(export: Export, *, sheet: int = SHEET) -> Iterator[bytes]:
    """A ZIP file with one CSV file for each table; what a spreadsheet would take for a formula begins with a quote.

    Each begins with the mark of UTF-8: without it spreadsheets take letters with accents for something else. A table
    that holds nothing would be an empty sheet without a heading: it has no file. A very long one has several.
    """
    return _pieces(_zipped(export, sheet))


class _Outlet(io.RawIOBase):
    """What a ZIP file is written into, and taken out of again and again."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 (whatever holds bytes)
        self._written += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


class _Echo:
    """Gives back each line that a CSV writer writes."""

    def write(self, line: str) -> str:
        return line


def _pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    waiting = bytearray()
    for part in parts:
        waiting += part
        if len(waiting) >= PIECE:
            yield bytes(waiting)
            waiting.clear()
    if waiting:
        yield bytes(waiting)


def _json_lines(export: Export) -> Iterator[bytes]:
    for number, (name, rows) in enumerate(export.items()):
        yield f"{',' if number else '{'}\n{json.dumps(name)}: [".encode()
        for place, row in enumerate(rows):
            yield f"{',' if place else ''}\n {_json(row)}".encode()
        yield b"]"
    yield b"\n}\n"


def _zipped(export: Export, most: int) -> Iterator[bytes]:
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w") as archive:
        for name, rows in export.items():
            for number, sheet in enumerate(_sheets(iter(rows), most), 1):
                entry = zipfile.ZipInfo(f"{name}.csv" if number == 1 else f"{name}-{number}.csv", time.localtime()[:6])
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w") as file:
                    for line in sheet:
                        file.write(line.encode())
                        yield outlet.take()
    yield outlet.take()


def _sheets(rows: Iterator[Mapping[str, Any]], most: int) -> Iterator[Iterator[str]]:
    """The lines of each file that a table needs, none of an empty one; each is read before the next is asked for."""
    while (first := next(rows, None)) is not None:
        yield _csv_lines(list(first), chain([first], islice(rows, most - 1)))


def _csv_lines(columns: list[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield BYTE_ORDER_MARK + str(writer.writerow(columns))
    for row in rows:
        yield str(writer.writerow([_cell(row.get(column)) for column in columns]))


def _cell(value: Any) -> Any:  # noqa: ANN401 (whatever stands in a table)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | dict):
        return _json(value)
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value
