"""Finds every message that pages, scripts and Python code hand to gettext, as the catalogs must hold it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.extract import extract
from django.utils.translation import templatize

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "billing", "colorclash", "games")
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


@dataclass(frozen=True, order=True, slots=True)
class Message:
    """One text: its context, its singular and, where it counts something, its plural."""

    context: str
    singular: str
    plural: str
    place: str

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.singular


def in_the_project() -> Iterator[Message]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            yield from _extracted("python", path.read_bytes(), path)
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        yield from _extracted("javascript", path.read_bytes(), path)
    for path in sorted((ROOT / "templates").rglob("*.*")):
        code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        # A page's indentation means nothing, but the reader of Python stumbles over it.
        flat = "\n".join(line.lstrip() for line in code.splitlines())
        yield from _extracted("python", flat.encode(), path)


def _extracted(method: str, content: bytes, path: Path) -> Iterator[Message]:
    place = str(path.relative_to(ROOT))
    options = {"parse_template_string": True} if method == "javascript" else {}
    for line, found, _, context in extract(method, io.BytesIO(content), keywords=KEYWORDS, options=options):
        texts = (found,) if isinstance(found, str) else tuple(text for text in found if text)
        plural = texts[1] if len(texts) > 1 else ""
        yield Message(context or "", texts[0], plural, f"{place}:{line}")
