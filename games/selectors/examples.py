"""Examples as boards are told them: the frames of every step, made by the engine as in a live match."""

import json
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

from accounts.animals import MARK
from games import engine
from games.conformance.acts import name_of_act, read_act
from games.conformance.setups import read_setup
from games.engine import Event, Match, Seat
from games.examples import EXAMPLES
from games.examples.example import Json
from games.protocol.handles import Handles
from games.protocol.views import Frames, SeatNote, Surroundings

DEMO: Final = "demo"
"""The front page's match: what four computers played, kept as a setup and its acts."""
READER: Final = Seat(0)
"""Whose board the reader sees."""
_NAMES: Final = ("hare", "fox", "owl", "bear")
_RECORDED: Final = Path(__file__).parents[1] / "examples" / "demo.json"
_SECRET: Final = b"examples hide nothing"


@cache
def frames_of(example_id: str) -> str:
    """JSON: `frames`, a match frame for each step, and `acts`, the act that led to each, null for the first.

    Raises:
        KeyError: there is no such example.
    """
    if example_id == DEMO:
        return _as_json(DEMO, **json.loads(_RECORDED.read_text(encoding="utf-8")))
    example = EXAMPLES[example_id]
    return _as_json(example.id, example.ruleset, example.setup, [step.act for step in example.steps])


def _as_json(name: str, ruleset: str, setup: Json, acts: Sequence[Json | None]) -> str:
    handles = Handles(_SECRET)
    frames = [
        Frames(partial(engine.view, match), _surroundings(name, match), handles, events).frame(
            READER, version, with_events=True
        )
        for version, (match, events) in enumerate(_played(ruleset, setup, acts))
    ]
    return f'{{"acts":{json.dumps(acts)},"frames":[{",".join(frames)}]}}'


def _played(ruleset: str, setup: Json, acts: Sequence[Json | None]) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """The match after each act, and what happened. Nothing is shuffled: piles lie as they are written."""
    table = read_setup(setup)
    match, events = engine.set_down(ruleset, table.position, table.standing, range)
    for act in acts:
        if act is not None:
            actor, action = read_act(match, name_of_act(act) or "", act)
            match, events = engine.apply(match, actor, action, range)
        yield match, events


def _surroundings(name: str, match: Match) -> Surroundings:
    notes = [SeatNote(None, MARK + animal, None, left=False, ready=False) for animal in _NAMES[: len(match.kinds)]]
    return Surroundings(match_id=name, epoch=0, seats=tuple(notes), timers={}, dealing=False, sheet=(), closed=False)
