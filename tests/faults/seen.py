"""What the players' frames must show: versions that only rise, the states of the log, and no hidden face."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from games.engine import RULESETS
from tests.faults.replayed import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.kept import Kept
    from tests.faults.replayed import Step
    from tests.faults.witness import Testimony

Version = tuple[int, int]
Seen = dict[str, list[tuple[dict[str, Any], "Step | None"]]]
"""By witness, each frame of a match with the entry of the log that it shows, None if there is no such one."""
OWN = frozenset({"you", "hand", "drawn", "faces"})
"""The parts of a view that are one seat's, or that leave out what is one's own."""
PLACES_OF_CARDS = frozenset(
    {"view.hand[].card", "view.top", "view.trick[]", "view.pending.last", "events[].card", "events[].cards[]"}
)
PLACES_OF_FACES = "view.faces."


def match_frames(kept: Kept, witness: Testimony) -> list[dict[str, Any]]:
    """The frames of the match that the witness got, in the order in which they came."""
    return [
        heard.frame for heard in witness.heard if heard.frame["type"] == "match" and heard.frame["id"] == kept.match_id
    ]


def version_of(frame: dict[str, Any]) -> Version:
    return frame["epoch"], frame["version"]


def versions_rise(kept: Kept, witnesses: Sequence[Testimony]) -> Iterator[str]:
    """No page is ever shown less than it was shown before, not even after it was opened anew."""
    for witness in witnesses:
        newest: Version = (0, 0)
        for frame in match_frames(kept, witness):
            if version_of(frame) < newest:
                yield f"{witness.name} was shown {version_of(frame)} after {newest}"
            newest = max(newest, version_of(frame))


def same_version_same_view(kept: Kept, witnesses: Sequence[Testimony]) -> Iterator[str]:
    """At one version every process shows a seat the same, and all seats alike what is everybody's."""
    own: dict[tuple[str, Version], str] = {}
    common: dict[Version, str] = {}
    for witness in witnesses:
        for frame in match_frames(kept, witness):
            version = version_of(frame)
            view = json.dumps([frame["view"], frame["legal"]], sort_keys=True)
            if own.setdefault((witness.name, version), view) != view:
                yield f"{witness.name} was shown two views of {version}"
            if frame["view"]["family"] == "upcolor":
                # Who has answered a return counts one version more than the others.
                continue
            shared = json.dumps({key: part for key, part in frame["view"].items() if key not in OWN}, sort_keys=True)
            if common.setdefault(version, shared) != shared:
                yield f"two seats were shown two states of {version}: {_difference(common[version], shared)}"


def _difference(one: str, other: str) -> str:
    first, second = json.loads(one), json.loads(other)
    return ", ".join(f"{key} {first[key]} / {second.get(key)}" for key in first if first[key] != second.get(key))


def seen_by(kept: Kept, steps: Sequence[Step], witnesses: Sequence[Testimony]) -> Seen:
    """The frames of all witnesses, each with its entry of the log."""
    return {witness.name: list(_placed(match_frames(kept, witness), steps)) for witness in witnesses}


def _placed(frames: list[dict[str, Any]], steps: Sequence[Step]) -> Iterator[tuple[dict[str, Any], Step | None]]:
    """Each frame with the first step of the log, from the last frame's on, that shows the same."""
    place = 0
    for frame in frames:
        seat, view = frame["view"]["you"]["seat"], shown(frame)
        found = next((at for at in range(place, len(steps)) if steps[at].shown_to(seat) == view), None)
        if found is not None:
            place = found
        yield frame, None if found is None else steps[found]


def frames_show_the_log(seen: Seen) -> Iterator[str]:
    """Every frame shows a state of the log, and they follow in its order."""
    for name, frames in seen.items():
        for frame, step in frames:
            if step is None:
                yield f"{name} was shown at {version_of(frame)} what the log did not have then: {shown(frame)[:600]}"


def no_hidden_face(steps: Sequence[Step], seen: Seen) -> Iterator[str]:
    """Faces stand in known places only; other seats' drawn cards have none; events are those that the seat may hear."""
    codes = _codes(steps[0])
    for name, frames in seen.items():
        for frame, step in frames:
            seat = frame["view"]["you"]["seat"]
            for place, text in _texts(frame):
                known = place in PLACES_OF_CARDS or place.startswith(PLACES_OF_FACES)
                if text in codes and not known:
                    yield f"{name} was shown the face {text} at {place}"
            for event in frame["events"]:
                if event.get("cards") and event["seat"] != seat:
                    yield f"{name} was told what seat {event['seat']} drew: {event}"
            if frame["events"] and step is not None and not _told(steps, step, seat, frame["events"]):
                yield f"{name} was told other events than the log has: {frame['events']}"


def _told(steps: Sequence[Step], step: Step, seat: int, events: list[dict[str, Any]]) -> bool:
    """Whether some step that shows the same has just these events for the seat."""
    view = step.shown_to(seat)
    return any(each.shown_to(seat) == view and each.told_to(seat) == events for each in steps)


def _codes(step: Step) -> frozenset[str]:
    """The notations of all faces of the match's cards; a color alone, as Up-color's cards are, may stand anywhere."""
    state = step.after
    cards = RULESETS[state.ruleset].rules.cards(state.round)
    faces = {face for card in cards for face in (card.code, card.face.code, card.turned().face.code)}
    return frozenset(face for face in faces if "-" in face)


def _texts(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a frame, with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, f"{place}[]")
