"""The hard level: guesses of what is hidden, each action tried in every guess, and the best on average taken.

An information-set Monte Carlo search of one step: all actions are tried in the same guesses, so that luck of the deal
does not tell for one of them; what has fallen behind is tried no more. What sensible play prefers has a start that
fades as deals come: few deals say less than a rule of thumb, many say more.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean as mean
from statistics import stdev
from typing import NamedTuple

from games.computers import normal, shedding, tricks
from games.computers.choice import Budget, Choice, Facts, Reason, Why
from games.computers.guess import SheddingDealer, acted, chance_of
from games.computers.memory import remember
from games.computers.playout import SheddingPlayout
from games.computers.shedding import Liking
from games.engine import RULESETS, CallReturn, Draw, Keep, OpeningColor, Play, Rank, SeatAction, View

TURNS = 10
"""How many turns of a shedding game are played on before the hands are judged."""
START = 0.3
"""Wins that the action liked best by sensible play is credited with before the first deal; the least liked has none."""
CERTAIN = 2.5
"""Standard errors by which an action must lie behind to be dropped."""
CATCHES = 1.0
COLORS_TRIED = 2
"""Colors tried for a wild: those held most."""
EVERY = 4
"""Deals between two looks at what has fallen behind."""

Values = Callable[[Sequence[SeatAction]], list[float] | None]
"""Deals once and tells how well the seat stands after each of the actions; None if no deal was found."""


class Trial:
    """An action, and what has come of it so far."""

    __slots__ = ("action", "liking", "shares", "start")

    def __init__(self, action: SeatAction, liking: Liking, start: float) -> None:
        self.action, self.liking, self.start = action, liking, start
        self.shares: list[float] = []

    @property
    def worth(self) -> float:
        return (self.start + sum(self.shares)) / max(1, len(self.shares))

    @property
    def share(self) -> float:
        """What the deals alone say."""
        return sum(self.shares) / max(1, len(self.shares))


class Found(NamedTuple):
    """The end of a search: the trials, the best first, and how many positions were played on from."""

    trials: list[Trial]
    playouts: int


def choose(view: View, history: Sequence[View], rng: Random, budget: Budget) -> Choice:
    """What the seat does now."""
    called = normal.call(view.legal, rng, CATCHES)
    if called is not None:
        return called
    judged = normal.likings(view, history)
    tried = worth_trying(view, judged)
    if len(tried) == 1 or isinstance(view.decision, OpeningColor):
        return Choice(tried[0][0], tried[0][1].reason)
    if view.turn is None or RULESETS[view.ruleset].family == "upcolor":
        values = tricks.values(view, history, rng)
    else:
        values = _shedding_values(view, history, rng)
    found = search(tried, values, budget)
    return Choice(found.trials[0].action, _reason(view, found))


def worth_trying(view: View, judged: list[tuple[SeatAction, Liking]]) -> list[tuple[SeatAction, Liking]]:
    """All cards, each wild with the colors held most; a draw where hardly anything else fits."""
    judged = sorted(judged, key=lambda each: -each[1].score)
    tried: list[tuple[SeatAction, Liking]] = []
    colors: dict[object, int] = {}
    plain = 0
    for action, liking in judged:
        if isinstance(action, Play) and action.color is not None:
            key = (action.card, action.serial)
            colors[key] = colors.get(key, 0) + 1
            if colors[key] > COLORS_TRIED:
                continue
        elif isinstance(action, Play):
            plain += 1
        elif isinstance(action, Draw) and plain > 1 and getattr(view.family, "pending", None) is None:
            continue
        tried.append((action, liking))
    return tried


def _shedding_values(view: View, history: Sequence[View], rng: Random) -> Values:
    dealer = SheddingDealer(view, remember(view, history), rng)
    chance = chance_of(rng)
    playout = SheddingPlayout(view.ruleset, chance, turns=TURNS)
    out_before = len(getattr(view.family, "out", ()))

    def values(actions: Sequence[SeatAction]) -> list[float] | None:
        guess = dealer.deal()
        return [
            playout.shares(acted(guess, view.seat, dealer.in_guess(action), chance), out_before)[view.seat]
            for action in actions
        ]

    return values


def search(tried: list[tuple[SeatAction, Liking]], values: Values, budget: Budget) -> Found:
    """Try the actions in guess after guess until the budget is spent or one is left."""
    last = max(1, len(tried) - 1)
    trials = [Trial(action, liking, START * (1 - place / last)) for place, (action, liking) in enumerate(tried)]
    alive = list(trials)
    deadline = budget.deadline()
    spent = deals = 0
    while len(alive) > 1 and spent + len(alive) <= budget.playouts and not budget.is_over(deadline):
        shares = values([trial.action for trial in alive])
        if shares is None:
            break
        for trial, share in zip(alive, shares, strict=True):
            trial.shares.append(share)
        spent += len(alive)
        deals += 1
        if deals >= 2 * EVERY and deals % EVERY == 0:
            alive = _still_alive(alive)
    best = max(alive, key=lambda trial: trial.worth)
    return Found([best, *sorted((t for t in trials if t is not best), key=lambda trial: -trial.worth)], spent)


def _still_alive(alive: list[Trial]) -> list[Trial]:
    """Those that may yet turn out better than the best, judged by the differences deal by deal."""
    best = max(alive, key=lambda trial: trial.worth)
    return [trial for trial in alive if trial is best or not _is_behind(trial, best)]


def _is_behind(trial: Trial, best: Trial) -> bool:
    differences = [mine - theirs for mine, theirs in zip(best.shares, trial.shares, strict=True)]
    error: float = stdev(differences) / len(differences) ** 0.5
    return mean(differences) > CERTAIN * error


def _reason(view: View, found: Found) -> Reason:
    """The tactic that the search has confirmed, if there is one to name, with the search's own figures.

    Without a search (no deal agreed with what was seen) it is the rule of thumb.
    """
    best, *others = found.trials
    if not found.playouts:
        return best.liking.reason
    figures: dict[str, str | int] = {
        "positions": found.playouts,
        "chance": _of_100(best),
        "next_chance": _of_100(others[0]),
        "next": shown(others[0].action),
        "action": shown(best.action),
    }
    code, facts = _named(view, best.action)
    return Reason(code, {**figures, **facts})


def _of_100(trial: Trial) -> int:
    """How many of a hundred go well; a win by many cards counts no more than a win."""
    return min(100, max(0, round(100 * trial.share)))


def _named(view: View, action: SeatAction) -> tuple[Why, Facts]:
    family = view.family
    rank = action.card.rank if isinstance(action, Play) else None
    fuse, shields = getattr(family, "fuse", None), getattr(family, "shields", None)
    if fuse is not None and rank in (Rank.SKIP, Rank.REVERSE, Rank.BOMB):
        return Why.FUSE_ENDS, {"seat": int(shedding.fuse_ends(view, rank)), "cards": fuse.size}
    if shields and rank not in shedding.PENALTIES and shedding.following_seat(view) in shields:
        return Why.SHIELD_STANDS, {"seat": int(shedding.following_seat(view))}
    if rank is Rank.FLIP:
        return Why.FACES_SEEN, {"side": str(getattr(family, "side", ""))}
    return Why.SEARCHED, {}


def shown(action: SeatAction) -> str:
    """An action as a fact: a card's code with the color chosen, or a word."""
    match action:
        case Play(card, color):
            return card.code if color is None else f"{card.code}:{color}"
        case Keep():
            return "keep"
        case CallReturn(call):
            return "return" if call else "no_return"
        case _:
            return type(action).__name__.lower()
