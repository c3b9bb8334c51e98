"""Pace and leaving: read from the log, told privately first, and never held against a failing line."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Identity
from accounts.notices import notices_of
from accounts.sanctions import no_quick_play, unread
from games import engine
from games.case_models import SeatConduct
from games.engine import Action, Length, Recorder, Replaced, Seat, SeatKind, Started, Timeout
from games.live.chance import chance
from games.live.log import LogEntry
from games.services.conduct import AFTER_TOLD, OFTEN, conduct_of, follow_up

START = 1_700_000_000_000


class Played:
    """A log as it is written: who did what, and at which second."""

    def __init__(self) -> None:
        recorder = Recorder(chance)
        kinds = (SeatKind.PERSON, SeatKind.PERSON)
        self.state, _ = engine.start(
            "clash-classic", seats=kinds, length=Length(rounds=1), teams=False, dealer=Seat(0), chance=recorder
        )
        started = Started("clash-classic", kinds, Length(rounds=1), False, Seat(0), recorder.orders)
        self.entries = [LogEntry(START, 1, None, started, recorder.orders, None)]

    def at(self, second: float, actor: Seat | None, action: Action, act: str | None = None) -> None:
        recorder = Recorder(chance)
        self.state, _ = engine.apply(self.state, actor, action, recorder)
        at = START + int(second * 1000)
        self.entries.append(LogEntry(at, len(self.entries) + 1, actor, action, recorder.orders, act))

    @property
    def turn(self) -> Seat:
        assert self.state.turn is not None
        return self.state.turn

    def draws(self, second: float) -> Seat:
        """Who is on turn draws, and keeps the card if he has to say so; whose turn it was."""
        seat = self.turn
        self.at(
            second, seat, next(one for one in engine.legal_actions(self.state, seat) if type(one).__name__ == "Draw")
        )
        if self.state.turn == seat:
            keep = next(one for one in engine.legal_actions(self.state, seat) if type(one).__name__ == "Keep")
            self.at(second, seat, keep)
        return seat


@pytest.fixture
def played() -> Played:
    return begun()


def begun() -> Played:
    """A match whose first turn has begun: the opening card asks for no color."""
    match = Played()
    while match.state.turn is None or engine.Draw() not in engine.legal_actions(match.state, match.turn):
        match = Played()
    return match


def turns_of(match: Played, seat: Seat) -> list[int]:
    return conduct_of(match.entries)[seat].turns


def test_the_time_of_each_turn_is_counted_but_not_that_of_the_first(played: Played) -> None:
    first = played.draws(40)
    second = played.draws(43)
    played.draws(50)
    assert turns_of(played, second) == [3000]
    assert turns_of(played, first) == [7000]


def test_three_time_outs_in_a_row_before_a_computer_comes_are_stalling(played: Played) -> None:
    staller = played.turn
    for second in (30, 90, 150):
        while played.turn != staller:
            played.draws(second)
        played.at(second + 30, None, Timeout(staller))
    played.at(181, None, Replaced(staller))
    assert conduct_of(played.entries)[staller].away == "stalled"
    assert conduct_of(played.entries)[staller].timeouts == 3


def test_leaving_on_purpose_is_told_from_a_failing_line(played: Played) -> None:
    leaver = played.turn
    played.at(5, None, Replaced(leaver), act="room:m1:aaaa")
    assert conduct_of(played.entries)[leaver].away == "left"
    other = begun()
    failing = other.turn
    other.at(95, None, Replaced(failing))
    assert conduct_of(other.entries)[failing].away == "line"


# What follows.

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Identity:
    return Identity.objects.create(name="Ana")


def plays(who: Identity, away: str, times: int, *, ago: timedelta = timedelta(0), quick: bool = True) -> None:
    before = SeatConduct.objects.count()
    SeatConduct.objects.bulk_create(
        SeatConduct(
            match_id=f"m{before + number}",
            seat=0,
            identity=who,
            quick=quick,
            ended=timezone.now() - ago,
            turns=9,
            median_ms=4000,
            longest_ms=9000,
            timeouts=0,
            away=away,
        )
        for number in range(times)
    )


@pytest.mark.parametrize(("away", "ground"), [("left", "leaving"), ("stalled", "stalling")])
def test_who_does_it_often_is_told_first_with_his_own_figures(ana: Identity, away: str, ground: str) -> None:
    plays(ana, "", 6)
    plays(ana, away, OFTEN[ground] - 1)  # type: ignore[index]
    assert follow_up(identity=ana) is None
    plays(ana, away, 1)
    told = follow_up(identity=ana)
    assert told is not None
    assert (told.kind, told.ground, told.figures) == ("warning", ground, {"matches": 10, "count": 4})
    assert no_quick_play(ana.pk) is None
    (notice,) = notices_of(ana.pk)
    assert "4" in notice.sentences[0]
    assert "10" in notice.sentences[0]
    assert len(unread(ana.pk)) == 1


def test_only_if_it_goes_on_quick_play_ends_for_a_time_and_longer_the_next(ana: Identity) -> None:
    plays(ana, "left", 4)
    follow_up(identity=ana)
    assert follow_up(identity=ana) is None
    plays(ana, "left", AFTER_TOLD, ago=-timedelta(seconds=1))
    paused = follow_up(identity=ana)
    assert paused is not None
    assert paused.ends is not None
    assert paused.kind == "no_quick_play"
    assert timedelta(hours=23) < paused.ends - timezone.now() <= timedelta(hours=24)
    assert no_quick_play(ana.pk) == paused
    paused.decided -= timedelta(days=2)
    paused.ends = paused.decided + timedelta(days=1)
    paused.save()
    plays(ana, "left", AFTER_TOLD)
    again = follow_up(identity=ana)
    assert again is not None
    assert again.ends is not None
    assert again.ends - timezone.now() > timedelta(days=6)


def test_a_failing_line_never_counts(ana: Identity) -> None:
    plays(ana, "line", 20)
    assert follow_up(identity=ana) is None


def test_neither_rooms_of_friends_nor_what_is_long_past_count(ana: Identity) -> None:
    plays(ana, "left", 10, quick=False)
    plays(ana, "left", 10, ago=timedelta(days=40))
    assert follow_up(identity=ana) is None
