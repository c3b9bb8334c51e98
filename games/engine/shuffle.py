"""Putting cards into the order that chance gives."""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.step import Chance


def shuffled(cards: Sequence[Card], chance: Chance) -> tuple[Card, ...]:
    """The cards in the order that chance gives."""
    return tuple([cards[place] for place in chance(len(cards))])
