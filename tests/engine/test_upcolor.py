"""The rules of Up-color one by one; the scenario files and the slow referee check them at large."""

import pytest

from games.engine import (
    RULESETS,
    Announce,
    CallReturn,
    Color,
    Draw,
    Keep,
    Length,
    Match,
    Play,
    Refusal,
    Refused,
    ReturnWindow,
    RoundReason,
    Seat,
    SeatAction,
    Timeout,
    WindowCloses,
    apply,
    banner,
    canonical,
    card,
    clock_actions,
    decode,
    encode,
    start,
    view,
)
from games.engine.events import LeadHanded, Passed, ReturnCalled, ReturnCancelled, TrickTaken
from games.engine.results import LineKind
from tests.engine.upcolor_tables import (
    PERSON,
    REPLACEMENT,
    cards,
    close,
    hand,
    in_order,
    lay,
    leave,
    letters_of,
    scattered,
    table,
)

CALL, LET_GO = CallReturn(call=True), CallReturn(call=False)


def answer(match: Match, *answers: tuple[int, CallReturn]) -> Match:
    for seat, said in answers:
        match, events = apply(match, Seat(seat), said, in_order)
        assert events == ()
    return match


def timeout(match: Match, seat: int) -> Match:
    return apply(match, None, Timeout(Seat(seat)), in_order)[0]


def refusal(match: Match, seat: int | None, action: SeatAction | Timeout | WindowCloses) -> Refusal:
    before = encode(match)
    with pytest.raises(Refused) as refused:
        apply(match, None if seat is None else Seat(seat), action, in_order)
    assert encode(match) == before
    return refused.value.code


def lines(match: Match) -> list[tuple[int, LineKind, int]]:
    assert match.round.result is not None
    return [(line.seat, line.kind, line.points) for line in match.round.result.lines]


# The deal.


@pytest.mark.parametrize(("seats", "size"), [(3, 12), (4, 9)])
def test_each_seat_is_dealt_its_cards_and_24_are_set_aside(seats: int, size: int) -> None:
    match, _ = start("upcolor", seats=(PERSON,) * seats, length=Length(rounds=3), dealer=Seat(1), chance=scattered)
    assert view(match, Seat(0)).counts == (size,) * seats
    assert len(match.round.set_aside) == 24
    assert match.turn == 2


def test_any_number_of_rounds_from_one_to_twelve_may_be_played_and_to_500() -> None:
    facts = RULESETS["upcolor"]
    assert facts.lengths == (*[Length(rounds=rounds) for rounds in range(1, 13)], Length(to=500))
    assert facts.team_lengths == tuple(Length(losses=losses) for losses in range(1, 10))
    with pytest.raises(ValueError, match="cannot seat 3"):
        facts.require(seats=3, teams=True, length=Length(losses=3))


# Tricks.


def test_passes_are_shown_to_all() -> None:
    match = table("gb rr yr")
    _, events = apply(match, Seat(0), Play(card("green")), in_order)
    assert [event for event in events if isinstance(event, Passed)] == [Passed(Seat(1))]


def test_the_seat_that_laid_the_last_card_is_not_asked_again() -> None:
    match = lay(table("ybb rr bv"), (0, "y"), (2, "b"))
    assert match.turn == 1
    match = lay(table("gyb bb rr"), (0, "g"))
    assert match.decision == ReturnWindow()


def test_a_leader_with_nothing_to_lead_hands_the_lead_on_clockwise_by_itself() -> None:
    match = lay(table("rr vvk vkk by"), (0, "r"), (1, "v"))
    match, events = close(match)
    assert [event for event in events if isinstance(event, LeadHanded)] == [LeadHanded(Seat(1)), LeadHanded(Seat(2))]
    assert match.turn == 3


def test_if_nobody_can_lead_the_round_ends_without_black_penalties() -> None:
    match, _ = close(lay(table("rvk vvk vkk"), (0, "r"), (1, "v")))
    assert match.round.result is not None
    assert match.round.result.reason is RoundReason.SPENT
    assert match.totals == (0, 2, 0)


# Base green. Return!


def window_with_greens() -> Match:
    """Seat 2 has won the trick; seats 0, 1 and 2 hold a green."""
    return lay(table("gyy ggy rgb by", turn=3), (3, "b"), (2, "r"))


def test_the_winner_of_the_trick_may_call_too() -> None:
    match, events = close(answer(window_with_greens(), (2, CALL)))
    assert events == (ReturnCalled(Seat(2)),)
    assert banner(events[0]) == "return"
    assert letters_of(match.round.trick) == "brg"
    assert (match.turn, match.round.direction) == (1, -1)


def test_returns_chain_and_each_turns_the_direction_again() -> None:
    match = lay(table("byy grrr vbb gr"), (0, "b"), (1, "r"), (2, "v"))
    match, _ = close(answer(match, (3, CALL)))
    assert (match.round.direction, match.turn) == (-1, 0)
    match, _ = close(answer(lay(match, (0, "y"), (2, "b"), (1, "r")), (1, CALL)))
    assert (match.round.direction, match.turn) == (1, 0)
    match = lay(match, (0, "y"))
    assert match.round.result is not None
    assert (match.round.captured, match.round.direction) == ((9, 0, 0, 0), 1)


def test_a_return_that_nobody_follows_opens_the_window_again() -> None:
    match, _ = close(answer(lay(table("bb gggb rr"), (0, "b"), (2, "r")), (1, CALL)))
    assert match.decision == ReturnWindow()
    assert letters_of(match.round.trick) == "brg"
    assert match.window_number == 2
    match, events = close(answer(match, (1, CALL)))
    assert (match.round.direction, match.window_number) == (1, 3)
    match, events = close(match)
    assert TrickTaken(Seat(1), 4) in events
    assert (match.turn, hand(match, 1)) == (1, "bg")


def test_a_green_laid_as_the_last_playable_card_ends_the_round() -> None:
    match, events = close(answer(lay(table("bb gkk rr"), (0, "b"), (2, "r")), (1, CALL)))
    assert banner(events[0]) == "return"
    assert match.round.result is not None
    assert match.round.result.points == (0, 1, 0)
    assert match.round.captured == (0, 3, 0)
    assert match.window is None
    assert match.round.direction == 1


@pytest.mark.parametrize("callers", [(0, 1), (0, 2), (0, 1, 2)])
def test_two_calls_or_more_cancel_each_other(callers: tuple[int, ...]) -> None:
    match = answer(window_with_greens(), *[(seat, CALL) for seat in callers])
    match, events = close(match)
    assert events == (ReturnCancelled(), TrickTaken(Seat(2), 2))
    assert [hand(match, seat) for seat in range(3)] == ["yyg", "ygg", "bg"]
    assert (match.turn, match.round.direction) == (2, 1)


def test_an_answer_stands() -> None:
    match = answer(window_with_greens(), (0, LET_GO), (1, CALL))
    assert refusal(match, 0, CALL) is Refusal.NO_RETURN
    assert refusal(match, 1, LET_GO) is Refusal.NO_RETURN
    assert refusal(match, 3, CALL) is Refusal.NO_RETURN
    assert refusal(lay(table("gy yb yb"), (0, "g")), 0, CALL) is Refusal.NO_RETURN


def test_who_has_answered_and_how_is_hidden_until_the_window_closes() -> None:
    match = window_with_greens()
    for said in (CALL, LET_GO):
        answered = answer(match, (1, said))
        for seat in (0, 2, 3):
            assert view(answered, Seat(seat)) == view(match, Seat(seat))
        assert clock_actions(answered) == clock_actions(match) == (WindowCloses(),)
        assert decode(encode(answered)) == answered
        assert view(answered, Seat(1)).legal == ()


def test_the_window_opens_whoever_holds_a_green_and_shows_no_difference() -> None:
    with_green = lay(table("bry yyg rrk"), (0, "b"), (2, "r"))
    without = lay(table("bry yyk rrk"), (0, "b"), (2, "r"))
    for seat in (0, 2):
        assert view(with_green, Seat(seat)) == view(without, Seat(seat))


def test_hands_and_set_aside_cards_of_others_are_not_in_a_view() -> None:
    match = table("gby brr rvk", set_aside="gybr")
    other = match.round.copy()
    other.hands = (other.hands[0], other.hands[2], other.hands[1])
    other.set_aside = cards("rbyg")
    assert view(match._replace(round=other), Seat(0)) == view(match, Seat(0))


# Refusals.


def test_an_open_window_comes_before_whose_turn_it_is() -> None:
    match = window_with_greens()
    assert refusal(match, 2, Play(card("black"))) is Refusal.WINDOW_OPEN
    assert refusal(match, None, Timeout(Seat(2))) is Refusal.NOT_YOUR_TURN
    assert refusal(match, 0, Draw()) is Refusal.NOT_PLAYABLE
    assert refusal(match, 0, Keep()) is Refusal.NOTHING_DRAWN
    assert refusal(match, 0, Announce()) is Refusal.NOTHING_TO_ANNOUNCE


def test_the_order_of_refusals_on_a_play() -> None:
    match = table("gykv bbr yyr")
    assert refusal(match, 1, Play(card("yellow"))) is Refusal.NOT_YOUR_TURN
    assert refusal(match, 0, Play(card("blue"))) is Refusal.NOT_IN_HAND
    assert refusal(match, 0, Play(card("red-5"))) is Refusal.NOT_IN_HAND
    assert refusal(match, 0, Play(card("black"))) is Refusal.MUST_LEAD_GREEN
    assert refusal(match, 0, Play(card("violet"))) is Refusal.MUST_LEAD_GREEN
    assert refusal(table("ykv bbr yyr"), 0, Play(card("violet"))) is Refusal.CANNOT_LEAD
    match = lay(match, (0, "g"))
    assert refusal(match, 2, Play(card("red"))) is Refusal.MUST_FOLLOW
    assert refusal(match, None, WindowCloses()) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize(
    "play",
    [Play(card("green"), color=Color.RED), Play(card("green"), announce=True), Play(card("green"), serial=0)],
)
def test_a_play_with_a_field_that_means_nothing_is_not_canonical(play: Play) -> None:
    match = table("gy bb rr")
    assert refusal(match, 0, play) is Refusal.NOT_PLAYABLE
    assert canonical(match, Seat(0), play) == Play(card("green"))


# The end of a round.


def test_every_seat_has_a_line_and_the_lines_add_up_to_the_points() -> None:
    match = lay(table("ykk rr rr yy", captured=(3, 2, 0, 5)), (0, "y"))
    assert lines(match) == [
        (0, LineKind.CARDS_CAPTURED, 4),
        (1, LineKind.CARDS_CAPTURED, 2),
        (2, LineKind.CARDS_CAPTURED, 0),
        (3, LineKind.CARDS_CAPTURED, 5),
        (0, LineKind.BLACK_PENALTY, -2),
    ]
    assert match.round.result is not None
    assert match.round.result.points == (2, 2, 0, 5)
    assert match.round.result.places == (3, 0, 1, 2)


def test_the_round_is_won_by_captured_cards_and_a_match_of_one_round_by_the_total() -> None:
    match = lay(table("ykkk rr rr", captured=(3, 3, 0)), (0, "y"))
    assert match.round.result is not None
    assert match.round.result.winners == (0,)
    assert match.totals == (1, 3, 0)
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.result.ranking == ((1,), (0,), (2,))


def test_a_round_whose_cards_a_replacement_captured_has_no_winner() -> None:
    match = lay(table("y rr rr", kinds=(REPLACEMENT, PERSON, PERSON)), (0, "y"))
    assert match.round.result is not None
    assert match.round.result.winners == ()
    assert lines(match) == [
        (0, LineKind.REPLACEMENT, 0),
        (1, LineKind.NOBODY_SCORES, 0),
        (2, LineKind.NOBODY_SCORES, 0),
    ]
    assert match.result is not None
    assert match.result.winners == ()


def test_what_is_collected_after_the_person_left_is_nobodys() -> None:
    match = lay(table("rry vyy bbb", captured=(0, 4, 1)), (0, "r"), (1, "v"))
    match, _ = close(leave(match, 1))
    assert match.round.captured == (0, 6, 1)
    assert match.round.credited == (0, 4, 1)


def test_what_a_seat_set_down_as_a_replacement_has_captured_is_nobodys() -> None:
    match = table("yy bb br", captured=(7, 2, 1), kinds=(REPLACEMENT, PERSON, PERSON))
    assert decode(encode(match)) == match
    match = lay(match, (0, "y"), (1, "b"), (2, "r"))
    match, _ = close(match)
    match = lay(match, (2, "b"))
    assert match.round.result is not None
    assert match.round.captured == (7, 2, 5)
    assert match.round.result.points == (0, 2, 5)


def test_a_replaced_seat_goes_on_from_where_it_is() -> None:
    match = leave(answer(window_with_greens(), (0, CALL)), 0)
    assert refusal(match, 0, LET_GO) is Refusal.NO_RETURN
    match, events = close(match)
    assert ReturnCalled(Seat(0)) in events


# Quarte.


def test_a_quarte_ends_the_round_at_once_with_8_points_and_no_penalty() -> None:
    match = table("yk ggggk by", length=Length(rounds=3))
    assert lines(match) == [
        (1, LineKind.QUARTE, 8),
        (0, LineKind.CARDS_LEFT, 0),
        (2, LineKind.CARDS_LEFT, 0),
    ]
    assert match.rounds_played == 1
    assert match.round.result is not None
    assert match.round.result.places == (1, 0, 2)


def test_a_quarte_dealt_to_a_replacement_gives_no_points_and_no_winner() -> None:
    match = table("yk gggg by", kinds=(PERSON, REPLACEMENT, PERSON), length=Length(rounds=3))
    assert match.round.result is not None
    assert (match.round.result.reason, match.round.result.winners) == (RoundReason.QUARTE, ())
    assert match.totals == (0, 0, 0)


# Time-outs and the deadlock.


def test_time_outs_never_choose_a_card() -> None:
    assert letters_of(timeout(table("gyb bb yy"), 0).round.trick) == "g"
    handed_on = timeout(table("yb bb yy"), 0)
    assert (handed_on.turn, handed_on.round.trick) == (1, ())
    assert letters_of(timeout(lay(table("yb gbb yy"), (0, "y")), 1).round.trick) == "yb"


def test_a_lead_handed_on_to_oneself_is_a_new_turn() -> None:
    match = table("yb vv vk")
    again = timeout(match, 0)
    assert again.turn == 0
    assert again.turn_number == match.turn_number + 1


def test_twice_as_many_idle_leads_as_seats_are_a_deadlock() -> None:
    match = table("yb by rr", captured=(3, 0, 0), length=Length(rounds=3), totals=(5, 5, 5))
    for idle in range(5):
        match = timeout(match, idle % 3)
    assert match.turn == 2
    match = timeout(match, 2)
    assert match.round.result is not None
    assert (match.round.result.reason, match.round.result.winners) == (RoundReason.DEADLOCK, ())
    assert match.totals == (5, 5, 5)
    assert {kind for _, kind, _ in lines(match)} == {LineKind.NOBODY_SCORES}
    assert (match.rounds_played, match.result) == (1, None)


def test_a_card_laid_begins_the_count_of_idle_leads_anew() -> None:
    match = table("yby byy rrr")
    for idle in range(5):
        match = timeout(match, idle % 3)
    match, _ = close(lay(match, (2, "r")))
    for _ in range(5):
        assert match.turn is not None
        match = timeout(match, match.turn)
    assert match.round.result is None
