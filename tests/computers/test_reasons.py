"""A replay's sentence for every reason, and the facts that it names."""

import re
from pathlib import Path

import pytest

from games.computers import Level, Reason, Why
from tests.computers.tables import Table, tables_of_every_size

SENTENCES = Path(__file__).parents[2] / "static" / "js" / "texts" / "reasons.js"
ENTRY = re.compile(r"^  (\w+): \(\) => (?:gettext\(\"(.*)\"\)|\"\"),$", re.MULTILINE)
SEARCH = re.compile(r"gettext\(\"(Played on .*)\"\)")
FACT = re.compile(r"%\((\w+)\)s")
NAMED_AFTER = {"name": "seat"}
"""What a sentence calls otherwise than the fact it is made of."""


def sentences() -> dict[str, str]:
    """The sentence of each code."""
    table = SENTENCES.read_text().partition("const REASONS")[2].partition("const ACTS")[0]
    return dict(ENTRY.findall(table))


def named(sentence: str) -> set[str]:
    """The facts of which a sentence is made."""
    return {NAMED_AFTER.get(name, name) for name in FACT.findall(sentence)}


def test_every_reason_has_a_sentence() -> None:
    assert sorted(sentences()) == sorted(Why)


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize(("ruleset", "seats"), [each for each in tables_of_every_size() if each[1] < 5])
def test_a_reason_brings_the_facts_that_its_sentence_names(ruleset: str, seats: int, level: Level) -> None:
    known = sentences()
    searched = {fact for sentence in SEARCH.findall(SENTENCES.read_text()) for fact in named(sentence)}
    for number, (_, choice) in enumerate(Table(ruleset, seats, level, seed=3)):
        code, facts = choice.reason
        assert named(known[code]) <= set(facts), code
        if "next" in facts:
            assert searched <= set(facts)
        assert all(type(fact) in (str, int) for fact in facts.values())
        if number == 60:
            break


def test_a_reason_without_facts_names_none() -> None:
    assert Reason(Why.FORCED).facts == {}
