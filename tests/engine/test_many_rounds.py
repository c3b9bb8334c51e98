"""Random rounds by the number: each ends, with every card still there and a state that can be stored.

COLORCLASH_ROUNDS says how many are played, all rule sets together; `make nightly` plays 100,000.
"""

import os
from collections import Counter
from itertools import count

import pytest

from games.engine import RULESETS, Match, decode, encode
from tests.engine.walk import Walk

ROUNDS = int(os.environ.get("COLORCLASH_ROUNDS", "300"))


def faces_of(match: Match) -> Counter[frozenset[str]]:
    """Every card of the match, whichever of its faces is up."""
    cards = RULESETS[match.ruleset].rules.cards(match.round)
    return Counter(frozenset({card.face.code, card.turned().face.code}) for card in cards)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_so_many_random_rounds_end(ruleset: str) -> None:
    wanted, played = -(-ROUNDS // len(RULESETS)), 0
    for seed in count():
        if played >= wanted:
            return
        walk = Walk(ruleset, seed)
        deck = faces_of(walk.final)
        for move in walk:
            if move.after.rounds_played > move.before.rounds_played:
                played += 1
                assert faces_of(move.after) == deck, seed
                assert decode(encode(move.after)) == move.after, seed
        assert walk.final.result is not None
