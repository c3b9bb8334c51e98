"""What is hidden stays hidden: dealt anew, it changes nothing that a seat sees, may do or is told.

The last tests plant a leak on purpose, to show that the re-deal finds one.
"""

from collections.abc import Callable

import pytest

from games.engine import RULESETS, Event, Match, Seat, View, card, redact, view
from games.engine.events import Cause, Drew
from tests.engine.redeal import Comparison

SEEDS = range(4)
every_rule_set = pytest.mark.parametrize("ruleset", RULESETS)


@every_rule_set
def test_no_seat_can_tell_a_new_deal_of_what_it_may_not_see(ruleset: str) -> None:
    comparison = Comparison()
    for seed in SEEDS:
        assert comparison.over(ruleset, seed) is None
    assert comparison.compared > comparison.moves / 3


def next_hand(match: Match, viewer: Seat) -> tuple[int, ...]:
    """The faces of the next seat's hand, as numbers."""
    return tuple(held.card.number for held in match.round.hands[(viewer + 1) % len(match.kinds)])


def with_a_sum(match: Match, viewer: Seat) -> View:
    return view(match, viewer)._replace(turn_number=sum(next_hand(match, viewer)))


def with_a_tell_tale_order(match: Match, viewer: Seat) -> View:
    """A view that tells no face, but orders the own hand by somebody else's."""
    seen = view(match, viewer)
    return seen._replace(hand=seen.hand[::-1]) if sum(next_hand(match, viewer)) % 2 else seen


def with_legal_actions_of_another(match: Match, viewer: Seat) -> View:
    other = Seat((viewer + 1) % len(match.kinds))
    return view(match, viewer)._replace(legal=view(match, other).legal)


@every_rule_set
@pytest.mark.parametrize("leaky", [with_a_sum, with_a_tell_tale_order, with_legal_actions_of_another])
def test_a_leak_planted_in_the_view_is_found(ruleset: str, leaky: Callable[[Match, Seat], View]) -> None:
    assert any(Comparison(see=leaky).over(ruleset, seed) for seed in SEEDS)


def unredacted(event: Event, _: Seat) -> Event:
    return event


def with_a_mark_on_high_cards(event: Event, seat: Seat) -> Event:
    """Redacted, but with a count that depends on the hidden cards."""
    heard = redact(event, seat)
    if isinstance(event, Drew) and isinstance(heard, Drew) and event.cards:
        return Drew(heard.seat, heard.count + (event.cards[0].number > 40), heard.cards, heard.cause)
    return heard


@pytest.mark.parametrize("ruleset", [name for name, facts in RULESETS.items() if facts.rules.has_draw_pile])
@pytest.mark.parametrize("leaky", [unredacted, with_a_mark_on_high_cards])
def test_a_leak_planted_in_the_events_is_found(ruleset: str, leaky: Callable[[Event, Seat], Event]) -> None:
    assert any(Comparison(hear=leaky).over(ruleset, seed) for seed in SEEDS)


def test_a_drawn_card_is_told_to_its_seat_alone() -> None:
    event = Drew(Seat(1), 1, (card("red-5"),), Cause.TURN)
    assert redact(event, Seat(1)) == event
    assert redact(event, Seat(0)) == Drew(Seat(1), 1, None, Cause.TURN)
