"""Our computers at RLCard's own table, run by the interpreter of RLCard's environment: two players of `uno`.

For each line of input, `deal seat`, the round is played with our computer in that seat, and 1 or 0 is printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import rlcard
from rlcard.agents import RandomAgent
from rlcard.models.uno_rule_models import UNORuleAgentV1

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from games.computers import Budget, Level, choose
from games.engine import Color, Draw, HeldCard, Length, Play, Seat, SeatKind, Turn, View, card
from games.engine.rulesets.clash import ClashView
from tests.bench.computers.rlcard_rules import RULESET, register

if TYPE_CHECKING:
    from games.engine import Action, Card

COLORS = {"r": Color.RED, "b": Color.BLUE, "y": Color.YELLOW, "g": Color.GREEN}
LETTERS = {color: letter for letter, color in COLORS.items()}
RANKS = {"draw_2": "draw-two", "wild_draw_4": "wild-draw-four"}
TRAITS = {rank: trait for trait, rank in RANKS.items()}
DECK = 108


def our_card(written: str) -> Card:
    """RLCard's "r-draw_2" as our card; a wild's letter says nothing of the card."""
    letter, _, trait = written.partition("-")
    rank = RANKS.get(trait, trait)
    return card(rank if rank.startswith("wild") else f"{COLORS[letter]}-{rank}")


def our_action(written: str) -> Action:
    if written == "draw":
        return Draw()
    face = our_card(written)
    return Play(face, COLORS[written[0]] if face.color is None else None)


def their_action(action: Action | None) -> str:
    if not isinstance(action, Play):
        return "draw"
    color = action.color or action.card.color
    assert color is not None
    rank = str(action.card.rank)
    return f"{LETTERS[color]}-{TRAITS.get(rank, rank)}"


def our_view(game: Any, seat: int, turn_number: int) -> View:  # noqa: ANN401 (untyped)
    """What RLCard shows the seat, and of the table what lies open, as our computers see it."""
    state = game.get_state(seat)
    faces = sorted(map(our_card, state["hand"]), key=lambda face: face.number)
    turn = Seat(game.round.current_player)
    counts = tuple(state["num_cards"])
    top = game.round.target
    family = ClashView(
        our_card(top.str), COLORS[top.color], DECK - sum(counts) - max(1, len(state["played_cards"])), ()
    )
    return View(
        RULESET, Seat(seat), Length(rounds=1), teams=False, round_number=1, dealer=Seat(1),
        kinds=(SeatKind.COMPUTER,) * 2, returned=(), decision=Turn(turn, drawn=False), turn=turn,
        turn_number=turn_number, window=None, window_number=0, direction=1, counts=counts,
        hand=tuple(map(HeldCard, range(len(faces)), faces)), drawn=None, points=(0, 0), totals=(0, 0), losses=(0, 0),
        round_result=None, result=None,
        legal=tuple(map(our_action, state["legal_actions"])) if turn == seat else (),
        family=family,
    )  # fmt: skip


def won(deal: int, seat: int, level: Level, agent: Any, budget: Budget) -> bool:  # noqa: ANN401 (untyped)
    """Play a round against the agent; whether our computer in the seat has won it."""
    np.random.seed(2 * deal + seat)  # the agents use the global generator
    played = rlcard.make("uno", config={"seed": deal})
    state, turn = played.reset()
    history = [our_view(played.game, seat, 0)]
    while not played.is_over():
        if turn == seat:
            chosen = choose(level, history[-1], history, seed=f"{deal}:{len(history)}", budget=budget)
            state, turn = played.step(their_action(chosen.action), raw_action=True)
        else:
            state, turn = played.step(agent.step(state), raw_action=agent.use_raw)
        history.append(our_view(played.game, seat, len(history)))
    return bool(played.get_payoffs()[seat] > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", type=Level)
    parser.add_argument("agent", choices=["random", "rule"])
    parser.add_argument("milliseconds", type=float)
    asked = parser.parse_args()
    register()
    actions = rlcard.make("uno").num_actions
    agent = RandomAgent(num_actions=actions) if asked.agent == "random" else UNORuleAgentV1()
    budget = Budget(milliseconds=asked.milliseconds, clock=time.process_time)
    for line in sys.stdin:
        deal, seat = map(int, line.split())
        print(int(won(deal, seat, asked.level, agent, budget)), flush=True)


if __name__ == "__main__":
    main()
