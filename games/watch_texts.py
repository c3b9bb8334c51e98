"""A running match in the words of the staff's page, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.card_texts import SIDES

LABELS: Final[Mapping[str, Promise]] = {
    "top": _("Top card"),
    "active": _("Active color"),
    "draw_count": _("Cards in the draw pile"),
    "out": _("Seats that are out"),
    "pending": _("Pending stack"),
    "fuse": pgettext_lazy("staff", "Fuse"),
    "clock": pgettext_lazy("duel", "Midnight Clock"),
    "side": _("Side that is up"),
    "shields": _("Seats whose shield stands"),
    "trick": _("Cards of the trick"),
    "trick_owner": _("Seat that owns the trick"),
    "captured": _("Captured cards by seat"),
    "set_aside": _("Cards set aside"),
}
"""What a table shows to everybody, by its name in the view."""
OF_CLASH: Final[Mapping[str, Promise]] = {"active": pgettext_lazy("clash", "Active color")}
"""What Color Clash calls otherwise."""
PARTS: Final[Mapping[str, Promise]] = {
    "cards": pgettext_lazy("staff", "cards"),
    "last": pgettext_lazy("staff", "last"),
    "left": pgettext_lazy("staff", "left"),
    "size": pgettext_lazy("staff", "length"),
    "target": pgettext_lazy("staff", "seat it will reach"),
    "fresh": pgettext_lazy("staff", "begun this turn"),
}
"""What a stack, a fuse and a clock tell of themselves."""
VALUES: Final[Mapping[str, Promise]] = {
    "red": _("red"),
    "blue": _("blue"),
    "yellow": _("yellow"),
    "green": _("green"),
    **SIDES,
}
"""Colors and sides. Cards have their codes here as in the log."""
KINDS: Final[Mapping[str, Promise]] = {
    "person": pgettext_lazy("staff", "a person"),
    "computer": pgettext_lazy("staff", "a computer"),
    "replacement": pgettext_lazy("staff", "a computer in his place"),
}
"""Who plays a seat."""
WAYS: Final[Mapping[str, Promise]] = {
    "private": _("Private room"),
    "quick": _("Quick play"),
    "practice": _("Practice"),
}
"""How people came into a room."""


def told(table: Mapping[str, Any], family: str) -> Iterator[tuple[Promise, str]]:
    """Each part of a public side's table: its label, by the family's name for it, and its value."""
    for name, value in table.items():
        yield OF_CLASH.get(name, LABELS[name]) if family == "clash" else LABELS[name], _value(value)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return " · ".join(f"{PARTS[part]}: {_value(each)}" for part, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value)) or "-"
    if isinstance(value, bool):
        return "✓" if value else "-"
    return str(VALUES.get(value, value)) if isinstance(value, str) else str(value)
