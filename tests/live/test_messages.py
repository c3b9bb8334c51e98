"""What a page may send is a closed set; everything else is refused, whatever it is."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.protocol.messages import Act, Beat, Malformed, PlayAct, Sync, read_message

ACT: dict[str, Any] = {
    "type": "act",
    "id": "0123456789abcdef",
    "match": "0f" + "a" * 26,
    "epoch": 1,
    "version": 2,
    "act": {"kind": "play", "card": "01234567", "color": None, "announce": False},
}


def test_an_act_is_read() -> None:
    message = read_message(json.dumps(ACT))
    assert isinstance(message, Act)
    assert message.act == PlayAct(card="01234567")


def test_beats_and_syncs_are_read() -> None:
    assert read_message('{"type":"sync"}') == Sync()
    assert read_message('{"type":"beat","match":null}') == Beat(None)
    assert read_message(json.dumps({"type": "beat", "match": [ACT["match"], 1, 2]})) == Beat((ACT["match"], 1, 2))


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"id": "short"},
        {"id": "X" * 32},
        {"id": "0" * 32 + "\n"},
        {"epoch": -1},
        {"version": 1.5},
        {"version": "2"},
        {"version": 2**60},
        {"match": "../../etc"},
        {"match": ACT["match"] + "\n"},
        {"act": {"kind": "cheat"}},
        {"act": {"kind": "play", "card": "red-5"}},
        {"act": {"kind": "play", "card": "01234567", "color": "pink"}},
        {"act": {"kind": "draw", "count": 5}},
        {"act": {"kind": "catch", "seat": -1}},
        {"act": {"kind": "catch", "seat": True}},
        {"act": None},
        {"type": "view"},
    ],
)
def test_anything_else_in_an_act_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        read_message(json.dumps({**ACT, **change}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[1]",
        '"act"',
        "NaN",
        '{"type":"beat","match":NaN}',
        "[" * 5_000,
        '{"type":' * 900,
        '{"type":"\\ud800"}',
        "\ud800",
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_message(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values)
def test_no_json_value_raises_anything_but_malformed(value: object) -> None:
    for candidate in (value, {**ACT, "act": value}, {"type": "beat", "match": value}):
        with contextlib.suppress(Malformed):
            read_message(json.dumps(candidate))
