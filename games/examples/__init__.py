"""Worked examples: positions and acts that the real engine plays, step by step, each with a sentence."""

from games.examples import clash, duel, upcolor
from games.examples.example import Example, Step

__all__ = ["EXAMPLES", "Example", "Step"]

EXAMPLES = {example.id: example for example in (*clash.EXAMPLES, *duel.EXAMPLES, *upcolor.EXAMPLES)}
"""Every example by its id, in the order in which they are read."""
