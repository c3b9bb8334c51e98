"""Color Clash: `clash-classic` and `clash-family`.

The deck has 108 cards: in red, blue, yellow and green one 0, two of each number from 1 to 9, two
Skip, two Reverse and two Draw Two; and four Wild and four Wild Draw Four.

Everybody is dealt seven cards and the top card of the pile is turned. In Classic a Wild Draw Four
goes back; an action card takes effect at once: Skip passes over the first seat; Reverse lets the
dealer start, the other way round (with two seats the direction stays); Draw Two makes the first
seat draw and lose its turn; a Wild lets the first seat choose the color before anything else, and
if its time runs out first it draws one card and the choice goes on to the next seat. Family night
opens with a number; other cards go back.

On turn a seat plays a card of the active color, of the top card's rank, or a wild; or it draws one
card, which it may then play or keep, and no other. Skip takes the next seat's turn. Reverse turns
the direction; with two seats in it acts as a Skip and the direction stays. Draw Two and Wild Draw
Four make the next seat draw at once and lose its turn: nothing is stacked. A Wild Draw Four may be
played only by a hand without the active color.

Whoever lays his next-to-last card must call it, with the play or in the window that opens. Until he
has called, is caught or the window closes, nobody else plays, draws or passes. He may, if the turn
is his: drawing leaves the window open, going out closes it. Any other seat still in may catch him:
he draws two. Computers always call, also one that takes over in the window. In Family night the
board calls for everybody.

The first seat out wins and scores the cards in all other hands at that moment, after the effect of
its last card: numbers their value, actions 20, wilds 50. The others play on for places until one
seat holds cards. A replacement takes its place in the order, but if it is first out nobody scores
and the round has no winner. A match of one round is ranked by going out, replaced seats last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.actions import Action, Announce, Catch, ChooseColor, Draw, Keep, Play
from games.engine.cards import FACES, FOUR_COLORS, NUMBERS, Card, Color, Rank, card
from games.engine.ending import Ranking, end_round
from games.engine.events import (
    Announced,
    Caught,
    Cause,
    ColorChosen,
    Kept,
    OneCard,
    Played,
    Reversed,
    Skipped,
    TimedOut,
    WentOut,
    WindowLapsed,
    WindowOpened,
)
from games.engine.packing import Reader, Writer
from games.engine.position import Position
from games.engine.refusals import Refusal, Refused
from games.engine.results import LineKind, RoundReason, ScoreLine
from games.engine.rules import Rules
from games.engine.seats import Seat, SeatKind
from games.engine.shedding import (
    SheddingRound,
    all_cards,
    begin_turn,
    held_card,
    is_deadlocked,
    lay,
    points_of_hand,
    position_fields,
    read_piles,
    require_color,
    require_drawn_card,
    require_turn,
    seats_in,
    shared_fields,
    take,
    turn_drawn,
    turn_opening_card,
    write_piles,
)
from games.engine.state import LastCard, MatchState, OpeningColor, Window
from games.engine.step import Chance, Step

CAUGHT_DRAWS = 2
_WILD_DRAW_FOUR = card("wild-draw-four")
_DECK = (
    tuple(
        face
        for face in FACES
        if face.rank in (*NUMBERS, Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO)
        for _ in range(1 if face.rank is Rank.ZERO else 2)
    )
    + (card("wild"), _WILD_DRAW_FOUR) * 4
)
_PENALTIES = {
    **{face: 2 for face in FACES if face.rank is Rank.DRAW_TWO},
    _WILD_DRAW_FOUR: 4,
}
_REVERSES = frozenset(face for face in FACES if face.rank is Rank.REVERSE)
_COSTS_A_TURN = frozenset(face for face in FACES if face.rank is Rank.SKIP) | _REVERSES | set(_PENALTIES)
"""Cards after which the next seat does not play; a Reverse among them when two seats are in."""
_NUMBER_OPENS = frozenset[Rank | None](NUMBERS)
_ANY_OPENS = frozenset(face.rank for face in _DECK) - {Rank.WILD_DRAW_FOUR}

_DRAW = Draw()
_KEEP = Keep()
_ANNOUNCE = Announce()
_CATCHES = tuple(Catch(Seat(seat)) for seat in range(6))
_LAST_CARDS = tuple(LastCard(Seat(seat)) for seat in range(6))
_CHOICES = tuple(ChooseColor(color) for color in FOUR_COLORS)


def _plays(face: Card, announcements: tuple[bool, ...]) -> tuple[Play, ...]:
    colors = FOUR_COLORS if face.color is None else (None,)
    return tuple(Play(face, color, call) for color in colors for call in announcements)


_PLAIN_PLAYS = {face: _plays(face, (False,)) for face in FACES}
_CALLED_PLAYS = {face: _plays(face, (False, True)) for face in FACES}


class Finish(NamedTuple):
    """A seat that is out, and who played its cards then."""

    seat: Seat
    kind: SeatKind


@dataclass(slots=True)
class ClashRound(SheddingRound):
    """A round of Color Clash.

    Attributes:
        uncalled: the seat whose last-card window is open.
        out: the seats that are out, first out first.
    """

    uncalled: Seat | None
    out: tuple[Finish, ...]

    @property
    def window(self) -> Window | None:
        return None if self.uncalled is None else _LAST_CARDS[self.uncalled]


class ClashView(NamedTuple):
    """What Color Clash shows beside the common part of a view."""

    top: Card
    active: Color | None
    draw_count: int
    out: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ClashRules(Rules[ClashRound]):
    """Color Clash; the options are what Family night does differently.

    Attributes:
        calls_itself: the board calls every last card, and no window opens.
        opens_with_number: the opening card is a number.
    """

    calls_itself: bool
    opens_with_number: bool

    # The deal.

    def deck(self, chance: Chance) -> tuple[Card, ...]:
        return _DECK

    def deal(self, cards: Sequence[Card], seats: int) -> ClashRound:
        return ClashRound(**shared_fields(cards, seats), uncalled=None, out=())

    def open(self, step: Step[ClashRound]) -> None:
        suitable = _NUMBER_OPENS if self.opens_with_number else _ANY_OPENS
        opening = turn_opening_card(step, suitable)
        dealer = step.match.dealer
        first = Seat((dealer + 1) % len(step.round.hands))
        if opening in _REVERSES:
            self._open_reversed(step, dealer)
            return
        begin_turn(step, _lose_turn(step, first, opening) if opening in _COSTS_A_TURN else first)
        if opening.rank is Rank.WILD:
            step.round.decision = OpeningColor(first)

    def _open_reversed(self, step: Step[ClashRound], dealer: Seat) -> None:
        if len(step.round.hands) > 2:
            _turn_direction(step)
        begin_turn(step, dealer)

    def set_down(self, position: Position) -> ClashRound:
        if position.pending or position.fuse or position.clock or position.shields:
            raise ValueError("nothing is pending, burning or standing in Color Clash")
        if any(position.hands[seat] for seat in position.out):
            raise ValueError("a seat that is out holds no cards")
        if len(position.hands) - position.hands.count(()) < 2 or not (
            position.opening or position.hands[position.turn]
        ):
            raise ValueError("the seat on turn and another hold cards while a round runs")
        out = tuple(Finish(seat, position.kinds[seat]) for seat in position.out)
        return ClashRound(**position_fields(position), uncalled=None, out=out)

    def take_up(self, step: Step[ClashRound], position: Position) -> None:
        begin_turn(step, position.turn)

    def cards(self, round: ClashRound) -> tuple[Card, ...]:
        return all_cards(round)

    # Actions of the seats.

    def legal_actions(self, match: MatchState[ClashRound], seat: Seat) -> tuple[Action, ...]:
        round = match.round
        owner = round.uncalled
        if owner is not None and owner != seat:
            return (_CATCHES[owner],) if round.hands[seat] else ()
        if round.decision.seat != seat:
            return () if owner is None else (_ANNOUNCE,)
        if isinstance(round.decision, OpeningColor):
            return _CHOICES
        table = _CALLED_PLAYS if self._may_call(match, seat) else _PLAIN_PLAYS
        legal: list[Action] = []
        for face in _playable(round, seat):
            legal += table[face]
        legal.append(_DRAW if round.drawn_card is None else _KEEP)
        if owner is not None:
            legal.append(_ANNOUNCE)
        return tuple(legal)

    def _may_call(self, match: MatchState[ClashRound], seat: Seat) -> bool:
        """Whether a call means something with the seat's next card."""
        return len(match.round.hands[seat]) == 2 and not self.calls_itself and match.kinds[seat] is SeatKind.PERSON

    def canonical_play(self, match: MatchState[ClashRound], seat: Seat, play: Play) -> Play:
        color = play.color if play.card.color is None else None
        return Play(play.card, color, play.announce and self._may_call(match, seat))

    def play(self, step: Step[ClashRound], seat: Seat, play: Play) -> None:
        round = step.round
        _require_turn(round, seat)
        held = require_drawn_card(round, held_card(round.hands[seat], play.card, play.serial))
        if isinstance(round.decision, OpeningColor):
            raise Refused(Refusal.COLOR_REQUIRED)
        require_color(play.card, play.color)
        if misfit := _misfit(round, seat, play.card):
            raise Refused(misfit)
        self._require_canonical(step.match, seat, play)
        round.uncalled = None
        lay(round, seat, held, play.color)
        step.tell(Played(seat, play.card, play.color, play.announce))
        left = len(round.hands[seat])
        if left == 1:
            self._call_or_open_window(step, seat, called=play.announce)
        following = _take_effect(step, seat, play.card)
        if left == 0:
            self._go_out(step, seat)
        if round.result is None:
            self._end_turn(step, following)

    def _require_canonical(self, match: MatchState[ClashRound], seat: Seat, play: Play) -> None:
        idle_color = play.color is not None and play.card.color is not None
        idle_call = play.announce and not self._may_call(match, seat)
        if idle_color or idle_call or play.serial is not None:
            raise Refused(Refusal.NOT_PLAYABLE)

    def _call_or_open_window(self, step: Step[ClashRound], seat: Seat, *, called: bool) -> None:
        if self.calls_itself:
            step.tell(OneCard(seat))
        if called or self.calls_itself or not step.is_person(seat):
            step.tell(Announced(seat))
            return
        step.round.uncalled = seat
        step.round.window_number += 1
        step.tell(WindowOpened(seat))

    def _go_out(self, step: Step[ClashRound], seat: Seat) -> None:
        round = step.round
        round.out += (Finish(seat, step.match.kinds[seat]),)
        step.tell(WentOut(seat, len(round.out)))
        if len(round.out) == 1 and not step.is_replaced(seat):
            won = sum(map(points_of_hand, round.hands))
            step.score(ScoreLine(seat, LineKind.ROUND_WON, won))
        if seats_in(round) < 2:
            self._end_round(step, RoundReason.OUT)

    def _end_turn(self, step: Step[ClashRound], following: Seat) -> None:
        round = step.round
        if is_deadlocked(round):
            self._end_round(step, RoundReason.DEADLOCK)
            return
        choosing = isinstance(round.decision, OpeningColor)
        begin_turn(step, following)
        if choosing:
            round.decision = OpeningColor(following)

    def _end_round(self, step: Step[ClashRound], reason: RoundReason) -> None:
        round = step.round
        round.uncalled = None
        first = round.out[:1]
        winners = tuple(out.seat for out in first if out.kind is not SeatKind.REPLACEMENT)
        places = tuple(seat for group in self.one_round_ranking(step) for seat in group)
        end_round(step, self, winners=winners, reason=reason, places=places)

    def draw(self, step: Step[ClashRound], seat: Seat) -> None:
        round = step.round
        _require_turn(round, seat)
        if round.drawn_card is not None:
            raise Refused(Refusal.ALREADY_DRAWN)
        if isinstance(round.decision, OpeningColor):
            raise Refused(Refusal.COLOR_REQUIRED)
        for held in take(step, seat, 1, Cause.TURN):
            turn_drawn(round, seat, held)
            if _playable(round, seat):
                return
        self._end_turn(step, _next_in(round, seat))

    def keep(self, step: Step[ClashRound], seat: Seat) -> None:
        _require_turn(step.round, seat)
        if step.round.drawn_card is None:
            raise Refused(Refusal.NOTHING_DRAWN)
        step.tell(Kept(seat))
        self._end_turn(step, _next_in(step.round, seat))

    def choose(self, step: Step[ClashRound], seat: Seat, choice: ChooseColor) -> None:
        round = step.round
        require_turn(round, seat)
        if not isinstance(round.decision, OpeningColor):
            raise Refused(Refusal.NOT_PLAYABLE)
        if choice.color not in FOUR_COLORS:
            raise Refused(Refusal.BAD_COLOR)
        round.active = choice.color
        turn_drawn(round, seat, None)
        step.tell(ColorChosen(seat, choice.color))

    def announce(self, step: Step[ClashRound], seat: Seat) -> None:
        if step.round.uncalled != seat:
            raise Refused(Refusal.NOTHING_TO_ANNOUNCE)
        step.round.uncalled = None
        step.tell(Announced(seat))

    def catch(self, step: Step[ClashRound], seat: Seat, catch: Catch) -> None:
        round = step.round
        caught = round.uncalled
        if caught is None or catch.seat != caught or seat == caught or not round.hands[seat]:
            raise Refused(Refusal.NOTHING_TO_CATCH)
        round.uncalled = None
        step.tell(Caught(caught, seat, CAUGHT_DRAWS))
        take(step, caught, CAUGHT_DRAWS, Cause.CAUGHT)

    # Actions of the clock.

    def timeout(self, step: Step[ClashRound], seat: Seat) -> None:
        round = step.round
        _require_turn(round, seat)
        step.tell(TimedOut(seat))
        if round.drawn_card is None:
            take(step, seat, 1, Cause.TIMEOUT)
        self._end_turn(step, _next_in(round, seat))

    def close_window(self, step: Step[ClashRound]) -> None:
        owner = step.round.uncalled
        if owner is None:
            raise Refused(Refusal.NOT_YOUR_TURN)
        step.round.uncalled = None
        step.tell(WindowLapsed(owner))

    def replaced(self, step: Step[ClashRound], seat: Seat) -> None:
        if step.round.uncalled == seat:
            self.announce(step, seat)

    # The end of a match.

    def one_round_ranking(self, step: Step[ClashRound]) -> Ranking:
        round = step.round
        out = {finish.seat for finish in round.out}
        inside = [Seat(seat) for seat in range(len(round.hands)) if seat not in out]
        return tuple(
            group
            for group in (
                *((f.seat,) for f in round.out if f.kind is not SeatKind.REPLACEMENT),
                tuple(seat for seat in inside if not step.is_replaced(seat)),
                *((f.seat,) for f in round.out if f.kind is SeatKind.REPLACEMENT),
                tuple(seat for seat in inside if step.is_replaced(seat)),
            )
            if group
        )

    def one_round_winners(self, step: Step[ClashRound]) -> tuple[Seat, ...]:
        played_out = [f.seat for f in step.round.out if f.kind is not SeatKind.REPLACEMENT]
        return tuple(played_out[:1])

    # What a seat sees, and the binary form.

    def players(self, match: MatchState[ClashRound]) -> tuple[SeatKind, ...]:
        """Of a seat that is out, who played its last card: it stays his, whatever becomes of him."""
        finished = {finish.seat: finish.kind for finish in match.round.out}
        return tuple(finished.get(Seat(seat), kind) for seat, kind in enumerate(match.kinds))

    def family_view(self, match: MatchState[ClashRound], seat: Seat) -> ClashView:
        round = match.round
        out = tuple([finish.seat for finish in round.out]) if round.out else ()
        return ClashView(round.top, round.active, len(round.draw_pile), out)

    def write(self, round: ClashRound, writer: Writer) -> None:
        write_piles(round, writer)
        writer.optional(round.uncalled)
        writer.naturals([finish.seat for finish in round.out])
        writer.naturals([tuple(SeatKind).index(finish.kind) for finish in round.out])

    def read(self, shared: dict[str, Any], reader: Reader) -> ClashRound:
        fields = read_piles(reader, shared)
        uncalled = reader.optional()
        seats, kinds = reader.seats(), reader.naturals()
        return ClashRound(
            **fields,
            uncalled=None if uncalled is None else Seat(uncalled),
            out=tuple(Finish(seat, tuple(SeatKind)[kind]) for seat, kind in zip(seats, kinds, strict=True)),
        )


# Steps of Color Clash alone.


def _playable(round: ClashRound, seat: Seat) -> list[Card]:
    """The distinct faces that the seat on turn may play; after a draw, at most the drawn one."""
    if round.drawn_card is not None:
        face = round.drawn_card.card
        return [] if _misfit(round, seat, face) else [face]
    active, rank = round.active, round.top.rank
    faces: list[Card] = []
    previous = None
    holds_color = False
    for _, face in round.hands[seat]:
        if face is previous:
            continue
        previous = face
        color = face.color
        if color is active and color is not None:
            holds_color = True
        elif color is None:
            # Hands are held by face and wilds come last: every color has been seen by now.
            if face is _WILD_DRAW_FOUR and holds_color:
                continue
        elif face.rank is not rank:
            continue
        faces.append(face)
    return faces


def _misfit(round: ClashRound, seat: Seat, face: Card) -> Refusal | None:
    """Why a card may not be laid: it fits neither color nor rank, or is a Wild Draw Four beside the color."""
    if face is _WILD_DRAW_FOUR:
        holds_color = any(held.card.color is round.active is not None for held in round.hands[seat])
        return Refusal.HOLDS_COLOR if holds_color else None
    fits = face.color is None or face.color is round.active or face.rank is round.top.rank
    return None if fits else Refusal.NOT_PLAYABLE


def _require_turn(round: ClashRound, seat: Seat) -> None:
    """Refuse everybody but a window's owner while it is open, and whoever is not on turn."""
    if round.uncalled is not None and round.uncalled != seat:
        raise Refused(Refusal.WINDOW_OPEN)
    if round.decision.seat != seat:
        raise Refused(Refusal.NOT_YOUR_TURN)


def _next_in(round: ClashRound, seat: Seat) -> Seat:
    """The next seat with cards, in the direction of play."""
    hands = round.hands
    following = (seat + round.direction) % len(hands)
    while not hands[following]:
        following = (following + round.direction) % len(hands)
    return Seat(following)


def _take_effect(step: Step[ClashRound], seat: Seat, face: Card) -> Seat:
    """Work out a card just laid, its player still counted in; the seat whose turn comes."""
    round = step.round
    following = _next_in(round, seat)
    if face not in _COSTS_A_TURN:
        return following
    if face in _REVERSES and seats_in(round) + (not round.hands[seat]) > 2:
        _turn_direction(step)
        return _next_in(round, seat)
    return _lose_turn(step, following, face)


def _lose_turn(step: Step[ClashRound], seat: Seat, face: Card) -> Seat:
    """Let a seat draw what the card costs it and lose its turn; the seat after it."""
    if face in _PENALTIES:
        take(step, seat, _PENALTIES[face], Cause.PENALTY)
    step.tell(Skipped(seat))
    return _next_in(step.round, seat)


def _turn_direction(step: Step[ClashRound]) -> None:
    step.round.direction = -step.round.direction
    step.tell(Reversed(step.round.direction))


CLASSIC = ClashRules(calls_itself=False, opens_with_number=False)
FAMILY_NIGHT = ClashRules(calls_itself=True, opens_with_number=True)
