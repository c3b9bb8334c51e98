"""Playing a scenario: one verdict each, never a traceback."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from games.conformance.acts import STEP_KEYS, name_of_act, read_act
from games.conformance.observing import Observation
from games.conformance.reading import (
    Json,
    Scenario,
    ScenarioError,
    entries,
    find_files,
    read_object,
    read_scenario,
    read_text,
)
from games.conformance.setups import Setup, read_deal, read_setup
from games.engine import Event, Match, Refusal, Refused, RoundOver, apply, encode, set_down

NOTHING: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a scenario; `failure` is None when everything held."""

    id: str
    failure: str | None

    @property
    def line(self) -> str:
        """The line to print; whatever a scenario's texts hold, it is one and can be printed."""
        line = f"ok {self.id}" if self.failure is None else f"FAIL {self.id} {self.failure}"
        return " ".join(line.encode(errors="backslashreplace").decode().splitlines())


def in_order(size: int) -> Sequence[int]:
    """The chance of scenarios: nothing is shuffled. What must hold may not depend on it."""
    return range(size)


def run_paths(paths: Sequence[Path]) -> Iterator[Verdict]:
    """Play every scenario of the files and folders."""
    for path in paths:
        try:
            files = find_files(path)
        except ScenarioError as error:
            yield Verdict(str(path), f"step 0: {error}")
            continue
        for file in files:
            yield from run_file(file)


def run_file(path: Path) -> Iterator[Verdict]:
    """Play every scenario of a file."""
    try:
        for name, written in entries(path):
            yield run_entry(name, written)
    except ScenarioError as error:
        yield Verdict(str(path), f"step 0: {error}")


def run_entry(name: str, written: object) -> Verdict:
    """Play one scenario, given as its JSON value."""
    try:
        scenario = read_scenario(written)
    except ScenarioError as error:
        return Verdict(name, f"step 0: {error}")
    return Verdict(name, run(scenario))


def run(scenario: Scenario) -> str | None:
    """Play a scenario; what did not hold, and at which step."""
    number = 0
    try:
        match, _ = _set_down(scenario.ruleset, read_setup(scenario.setup))
        for number, step in enumerate(scenario.steps, 1):
            match, failure = _play_step(scenario.ruleset, match, step)
            if failure is not None:
                return f"step {number}: {failure}"
    except ScenarioError as error:
        return f"step {number}: {error}"
    except Exception as error:  # noqa: BLE001 (a fault of the engine must not hide the other verdicts)
        return f"step {number}: the engine failed: {error!r}"
    return None


def _play_step(ruleset: str, match: Match, step: Json) -> tuple[Match, str | None]:
    """The match after a step, and what did not hold."""
    read_object(step, "a step", STEP_KEYS)
    expected = read_object(step.get("expect", {}), "expect")
    wanted = _wanted_refusal(step)
    before = encode(match)
    after, events, refusal = _act(ruleset, match, step)
    if refusal != wanted:
        return after, _line("refused", wanted, refusal)
    if refusal is not None and encode(after) != before:
        return after, "a refused act has changed the match"
    for key, value, got in Observation(after, events).differences(expected):
        return after, _line(key, value, got)
    return after, None


def _wanted_refusal(step: Json) -> str | None:
    if step.get("refused") is None:
        return None
    code = read_text(step["refused"], "refused")
    if code not in tuple(Refusal):
        raise ScenarioError(f"refused: there is no code {code}")
    return code


def _act(ruleset: str, match: Match, step: Json) -> tuple[Match, tuple[Event, ...], str | None]:
    """The match after the act of a step, the events, and the code if it was refused."""
    name = name_of_act(step)
    if name is None:
        return match, NOTHING, None
    if name == "deal":
        return *_deal(ruleset, match, read_object(step["deal"], "deal")), None
    actor, action = read_act(match, name, step)
    try:
        return *apply(match, actor, action, in_order), None
    except Refused as refused:
        return match, NOTHING, refused.code.value


def _deal(ruleset: str, match: Match, written: Json) -> tuple[Match, tuple[Event, ...]]:
    if not isinstance(match.decision, RoundOver):
        raise ScenarioError("nothing can be dealt now")
    return _set_down(ruleset, read_deal(written, match))


def _set_down(ruleset: str, setup: Setup) -> tuple[Match, tuple[Event, ...]]:
    try:
        return set_down(ruleset, setup.position, setup.standing, in_order)
    except ValueError as error:
        raise ScenarioError(str(error)) from error


def _line(key: str, expected: object, got: object) -> str:
    return f"{key} expected {json.dumps(expected)}, got {json.dumps(got)}"
