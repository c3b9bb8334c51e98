"""The README's worked example: a rule set is one module and one line in the registry.

It is registered for these tests alone. Log, binary form, views, scenarios and playthroughs work for
it without a change.
"""

import pytest

from games.conformance.playthrough import playthrough
from games.conformance.running import run, run_entry
from games.engine import RULESETS, Seat, decode, encode, replay, view
from tests.engine.high_card import DECK, HIGH_CARD
from tests.engine.walk import Walk, possible

SCENARIO = {
    "id": "the-highest-number-takes-a-point-and-lays-next",
    "rule": "high card",
    "ruleset": "high-card",
    "setup": {"hands": [["red-3", "red-1"], ["blue-7", "blue-2"], ["green-7", "green-0"]], "dealer": 2},
    "steps": [
        {"expect": {"turn": 0, "legal": {"cards": ["red-1", "red-3"], "draw": False, "keep": False}}},
        {"seat": 1, "play": "blue-7", "refused": "not_your_turn"},
        {"seat": 0, "play": "blue-7", "refused": "not_in_hand"},
        {"seat": 0, "play": "red-3", "expect": {"turn": 1, "counts": [1, 2, 2]}},
        {"seat": 1, "play": "blue-7"},
        {"seat": 2, "play": "green-7", "expect": {"turn": 1, "totals": [0, 1, 0]}},
        {"seat": 2, "replaced": True},
        {"seat": 1, "timeout": True, "expect": {"turn": 2, "counts": [1, 0, 1]}},
        {"seat": 2, "play": "green-0"},
        {
            "seat": 0,
            "play": "red-1",
            "expect": {
                "turn": None,
                "round": {"winner": 1, "points": [0, 2, 0], "reason": "spent"},
                "match": {"winners": [1], "reason": "rounds"},
            },
        },
        {"seat": 0, "play": "red-1", "refused": "round_over"},
    ],
}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, HIGH_CARD.id, HIGH_CARD)


def test_its_rules_are_checked_by_scenarios() -> None:
    assert run_entry(SCENARIO["id"], SCENARIO).failure is None  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(10))
def test_random_matches_are_played_stored_shown_and_replayed(seed: int) -> None:
    walk = Walk(HIGH_CARD.id, seed)
    for move in walk:
        assert decode(encode(move.after)) == move.after
        assert sorted(face.code for face in HIGH_CARD.rules.cards(move.after.round)) == sorted(f.code for f in DECK)
        assert [view(move.after, Seat(seat)).legal for seat in range(len(move.after.kinds))] == [
            tuple(action for actor, action in possible(move.after) if actor == seat)
            for seat in range(len(move.after.kinds))
        ]
    assert walk.final.result is not None
    assert encode(replay(walk.log)) == encode(walk.final)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (4, 3), (6, 1)])
def test_its_playthroughs_hold(players: int, rounds: int) -> None:
    assert run(playthrough(HIGH_CARD.id, players=players, seed=1, rounds=rounds)) is None
