"""What must hold of the store's log and state and of the ledger, whatever anybody saw."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from games import engine
from games.engine import RULESETS, Deal, Replaced, Returned, SeatKind, Timeout, WindowCloses
from tests.faults.seen import version_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.engine import Card, Match, RoundResult
    from tests.faults.kept import Kept
    from tests.faults.replayed import Step
    from tests.faults.seen import Seen, Version
    from tests.faults.witness import Testimony

Spans = list[tuple[int, int]]
CLOCKS_ACTIONS = Timeout | WindowCloses | Replaced | Returned | Deal
LATE_MS = 2_000
"""How long after a deadline, or after recovery, it is acted on at the latest."""
EARLY_MS = 1
"""A deadline is told to the page in whole milliseconds."""


def store_holds_together(kept: Kept, steps: Sequence[Step]) -> Iterator[str]:
    """The log's versions rise and end in the state that the store has; each deadline stands in both places or none."""
    versions = [step.entry.version for step in steps]
    if any(later <= earlier for earlier, later in pairwise(versions)):
        yield f"the log's versions do not rise: {versions}"
    if versions[-1] > kept.version:
        yield f"the log is at version {versions[-1]}, the state at {kept.version}"
    if engine.encode(steps[-1].after) != kept.match.state:
        yield "the state is not what the log leads to"
    if kept.due != kept.rows:
        yield f"the match has the deadlines {kept.due}, the list of all {kept.rows}"


def cards_are_the_deck(steps: Sequence[Step]) -> Iterator[str]:
    """Hands, piles and discards are the whole deck after every entry."""
    deck = _cards(steps[0].after)
    whole = len(RULESETS[steps[0].after.ruleset].rules.deck(range))
    if sum(deck.values()) != whole:
        yield f"{sum(deck.values())} cards were dealt from a deck of {whole}"
    for step in steps:
        if _cards(step.after) != deck:
            yield f"at version {step.entry.version} the cards are not the deck"


def _cards(state: Match) -> Counter[frozenset[str]]:
    """How often each card is there, whichever of its faces is up."""
    cards: tuple[Card, ...] = RULESETS[state.ruleset].rules.cards(state.round)
    return Counter(frozenset({card.face.code, card.turned().face.code}) for card in cards)


def finished_rounds(steps: Sequence[Step]) -> list[RoundResult]:
    """The results of the rounds that the log has ended, in order."""
    results: list[RoundResult] = []
    for step in steps:
        result = step.after.round.result
        if result is not None and step.after.rounds_played > len(results):
            results.append(result)
    return results


def ledger_has_each_round_once(kept: Kept, steps: Sequence[Step]) -> Iterator[str]:
    """The ledger has for each finished round the lines of its result, each once, and nothing else.

    A round that had ended just before the store was looked at may still be on its way: then the outbox has it.
    """
    results = dict(enumerate(finished_rounds(steps), 1))
    recorded = {number: result for number, result in results.items() if f"{kept.match_id}:{number}" not in kept.outbox}
    for number, result in recorded.items():
        wanted: Counter[tuple[int, str]] = Counter()
        for line in result.lines:
            wanted[line.seat, line.kind.value] += line.points
        found = [(seat, kind, points) for round_number, seat, kind, points in kept.lines if round_number == number]
        if sorted(found) != sorted((seat, kind, points) for (seat, kind), points in wanted.items()):
            yield f"round {number} ended with {dict(wanted)}, the ledger has {found}"
        if kept.rounds.count(number) != 1:
            yield f"round {number} is {kept.rounds.count(number)} times in the database"
    if kept.dead_letters:
        yield f"the ledger could not record: {kept.dead_letters}"
    if steps[-1].after.result is not None and f"{kept.match_id}:end" not in kept.outbox:
        yield from _result_is_kept(kept, steps)


def _result_is_kept(kept: Kept, steps: Sequence[Step]) -> Iterator[str]:
    result = steps[-1].after.result
    assert result is not None
    wanted = (result.reason.value, steps[-1].after.rounds_played, len(kept.entries))
    if kept.result != wanted:
        yield f"the match is over as {wanted} (reason, rounds, entries), the database has {kept.result}"


def deadlines_acted_on_once(kept: Kept, steps: Sequence[Step], seen: Seen, outages: Spans) -> Iterator[str]:
    """What the clock did it did when the pages said it would, and nothing is left undone."""
    timers = _timers_shown(seen)
    for before, step in pairwise(steps):
        kind = _deadline_of(step)
        if kind is None:
            continue
        if (least := _least_length(kept, before, kind)) and step.entry.at < before.entry.at + least - EARLY_MS:
            yield f"{step.entry.action} came {step.entry.at - before.entry.at} ms after what it was to wait for began"
        timer = timers.get(before.entry.version, {}).get(kind)
        if timer is None:
            continue
        due = timer["due"]
        if step.entry.at < due - EARLY_MS:
            yield f"{step.entry.action} came {due - step.entry.at} ms before its deadline"
        if step.entry.at > _latest(due, outages):
            yield f"{step.entry.action} came {step.entry.at - due} ms after its deadline"
    for kind, due in kept.due.items():
        if kept.now > _latest(due, outages):
            yield f"the deadline {kind} passed {kept.now - due} ms ago and nothing was done"


def _timers_shown(seen: Seen) -> dict[int, dict[str, Any]]:
    """The newest timers that any page was shown of the state after each entry, by the entry's version."""
    newest: dict[int, tuple[Version, dict[str, Any]]] = {}
    for frames in seen.values():
        for frame, step in frames:
            if step is None:
                continue
            at = step.entry.version
            if at not in newest or newest[at][0] < version_of(frame):
                newest[at] = version_of(frame), frame["view"]["timers"]
    return {at: timers for at, (_, timers) in newest.items()}


def _deadline_of(step: Step) -> str | None:
    match step.entry.action:
        case Timeout():
            return "turn"
        case WindowCloses():
            return "window"
        case _:
            return None


def _least_length(kept: Kept, step: Step, kind: str) -> int | None:
    """How long at least the deadline that this very step set runs, whether or not any page was shown it."""
    if step.before is None:
        return None
    if kind == "window":
        begins = step.after.window_number != step.before.window_number
        return kept.match.durations.window if begins else None
    begins = step.after.turn_number != step.before.turn_number
    return kept.match.durations.turn_of(kept.match.table) if begins else None


def _latest(due: int, outages: Spans) -> int:
    """When a deadline is acted on at the latest: two seconds after it, or after the outages that hold it up."""
    latest = due + LATE_MS
    for since, until in sorted(outages):
        if since <= latest:
            latest = max(latest, until + LATE_MS)
    return latest


def nobody_acts_for_another(kept: Kept, steps: Sequence[Step], witnesses: Sequence[Testimony]) -> Iterator[str]:
    """A seat's entries carry act ids of its own member, a computer's only while it plays the seat, the clock's none."""
    asked = {(one.member, asked.message["id"]) for one in witnesses for asked in one.asked}
    for step in steps[1:]:
        entry = step.entry
        if isinstance(entry.action, CLOCKS_ACTIONS):
            if entry.actor is not None:
                yield f"seat {entry.actor} did what is the clock's: {entry.action}"
            elif isinstance(entry.action, Replaced | Returned) and entry.act is not None:
                member, _, act_id = entry.act.partition(":")
                if kept.match.seats[entry.action.seat].member != member or (member, act_id) not in asked:
                    yield f"{member} asked for what is seat {entry.action.seat}'s: {entry.action}"
            continue
        if entry.actor is None or entry.act is None:
            yield f"nobody is named for {entry.action}"
            continue
        member, _, act_id = entry.act.partition(":")
        if member == "bot":
            assert step.before is not None
            if step.before.kinds[entry.actor] is SeatKind.PERSON:
                yield f"a computer played for the person of seat {entry.actor}: {entry.action}"
        elif kept.match.seats[entry.actor].member != member:
            yield f"{member} acted for seat {entry.actor}: {entry.action}"
        elif (member, act_id) not in asked:
            yield f"{member} never asked for {entry.action} ({act_id})"
