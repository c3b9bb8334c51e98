"""RLCard's side, run by the interpreter of its own environment: four players of `uno`, at random."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import rlcard
from rlcard.agents import RandomAgent
from rlcard.games.uno import Game

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.bench.engine.working import Figures, answer_tasks

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = 4


def environment(*, moves: int, seed: int, agents: bool) -> Figures:
    """`reset` and `step` of the environment; chosen by RLCard's random agents, or by our own generator."""
    choose = random.Random(seed).choice
    played = rlcard.make("uno", config={"game_num_players": PLAYERS, "seed": seed})
    agent = RandomAgent(num_actions=played.num_actions)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            state, _ = played.reset()
            while not played.is_over():
                action = agent.step(state) if agents else choose(list(state["legal_actions"]))
                state, _ = played.step(action)
                made += 1
        return made

    return _timed(play, moves)


def game(*, moves: int, seed: int) -> Figures:
    """The bare game below the environment: a step and the next seat's state as a dictionary."""
    choose = random.Random(seed).choice
    played = Game(num_players=PLAYERS)
    played.np_random = np.random.RandomState(seed)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            state, _ = played.init_game()
            while not played.is_over():
                state, _ = played.step(choose(state["legal_actions"]))
                made += 1
        return made

    return _timed(play, moves)


def _timed(play: Callable[[int], int], moves: int) -> Figures:
    play(moves // 20)
    begun = time.process_time()
    made = play(moves)
    return {"moves": made, "seconds": time.process_time() - begun}


if __name__ == "__main__":
    answer_tasks({"environment": environment, "game": game})
