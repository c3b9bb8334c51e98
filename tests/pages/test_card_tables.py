"""What the pages say of the cards is what the rules do with them."""

import re
from collections import Counter

import pytest
from django.test import Client

from games.card_texts import EFFECTS, NAMES
from games.engine import RULESETS, Rank, Side
from games.engine.cards import NUMBERS
from games.engine.shedding import ACTION_POINTS, WILD_POINTS, points_of
from games.selectors.card_tables import answers_of, card_kinds, decks_of, hand_size, shows_opposite_faces

ROW = re.compile(r'<tr(?: data-in="[\w -]+")? data-kind="([\w-]+)">(.*?)</tr>', re.DOTALL)
DUEL = ("duel-classic", "duel-siege", "duel-daynight")


def rows(client: Client, path: str) -> dict[str, str]:
    return dict(ROW.findall(client.get(path).content.decode()))


def cell(row: str, name: str) -> str:
    found = re.search(rf"<td[^>]*data-{name}[^>]*>([^<]*)</td>", row)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("path", "rulesets"),
    [("/en/rules/clash/", ("clash-classic",)), ("/fr/rules/duel/", DUEL), ("/es/rules/upcolor/", ("upcolor",))],
)
def test_a_page_shows_every_card_of_its_decks_with_the_rules_own_numbers(
    client: Client, path: str, rulesets: tuple[str, ...]
) -> None:
    cards = [card for ruleset in rulesets for deck in decks_of(ruleset) for card in deck.faces]
    table = rows(client, path)
    kinds = {
        str(card.color) if card.rank is None else "number" if card.rank in NUMBERS else card.rank.value
        for card in cards
    }
    assert set(table) == kinds
    for kind, row in table.items():
        those = [card for card in cards if kind in (card.rank, card.color, "number" if card.rank in NUMBERS else None)]
        if "data-points" in row:
            values = [points_of(card) for card in those]
            least, most = min(values), max(values)
            assert cell(row, "points") == (str(least) if least == most else f"{least}\N{EN DASH}{most}")
        if "data-count" in row:
            shown = those if len(rulesets) == 1 and kind != "number" else [c for c in cards if c.rank in NUMBERS]
            assert cell(row, "count") == str(len(shown))


def test_points_named_in_sentences_are_the_rules_own() -> None:
    assert (ACTION_POINTS, WILD_POINTS) == (20, 50)
    assert (hand_size("clash-classic", 6), hand_size("duel-siege", 4)) == (7, 7)
    assert (hand_size("upcolor", 4), hand_size("upcolor", 3)) == (9, 12)


def test_both_tables_of_color_clash_have_one_deck() -> None:
    assert decks_of("clash-classic")[0].faces == decks_of("clash-family")[0].faces


def test_the_comparison_counts_every_card_of_every_deck(client: Client) -> None:
    table = rows(client, "/en/rules/duel/tables/")
    decks = [deck for ruleset in DUEL for deck in decks_of(ruleset)]
    totals: Counter[int] = Counter()
    for row in table.values():
        for place, count in enumerate(re.findall(r'<td class="figure-cell">([^<]+)</td>', row)):
            totals[place] += int(count) if count.isdecimal() else 0
    assert [totals[place] for place in range(len(decks))] == [len(deck.faces) for deck in decks] == [112] * 4
    assert shows_opposite_faces("duel-daynight")
    assert not shows_opposite_faces("duel-siege")


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("clash-classic", {}),
        ("upcolor", {}),
        ("duel-classic", {"draw-two": {"draw-two"}, "wild-draw-four": set()}),
        (
            "duel-siege",
            {"draw-two": {"draw-two", "wild-draw-four", "shield"}, "wild-draw-four": {"wild-draw-four", "shield"}},
        ),
        ("duel-daynight", {"draw-one": {"draw-one"}, "draw-five": {"draw-five"}}),
    ],
)
def test_answers_are_what_the_engine_lets_a_seat_lay(ruleset: str, expected: dict[str, set[str]]) -> None:
    assert {row.last: {each.kind for each in row.answers} for row in answers_of(ruleset)} == expected


def test_a_stack_begins_with_as_many_cards_as_its_card_says() -> None:
    adds = {row.last: (row.adds, row.side) for ruleset in DUEL for row in answers_of(ruleset)}
    assert adds == {
        Rank.DRAW_TWO: (2, None),
        Rank.WILD_DRAW_FOUR: (4, None),
        Rank.DRAW_ONE: (1, Side.DAY),
        Rank.DRAW_FIVE: (5, Side.NIGHT),
    }


def test_the_page_of_stacks_shows_what_the_engine_answered(client: Client) -> None:
    page = client.get("/en/rules/duel/stacks/").content.decode()
    shown = [
        (last, set(re.findall(r'data-answer="([\w-]+)"', row)))
        for last, row in re.findall(r'<tr data-last="([\w-]+)">(.*?)</tr>', page, re.DOTALL)
    ]
    assert shown == [(row.last, {each.kind for each in row.answers}) for ruleset in DUEL for row in answers_of(ruleset)]


def test_every_card_has_a_name_and_a_sentence() -> None:
    for facts in RULESETS.values():
        for kind in card_kinds(facts.id):
            assert str(NAMES[facts.family][kind.kind])
            assert str(EFFECTS[facts.family][kind.kind])
