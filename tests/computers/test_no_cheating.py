"""A computer knows what its seat has seen: by what it is given, by what it imports, and by what it does."""

import ast
import inspect
import random
import typing
from collections.abc import Sequence
from pathlib import Path

import pytest

import games.computers
from games import engine
from games.computers import Budget, Level, choose
from games.computers.guess import SheddingDealer
from games.computers.memory import remember
from games.computers.upcolor import COLORS, TrickDealer, TrickMemory
from games.engine import RULESETS, View
from tests.computers.tables import Moment, Table
from tests.engine.redeal import redealt

DEALS = 200
MAKES_MATCHES = "guess.py"
HIDDEN = {"Match", "MatchState", "decode", "encode", "replay", "start", "view", "Log", "Recorder"}
SOURCES = sorted(Path(games.computers.__file__).parent.glob("*.py"))


def moments(ruleset: str, level: Level, seed: int) -> list[Moment]:
    """Moments of a round at which there is something to choose, evenly spread."""
    seats = RULESETS[ruleset].seats[0]
    found = [moment for moment, _ in Table(ruleset, seats, level, seed) if len(moment.view.legal) > 1]
    return found[:: max(1, len(found) // 3)][:3]


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_two_hundred_other_deals_of_what_is_hidden_change_no_choice(ruleset: str, level: Level) -> None:
    rng = random.Random(ruleset)
    budget = Budget(playouts=6)
    for moment in moments(ruleset, Level.NORMAL, seed=11)[:1]:
        seat = moment.view.seat
        chosen = choose(level, moment.view, moment.history, seed="same", budget=budget)
        for _ in range(DEALS):
            other = engine.view(redealt(moment.match, seat, rng), seat)
            assert choose(level, other, [*moment.history[:-1], other], seed="same", budget=budget) == chosen


def test_a_choice_is_made_of_views_alone() -> None:
    hints = typing.get_type_hints(choose)
    assert hints["view"] is View
    assert hints["history"] == Sequence[View]
    assert set(inspect.signature(choose).parameters) == {"level", "view", "history", "seed", "budget"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_only_public_values_of_the_engine_are_imported(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            assert all(not name.name.startswith("games") for name in node.names)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games"):
            assert node.module in {"games", "games.engine"} or str(node.module).startswith("games.computers")
            names = {name.name for name in node.names} & HIDDEN
            assert names <= ({"Match"} if source.name == MAKES_MATCHES else set())
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "engine":
            assert node.attr in {"apply", "legal_actions", "set_down"}


@pytest.mark.parametrize("ruleset", [each for each in RULESETS if each != "upcolor"])
def test_guessed_deals_agree_with_what_the_seat_sees(ruleset: str) -> None:
    for moment in moments(ruleset, Level.NORMAL, seed=3):
        view = moment.view
        dealer = SheddingDealer(view, remember(view, moment.history), random.Random(1))
        for _ in range(20):
            seen = engine.view(dealer.deal(), view.seat)
            for name in ("counts", "turn", "direction", "decision"):
                assert getattr(seen, name) == getattr(view, name)
            assert [held.card for held in seen.hand] == [held.card for held in view.hand]
            assert seen.family == view.family
            assert len(seen.legal) == len(view.legal)


@pytest.mark.parametrize("seats", [3, 4])
def test_guessed_tricks_agree_with_what_the_seat_sees(seats: int) -> None:
    for moment, _ in Table("upcolor", seats, Level.NORMAL, seed=2):
        view = moment.view
        memory = TrickMemory(view, moment.history)
        for seat, hand in enumerate(moment.match.round.hands):
            assert seat == view.seat or not memory.voids[seat] & {held.card for held in hand}
        hands = TrickDealer(view, memory, random.Random(1)).deal()
        assert hands is not None
        assert [sum(hand) for hand in hands] == list(view.counts)
        assert hands[view.seat] == [sum(held.card is face for held in view.hand) for face in COLORS]
        for seat, hand in enumerate(hands):
            held = {face for face, count in zip(COLORS, hand, strict=True) if count}
            assert seat == view.seat or not memory.voids[seat] & held


@pytest.mark.parametrize("ruleset", ["clash-classic", "duel-siege", "duel-daynight"])
def test_what_is_remembered_is_true(ruleset: str) -> None:
    for seed in range(6):
        for moment, _ in Table(ruleset, 3, Level.NORMAL, seed):
            memory = remember(moment.view, moment.history)
            discards = moment.match.round.discard_pile
            for slot, lying in zip(memory.laid[::-1], discards[::-1], strict=False):
                assert slot.up in (None, lying.face)
            for seat, hand in enumerate(moment.match.round.hands):
                if seat == moment.view.seat:
                    known = {held.serial: held.card.down for held in hand}
                    assert memory.own_down.items() <= known.items()
                else:
                    assert [slot.down for slot in memory.hands[seat]] == [held.card.down for held in hand]
