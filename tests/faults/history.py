"""The history checker: proves the invariants of a match from what its players saw and what the site has kept.

I1 every acknowledged act is in the log once, any other at most once. I2 versions only rise; equal version, equal state
everywhere. I3 the cards of every state are the whole deck. I4 no frame shows a seat a hidden face. I5 a finished round
has exactly one set of ledger lines. I6 a deadline is acted on once, not before it and within two seconds of it or of
recovery. I7 no seat acts for another. (I8 is about payments.)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine import Refused
from tests.faults.kept import Kept, read_kept, wait_for_ledger
from tests.faults.laws import (
    cards_are_the_deck,
    deadlines_acted_on_once,
    ledger_has_each_round_once,
    nobody_acts_for_another,
    store_holds_together,
)
from tests.faults.replayed import Step, replay_log
from tests.faults.seen import frames_show_the_log, no_hidden_face, same_version_same_view, seen_by, versions_rise
from tests.faults.witness import GAME_ACTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.witness import Testimony, Witness
    from tests.site import LiveSite


class Broken(NamedTuple):
    """An invariant, such as "I1", and what exactly is wrong."""

    invariant: str
    what: str


class Outage(NamedTuple):
    """A time (store ms) in which the site, or what a deadline needs of it, was down on purpose."""

    since: int
    until: int


@dataclass
class Verdict:
    """What the checker found in one run."""

    acknowledged: int = 0
    lost: int = 0
    broken: list[Broken] = field(default_factory=list)

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(self.acknowledged + other.acknowledged, self.lost + other.lost, [*self.broken, *other.broken])

    @property
    def invariants(self) -> list[str]:
        """The names of those that are broken."""
        return sorted({each.invariant for each in self.broken})


def judge(site: LiveSite, witnesses: Sequence[Witness], *, outages: Sequence[Outage] = ()) -> Verdict:
    """The verdict on every match that the witnesses, all of one room, have played."""
    matches = {heard.frame["id"]: None for one in witnesses for heard in one.heard if heard.frame["type"] == "match"}
    verdict = Verdict()
    for match_id in matches:
        wait_for_ledger(site, match_id)
        verdict += judge_match(site, match_id, witnesses, outages=outages)
    return verdict


def judge_match(
    site: LiveSite, match_id: str, witnesses: Sequence[Witness], *, outages: Sequence[Outage] = ()
) -> Verdict:
    """The verdict on one match as it stands. Raises LookupError when the store has none."""
    # The witnesses are heard first: what comes to them after the store was looked at, its log would not explain.
    heard = [witness.testify() for witness in witnesses]
    kept = read_kept(site, match_id)
    acts = [*_acts(kept, heard)]
    verdict = Verdict(acknowledged=sum(act.acknowledged for act in acts), lost=sum(act.is_lost for act in acts))
    verdict.broken += [Broken("I1", what) for act in acts for what in act.faults()]
    try:
        steps = replay_log(kept.entries)
    except (Refused, ValueError, TypeError) as problem:
        verdict.broken.append(Broken("I2", f"{match_id}: the log cannot be played again: {problem!r}"))
        return verdict
    verdict.broken += _found_in(kept, steps, heard, outages)
    return verdict


def _found_in(
    kept: Kept, steps: Sequence[Step], witnesses: Sequence[Testimony], outages: Sequence[Outage]
) -> Iterator[Broken]:
    spans = [(outage.since, outage.until) for outage in outages]
    seen = seen_by(kept, steps, witnesses)
    checks = {
        "I2": [
            store_holds_together(kept, steps),
            versions_rise(kept, witnesses),
            same_version_same_view(kept, witnesses),
            frames_show_the_log(seen),
        ],
        "I3": [cards_are_the_deck(steps)],
        "I4": [no_hidden_face(steps, seen)],
        "I5": [ledger_has_each_round_once(kept, steps)],
        "I6": [deadlines_acted_on_once(kept, steps, seen, spans)],
        "I7": [nobody_acts_for_another(kept, steps, witnesses)],
    }
    for invariant, found in checks.items():
        for check in found:
            for what in check:
                yield Broken(invariant, f"{kept.match_id}: {what}")


class _Act(NamedTuple):
    """One act id: what its asker was told, and how often the log has it."""

    act_id: str
    kind: str
    asked: int
    outcomes: list[dict[str, Any]]
    logged: int

    @property
    def acknowledged(self) -> bool:
        return any(outcome["ok"] for outcome in self.outcomes)

    @property
    def is_lost(self) -> bool:
        return self.acknowledged and self.logged == 0 and self.kind in GAME_ACTS

    def faults(self) -> Iterator[str]:
        if self.is_lost:
            yield f"act {self.act_id} ({self.kind}) was acknowledged and is not in the log"
        if self.logged > 1:
            yield f"act {self.act_id} ({self.kind}) is {self.logged} times in the log"
        refusals = {outcome["code"] for outcome in self.outcomes if not outcome["ok"]} - {"unknown"}
        if refusals and (self.logged or self.acknowledged):
            yield f"act {self.act_id} ({self.kind}) was refused ({', '.join(sorted(refusals))}) and yet done"


def _acts(kept: Kept, witnesses: Sequence[Testimony]) -> Iterator[_Act]:
    logged = Counter(entry.act.partition(":")[2] for entry in kept.entries if entry.act is not None)
    for witness in witnesses:
        asked = [one.message for one in witness.asked if one.message["match"] == kept.match_id]
        times = Counter(message["id"] for message in asked)
        kinds = {message["id"]: message["act"]["kind"] for message in asked}
        outcomes: dict[str, list[dict[str, Any]]] = {act_id: [] for act_id in times}
        for heard in witness.heard:
            if heard.frame["type"] == "outcome" and heard.frame["id"] in outcomes:
                outcomes[heard.frame["id"]].append(heard.frame)
        for act_id, told in outcomes.items():
            yield _Act(act_id, kinds[act_id], times[act_id], told, logged[act_id])
