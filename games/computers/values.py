"""What hands are worth in the shedding games: how far each card keeps its seat from going out.

The chance of a seat to go out next is taken to be proportional to exp(-burden), its burden being a sum over its cards
and its standing. The figures are fitted to rounds played by the quick policy against itself
(`python -m tests.bench.computers.fit`), by the likelihood of who then went out first.
"""

from dataclasses import dataclass

from games.engine import Rank


@dataclass(frozen=True, slots=True)
class HandValues:
    """The figures of a rule set.

    Attributes:
        costs: what a card of each rank adds to the burden.
        one_left, two_left: what being left with one or two cards takes off it.
        waiting: what each place in turn behind the seat on turn adds.
        pending: what each card of a stack pending on the seat adds.
        shield: what a standing shield takes off.
        fuse: what each card of an explosion adds that is to hit the seat.
    """

    costs: dict[Rank | None, float]
    one_left: float
    two_left: float
    waiting: float
    pending: float
    shield: float
    fuse: float


_NUMBERS = tuple(Rank)[:10]
_ACTIONS = (Rank.SKIP, Rank.REVERSE, Rank.SKIP_EVERYONE)
_PENALTIES = (Rank.DRAW_ONE, Rank.DRAW_TWO, Rank.DRAW_FIVE)
_WILD_PENALTIES = (Rank.WILD_DRAW_FOUR, Rank.HUNT)
_SPECIALS = (Rank.BOMB, Rank.SHIELD, Rank.FLIP, Rank.CLOCK)
GROUPS = (_NUMBERS, _ACTIONS, _PENALTIES, (Rank.WILD,), _WILD_PENALTIES, _SPECIALS)
"""Ranks that are worth alike."""


def _values(costs: tuple[float, ...], **standing: float) -> HandValues:
    by_rank: dict[Rank | None, float] = {
        rank: cost for group, cost in zip(GROUPS, costs, strict=True) for rank in group
    }
    return HandValues(by_rank, **standing)


_CLASH = _values(
    (0.25, 0.13, 0.02, -0.62, -0.69, 0.0), one_left=0.73, two_left=0.35, waiting=0.08, pending=0.0, shield=0.0, fuse=0.0
)
HAND_VALUES = {
    "clash-classic": _CLASH,
    "clash-family": _CLASH,
    "duel-classic": _values(
        (0.26, 0.11, -0.11, -0.42, -0.62, 0.87),
        one_left=0.64,
        two_left=0.22,
        waiting=0.01,
        pending=0.13,
        shield=0.0,
        fuse=0.14,
    ),
    "duel-daynight": _values(
        (0.15, 0.17, -0.11, -0.27, -0.18, 0.18),
        one_left=0.9,
        two_left=0.33,
        waiting=0.03,
        pending=0.08,
        shield=0.0,
        fuse=0.0,
    ),
    "duel-siege": _values(
        (0.25, 0.1, -0.01, -0.21, -0.55, -0.01),
        one_left=0.88,
        two_left=0.32,
        waiting=0.06,
        pending=0.14,
        shield=0.56,
        fuse=0.0,
    ),
}
