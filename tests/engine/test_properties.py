"""What holds for every registered rule set, tried on random matches."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import (
    RULESETS,
    Action,
    Announce,
    CallReturn,
    Card,
    Catch,
    ChooseColor,
    Color,
    Deal,
    Draw,
    Keep,
    Match,
    Play,
    Replaced,
    Returned,
    ScoreLine,
    Seat,
    SeatKind,
    Timeout,
    WindowCloses,
    canonical,
    card,
    clock_actions,
    decode,
    encode,
    legal_actions,
    replay,
    view,
)
from tests.engine.walk import Walk, accepted, possible

TIMES = int(os.environ.get("COLORCLASH_EXAMPLES_TIMES", "1"))
"""How many times more random matches than in `make test`; the nightly run sets it."""
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
every_rule_set = pytest.mark.parametrize("ruleset", RULESETS)


def tried(matches: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test on so many random matches of each rule set."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        return settings(max_examples=matches * TIMES, suppress_health_check=list(HealthCheck))(given(seed=SEEDS)(test))

    return decorate


def whole(held: Card) -> frozenset[str]:
    """A card whichever of its faces is up."""
    return frozenset({held.face.code, held.turned().face.code})


def cards_of(match: Match) -> Counter[frozenset[str]]:
    return Counter(map(whole, RULESETS[match.ruleset].rules.cards(match.round)))


@every_rule_set
@tried(6)
def test_no_card_is_lost_or_doubled(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    deck = cards_of(walk.final)
    assert sum(deck.values()) == len(RULESETS[ruleset].rules.deck(range))
    for move in walk:
        assert cards_of(move.after) == deck


@every_rule_set
@tried(6)
def test_points_and_totals_are_the_sums_of_the_lines(ruleset: str, seed: int) -> None:
    """Of rounds that end with their deal, too."""
    walk = Walk(ruleset, seed)
    dealt = walk.final.round.result
    sheet: list[ScoreLine] = list(dealt.lines) if dealt is not None else []
    for move in walk:
        result = move.after.round.result
        if result is None or move.after.rounds_played == move.before.rounds_played:
            continue
        sheet += result.lines
        seats = range(len(move.after.kinds))
        assert {line.seat for line in result.lines} == set(seats)
        assert result.points == tuple(sum(line.points for line in result.lines if line.seat == seat) for seat in seats)
        assert move.after.totals == tuple(sum(line.points for line in sheet if line.seat == seat) for seat in seats)
        assert sorted(result.places) == list(seats)


@every_rule_set
@tried(25)
def test_a_random_match_ends_with_a_ranking_of_all_seats(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    for _ in walk:
        pass
    result = walk.final.result
    assert result is not None
    assert sorted(seat for group in result.ranking for seat in group) == list(range(len(walk.final.kinds)))
    assert possible(walk.final) == []


@every_rule_set
@tried(5)
def test_every_state_comes_back_from_its_bytes(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    for move in walk:
        packed = encode(move.after)
        assert len(packed) < 1000
        assert decode(packed) == move.after


@every_rule_set
@tried(4)
def test_the_replay_of_the_log_is_the_state(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    for _ in walk:
        pass
    assert encode(replay(walk.log)) == encode(walk.final)


def every_action(match: Match) -> Iterator[tuple[Seat | None, Action]]:
    """Actions of all kinds, legal or not, for every seat and for the clock."""
    seats = [Seat(seat) for seat in range(len(match.kinds))]
    held = {one.card for seat in seats for one in view(match, seat).hand}
    faces = sorted({*held, card("wild"), card("red-5"), card("green")}, key=lambda face: face.number)
    for seat in seats:
        serials = [None, *[one.serial for one in view(match, seat).hand[:3]], 200]
        for face, color, call in product(faces, (None, Color.RED, Color.VIOLET), (False, True)):
            yield seat, Play(face, color, call)
        for face, serial in product(faces, serials):
            yield seat, Play(face, None if face.color else Color.BLUE, serial=serial)
        yield from [(seat, action) for action in (Draw(), Keep(), Announce(), CallReturn(True), CallReturn(False))]
        yield from [(seat, ChooseColor(color)) for color in Color]
        for other in seats:
            yield seat, Catch(other)
            yield seat, Timeout(other)
        yield seat, WindowCloses()
        yield seat, Deal()
    yield from [(None, action) for action in (Draw(), Keep(), Announce(), WindowCloses(), Deal())]
    yield from [(None, Timeout(seat)) for seat in seats]


@every_rule_set
@tried(3)
def test_apply_accepts_exactly_what_is_legal_and_refuses_without_a_change(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    rng = random.Random(seed)
    for move in walk:
        if rng.random() > 0.03:
            continue
        legal = set(possible(move.after))
        before = encode(move.after)
        for actor, action in {*every_action(move.after), *legal}:
            assert accepted(move.after, actor, action) is ((actor, action) in legal), (actor, action)
        assert encode(move.after) == before


@every_rule_set
@tried(3)
def test_who_may_leave_and_who_may_come_back(ruleset: str, seed: int) -> None:
    for move in Walk(ruleset, seed):
        match = move.after
        over = match.result is not None
        for seat, kind in enumerate(match.kinds):
            away = kind is SeatKind.REPLACEMENT and seat not in match.returned
            leaves = kind is SeatKind.PERSON or seat in match.returned
            assert accepted(match, None, Replaced(Seat(seat))) is (leaves and not over)
            assert accepted(match, None, Returned(Seat(seat))) is (away and not over)


@every_rule_set
@tried(4)
def test_legal_actions_are_distinct_canonical_and_those_of_the_view(ruleset: str, seed: int) -> None:
    for match in (move.after for move in Walk(ruleset, seed)):
        for seat in map(Seat, range(len(match.kinds))):
            legal = legal_actions(match, seat)
            assert len(set(legal)) == len(legal)
            assert all(canonical(match, seat, action) == action for action in legal)  # type: ignore[arg-type]
            assert view(match, seat).legal == legal


@every_rule_set
@tried(4)
def test_somebody_may_always_act_until_the_match_is_over(ruleset: str, seed: int) -> None:
    for move in Walk(ruleset, seed):
        match = move.after
        assert bool(clock_actions(match)) is (match.result is None)
        if match.turn is not None and match.window is None:
            assert legal_actions(match, match.turn)
            assert Timeout(match.turn) in clock_actions(match)


@every_rule_set
@tried(4)
def test_turn_and_window_numbers_rise_with_every_turn_and_window(ruleset: str, seed: int) -> None:
    for before, _, _, after, _ in Walk(ruleset, seed):
        assert after.turn_number >= before.turn_number
        assert after.window_number >= before.window_number
        if after.turn != before.turn and after.turn is not None:
            assert after.turn_number > before.turn_number or before.turn is None
        if after.window is not None and after.window != before.window:
            assert after.window_number > before.window_number
