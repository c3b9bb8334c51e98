"""The golden playthroughs: one for every rule set and every number of players, and for teams."""

from collections.abc import Iterator

from games.conformance.playthrough import playthrough
from games.conformance.reading import Scenario
from games.engine import RULESETS

_SEED = 1
_SEVERAL_ROUNDS = 3
"""With so many players, and in teams, a golden playthrough has several rounds."""


def golden_names() -> Iterator[tuple[str, str, int, bool]]:
    """Per playthrough: the file's name, the rule set, the number of players, and whether in teams."""
    for ruleset, facts in RULESETS.items():
        few, many = facts.seats
        for players in range(few, many + 1):
            yield f"{ruleset}-{players}.json", ruleset, players, False
        if facts.team_seats is not None:
            yield f"{ruleset}-{facts.team_seats}-teams.json", ruleset, facts.team_seats, True


def golden_playthroughs() -> Iterator[tuple[str, Scenario]]:
    """Every golden playthrough, played anew, with the name of its file."""
    for name, ruleset, players, teams in golden_names():
        rounds = 2 if teams or players == _SEVERAL_ROUNDS else 1
        yield name, playthrough(ruleset, players=players, seed=_SEED, rounds=rounds, teams=teams)
