"""The tables of the fault runs: every rule set, with as many seats as it takes."""

from __future__ import annotations

from typing import Any

RULESETS = ("clash-classic", "clash-family", "duel-classic", "duel-daynight", "duel-siege", "upcolor")
NAMES = ("Ana", "Ben", "Cem", "Dora")


def short_table(ruleset: str, **agreed: Any) -> dict[str, Any]:  # noqa: ANN401
    """A match of one round."""
    return {"ruleset": ruleset, "length": {"rounds": 1}, "timer": 90, "teams": False, **agreed}


def long_table(ruleset: str) -> dict[str, Any]:
    """A match that no test sees the end of."""
    return short_table(ruleset, length={"to": 500})
