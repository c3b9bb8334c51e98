"""Color Duel: `duel-classic`, `duel-daynight` and `duel-siege`, for two to four seats.

Each deck has 112 cards in red, blue, yellow and green. Classic: in each color one 0, two of each
number from 1 to 9, two Skip, two Reverse, two Draw Two and a Bomb; four Wild and four Wild Draw
Four. Siege has a Shield for each Bomb. The cards of Day & Night have two faces, paired at random
for each match: by day two of each number from 1 to 9, two Draw One, Skip, Reverse and Flip and a
Midnight Clock in each color, and four Wild; by night Draw Five, Skip Everyone and Colour Hunt take
the places of Draw One, Skip and Wild.

Everybody is dealt seven cards; the opening card is a number, others go back. On turn a seat plays a
card of the active color, of the top card's rank, or a wild, whatever it holds; or it draws one card,
which it may then play or keep. Skip takes the next seat's turn; Reverse turns the direction, and
with two seats leaves it and lets its player play again. Skip Everyone brings the turn back.

A penalty card gives nothing at once: it is put pending on the next seat, which answers with a card
that the table allows, so that the stack grows and goes on, or takes it all and ends its turn. While
a stack is pending nothing else can be played. In Classic a Draw Two answers a Draw Two; in Siege a
Wild Draw Four does too, and itself, and a Shield answers any stack and cancels it; in Day & Night
equal values answer each other. A stack outlives a flip.

A Bomb lights a fuse of three passes. Every completed turn is one pass, whoever plays next, but the
one right after the lighting does not count. Whoever the turn comes to at the third draws four and
then plays. Another Bomb under a burning fuse adds two and relights it.

A Shield played with nothing pending stands before its player, one at most. The next stack put on
him breaks it as his turn comes: the stack is gone and he plays as usual.

A Flip turns the whole table, each card in its place; the new top card's color is active, and if it
has none the color stays. A Midnight Clock turns the table after three passes, counted like the
fuse; a Flip, or a second Clock, stops it. A Colour Hunt makes the next seat draw until a card of the
chosen color shows, twelve at most, and lose its turn. A seat sees the opposite faces of the other
hands and of the draw pile's top card, never of its own hand or of the discards. As a turn comes the
fuse is counted first, then the clock, then a shield breaks.

Whoever empties his hand wins at once, before his card's effect. Everybody else loses the cards left
in his hand as they lie: numbers their value, actions 20, wilds 50. If a replacement is first,
nobody has won and no total changes. A match of one round is won by the round's winner, the others
rank by what they lost, replaced seats last.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action, ChooseColor, Draw, Keep, Play
from games.engine.cards import FACES, FOUR_COLORS, NUMBERS, Card, HeldCard, Rank, card, two_faced
from games.engine.ending import Ranking, end_round, ranked_by
from games.engine.events import (
    Cause,
    Kept,
    OneCard,
    Played,
    Side,
    Skipped,
    TimedOut,
)
from games.engine.packing import Reader, Writer
from games.engine.position import Position
from games.engine.refusals import Refusal, Refused
from games.engine.results import LineKind, RoundReason, ScoreLine
from games.engine.rules import Rules
from games.engine.rulesets.duel_effects import (
    break_shield,
    count_clock,
    count_fuse,
    flip_table,
    hunt,
    light_fuse,
    pass_over,
    put_pending,
    raise_shield,
    seat_after,
    start_or_stop_clock,
    take_stack,
)
from games.engine.rulesets.duel_round import (
    DuelRound,
    DuelView,
    RunningClock,
    burning,
    by_day,
    opposite_faces,
    read,
    write,
)
from games.engine.seats import Seat
from games.engine.shedding import (
    begin_turn,
    held_card,
    is_deadlocked,
    lay,
    points_of_hand,
    position_fields,
    require_color,
    require_drawn_card,
    require_turn,
    shared_fields,
    take,
    turn_drawn,
    turn_opening_card,
)
from games.engine.state import MatchState
from games.engine.step import Chance, Step

_PENALTIES = {Rank.DRAW_ONE: 1, Rank.DRAW_TWO: 2, Rank.WILD_DRAW_FOUR: 4, Rank.DRAW_FIVE: 5}
_NUMBER_OPENS = frozenset[Rank | None](NUMBERS)
_DRAW = Draw()
_KEEP = Keep()

Answers = Mapping[Rank, frozenset[Rank]]
"""Which ranks answer a stack, by the stack's last penalty card."""


@dataclass(frozen=True, slots=True)
class DuelRules(Rules[DuelRound]):
    """Color Duel; the options are what its tables differ in.

    Attributes:
        faces: the deck's faces, by day where there are two.
        night_faces: the faces to pair them with; empty where cards have one face.
        answers: which card answers which.
    """

    faces: tuple[Card, ...]
    night_faces: tuple[Card, ...]
    answers: Answers

    downwards = True

    @property
    def has_shields(self) -> bool:
        """Whether shields are in the deck."""
        return any(face.rank is Rank.SHIELD for face in self.faces)

    # The deal.

    def deck(self, chance: Chance) -> tuple[Card, ...]:
        if not self.night_faces:
            return self.faces
        pairing = chance(len(self.night_faces))
        return tuple(two_faced(day, self.night_faces[place]) for day, place in zip(self.faces, pairing, strict=True))

    def deal(self, cards: Sequence[Card], seats: int) -> DuelRound:
        return DuelRound(**shared_fields(cards, seats), stack=None, fuse=None, clock=None, side=Side.DAY, shields=())

    def open(self, step: Step[DuelRound]) -> None:
        turn_opening_card(step, _NUMBER_OPENS)
        begin_turn(step, Seat((step.match.dealer + 1) % len(step.round.hands)))

    def set_down(self, position: Position) -> DuelRound:
        self._require_own(position)
        return DuelRound(
            **position_fields(position),
            stack=position.pending,
            fuse=position.fuse,
            clock=position.clock,
            side=position.side,
            shields=tuple(sorted(position.shields)),
        )

    def _require_own(self, position: Position) -> None:
        """Refuse a position with what this table has not."""
        two_sided = bool(self.night_faces)
        lying = [*position.draw, *position.discard, *[card for hand in position.hands for card in hand]]
        if any((card.down is not None) is not two_sided for card in lying):
            raise ValueError("the cards have two faces" if two_sided else "the cards have one face")
        if not two_sided and (position.clock is not None or position.side is Side.NIGHT):
            raise ValueError("this table has neither a night nor a clock")
        if position.fuse is not None and not any(face.rank is Rank.BOMB for face in self.faces):
            raise ValueError("this table has no bombs")
        if position.shields and not self.has_shields:
            raise ValueError("this table has no shields")
        if position.pending is not None and position.pending.last not in self.answers:
            raise ValueError(f"no stack of {position.pending.last} is pending at this table")
        if position.out:
            raise ValueError("nobody is out while a round of Color Duel runs")

    def take_up(self, step: Step[DuelRound], position: Position) -> None:
        begin_turn(step, position.turn)

    def cards(self, round: DuelRound) -> tuple[Card, ...]:
        return by_day(round)

    # Actions of the seats.

    def legal_actions(self, match: MatchState[DuelRound], seat: Seat) -> tuple[Action, ...]:
        round = match.round
        if round.turn != seat:
            return ()
        legal: list[Action] = []
        for held in self._playable(round, seat):
            face = held.card.face
            serial = None if held.card.down is None else held.serial
            colors = FOUR_COLORS if face.color is None else (None,)
            legal += [Play(face, color, False, serial) for color in colors]
        legal.append(_DRAW if round.drawn_card is None else _KEEP)
        return tuple(legal)

    def _playable(self, round: DuelRound, seat: Seat) -> list[HeldCard]:
        """The cards that the seat on turn may play, of equal cards one."""
        hand: Iterable[HeldCard] = round.hands[seat] if round.drawn_card is None else (round.drawn_card,)
        playable: list[HeldCard] = []
        previous = None
        for held in hand:
            if (held.card is not previous or held.card.down is not None) and self._why_not(round, held.card) is None:
                playable.append(held)
            previous = held.card
        return playable

    def _why_not(self, round: DuelRound, card: Card) -> Refusal | None:
        """Why a card does not go on the table as it is."""
        if round.stack is not None:
            return None if card.rank in self.answers[round.stack.last] else Refusal.MUST_ANSWER
        fits = card.color is None or card.color is round.active or card.rank is round.top.rank
        return None if fits else Refusal.NOT_PLAYABLE

    def canonical_play(self, match: MatchState[DuelRound], seat: Seat, play: Play) -> Play:
        color = play.color if play.card.color is None else None
        return Play(play.card, color, False, play.serial if self.night_faces else None)

    def play(self, step: Step[DuelRound], seat: Seat, play: Play) -> None:
        round = step.round
        require_turn(round, seat)
        held = require_drawn_card(round, held_card(round.hands[seat], play.card, play.serial))
        require_color(play.card, play.color)
        refusal = self._why_not(round, play.card)
        if refusal is not None:
            raise Refused(refusal)
        self._require_canonical(play)
        lay(round, seat, held, play.color)
        step.tell(Played(seat, play.card, play.color, False))
        left = len(round.hands[seat])
        if left == 0:
            self._go_out(step, seat)
            return
        if left == 1:
            step.tell(OneCard(seat))
        self._end_turn(step, self._take_effect(step, seat, play))

    def _require_canonical(self, play: Play) -> None:
        idle_color = play.color is not None and play.card.color is not None
        if idle_color or play.announce or (play.serial is None) is bool(self.night_faces):
            raise Refused(Refusal.NOT_PLAYABLE)

    def draw(self, step: Step[DuelRound], seat: Seat) -> None:
        round = step.round
        require_turn(round, seat)
        if round.drawn_card is not None:
            raise Refused(Refusal.ALREADY_DRAWN)
        if round.stack is not None:
            take_stack(step, seat)
        else:
            for held in take(step, seat, 1, Cause.TURN):
                turn_drawn(round, seat, held)
                if self._playable(round, seat):
                    return
        self._end_turn(step, seat_after(round, seat))

    def keep(self, step: Step[DuelRound], seat: Seat) -> None:
        require_turn(step.round, seat)
        if step.round.drawn_card is None:
            raise Refused(Refusal.NOTHING_DRAWN)
        step.tell(Kept(seat))
        self._end_turn(step, seat_after(step.round, seat))

    def choose(self, step: Step[DuelRound], seat: Seat, choice: ChooseColor) -> None:
        """The opening card is a number, so there is never a color to choose."""
        require_turn(step.round, seat)
        raise Refused(Refusal.NOT_PLAYABLE)

    # Actions of the clock.

    def timeout(self, step: Step[DuelRound], seat: Seat) -> None:
        round = step.round
        require_turn(round, seat)
        step.tell(TimedOut(seat))
        if round.stack is not None:
            take_stack(step, seat)
        elif round.drawn_card is None:
            take(step, seat, 1, Cause.TIMEOUT)
        self._end_turn(step, seat_after(round, seat))

    # What a card does.

    def _take_effect(self, step: Step[DuelRound], seat: Seat, play: Play) -> Seat:
        """Work out a card just laid; the seat whose turn comes."""
        round = step.round
        rank = play.card.rank
        following = seat_after(round, seat)
        if rank in _PENALTIES:
            put_pending(step, rank, _PENALTIES[rank])
        elif rank in (Rank.SKIP, Rank.REVERSE, Rank.SKIP_EVERYONE):
            return pass_over(step, seat, rank)
        elif rank is Rank.BOMB:
            light_fuse(step, seat)
        elif rank is Rank.SHIELD:
            raise_shield(step, seat)
        elif rank is Rank.FLIP:
            flip_table(step)
        elif rank is Rank.CLOCK:
            start_or_stop_clock(step)
        elif rank is Rank.HUNT:
            hunt(step, following)
            step.tell(Skipped(following))
            return seat_after(round, following)
        return following

    # The end of a turn and of the round.

    def _end_turn(self, step: Step[DuelRound], following: Seat) -> None:
        """One pass: the turn comes to a seat, and with it the fuse, the clock, the shield."""
        round = step.round
        if is_deadlocked(round):
            self._end_round(step, RoundReason.DEADLOCK)
            return
        begin_turn(step, following)
        count_fuse(step, following)
        count_clock(step)
        break_shield(step, following)

    def _go_out(self, step: Step[DuelRound], seat: Seat) -> None:
        if not step.is_replaced(seat):
            lost = [
                ScoreLine(Seat(loser), LineKind.CARDS_LEFT, -points_of_hand(hand))
                for loser, hand in enumerate(step.round.hands)
                if loser != seat
            ]
            step.score(ScoreLine(seat, LineKind.ROUND_WON, 0), *lost)
        self._end_round(step, RoundReason.OUT)

    def _end_round(self, step: Step[DuelRound], reason: RoundReason) -> None:
        places = tuple(seat for group in self.one_round_ranking(step) for seat in group)
        end_round(step, self, winners=self.one_round_winners(step), reason=reason, places=places)

    # The end of a match.

    def one_round_ranking(self, step: Step[DuelRound]) -> Ranking:
        winners = self.one_round_winners(step)
        others = [[seat for seat in group if seat not in winners] for group in ranked_by(step.round.points)]
        stayed = [tuple(seat for seat in group if not step.is_replaced(seat)) for group in others]
        replaced = [tuple(seat for seat in group if step.is_replaced(seat)) for group in others]
        return tuple(group for group in (winners, *stayed, *replaced) if group)

    def one_round_winners(self, step: Step[DuelRound]) -> tuple[Seat, ...]:
        return tuple(
            Seat(seat) for seat, hand in enumerate(step.round.hands) if not hand and not step.is_replaced(Seat(seat))
        )

    # What a seat sees, and the binary form.

    def own_hand(self, round: DuelRound, seat: Seat) -> tuple[HeldCard, ...]:
        hand = round.hands[seat]
        return tuple([HeldCard(held.serial, held.card.face) for held in hand]) if self.night_faces else hand

    def family_view(self, match: MatchState[DuelRound], seat: Seat) -> DuelView:
        round = match.round
        return DuelView(
            top=round.top.face,
            active=round.active,
            draw_count=len(round.draw_pile),
            pending=round.stack,
            fuse=burning(round),
            clock=None if round.clock is None else RunningClock(round.clock.left),
            side=round.side if self.night_faces else None,
            shields=round.shields if self.has_shields else None,
            faces=opposite_faces(round, seat) if self.night_faces else None,
        )

    def write(self, round: DuelRound, writer: Writer) -> None:
        write(round, writer)

    def read(self, shared: dict[str, Any], reader: Reader) -> DuelRound:
        return read(shared, reader)


# The tables.


def _deck(single: Iterable[Rank], double: Iterable[Rank], four: Iterable[str]) -> tuple[Card, ...]:
    """One of each single and two of each double rank in every color, and four of each wild."""
    singles, doubles = set(single), set(double)
    colored = [
        face for face in FACES if face.rank in singles | doubles for _ in range(2 if face.rank in doubles else 1)
    ]
    return (*colored, *[card(code) for code in four for _ in range(4)])


_ONE_TO_NINE = NUMBERS[1:]
_WILDS = ("wild", "wild-draw-four")
CLASSIC = DuelRules(
    faces=_deck((Rank.ZERO, Rank.BOMB), (*_ONE_TO_NINE, Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO), _WILDS),
    night_faces=(),
    answers={Rank.DRAW_TWO: frozenset({Rank.DRAW_TWO}), Rank.WILD_DRAW_FOUR: frozenset()},
)
SIEGE = DuelRules(
    faces=_deck((Rank.ZERO, Rank.SHIELD), (*_ONE_TO_NINE, Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO), _WILDS),
    night_faces=(),
    answers={
        Rank.DRAW_TWO: frozenset({Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR, Rank.SHIELD}),
        Rank.WILD_DRAW_FOUR: frozenset({Rank.WILD_DRAW_FOUR, Rank.SHIELD}),
    },
)
DAY_AND_NIGHT = DuelRules(
    faces=_deck((Rank.CLOCK,), (*_ONE_TO_NINE, Rank.DRAW_ONE, Rank.SKIP, Rank.REVERSE, Rank.FLIP), ("wild",)),
    night_faces=_deck(
        (Rank.CLOCK,), (*_ONE_TO_NINE, Rank.DRAW_FIVE, Rank.SKIP_EVERYONE, Rank.REVERSE, Rank.FLIP), ("hunt",)
    ),
    answers={
        Rank.DRAW_ONE: frozenset({Rank.DRAW_ONE}),
        Rank.DRAW_FIVE: frozenset({Rank.DRAW_FIVE}),
    },
)
