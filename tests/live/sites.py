"""The durations with which the live tests play: everything that takes seconds takes tenths of them."""

from __future__ import annotations

FAST = {
    "window": 0.3,
    "first_turn": 0.2,
    "between": 0.4,
    "computer_least": 0.05,
    "computer_most": 0.1,
    "computer_retry": 0.5,
}
"""Play without waiting; absence and presence as the rules have them."""
ABSENT = {**FAST, "lease": 2.0, "beat": 0.5, "reload": 0.5, "absence": 1.5}
"""Short absences too."""
MANY_ROOMS = {"rooms_minute": 1000, "rooms_hour": 1000, "joins_minute": 1000, "joins_hour": 1000}
OPEN_LIMITS = {
    **MANY_ROOMS,
    "frames_per_second": 1000,
    "frames_burst": 1000,
    "sockets_per_address": 1000,
    "sockets_per_identity": 50,
    "sockets_opened_minute": 100_000,
    "sockets_turned_away_minute": 100_000,
}
ONE_ROUND = {"ruleset": "clash-classic", "length": {"rounds": 1}, "timer": 90, "teams": False}
LONG_MATCH = {"ruleset": "clash-classic", "length": {"to": 500}, "timer": 90, "teams": False}
