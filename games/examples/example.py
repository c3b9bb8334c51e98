"""What an example is made of. Setups, acts and what must hold are written as in scenario files."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Step:
    """One act and the sentence about it.

    Attributes:
        act: a scenario's act; None for the position at the beginning.
        text: what the reader is told, in the reader's language.
        shows: what holds after the act, as the sentence says; the tests hold the engine to it.
    """

    act: Json | None
    text: Promise
    shows: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Example:
    """An example, seen from seat 0."""

    id: str
    ruleset: str
    title: Promise
    about: Promise
    setup: Json
    steps: tuple[Step, ...]
