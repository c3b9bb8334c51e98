"""What the settings of durations and limits may name; said before anything starts."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from games.live.table import Durations
from games.services.limits import LIMITS

OF_SOCKETS: Final = frozenset(
    {
        "frames_per_second",
        "frames_burst",
        "sockets_per_identity",
        "sockets_per_address",
        "sockets_opened_minute",
        "sockets_turned_away_minute",
    }
)
"""The limits of the web processes' sockets; the others count attempts in the store."""


def check_names(app_configs: Sequence[AppConfig] | None, **_kwargs: object) -> list[checks.CheckMessage]:  # noqa: ARG001
    """Names each duration and limit of the settings that there is not."""
    known = {
        "COLORCLASH_DURATIONS": frozenset(Durations.__struct_fields__),
        "COLORCLASH_LIMITS": OF_SOCKETS | LIMITS.keys(),
    }
    return [
        checks.Error(f"{setting} names {name!r}, which there is not.", hint=_known(names), id="games.E001")
        for setting, names in known.items()
        for name in _named(setting)
        if name not in names
    ]


def _named(setting: str) -> Mapping[str, float]:
    named: Mapping[str, float] = getattr(settings, setting)
    return named


def _known(names: frozenset[str]) -> str:
    return f"There are: {', '.join(sorted(names))}."
