"""Who sits where. The engine knows seats only; players, guests and names live outside it."""

from enum import StrEnum
from typing import NewType

Seat = NewType("Seat", int)
"""A position at the table: 0 to n-1, clockwise."""


class SeatKind(StrEnum):
    """Who plays a seat's cards in this round."""

    PERSON = "person"
    COMPUTER = "computer"
    """A computer of a practice match: it scores as a player does."""
    REPLACEMENT = "replacement"
    """A computer that finishes the round of a person who left: it never scores."""
