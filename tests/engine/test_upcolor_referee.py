"""Random rounds of Up-color, side by side with a slow referee that was written by itself.

COLORCLASH_DEALS sets how many deals are played; the nightly run plays many more.
"""

import os
from collections.abc import Sequence
from random import Random

import pytest

from games.engine import (
    CallReturn,
    Deal,
    Length,
    Match,
    Play,
    Refused,
    ReturnWindow,
    RoundReason,
    Seat,
    SeatKind,
    Timeout,
    WindowCloses,
    apply,
    legal_actions,
    start,
    view,
)
from games.engine.rulesets.upcolor import UpcolorView
from tests.engine.upcolor_referee import HAND_ON, Answer, MayCall, MustLay, Told, round_of
from tests.engine.upcolor_tables import cards, hand, letters_of

DEALS = int(os.environ.get("COLORCLASH_DEALS", "300"))
ROUNDS = 12


def table_of(match: Match) -> UpcolorView:
    shown = view(match, Seat(0)).family
    assert isinstance(shown, UpcolorView)
    return shown


def may_lay(match: Match, seat: int) -> set[str]:
    return {letters_of([action.card]) for action in legal_actions(match, Seat(seat)) if isinstance(action, Play)}


def play_of(letter: str) -> Play:
    [face] = cards(letter)
    return Play(face)


class Rounds:
    """Rounds played at random on the engine, each told to the referee too."""

    def __init__(self, seed: int, seats: int) -> None:
        self.random = Random(seed)
        self.seats = [Seat(seat) for seat in range(seats)]
        self.quartes = 0
        self.match, _ = start(
            "upcolor",
            seats=(SeatKind.PERSON,) * seats,
            length=Length(rounds=ROUNDS),
            dealer=Seat(self.random.randrange(seats)),
            chance=self.chance,
        )

    def chance(self, size: int) -> Sequence[int]:
        return self.random.sample(range(size), size)

    def play_round(self) -> None:
        hands = [list(hand(self.match, seat)) for seat in self.seats]
        quartes = [seat for seat in self.seats if hands[seat].count("g") >= 4]
        result = self.match.round.result
        if quartes:
            self.quartes += 1
            assert result is not None
            assert result.winners == tuple(quartes)
            assert result.points == tuple(8 * (seat in quartes) for seat in self.seats)
            return
        story = round_of(hands, (self.match.dealer + 1) % len(self.seats))
        question = next(story)
        try:
            while True:
                question = story.send(self.answer(question))
        except StopIteration as ended:
            self.compare_result(ended.value)

    def answer(self, question: MustLay | MayCall) -> Answer:
        """Do something on the engine that the referee allows, and see that it allows nothing else."""
        if isinstance(question, MayCall):
            return "", self.call(question)
        seat = Seat(question.seat)
        assert self.match.turn == seat
        assert [may_lay(self.match, other) for other in self.seats] == [
            question.legal if other == seat else set() for other in self.seats
        ]
        for color in "gybrvk":
            if color not in question.legal:
                with pytest.raises(Refused):
                    apply(self.match, seat, play_of(color), self.chance)
        if self.random.random() < 0.05:
            self.match, _ = apply(self.match, None, Timeout(seat), self.chance)
            return (HAND_ON if question.leads and question.legal != {"g"} else min(question.legal)), set()
        laid = self.random.choice(sorted(question.legal))
        self.match, _ = apply(self.match, seat, play_of(laid), self.chance)
        return laid, set()

    def call(self, question: MayCall) -> set[int]:
        """Let the holders of a green answer or not, in any order, and let the window run out."""
        assert self.match.decision == ReturnWindow()
        assert table_of(self.match).trick_owner == question.winning
        assert letters_of(table_of(self.match).trick) == question.table
        both = (CallReturn(call=True), CallReturn(call=False))
        callers = set()
        for seat in self.random.sample(self.seats, len(self.seats)):
            assert legal_actions(self.match, seat) == (both if seat in question.holders else ())
            says = self.random.choice((True, False, None))
            if seat in question.holders and says is not None:
                self.match, events = apply(self.match, seat, CallReturn(call=says), self.chance)
                assert events == ()
                callers |= {int(seat)} if says else set()
        self.match, _ = apply(self.match, None, WindowCloses(), self.chance)
        return callers

    def compare_result(self, told: Told) -> None:
        result = self.match.round.result
        assert result is not None
        assert result.reason is RoundReason.SPENT
        assert list(table_of(self.match).captured) == [len(won) for won in told.captured]
        assert list(result.points) == told.points
        assert set(result.winners) == told.winners
        assert sorted(letters_of(self.match.round.taken)) == sorted("".join(told.captured))

    def deal(self) -> bool:
        """Deal the next round, if there is one."""
        if self.match.result is None:
            self.match, _ = apply(self.match, None, Deal(), self.chance)
        return self.match.result is None


@pytest.mark.parametrize("seats", [3, 4])
def test_legal_cards_trick_winners_and_points_are_those_of_a_slow_referee(seats: int) -> None:
    played = quartes = seed = 0
    while played < DEALS // 2:
        seed += 1
        rounds = Rounds(seed, seats)
        for _ in range(ROUNDS):
            rounds.play_round()
            played += 1
            if not rounds.deal():
                break
        quartes += rounds.quartes
    assert quartes < played // 10


def test_the_referee_knows_the_order_of_the_colors() -> None:
    story = round_of([list("gb"), list("yr"), list("rk")], 0)
    assert next(story) == MustLay(0, {"g"}, leads=True)
    assert story.send(("g", set())) == MustLay(1, {"y"}, leads=False)
    assert story.send(("y", set())) == MustLay(0, {"b"}, leads=False)
    with pytest.raises(StopIteration) as ended:
        story.send(("b", set()))
    assert ended.value.value == Told(["gyb", "", ""], [3, 0, 0], {0})


def test_every_card_of_the_deck_is_somewhere() -> None:
    rounds = Rounds(1, 4)
    deck = sorted("g" * 5 + "y" * 14 + "b" * 14 + "r" * 14 + "v" * 7 + "k" * 6)
    for _ in range(3):
        dealt = rounds.match.round
        held = [held.card for own in dealt.hands for held in own]
        assert sorted(letters_of([*held, *dealt.set_aside])) == deck
        assert [len(own) for own in dealt.hands] == [9, 9, 9, 9]
        rounds.play_round()
        rounds.deal()
