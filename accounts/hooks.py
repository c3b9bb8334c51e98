"""The moments of an identity's life in which the apps above take part.

`accounts` imports no other app; those that keep something about a person register here, in their AppConfig's
`ready`. A callback runs inside the transaction of the service that announces, so one that fails stops it: that
somebody is deleted in one place and kept in another must not happen.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, ParamSpec, TypeVar
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase

P = ParamSpec("P")
R = TypeVar("R")

Table = Iterable[Mapping[str, Any]]
"""Rows with the same keys, of text, numbers, truth values, times and None. It is read once, a row at a time."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that somebody finished, as he finds it again: which rule set of which family, and when it ended."""

    ruleset: str
    family: str
    ended: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """What an identity has played: finished matches and the last of them, newest first; beside them, how many matches
    against computers it has practiced with, and how many with others have been put aside.
    """

    matches: int = 0
    last: Sequence[PlayedMatch] = ()
    practice: int = 0
    waiting: int = 0

    def __bool__(self) -> bool:
        """Whether there is anything that an account could keep."""
        return self.matches + self.practice + self.waiting > 0


class Hook(Generic[P, R]):
    """A named moment, with the callbacks that wait for it, called in the order of their registration."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._callbacks: list[Callable[P, R]] = []

    def register(self, callback: Callable[P, R]) -> Callable[P, R]:
        """Usable as a decorator; registering the same callback twice keeps it once."""
        if callback not in self._callbacks:
            self._callbacks.append(callback)
        return callback

    def forget(self, callback: Callable[P, R]) -> None:
        """Call it no more."""
        self._callbacks.remove(callback)

    def announce(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Run every callback and return what each of them gave."""
        return [callback(*args, **kwargs) for callback in self._callbacks]


signed_out: Hook[[UUID, str], object] = Hook("signed out")  # identity, session key
signed_out_everywhere: Hook[[UUID], object] = Hook("signed out everywhere")
sanctioned: Hook[[UUID], object] = Hook("sanctioned")
guest_merged: Hook[[UUID, UUID], object] = Hook("guest merged")  # the guest, the account's identity
deleted: Hook[[UUID], object] = Hook("deleted")  # an identity that becomes a former player's, before it does

# What the apps above are asked.
keeps_seat: Hook[[SessionBase, Collection[UUID]], bool] = Hook("keeps seat")
"""Whether this browser holds a seat as whom it plays, and none of these identities of his plays in that room."""
played: Hook[[UUID], Played] = Hook("played")
has_reported: Hook[[int, UUID, str], bool] = Hook("has reported")
"""Whether this account has reported this person: in a case that is open, or in the one with this id."""
exported: Hook[[UUID], Mapping[str, Table]] = Hook("exported")  # what is kept about an identity, by name of the table
