"""How a round and a match end, whatever the family.

When fewer than two people are left at the end of a round, a match that is not practice ends: the
round's points count, and whoever is left wins by forfeit, ahead of any other reason. Else a match
ends by its length, and the highest total wins; equal totals share, unless the family breaks the
tie. A match of one round is ranked by the round itself.
"""

from games.engine.events import MatchEnded, RoundEnded
from games.engine.results import (
    LineKind,
    MatchReason,
    MatchResult,
    RoundReason,
    RoundResult,
    ScoreLine,
)
from games.engine.rules import Rules
from games.engine.seats import Seat, SeatKind
from games.engine.state import MatchOver, MatchState, R, RoundOver
from games.engine.step import Step

Ranking = tuple[tuple[Seat, ...], ...]
ROUND_OVER = RoundOver()
MATCH_OVER = MatchOver()


def end_round(
    step: Step[R],
    rules: Rules[R],
    *,
    winners: tuple[Seat, ...],
    reason: RoundReason,
    places: tuple[Seat, ...],
    loser: int | None = None,
) -> None:
    """Close the round with its result, and the match with it if this was its last."""
    round = step.round
    left = people_left(step.match)
    forfeited = len(left) < 2 and not step.match.practice
    if forfeited:
        step.score(*[ScoreLine(seat, LineKind.FORFEIT, 0) for seat in left])
    step.score(*_missing_lines(step, winners))
    round.result = RoundResult(winners, round.points, reason, round.lines, places, loser)
    lost = tuple(count + (team == loser) for team, count in enumerate(step.match.losses))
    step.match = step.match._replace(rounds_played=step.match.rounds_played + 1, losses=(lost[0], lost[1]))
    round.decision = ROUND_OVER
    step.tell(RoundEnded(round.result))
    result = _forfeit(step, rules, left) if forfeited else _by_length(step, rules)
    if result is not None:
        step.match = step.match._replace(result=result)
        round.decision = MATCH_OVER
        step.tell(MatchEnded(result))


def people_left(match: MatchState[R]) -> tuple[Seat, ...]:
    """The seats of those who play or are back and wait for the next deal."""
    return tuple(
        Seat(seat) for seat, kind in enumerate(match.kinds) if kind is SeatKind.PERSON or seat in match.returned
    )


def _missing_lines(step: Step[R], winners: tuple[Seat, ...]) -> list[ScoreLine]:
    """A line of no points for every seat that has none yet."""
    scored = {line.seat for line in step.round.lines if line.kind is not LineKind.FORFEIT}
    nothing = LineKind.CARDS_LEFT if winners else LineKind.NOBODY_SCORES
    return [
        ScoreLine(Seat(seat), LineKind.REPLACEMENT if step.is_replaced(Seat(seat)) else nothing, 0)
        for seat in range(len(step.match.kinds))
        if seat not in scored
    ]


def _forfeit(step: Step[R], rules: Rules[R], left: tuple[Seat, ...]) -> MatchResult:
    one_round = step.match.length.rounds == 1
    ranking = rules.one_round_ranking(step) if one_round else ranked_by(step.match.totals)
    return MatchResult(left, MatchReason.FORFEIT, _led_by(left, ranking))


def _by_length(step: Step[R], rules: Rules[R]) -> MatchResult | None:
    match = step.match
    length = match.length
    if length.losses is not None:
        return _by_losses(match, length.losses)
    if length.rounds == 1:
        ranking = rules.one_round_ranking(step)
        return _decided(step, rules, rules.one_round_winners(step), MatchReason.ROUNDS, ranking)
    ranking = ranked_by(match.totals)
    if length.rounds is not None and match.rounds_played >= length.rounds:
        return _decided(step, rules, ranking[0], MatchReason.ROUNDS, ranking)
    reached = -min(match.totals) if rules.downwards else max(match.totals)
    if length.to is not None and reached >= length.to:
        return _decided(step, rules, ranking[0], MatchReason.TARGET, ranking)
    return None


def _by_losses(match: MatchState[R], losses: int) -> MatchResult | None:
    for team, lost in enumerate(match.losses):
        if lost >= losses:
            losers = (Seat(team), Seat(team + 2))
            winners = (Seat(1 - team), Seat(3 - team))
            return MatchResult(winners, MatchReason.LOSSES, (winners, losers))
    return None


def _decided(
    step: Step[R],
    rules: Rules[R],
    best: tuple[Seat, ...],
    reason: MatchReason,
    ranking: Ranking,
) -> MatchResult:
    winner = rules.break_tie(step, best) if len(best) > 1 else None
    if winner is None:
        return MatchResult(best, reason, ranking)
    return MatchResult(winner, MatchReason.TIE_DRAW, _led_by(winner, ranking))


def ranked_by(points: tuple[int, ...]) -> Ranking:
    """Seats grouped by equal points, most first."""
    return tuple(
        tuple(Seat(seat) for seat, own in enumerate(points) if own == value)
        for value in sorted(set(points), reverse=True)
    )


def _led_by(first: tuple[Seat, ...], ranking: Ranking) -> Ranking:
    """The ranking with some seats put in front, the others in their order behind."""
    behind = (tuple(seat for seat in group if seat not in first) for group in ranking)
    return tuple(group for group in (first, *behind) if group)
