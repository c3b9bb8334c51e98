"""Every worked example is played by the engine: each step is legal, and the table is as its sentence says."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from games.conformance.running import run_entry
from games.engine import RULESETS
from games.examples import EXAMPLES
from games.selectors.examples import DEMO, frames_of

SUBJECTS = {
    "match-by-color", "draw-then-play", "forgotten-call", "four-draw-twos", "four-on-two", "fuse-with-two",
    "fuse-with-three", "fuse-with-four", "stack-at-midnight", "run-with-return",
}  # fmt: skip


def script(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(frames_of(name))
    return found


def test_the_examples_that_are_promised_are_there() -> None:
    assert set(EXAMPLES) == SUBJECTS


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_step_is_legal_and_shows_what_it_says(name: str) -> None:
    example = EXAMPLES[name]
    steps = [{**(step.act or {}), "expect": dict(step.shows)} for step in example.steps]
    verdict = run_entry(name, {"id": name, "ruleset": example.ruleset, "setup": example.setup, "steps": steps})
    assert verdict.failure is None
    assert all(step.shows for step in example.steps)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_board_is_told_a_frame_a_step(name: str) -> None:
    told = script(name)
    example = EXAMPLES[name]
    assert told["acts"] == [step.act for step in example.steps]
    assert [frame["version"] for frame in told["frames"]] == list(range(len(example.steps)))
    for frame in told["frames"]:
        assert frame["view"]["ruleset"] == example.ruleset
        assert frame["view"]["family"] == RULESETS[example.ruleset].family
        assert frame["view"]["timers"] == {"turn": None, "window": None, "next_round": None}
        assert frame["view"]["phase"] == "playing"


def test_the_readers_own_acts_are_offered_on_the_board() -> None:
    """Pressing the card that the next step plays leads on to that step: it has to be playable there."""
    for name in EXAMPLES:
        told = script(name)
        for before, act in zip(told["frames"], told["acts"][1:], strict=False):
            if act.get("seat") == 0 and "play" in act:
                playable = {each["card"] for each in before["legal"]["play"]}
                faces = {held["card"].split("/")[0] for held in before["view"]["hand"] if held["id"] in playable}
                assert act["play"] in faces, name


def test_the_front_pages_match_plays_from_a_deal_to_near_its_end() -> None:
    told = script(DEMO)
    counts = [[seat["count"] for seat in frame["view"]["seats"]] for frame in told["frames"]]
    assert counts[0] == [7] * 4
    assert min(counts[-1]) <= 3
    assert {frame["view"]["phase"] for frame in told["frames"]} == {"playing"}


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_an_examples_page_tells_every_step_without_a_script(client: Client, language: str) -> None:
    for name, example in EXAMPLES.items():
        page = client.get(f"/{language}/examples/{name}/").content.decode()
        with override(language):
            for step in example.steps:
                assert escape(str(step.text)) in page


def test_the_frames_may_be_kept_by_anybody(client: Client) -> None:
    response = client.get("/examples/fuse-with-two.json")
    assert response.json() == script("fuse-with-two")
    assert "public" in response["Cache-Control"]
    assert client.get("/examples/nothing.json").status_code == 404
    assert client.get("/en/examples/nothing/").status_code == 404
