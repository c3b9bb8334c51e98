"""Up-color: `upcolor`, for three or four seats by themselves or four in teams.

The deck has 60 cards that are nothing but their color: 5 green, 14 yellow, 14 blue, 14 red, 7
violet and 6 black. Four players are dealt nine cards each, three players twelve; the other 24 are
set aside unseen.

The seat after the dealer leads. A leader with a green leads it; another leads any color but violet.
A leader who has nothing to lead hands the lead to the next seat clockwise that has; if no seat has,
the round ends. In turn each seat that holds the very next color of green, yellow, blue, red, violet
must lay one card of it; who holds none passes by itself. Play goes round until a violet is laid or
every other seat has passed since the last card. Whoever laid the last card wins the trick and leads
next.

Before the trick is collected a window opens in which each seat with a green may call a return,
unseen by the others. A single call lays that green on the trick, turns the direction, and play runs
on from it; the winner in the end takes all the cards. Several calls cancel each other. A return may
follow a return. When the cards are collected play is clockwise again.

Black cards cannot be played. As soon as a seat has no playable card left the round ends: the cards
on the table are its own, and it loses a point for each black card it holds. Each captured card is a
point; whoever captured most wins the round, equal seats share it. What a replacement captures is
nobody's and wins nothing; the person keeps what was captured before. Four greens in a fresh hand
are a quarte: it ends the round at once and is worth the round and 8 points to a player, nothing to
a replacement.

When the time of a seat runs out, the card it must lay is laid; a leader who has a choice hands the
lead on. Twice as many such turns in a row as there are seats, and the round ends as a deadlock.

The highest total wins after the rounds agreed, or when one has reached the target; equal seats
draw for the win. In teams the sums of the partners are compared, the lower team loses the round,
and the team that first has lost the rounds agreed loses the match.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.actions import Action, CallReturn, Play
from games.engine.cards import FACES, Card
from games.engine.ending import Ranking, end_round, ranked_by
from games.engine.events import (
    Dealt,
    LeadHanded,
    Passed,
    Played,
    QuarteShown,
    ReturnCalled,
    ReturnCancelled,
    ReturnWindowOpened,
    TimedOut,
    TrickTaken,
)
from games.engine.packing import Reader, Writer
from games.engine.position import Position
from games.engine.refusals import Refusal, Refused
from games.engine.results import LineKind, RoundReason, ScoreLine
from games.engine.rules import Rules
from games.engine.rulesets.upcolor_round import (
    BLACK,
    DECK,
    FOLLOWING,
    GREEN,
    HAND_SIZES,
    LEADS,
    RETURN_WINDOW,
    TURNS,
    UpcolorRound,
    count_of,
    holds,
    is_spent,
    may_answer,
    playable,
    read,
    set_down,
    spent_seats,
    untouched,
    why_not,
    write,
)
from games.engine.rulesets.upcolor_tie import draw_for_the_win
from games.engine.seats import Seat
from games.engine.state import MatchState, ReturnWindow
from games.engine.step import Chance, Step

QUARTE_GREENS = 4
QUARTE_POINTS = 8
_PLAYS = {face: Play(face) for face in FACES}
_ANSWERS = (CallReturn(call=True), CallReturn(call=False))


class UpcolorView(NamedTuple):
    """What Up-color shows beside the common part of a view; `set_aside` is how many cards."""

    trick: tuple[Card, ...]
    trick_owner: Seat | None
    captured: tuple[int, ...]
    set_aside: int


class UpcolorRules(Rules[UpcolorRound]):
    """Up-color, for single seats and for teams."""

    has_draw_pile = False

    # The deal.

    def deck(self, chance: Chance) -> tuple[Card, ...]:
        return DECK

    def deal(self, cards: Sequence[Card], seats: int) -> UpcolorRound:
        size = HAND_SIZES[seats]
        hands = [cards[size * seat : size * (seat + 1)] for seat in range(seats)]
        return untouched(hands, tuple(cards[size * seats :]))

    def open(self, step: Step[UpcolorRound]) -> None:
        dealer = step.match.dealer
        step.tell(Dealt(dealer))
        self._begin(step, Seat((dealer + 1) % len(step.round.hands)))

    def set_down(self, position: Position) -> UpcolorRound:
        return set_down(position)

    def take_up(self, step: Step[UpcolorRound], position: Position) -> None:
        round = step.round
        turn, owner = position.turn, round.trick_owner
        if position.trick is None and position.captured is None:
            self._begin(step, turn)
        elif spent := spent_seats(round):
            self._end_spent(step, spent[0])
        elif owner is None:
            self._lead(step, turn)
        else:
            self._follow(step, _next(round, owner) if turn == owner else turn)

    def cards(self, round: UpcolorRound) -> tuple[Card, ...]:
        held = [held.card for hand in round.hands for held in hand]
        return (*held, *round.trick, *round.taken, *round.set_aside)

    def _begin(self, step: Step[UpcolorRound], leader: Seat) -> None:
        """Show the quartes of a fresh deal, or let the first trick begin."""
        round = step.round
        quartes = [Seat(seat) for seat, hand in enumerate(round.hands) if count_of(hand, GREEN) >= QUARTE_GREENS]
        for seat in quartes:
            step.tell(QuarteShown(seat))
        if quartes:
            winners = tuple(seat for seat in quartes if not step.is_replaced(seat))
            step.score(*[ScoreLine(seat, LineKind.QUARTE, QUARTE_POINTS) for seat in winners])
            self._end(step, RoundReason.QUARTE, winners)
        elif spent := spent_seats(round):
            self._end_spent(step, spent[0])
        else:
            self._lead(step, leader)

    # Actions of the seats.

    def legal_actions(self, match: MatchState[UpcolorRound], seat: Seat) -> tuple[Action, ...]:
        round = match.round
        if isinstance(round.decision, ReturnWindow):
            return _ANSWERS if may_answer(round, seat) else ()
        if round.turn != seat:
            return ()
        return tuple([_PLAYS[face] for face in playable(round, seat)])

    def canonical_play(self, match: MatchState[UpcolorRound], seat: Seat, play: Play) -> Play:
        return _PLAYS[play.card.face]

    def play(self, step: Step[UpcolorRound], seat: Seat, play: Play) -> None:
        round = step.round
        if isinstance(round.decision, ReturnWindow):
            raise Refused(Refusal.WINDOW_OPEN)
        if round.turn != seat:
            raise Refused(Refusal.NOT_YOUR_TURN)
        hand, face = round.hands[seat], play.card
        if not holds(hand, face):
            raise Refused(Refusal.NOT_IN_HAND)
        if face not in playable(round, seat):
            raise Refused(why_not(round, hand))
        if play != _PLAYS[face]:
            raise Refused(Refusal.NOT_PLAYABLE)
        self._lay(step, seat, face)

    def _lay(self, step: Step[UpcolorRound], seat: Seat, face: Card) -> None:
        """Lay a card on turn."""
        _put(step.round, seat, face)
        step.tell(Played(seat, face, None, armed=False))
        self._go_on(step, seat)

    def _go_on(self, step: Step[UpcolorRound], seat: Seat) -> None:
        """The seat has laid a card: the round ends with it, or play goes on from there."""
        if is_spent(step.round.hands[seat]):
            self._end_spent(step, seat)
        else:
            self._follow(step, _next(step.round, seat))

    def _follow(self, step: Step[UpcolorRound], seat: Seat) -> None:
        """Give the turn to the first seat that can follow; once all have passed, or on a violet, the trick ends."""
        round = step.round
        following = FOLLOWING.get(round.trick[-1])
        while following is not None and seat != round.trick_owner:
            if holds(round.hands[seat], following):
                _begin_turn(round, seat)
                return
            step.tell(Passed(seat))
            seat = _next(round, seat)
        round.decision = RETURN_WINDOW
        round.window_number += 1
        step.tell(ReturnWindowOpened())

    def _lead(self, step: Step[UpcolorRound], seat: Seat) -> None:
        """Give the lead to the seat or, clockwise, to the next that can lead."""
        round = step.round
        seats = len(round.hands)
        for _ in range(seats):
            if any(held.card in LEADS for held in round.hands[seat]):
                _begin_turn(round, seat)
                return
            step.tell(LeadHanded(seat))
            seat = Seat((seat + 1) % seats)
        self._end_spent(step, None)

    def call_return(self, step: Step[UpcolorRound], seat: Seat, answer: CallReturn) -> None:
        round = step.round
        if not isinstance(round.decision, ReturnWindow) or not may_answer(round, seat):
            raise Refused(Refusal.NO_RETURN)
        round.answers = (*round.answers[:seat], answer.call, *round.answers[seat + 1 :])

    # Actions of the clock.

    def timeout(self, step: Step[UpcolorRound], seat: Seat) -> None:
        round = step.round
        if round.turn != seat:
            raise Refused(Refusal.NOT_YOUR_TURN)
        step.tell(TimedOut(seat))
        if round.trick or holds(round.hands[seat], GREEN):
            self._lay(step, seat, playable(round, seat)[0])
            return
        round.idle_turns += 1
        if round.idle_turns >= 2 * len(round.hands):
            self._end(step, RoundReason.DEADLOCK, ())
            return
        step.tell(LeadHanded(seat))
        self._lead(step, Seat((seat + 1) % len(round.hands)))

    def close_window(self, step: Step[UpcolorRound]) -> None:
        round = step.round
        owner = round.trick_owner
        if owner is None or not isinstance(round.decision, ReturnWindow):
            raise Refused(Refusal.NOT_YOUR_TURN)
        callers = [Seat(seat) for seat, called in enumerate(round.answers) if called]
        round.answers = (None,) * len(round.hands)
        if len(callers) == 1:
            self._return(step, callers[0])
            return
        if callers:
            step.tell(ReturnCancelled())
        _collect(step, owner)
        self._lead(step, owner)

    def _return(self, step: Step[UpcolorRound], seat: Seat) -> None:
        round = step.round
        _put(round, seat, GREEN)
        round.direction = -round.direction
        step.tell(ReturnCalled(seat))
        self._go_on(step, seat)

    # The end of a round and of a match.

    def _end_spent(self, step: Step[UpcolorRound], spent: Seat | None) -> None:
        """End the round because a seat has nothing left to play or, with none named, no seat can lead."""
        round = step.round
        if round.trick_owner is not None:
            _collect(step, round.trick_owner)
        most = max(round.credited)
        winners = tuple(Seat(seat) for seat, count in enumerate(round.credited) if count == most > 0)
        step.score(
            *[
                ScoreLine(Seat(seat), LineKind.CARDS_CAPTURED, count)
                for seat, count in enumerate(round.credited)
                if count or (winners and not step.is_replaced(Seat(seat)))
            ]
        )
        black = 0 if spent is None else count_of(round.hands[spent], BLACK)
        if spent is not None and black:
            step.score(ScoreLine(spent, LineKind.BLACK_PENALTY, -black))
        self._end(step, RoundReason.SPENT, winners)

    def _end(self, step: Step[UpcolorRound], reason: RoundReason, winners: tuple[Seat, ...]) -> None:
        points = step.round.points
        places = sorted(
            [Seat(seat) for seat in range(len(points))],
            key=lambda seat: (seat not in winners, step.is_replaced(seat), -points[seat]),
        )
        loser = _losing_team(points) if step.match.teams else None
        end_round(step, self, winners=winners, reason=reason, places=tuple(places), loser=loser)

    def one_round_ranking(self, step: Step[UpcolorRound]) -> Ranking:
        groups = ranked_by(step.match.totals)
        stayed = [tuple(seat for seat in group if not step.is_replaced(seat)) for group in groups]
        left = [tuple(seat for seat in group if step.is_replaced(seat)) for group in groups]
        return tuple(group for group in (*stayed, *left) if group)

    def one_round_winners(self, step: Step[UpcolorRound]) -> tuple[Seat, ...]:
        result = step.round.result
        return self.one_round_ranking(step)[0] if result is not None and result.winners else ()

    def break_tie(self, step: Step[UpcolorRound], tied: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        winner = draw_for_the_win(step, tied, step.round.set_aside)
        return None if winner is None else (winner,)

    # What a seat sees, and the binary form.

    def family_view(self, match: MatchState[UpcolorRound], seat: Seat) -> UpcolorView:
        round = match.round
        return UpcolorView(round.trick, round.trick_owner, round.captured, len(round.set_aside))

    def write(self, round: UpcolorRound, writer: Writer) -> None:
        write(round, writer)

    def read(self, shared: dict[str, Any], reader: Reader) -> UpcolorRound:
        return read(shared, reader)


# Steps of a trick.


def _next(round: UpcolorRound, seat: Seat) -> Seat:
    """The next seat in the direction of play."""
    return Seat((seat + round.direction) % len(round.hands))


def _begin_turn(round: UpcolorRound, seat: Seat) -> None:
    round.decision = TURNS[seat]
    round.turn_number += 1


def _put(round: UpcolorRound, seat: Seat, face: Card) -> None:
    """Move a card of that face from the seat's hand onto the trick."""
    hand = round.hands[seat]
    place = next(place for place, held in enumerate(hand) if held.card is face)
    round.hands = (*round.hands[:seat], (*hand[:place], *hand[place + 1 :]), *round.hands[seat + 1 :])
    round.trick += (face,)
    round.trick_owner = seat
    round.idle_turns = 0


def _collect(step: Step[UpcolorRound], owner: Seat) -> None:
    """Give the trick to the seat that laid its last card; play is clockwise again."""
    round = step.round
    count = len(round.trick)
    round.captured = _raised(round.captured, owner, count)
    if not step.is_replaced(owner):
        round.credited = _raised(round.credited, owner, count)
    round.taken += round.trick
    round.trick, round.trick_owner = (), None
    round.direction = 1
    step.tell(TrickTaken(owner, count))


def _raised(counts: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def _losing_team(points: tuple[int, ...]) -> int | None:
    """The team with fewer points; None if they are equal."""
    first, second = points[0] + points[2], points[1] + points[3]
    return None if first == second else int(second < first)


UPCOLOR = UpcolorRules()
