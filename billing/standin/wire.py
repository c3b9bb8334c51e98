"""Stripe's way of writing: form fields with brackets in, JSON objects and lists out."""

import re
from typing import Any
from urllib.parse import parse_qsl

Values = dict[str, Any]


class Refused(Exception):
    """The request is not done; status, type, code and message as Stripe writes them."""

    def __init__(self, status: int, code: str, message: str, *, kind: str = "invalid_request_error") -> None:
        super().__init__(message)
        self.status, self.code, self.kind = status, code, kind

    def as_values(self) -> Values:
        return {"error": {"type": self.kind, "code": self.code, "message": str(self)}}


def read_form(text: str) -> Values:
    """`a[b][0][c]=1` as {"a": {"b": {"0": {"c": "1"}}}}: every key a text."""
    found: Values = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        first, *rest = re.findall(r"[^\[\]]+", name)
        place = found
        for part in [first, *rest][:-1]:
            place = place.setdefault(part, {})
        place[[first, *rest][-1]] = value
    return found


def number(values: Values, name: str) -> int:
    """Raises Refused."""
    try:
        return int(values[name])
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(400, "parameter_invalid_integer", f"{name} is not a whole number") from error


def listed(found: list[Values], query: Values, address: str) -> Values:
    """A page of a list, the newest first."""
    after = query.get("starting_after")
    ids = [each["id"] for each in found]
    start = ids.index(after) + 1 if after in ids else 0
    limit = max(1, min(100, int(query.get("limit", 10))))
    page = found[start : start + limit]
    return {"object": "list", "url": address, "data": page, "has_more": start + limit < len(found)}
