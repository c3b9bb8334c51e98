"""Reading scenario files: JSON into typed values, with an error for every slip."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.engine import RULESETS, Card, Color, Seat, card

Json = dict[str, object]


class ScenarioError(Exception):
    """The scenario itself is wrong; nothing can be said about the engine."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, its parts still as written."""

    id: str
    ruleset: str
    setup: Json
    steps: tuple[Json, ...]


_KEYS = frozenset({"id", "rule", "ruleset", "setup", "steps"})


def find_files(path: Path) -> list[Path]:
    """The scenario files at a path: the file itself, or all below a folder.

    Raises:
        ScenarioError: there is nothing.
    """
    if path.is_file():
        return [path]
    files = sorted(path.rglob("*.json")) if path.is_dir() else []
    if not files:
        raise ScenarioError("no scenario file is found there")
    return files


def entries(path: Path) -> Iterator[tuple[str, object]]:
    """What a file holds: each scenario as written, and the name to report it by.

    Raises:
        ScenarioError: the file cannot be read as JSON.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_doubles)
    except (OSError, ValueError, RecursionError) as error:
        raise ScenarioError(f"cannot be read: {error}") from error
    for number, written in enumerate(content if isinstance(content, list) else [content], 1):
        name = written.get("id") if isinstance(written, dict) else None
        yield (name if isinstance(name, str) and name else f"{path}#{number}"), written


def _without_doubles(pairs: list[tuple[str, object]]) -> Json:
    """A JSON object; a key written twice would hide a check."""
    whole = dict(pairs)
    if len(whole) < len(pairs):
        names = [name for name, _ in pairs]
        raise ScenarioError(f"key written twice: {next(name for name in names if names.count(name) > 1)}")
    return whole


def read_scenario(written: object) -> Scenario:
    """A scenario from its JSON value.

    Raises:
        ScenarioError: a key is unknown, missing or of the wrong kind.
    """
    whole = read_object(written, "a scenario", _KEYS)
    ruleset = read_text(whole.get("ruleset"), "ruleset")
    if ruleset not in RULESETS:
        raise ScenarioError(f"there is no rule set {ruleset}")
    steps = whole.get("steps")
    if not isinstance(steps, list):
        raise ScenarioError("steps is a list")
    return Scenario(
        id=read_text(whole.get("id"), "id"),
        ruleset=ruleset,
        setup=read_object(whole.get("setup"), "setup"),
        steps=tuple(read_object(step, "a step") for step in steps),
    )


def read_object(value: object, name: str, keys: frozenset[str] | None = None) -> Json:
    """A JSON object; with keys given, one that has no others."""
    if not isinstance(value, dict):
        raise ScenarioError(f"{name} is an object")
    unknown = sorted(set(value) - keys) if keys is not None else []
    if unknown:
        raise ScenarioError(f"unknown key in {name}: {', '.join(unknown)}")
    return value


def read_text(value: object, name: str) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ScenarioError(f"{name} is a text")
    return value


def read_number(value: object, name: str, least: int | None = None) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
        raise ScenarioError(f"{name} is a number" + ("" if least is None else f" from {least}"))
    return value


def read_flag(value: object, name: str) -> bool:
    """A truth value."""
    if not isinstance(value, bool):
        raise ScenarioError(f"{name} is true or false")
    return value


def read_list(value: object, name: str, size: int | None = None) -> list[object]:
    """A list, of a certain length if that is given."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise ScenarioError(f"{name} is a list" + ("" if size is None else f" of {size}"))
    return value


def read_numbers(value: object, name: str, size: int, least: int | None = None) -> tuple[int, ...]:
    """A list of so many whole numbers."""
    return tuple(read_number(number, name, least) for number in read_list(value, name, size))


def read_seat(value: object, name: str, seats: int) -> Seat:
    """A seat of the table."""
    seat = read_number(value, name, 0)
    if seat >= seats:
        raise ScenarioError(f"{name}: there is no seat {seat}")
    return Seat(seat)


def read_card(value: object, name: str) -> Card:
    """A card in the notation of the scenario files."""
    try:
        return card(read_text(value, name))
    except ValueError as error:
        raise ScenarioError(f"{name}: {error}") from error


def read_cards(value: object, name: str) -> tuple[Card, ...]:
    """A list of cards."""
    return tuple(read_card(written, name) for written in read_list(value, name))


def read_color(value: object, name: str) -> Color:
    """A color of any rule set."""
    try:
        return Color(read_text(value, name))
    except ValueError as error:
        raise ScenarioError(f"{name}: there is no color {value}") from error
