"""Color Duel, sentence by sentence where no scenario file says it already."""

import pytest

from games.engine import (
    RULESETS,
    Announce,
    CallReturn,
    Catch,
    ChooseColor,
    Clock,
    Color,
    Draw,
    Fuse,
    Length,
    Play,
    Rank,
    Seat,
    SeatKind,
    Side,
    Stack,
    card,
    decode,
    encode,
    start,
    view,
)
from games.engine.events import Drew, Exploded, Hunted, Opened, Skipped, TableFlipped
from tests.engine.table import Table, in_order, lines

CLASSIC = "duel-classic"
SIEGE = "duel-siege"
DAY_AND_NIGHT = "duel-daynight"
WILDS = {"wild": 4, "wild-draw-four": 4}
FOUR = ("blue-1 blue-2 blue-3",) * 3
PILE = "yellow-1 yellow-2 yellow-3 yellow-4 yellow-5 yellow-6 yellow-7 yellow-8 green-1 green-2 green-3 green-4"
NIGHT_PILE = " ".join(f"yellow-{n}/green-{n}" for n in range(1, 10))


def by_night(written: str) -> str:
    """Cards written day/night, as they lie by night."""
    return " ".join(card(code).turned().code for code in written.split())


# The decks.


@pytest.mark.parametrize(
    ("ruleset", "colored", "wilds"),
    [
        (
            CLASSIC,
            {"0": 1, "5": 2, "skip": 2, "reverse": 2, "draw-two": 2, "bomb": 1},
            WILDS,
        ),
        (
            SIEGE,
            {"0": 1, "5": 2, "skip": 2, "reverse": 2, "draw-two": 2, "shield": 1},
            WILDS,
        ),
        (DAY_AND_NIGHT, {"5": 2, "draw-one": 2, "skip": 2, "reverse": 2, "flip": 2, "clock": 1}, {"wild": 4}),
    ],
)
def test_the_deck_has_112_cards(ruleset: str, colored: dict[str, int], wilds: dict[str, int]) -> None:
    faces = [held.face.code for held in RULESETS[ruleset].rules.deck(in_order)]
    assert len(faces) == 112
    for rank, count in colored.items():
        assert [faces.count(f"{color}-{rank}") for color in ("red", "blue", "yellow", "green")] == [count] * 4
    assert {code: faces.count(code) for code in wilds} == wilds


def test_the_night_faces_are_paired_by_chance() -> None:
    deck = RULESETS[DAY_AND_NIGHT].rules.deck(lambda size: range(size)[::-1])
    night = [held.turned().face.code for held in deck]
    assert night.count("hunt") == 4
    assert night.count("red-draw-five") == night.count("red-skip-everyone") == night.count("red-flip") == 2
    assert night.count("red-clock") == 1
    assert deck[0].down is RULESETS[DAY_AND_NIGHT].rules.deck(in_order)[-1].down


def test_the_next_round_is_dealt_by_day_from_the_same_pairs() -> None:
    kinds = (SeatKind.PERSON,) * 2
    match, _ = start(DAY_AND_NIGHT, seats=kinds, length=Length(rounds=3), dealer=Seat(0), chance=in_order)
    rules = RULESETS[DAY_AND_NIGHT].rules
    pairs = sorted(held.code for held in rules.cards(match.round))
    table = Table(DAY_AND_NIGHT, by_night("wild/red-1"), by_night("red-2/red-3"), discard=by_night("blue-9/red-9"),
                  draw=by_night(NIGHT_PILE + " " + NIGHT_PILE), side=Side.NIGHT, length=Length(rounds=3))  # fmt: skip
    table.play(0, "red-1").deal()
    assert table.shows("side") is Side.DAY
    assert {held.card.code for hand in table.match.round.hands for held in hand} <= set(
        f"{NIGHT_PILE} wild/red-1 red-2/red-3 blue-9/red-9".split()
    )
    assert len(pairs) == 112


def test_the_opening_card_is_a_number_by_its_day_face() -> None:
    table = Table(DAY_AND_NIGHT, "red-1/red-1", "red-2/red-2", opening=True, draw="red-skip/red-5 red-3/hunt", dealer=1)
    assert [event.card.code for event in table.told(Opened) if isinstance(event, Opened)] == ["red-3"]
    assert table.turn == 0


# A turn.


def test_a_wild_draw_four_may_be_played_beside_the_active_color() -> None:
    table = Table(CLASSIC, "wild-draw-four red-1 red-2", "blue-1").play(0, "wild-draw-four", "blue")
    assert table.shows("pending") == Stack(4, Rank.WILD_DRAW_FOUR)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("code", ["red-1", "red-skip", "red-reverse", "red-draw-two", "red-bomb", "wild"])
def test_who_plays_after_each_card(seats: int, direction: int, code: str) -> None:
    table = Table(CLASSIC, f"{code} green-1 green-2", *FOUR[: seats - 1], direction=direction)
    table.play(0, code, "red" if code == "wild" else None)
    steps = 2 if code == "red-skip" or (code == "red-reverse" and seats == 2) else 1
    turned = -1 if code == "red-reverse" and seats > 2 else 1
    assert (table.turn, table.match.round.direction) == (steps * direction * turned % seats, direction * turned)
    assert len(table.told(Skipped)) == steps - 1


def test_nothing_of_color_clash_is_called_caught_or_chosen() -> None:
    table = Table(CLASSIC, "red-1 red-2", "blue-1 blue-2").play(0, "red-1")
    assert (table.open_window, table.banners) == (None, ["one_card"])
    assert table.refuses(0, Announce()) == "nothing_to_announce"
    assert table.refuses(1, Catch(Seat(0))) == "nothing_to_catch"
    assert table.refuses(0, ChooseColor(Color.RED)) == "not_your_turn"
    assert table.refuses(1, ChooseColor(Color.RED)) == "not_playable"
    assert table.refuses(1, CallReturn(call=True)) == "no_return"


def test_a_meaningless_field_is_refused_by_the_engine() -> None:
    table = Table(CLASSIC, "red-1 red-2 red-3", "blue-1")
    face = card("red-1")
    for play in (Play(face, Color.RED), Play(face, announce=True), Play(face, serial=0)):
        assert table.refuses(0, play) == "not_playable"


# Pending stacks.


@pytest.mark.parametrize(
    ("ruleset", "last", "answers"),
    [
        (CLASSIC, Rank.DRAW_TWO, "blue-draw-two"),
        (CLASSIC, Rank.WILD_DRAW_FOUR, ""),
        (SIEGE, Rank.DRAW_TWO, "blue-draw-two blue-shield wild-draw-four"),
        (SIEGE, Rank.WILD_DRAW_FOUR, "blue-shield wild-draw-four"),
    ],
)
def test_what_answers_a_stack(ruleset: str, last: Rank, answers: str) -> None:
    hand = "red-1 red-skip blue-draw-two wild wild-draw-four" + (" blue-shield" if ruleset == SIEGE else " red-bomb")
    table = Table(ruleset, hand, "blue-1", pending=Stack(4, last))
    assert table.playable(0) == answers
    assert table.refuses_play(0, "red-1") == "must_answer"
    assert table.may(0, Draw())


@pytest.mark.parametrize(("side", "answers"), [(Side.DAY, "red-draw-one"), (Side.NIGHT, "red-draw-five")])
def test_equal_values_answer_each_other_by_day_and_by_night(side: Side, answers: str) -> None:
    last = Rank.DRAW_ONE if side is Side.DAY else Rank.DRAW_FIVE
    hand = "red-draw-one/red-draw-five wild/hunt red-flip/red-flip"
    lying = hand if side is Side.DAY else by_night(hand)
    discard = "red-9/red-9"
    table = Table(DAY_AND_NIGHT, lying, "red-1/red-1", discard=discard, draw=NIGHT_PILE, side=side,
                  pending=Stack(5, last))  # fmt: skip
    assert table.playable(0) == answers


def test_a_stack_that_finds_no_card_left_is_gone_all_the_same() -> None:
    table = Table(CLASSIC, "red-1 red-2", "blue-1", pending=Stack(4, Rank.DRAW_TWO), draw="yellow-1", discard="red-9")
    table.draw(0)
    assert (table.counts, table.turn, table.shows("pending")) == ((3, 1), 1, None)
    assert table.told(Drew) == [Drew(Seat(0), 1, (card("yellow-1"),), table.events[0].cause)]  # type: ignore[union-attr]


def test_the_taken_stack_ends_the_turn_though_the_cards_could_be_played() -> None:
    table = Table(CLASSIC, "blue-1 blue-2", "blue-3", pending=Stack(2, Rank.DRAW_TWO), draw="red-1 red-2").draw(0)
    assert table.turn == 1


# Bomb.


def test_the_passes_of_a_fuse_are_all_turns_that_end() -> None:
    table = Table(CLASSIC, "red-bomb blue-1 blue-2", "green-1 green-2", "green-3 green-4", draw=PILE)
    table.play(0, "red-bomb").time_out(1).draw(2)
    assert table.shows("fuse") == (1, 4, Seat(1))
    table.time_out(0)
    assert table.told(Exploded) == [Exploded(Seat(1), 4)]
    assert (table.turn, table.counts) == (1, (3, 7, 3))


def test_the_fuse_shows_where_it_will_end() -> None:
    table = Table(CLASSIC, "red-bomb blue-1 blue-2", *FOUR).play(0, "red-bomb")
    assert table.shows("fuse") == (3, 4, Seat(0))


def test_a_stack_that_explodes_on_the_way_stays_pending() -> None:
    table = Table(CLASSIC, "red-draw-two blue-1 blue-2", "green-1", draw=PILE, fuse=Fuse(1, 4))
    table.play(0, "red-draw-two")
    assert (table.counts, table.shows("pending")) == ((2, 5), Stack(2, Rank.DRAW_TWO))
    assert table.banners == ["boom"]


def test_an_explosion_on_an_empty_pile_reshuffles_after_the_bang() -> None:
    table = Table(
        CLASSIC, "red-1 blue-1 blue-2", "green-1", draw="", discard="yellow-1 yellow-2 red-9", fuse=Fuse(1, 4)
    )
    assert table.play(0, "red-1").banners == ["boom", "reshuffled"]
    assert table.counts == (2, 4)


def test_an_explosion_counts_as_drawn_for_the_deadlock() -> None:
    table = Table(CLASSIC, "red-1 blue-1 blue-2", "green-1", draw="", discard="red-9", fuse=Fuse(1, 4))
    assert table.play(0, "red-1").counts == (2, 2)
    for seat in (1, 0, 1, 0):
        table.time_out(seat)
    assert table.round is None
    assert table.time_out(1).round == ((), "deadlock")


def test_a_bomb_as_the_last_card_lights_nothing() -> None:
    table = Table(CLASSIC, "red-bomb", "green-1").play(0, "red-bomb")
    assert (table.banners, table.round) == ([], ((0,), "out"))


# Shields.


def test_shields_stand_for_all_to_see_until_a_stack_breaks_them() -> None:
    table = Table(SIEGE, "red-shield red-draw-two blue-1", "red-draw-two green-1 green-2", draw=PILE)
    table.play(0, "red-shield")
    assert table.shows("shields") == (0,)
    table.play(1, "red-draw-two")
    assert (table.banners, table.shows("shields"), table.shows("pending"), table.turn) == (["blocked"], (), None, 0)
    assert table.playable(0) == "red-draw-two"


def test_a_shield_that_answers_does_not_stand() -> None:
    table = Table(SIEGE, "blue-shield red-1 red-2", "blue-1", pending=Stack(6, Rank.WILD_DRAW_FOUR))
    table.play(0, "blue-shield")
    assert (table.shows("shields"), table.shows("pending"), table.shows("active")) == ((), None, "blue")


def test_with_nothing_pending_a_shield_needs_color_or_shield() -> None:
    assert Table(SIEGE, "blue-shield red-1", "blue-1").refuses_play(0, "blue-shield") == "not_playable"
    assert Table(SIEGE, "blue-shield red-1", "blue-1", discard="green-shield").playable(0) == "blue-shield"


# Day & Night.


def test_a_flip_turns_every_card_in_its_place() -> None:
    table = Table(DAY_AND_NIGHT, "red-flip/blue-5 red-1/green-1 red-2/green-2", "red-3/yellow-3",
                  discard="red-8/blue-8 red-9/blue-9", draw=NIGHT_PILE)  # fmt: skip
    table.play(0, "red-flip")
    assert [held.card.code for held in view(table.match, Seat(0)).hand] == ["green-1", "green-2"]
    assert [held.code for held in table.match.round.discard_pile] == [
        "blue-8/red-8", "blue-9/red-9", "blue-5/red-flip",
    ]  # fmt: skip
    assert table.match.round.draw_pile[-1].code == "green-1/yellow-1"
    assert table.told(TableFlipped) == [TableFlipped(Side.NIGHT, by_clock=False)]


def test_a_clock_that_turns_a_wild_up_leaves_the_active_color() -> None:
    table = Table(DAY_AND_NIGHT, "red-1/hunt red-2/red-2", "blue-1/red-1", discard="red-9/red-9", draw=NIGHT_PILE,
                  clock=Clock(1))  # fmt: skip
    table.play(0, "red-1")
    assert (table.shows("top"), table.shows("active"), table.banners) == ("hunt", "red", ["one_card", "midnight"])


def test_a_card_kept_as_the_clock_turns_shows_its_other_face() -> None:
    table = Table(DAY_AND_NIGHT, "blue-1/blue-1", "blue-2/red-1", discard="red-9/red-9", draw="red-5/green-7",
                  clock=Clock(1))  # fmt: skip
    assert table.draw(0).keep(0).hand(0) == "blue-1 green-7"


def test_skip_everyone_is_one_pass() -> None:
    hands = ["red-2/red-skip-everyone red-1/red-1 red-1/red-2", *["blue-1/blue-1 blue-2/blue-2"] * 3]
    table = Table(DAY_AND_NIGHT, *map(by_night, hands), discard="red-9/red-9", draw=NIGHT_PILE, side=Side.NIGHT,
                  clock=Clock(3))  # fmt: skip
    table.play(0, "red-skip-everyone")
    assert (table.turn, table.shows("clock"), len(table.told(Skipped))) == (0, (2,), 3)


def test_a_hunt_that_finds_nothing_ends_with_the_cards() -> None:
    table = Table(DAY_AND_NIGHT, by_night("wild/hunt red-1/red-1 red-2/red-2"), by_night("blue-1/blue-1"),
                  discard=by_night("red-8/red-8 red-9/red-9"), draw=by_night("red-3/green-3"),
                  side=Side.NIGHT)  # fmt: skip
    table.play(0, "hunt", "yellow")
    assert (table.banners, table.counts, table.turn) == (["hunted", "reshuffled"], (2, 4), 0)
    assert [event.count for event in table.told(Hunted) if isinstance(event, Hunted)] == [3]


def test_equal_faces_are_told_apart_by_their_serial() -> None:
    hand = "red-3/blue-5 red-3/green-7 yellow-1/red-1"
    table = Table(DAY_AND_NIGHT, hand, "blue-1/blue-1", discard="red-9/red-9", draw=NIGHT_PILE)
    assert table.refuses(0, Play(card("red-3"))) == "not_playable"
    table.act(0, Play(card("red-3"), serial=1))
    assert [held.code for held in table.match.round.discard_pile[-1:]] == ["red-3/green-7"]


def test_after_a_draw_an_equal_face_is_not_the_drawn_card() -> None:
    table = Table(DAY_AND_NIGHT, "red-3/blue-5 blue-1/red-1", "blue-1/blue-1", discard="red-9/red-9",
                  draw="red-3/green-7 " + NIGHT_PILE).draw(0)  # fmt: skip
    assert table.refuses(0, Play(card("red-3"), serial=0)) == "only_drawn_card"
    assert table.may(0, Play(card("red-3"), serial=2))


def test_nobody_sees_the_opposite_faces_of_the_own_hand_or_of_the_discards() -> None:
    table = Table(DAY_AND_NIGHT, "red-3/blue-5", "blue-1/green-1", discard="red-8/hunt red-9/red-9", draw=NIGHT_PILE)
    for seat, seen in ((0, {"1": ("green-1",), "draw": ("green-1",)}), (1, {"0": ("blue-5",), "draw": ("green-1",)})):
        faces = getattr(view(table.match, Seat(seat)).family, "faces", {})
        assert {key: tuple(face.code for face in shown) for key, shown in faces.items()} == seen


@pytest.mark.parametrize(
    ("ruleset", "more", "slip"),
    [
        (CLASSIC, {"shields": (Seat(1),)}, "no shields"),
        (SIEGE, {"fuse": Fuse(2, 4)}, "no bombs"),
        (CLASSIC, {"clock": Clock(2)}, "neither a night nor a clock"),
        (CLASSIC, {"side": Side.NIGHT}, "neither a night nor a clock"),
        (CLASSIC, {"pending": Stack(1, Rank.DRAW_ONE)}, "no stack of draw-one"),
        (CLASSIC, {"out": (Seat(1),)}, "nobody is out"),
        (DAY_AND_NIGHT, {}, "the cards have two faces"),
    ],
)
def test_a_position_with_what_the_table_has_not_is_an_error(ruleset: str, more: dict[str, object], slip: str) -> None:
    with pytest.raises(ValueError, match=slip):
        Table(ruleset, "red-1", "red-2", **more)  # type: ignore[arg-type]


# The end.


def test_everybody_but_the_winner_loses_the_cards_left() -> None:
    table = Table(CLASSIC, "red-1", "blue-9 wild", "green-0 green-bomb wild-draw-four").play(0, "red-1")
    assert lines(table.match) == [(0, "round_won", 0), (1, "cards_left", -59), (2, "cards_left", -70)]
    assert table.match.totals == (0, -59, -70)
    assert table.ranking == ((0,), (1,), (2,))


def test_a_replacement_that_is_first_leaves_every_total() -> None:
    table = Table(CLASSIC, "red-1", "blue-9", "green-1", kinds="replacement person person").play(0, "red-1")
    assert lines(table.match) == [(0, "replacement", 0), (1, "nobody_scores", 0), (2, "nobody_scores", 0)]
    assert table.result == ((), "rounds")


def test_the_seat_of_who_left_loses_like_anybody_and_ranks_last() -> None:
    table = Table(CLASSIC, "red-1", "blue-1", "green-9", kinds="person replacement person").play(0, "red-1")
    assert table.points == (0, -1, -9)
    assert table.ranking == ((0,), (2,), (1,))


def test_at_minus_500_the_highest_total_wins_and_equals_share() -> None:
    table = Table(CLASSIC, "red-1", "blue-9", "green-1", length=Length(to=500), totals=(-5, -491, -4)).play(0, "red-1")
    assert table.result == ((0, 2), "target")
    assert table.ranking == ((0, 2), (1,))


def test_a_running_duel_comes_back_from_its_bytes() -> None:
    table = Table(DAY_AND_NIGHT, "red-draw-one/blue-5 red-1/red-2", "red-draw-one/green-1", discard="red-9/red-9",
                  draw=NIGHT_PILE, clock=Clock(3))  # fmt: skip
    table.play(0, "red-draw-one")
    assert decode(encode(table.match)) == table.match
    siege = Table(SIEGE, "red-1 red-2", "red-3", shields=(Seat(1),), pending=Stack(300, Rank.DRAW_TWO))
    assert decode(encode(siege.match)) == siege.match
    classic = Table(CLASSIC, "red-1 red-2", "red-3", fuse=Fuse(2, 12, fresh=True))
    assert decode(encode(classic.match)) == classic.match
