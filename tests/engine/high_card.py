# ruff: noqa: A001, A002, ARG002 (what games/engine may do, too)
"""High card: a rule set small enough to read at one go, the worked example of the README.

Each seat is dealt five of the forty number cards. In turn, from the seat after the dealer, each lays
one card. When all have laid one, the highest number takes a point, the first laid of equal ones; its
seat lays next. The round ends with the hands. Whose time runs out lays the first card of the hand.
A computer that finishes a seat for somebody who left takes no points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine import Action, Card, Chance, Length, Play, Position, Refusal, Refused, Seat
from games.engine.cards import FACES, NUMBERS, HeldCard
from games.engine.ending import Ranking, end_round, ranked_by
from games.engine.events import Dealt, Played, TimedOut
from games.engine.packing import Reader, Writer
from games.engine.results import LineKind, RoundReason, ScoreLine
from games.engine.rules import ONE_ROUND, Rules, RuleSet
from games.engine.state import MatchState, Round, Turn
from games.engine.step import Step

HAND_SIZE = 5
DECK = tuple(face for face in FACES if face.rank in NUMBERS)


@dataclass(slots=True)
class HighCardRound(Round):
    """A round: what all rounds have, the cards laid since the last point, and those out of play."""

    laid: tuple[Card, ...]
    gone: tuple[Card, ...]


class HighCardView(NamedTuple):
    """What a seat sees beside the common part; the field is a key on the wire."""

    laid: tuple[Card, ...]


class HighCardRules(Rules[HighCardRound]):
    """The answers that the engine asks every family for."""

    has_draw_pile = False

    # The deal, and a position set down card by card for a scenario.

    def deck(self, chance: Chance) -> tuple[Card, ...]:
        return DECK

    def deal(self, cards: Sequence[Card], seats: int) -> HighCardRound:
        hands = [cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(seats)]
        return _round(hands, tuple(cards[HAND_SIZE * seats :]))

    def open(self, step: Step[HighCardRound]) -> None:
        step.tell(Dealt(step.match.dealer))
        _begin_turn(step, Seat((step.match.dealer + 1) % len(step.round.hands)))

    def set_down(self, position: Position) -> HighCardRound:
        if any(lying not in DECK for hand in position.hands for lying in hand):
            raise ValueError("High card has numbers and nothing else")
        return _round(position.hands, ())

    def take_up(self, step: Step[HighCardRound], position: Position) -> None:
        _begin_turn(step, position.turn)

    def cards(self, round: HighCardRound) -> tuple[Card, ...]:
        return (*[held.card for hand in round.hands for held in hand], *round.laid, *round.gone)

    # Actions: what is legal, how it is written, what it does.

    def legal_actions(self, match: MatchState[HighCardRound], seat: Seat) -> tuple[Action, ...]:
        hand = match.round.hands[seat] if match.round.turn == seat else ()
        return tuple(dict.fromkeys(Play(held.card) for held in hand))

    def canonical_play(self, match: MatchState[HighCardRound], seat: Seat, play: Play) -> Play:
        return Play(play.card)

    def play(self, step: Step[HighCardRound], seat: Seat, play: Play) -> None:
        if step.round.turn != seat:
            raise Refused(Refusal.NOT_YOUR_TURN)
        found = [held for held in step.round.hands[seat] if held.card is play.card]
        if not found:
            raise Refused(Refusal.NOT_IN_HAND)
        if play != Play(play.card):
            raise Refused(Refusal.NOT_PLAYABLE)
        self._lay(step, seat, found[0])

    def timeout(self, step: Step[HighCardRound], seat: Seat) -> None:
        if step.round.turn != seat:
            raise Refused(Refusal.NOT_YOUR_TURN)
        step.tell(TimedOut(seat))
        self._lay(step, seat, step.round.hands[seat][0])

    def _lay(self, step: Step[HighCardRound], seat: Seat, held: HeldCard) -> None:
        round = step.round
        rest = tuple(other for other in round.hands[seat] if other != held)
        round.hands = (*round.hands[:seat], rest, *round.hands[seat + 1 :])
        round.laid += (held.card,)
        step.tell(Played(seat, held.card, None, armed=False))
        following = Seat((seat + 1) % len(round.hands))
        if len(round.laid) == len(round.hands):
            numbers = [NUMBERS.index(card.rank) for card in round.laid if card.rank is not None]
            following = Seat((following + numbers.index(max(numbers))) % len(round.hands))
            if not step.is_replaced(following):
                step.score(ScoreLine(following, LineKind.CARDS_CAPTURED, 1))
            round.laid, round.gone = (), (*round.gone, *round.laid)
        if any(round.hands):
            _begin_turn(step, following)
        else:
            best = self.one_round_ranking(step)
            places = tuple(place for group in best for place in group)
            end_round(step, self, winners=self.one_round_winners(step), reason=RoundReason.SPENT, places=places)

    # The end of a match.

    def one_round_ranking(self, step: Step[HighCardRound]) -> Ranking:
        return ranked_by(step.round.points)

    def one_round_winners(self, step: Step[HighCardRound]) -> tuple[Seat, ...]:
        return ranked_by(step.round.points)[0] if any(step.round.points) else ()

    # What a seat sees, and the binary form of the family's own fields.

    def family_view(self, match: MatchState[HighCardRound], seat: Seat) -> HighCardView:
        return HighCardView(match.round.laid)

    def write(self, round: HighCardRound, writer: Writer) -> None:
        writer.cards(round.laid)
        writer.cards(round.gone)

    def read(self, shared: dict[str, Any], reader: Reader) -> HighCardRound:
        return HighCardRound(**shared, laid=reader.cards(), gone=reader.cards())


def _round(hands: Sequence[Sequence[Card]], gone: tuple[Card, ...]) -> HighCardRound:
    return HighCardRound(
        decision=Turn(Seat(0), drawn=False),
        turn_number=0,
        window_number=0,
        direction=1,
        hands=tuple(tuple(sorted(map(HeldCard, range(len(hand)), hand), key=_place)) for hand in hands),
        drawn_counts=tuple(map(len, hands)),
        points=(0,) * len(hands),
        lines=(),
        result=None,
        laid=(),
        gone=gone,
    )


def _place(held: HeldCard) -> tuple[int, int]:
    return held.card.number, held.serial


def _begin_turn(step: Step[HighCardRound], seat: Seat) -> None:
    step.round.decision = Turn(seat, drawn=False)
    step.round.turn_number += 1


HIGH_CARD = RuleSet(
    "high-card",
    "high-card",
    HighCardRules(),
    (2, 6),
    lengths=(Length(rounds=1), Length(rounds=3)),
    default_length=ONE_ROUND,
)
"""The line that a real rule set has in `games/engine/rulesets/__init__.py`."""
