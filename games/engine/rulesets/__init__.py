"""The registry of rule sets: one line each."""

from games.engine.results import Length
from games.engine.rules import ONE_ROUND, RuleSet
from games.engine.rulesets import clash, duel, upcolor

_SHEDDING_LENGTHS = (Length(rounds=1), Length(rounds=3), Length(rounds=5), Length(to=500))

_ALL = (
    RuleSet("clash-classic", "clash", clash.CLASSIC, (2, 6), lengths=_SHEDDING_LENGTHS, default_length=Length(to=500)),
    RuleSet(
        "clash-family",
        "clash",
        clash.FAMILY_NIGHT,
        (2, 6),
        lengths=_SHEDDING_LENGTHS,
        default_length=Length(rounds=3),
        timer=60,
        quick_timer=60,
        quick_length=Length(rounds=3),
    ),
    RuleSet("duel-classic", "duel", duel.CLASSIC, (2, 4), lengths=_SHEDDING_LENGTHS, default_length=ONE_ROUND),
    RuleSet(
        "duel-daynight",
        "duel",
        duel.DAY_AND_NIGHT,
        (2, 4),
        lengths=_SHEDDING_LENGTHS,
        default_length=ONE_ROUND,
        premium=True,
    ),
    RuleSet(
        "duel-siege",
        "duel",
        duel.SIEGE,
        (2, 4),
        lengths=_SHEDDING_LENGTHS,
        default_length=ONE_ROUND,
        premium=True,
    ),
    RuleSet(
        "upcolor",
        "upcolor",
        upcolor.UPCOLOR,
        (3, 4),
        lengths=(*[Length(rounds=rounds) for rounds in range(1, 13)], Length(to=500)),
        default_length=Length(rounds=3),
        team_seats=4,
        team_lengths=tuple(Length(losses=losses) for losses in range(1, 10)),
        default_team_length=Length(losses=3),
    ),
)

RULESETS = {ruleset.id: ruleset for ruleset in _ALL}
"""Every rule set by its id."""
