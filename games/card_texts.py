"""Cards in words, for pages: names by family, and what a card does."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine import RULESETS

Texts = Mapping[str, Promise]

NAMES: Final[Mapping[str, Texts]] = {
    "clash": {
        "number": pgettext_lazy("clash", "number card"),
        "skip": pgettext_lazy("clash", "Skip"),
        "reverse": pgettext_lazy("clash", "Reverse"),
        "draw-two": pgettext_lazy("clash", "+2"),
        "wild": pgettext_lazy("clash", "Wild"),
        "wild-draw-four": pgettext_lazy("clash", "Wild +4"),
    },
    "duel": {
        "number": pgettext_lazy("duel", "number card"),
        "skip": pgettext_lazy("duel", "Skip"),
        "reverse": pgettext_lazy("duel", "Reverse"),
        "draw-two": pgettext_lazy("duel", "+2"),
        "wild": pgettext_lazy("duel", "Wild"),
        "wild-draw-four": pgettext_lazy("duel", "Wild +4"),
        "bomb": pgettext_lazy("duel", "Bomb"),
        "shield": pgettext_lazy("duel", "Shield"),
        "draw-one": pgettext_lazy("duel", "+1"),
        "flip": pgettext_lazy("duel", "Flip"),
        "clock": pgettext_lazy("duel", "Midnight Clock"),
        "draw-five": pgettext_lazy("duel", "+5"),
        "skip-everyone": pgettext_lazy("duel", "Skip Everyone"),
        "hunt": pgettext_lazy("duel", "Color Hunt"),
    },
    "upcolor": {
        "green": pgettext_lazy("upcolor", "green card"),
        "yellow": pgettext_lazy("upcolor", "yellow card"),
        "blue": pgettext_lazy("upcolor", "blue card"),
        "red": pgettext_lazy("upcolor", "red card"),
        "violet": pgettext_lazy("upcolor", "violet card"),
        "black": pgettext_lazy("upcolor", "dead weight (black card)"),
    },
}
"""Family and kind of card -> its name."""

EFFECTS: Final[Mapping[str, Texts]] = {
    "clash": {
        "number": _("Fits on its color or its number."),
        "skip": _("The next player loses a turn."),
        "reverse": _("Play runs the other way. With two players left it works like a Skip."),
        "draw-two": _("The next player draws two cards and loses a turn."),
        "wild": _("Fits on everything. You choose the color."),
        "wild-draw-four": _(
            "Only when you hold no card of the active color. You choose the color; the next player draws four cards "
            "and loses a turn."
        ),
    },
    "duel": {
        "number": _("Fits on its color or its number."),
        "skip": _("The next player loses a turn."),
        "reverse": _("Play runs the other way. With two players you play again."),
        "draw-two": _("Adds two cards to the stack."),
        "wild": _("Fits whenever no stack is waiting. You choose the color."),
        "wild-draw-four": _("Adds four cards to the stack. You choose the color."),
        "bomb": _(
            "Classic table: lights a fuse of three passes. Whose turn comes at the third draws four cards, then plays "
            "on. Another Bomb adds two cards and lights the fuse anew."
        ),
        "shield": _(
            "Siege: answers any stack, and nobody draws. Played with no stack waiting, it stands before you and breaks "
            "the next stack put on you."
        ),
        "draw-one": _("Day: adds one card to the stack."),
        "flip": _("Day & Night: the whole table turns over, piles and hands. A running clock stops."),
        "clock": _("Day & Night: after three passes the table turns by itself. A second one stops the clock."),
        "draw-five": _("Night: adds five cards to the stack."),
        "skip-everyone": _("Night: the turn comes straight back to you."),
        "hunt": _(
            "Night: you choose a color; the next player draws until a card of it shows, twelve at most, and loses a "
            "turn."
        ),
    },
    "upcolor": {
        "green": _("Leads, or calls a return."),
        "yellow": _("Follows green."),
        "blue": _("Follows yellow."),
        "red": _("Follows blue."),
        "violet": _("Follows red, ends the trick, never leads."),
        "black": _("Can never be played. Whoever ends the round by running out loses one point for each in the hand."),
    },
}
"""Family and kind of card -> what it does."""

TABLES: Final[Texts] = {
    "clash-classic": pgettext_lazy("clash", "Classic"),
    "clash-family": pgettext_lazy("clash", "Family night"),
    "duel-classic": pgettext_lazy("duel", "Classic table"),
    "duel-siege": pgettext_lazy("duel", "Siege"),
    "duel-daynight": pgettext_lazy("duel", "Day & Night"),
    "upcolor": pgettext_lazy("upcolor", "Up-color"),
}
"""Rule set -> the name of its table."""

FAMILIES: Final[Texts] = {"clash": _("Color Clash"), "duel": _("Color Duel"), "upcolor": _("Up-color")}

SIDES: Final[Texts] = {"day": _("day side"), "night": _("night side")}


def game_name(ruleset: str) -> str:
    """A rule set with its family, unless it is the only one of it."""
    family = RULESETS[ruleset].family
    alone = [facts.family for facts in RULESETS.values()].count(family) == 1
    return str(FAMILIES[family]) if alone else f"{FAMILIES[family]} · {TABLES[ruleset]}"
