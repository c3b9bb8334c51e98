"""What a display name may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import MAX_GRAPHEMES, NameRefused, grapheme_count, shortened, well_formed


def refusal(raw: str) -> str:
    with pytest.raises(NameRefused) as refused:
        well_formed(raw)
    return refused.value.code


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana  ", "Ana"),
        ("Ana   María", "Ana María"),
        ("A\u00a0na", "A na"),
        ("\uff21\uff4e\uff41", "Ana"),
        ("Zoe\u0308", "Zoë"),
        ("Łukasz-Ó", "Łukasz-Ó"),
        ("名前", "名前"),
        ("שרה", "שרה"),
        ("🂡 Anna", "🂡 Anna"),
        ("👍🏽", "👍🏽"),
    ],
)
def test_a_name_is_kept_in_its_plain_form(typed: str, kept: str) -> None:
    assert well_formed(typed) == kept


@pytest.mark.parametrize("typed", ["", " ", "\t\n", "\u00a0", "\u3000", "\u0301"])
def test_a_name_that_shows_nothing_is_empty(typed: str) -> None:
    assert refusal(typed) == "name_empty"


@pytest.mark.parametrize(
    "hidden",
    [
        "\u202e",
        "\u2066",
        "\u200b",
        "\u200d",
        "\ufeff",
        "\u0000",
        "\u001b",
        "\u2800",
        "\u3164",
        "\ue000",
        "\ud800",
        "\u2028",
    ],
)
def test_nothing_in_a_name_is_invisible_or_turns_the_text(hidden: str) -> None:
    assert refusal(f"A{hidden}na") == "name_characters"


def test_a_pile_of_marks_is_no_name() -> None:
    assert refusal("Z" + "\u0316" * 9) == "name_characters"


def test_length_is_counted_as_a_reader_counts() -> None:
    assert well_formed("n\u0323\u0304" * 20)
    assert well_formed("🇫🇷" * 20)
    assert refusal("a" * 21) == "name_too_long"
    assert refusal("a" * 5000) == "name_too_long"
    assert shortened("🇫🇷🇪🇸🇬🇧", 2) == "🇫🇷🇪🇸"


@given(st.text(max_size=60))
def test_what_is_kept_stays_as_it_is(typed: str) -> None:
    try:
        name = well_formed(typed)
    except NameRefused:
        return
    assert well_formed(name) == name
    assert 1 <= grapheme_count(name) <= MAX_GRAPHEMES
