"""The binary form outlives a deploy: what version 1 has written, as it was recorded, is read for ever.

`recorded/version_1.json` has states of random matches: their bytes, and what some of it was. It is never made anew.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import RULESETS, decode, encode

RECORDED: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "recorded" / "version_1.json").read_text()
)
STATES = [
    pytest.param(state, id=f"{ruleset}-{place}")
    for ruleset in RECORDED
    for place, state in enumerate(RECORDED[ruleset])
]


@pytest.mark.parametrize("state", STATES)
def test_what_version_1_wrote_is_read(state: dict[str, Any]) -> None:
    match = decode(bytes.fromhex(state["bytes"]))
    assert match.turn == state["turn"]
    assert [[held.card.code for held in hand] for hand in match.round.hands] == state["hands"]
    assert list(match.totals) == state["totals"]


@pytest.mark.parametrize("state", STATES)
def test_bytes_that_were_read_are_written_again_alike(state: dict[str, Any]) -> None:
    data = bytes.fromhex(state["bytes"])
    assert encode(decode(data)) == data


def test_every_rule_set_of_that_time_is_still_there() -> None:
    assert set(RECORDED) <= set(RULESETS)


@pytest.mark.parametrize("state", STATES)
def test_bytes_cut_off_anywhere_are_no_match(state: dict[str, Any]) -> None:
    data = bytes.fromhex(state["bytes"])
    for size in range(len(data)):
        with pytest.raises(ValueError, match=r"\w"):
            decode(data[:size])


def test_bytes_of_the_future_are_refused() -> None:
    data = bytes.fromhex(RECORDED["duel-siege"][0]["bytes"])
    with pytest.raises(ValueError, match="version 2"):
        decode(b"\x02" + data[1:])


def test_a_card_that_there_is_not_is_refused() -> None:
    state = RECORDED["duel-daynight"][0]
    data = bytes.fromhex(state["bytes"])
    first = data.index(b"\xff")
    with pytest.raises(ValueError, match="no card has the number"):
        decode(data[: first + 1] + b"\xfe" + data[first + 2 :])
    with pytest.raises(ValueError, match="one face"):
        decode(data[: first + 3] + b"\x01" + data[first + 4 :])
