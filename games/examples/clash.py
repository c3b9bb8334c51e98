"""Examples at the tables of Color Clash."""

from django.utils.translation import gettext_lazy as _

from games.examples.example import Example, Step

EXAMPLES = (
    Example(
        id="match-by-color",
        ruleset="clash-classic",
        title=_("Match by color, number or symbol"),
        about=_("What fits on the top card, and what a Wild is for."),
        setup={
            "hands": [
                ["red-3", "green-4", "blue-7", "yellow-1"],
                ["red-8", "blue-1", "wild", "yellow-2"],
                ["green-8", "blue-5", "yellow-6", "red-0"],
            ],
            "draw": ["green-2", "blue-9", "red-1", "yellow-5"],
            "discard": ["red-9"],
            "turn": 0,
        },
        steps=(
            Step(
                None,
                _("A red 9 lies on top, and it is your turn. Your red 3 fits: it has the same color."),
                {"turn": 0, "top": "red-9", "legal": {"cards": ["red-3"]}},
            ),
            Step(
                {"seat": 0, "play": "red-3"},
                _("You play it. Red stays the active color, and the turn goes to Fox."),
                {"turn": 1, "active": "red"},
            ),
            Step({"seat": 1, "play": "red-8"}, _("Fox follows in red, with an 8."), {"turn": 2, "top": "red-8"}),
            Step(
                {"seat": 2, "play": "green-8"},
                _("Owl plays a green 8: the same number fits too. Now green is active."),
                {"turn": 0, "active": "green"},
            ),
            Step(
                {"seat": 0, "play": "green-4"},
                _("You play your green 4. Fox holds neither green nor a 4."),
                {"turn": 1, "legal": {"cards": ["wild"]}},
            ),
            Step(
                {"seat": 1, "play": "wild", "color": "yellow"},
                _("A Wild fits on everything. Fox plays it and chooses yellow."),
                {"turn": 2, "active": "yellow"},
            ),
        ),
    ),
    Example(
        id="draw-then-play",
        ruleset="clash-classic",
        title=_("Draw, then play"),
        about=_("What you may do with the card that you have drawn."),
        setup={
            "hands": [["red-1", "red-5", "blue-skip"], ["green-7", "red-2", "blue-3"], ["blue-5", "yellow-6", "red-8"]],
            "draw": ["green-2", "yellow-4", "green-5", "red-0", "blue-9"],
            "discard": ["green-9"],
            "turn": 0,
        },
        steps=(
            Step(
                None,
                _(
                    "Nothing in your hand fits on the green 9. You draw a card; you might do so"
                    " with a fitting card in hand as well."
                ),
                {"turn": 0, "legal": {"cards": [], "draw": True}},
            ),
            Step(
                {"seat": 0, "draw": True},
                _("A green 2: it fits. You may play it now or keep it. No other card may be played after a draw."),
                {"turn": 0, "legal": {"cards": ["green-2"], "draw": False, "keep": True}},
            ),
            Step(
                {"seat": 0, "play": "green-2"}, _("You play it, and the turn goes on."), {"turn": 1, "top": "green-2"}
            ),
            Step({"seat": 1, "play": "green-7"}, _("Fox plays a green 7."), {"turn": 2}),
            Step(
                {"seat": 2, "draw": True},
                _("Owl cannot play and draws. The card does not fit: the turn ends by itself."),
                {"turn": 0, "counts": [3, 2, 4]},
            ),
            Step(
                {"seat": 0, "draw": True},
                _("You draw again, a green 5."),
                {"turn": 0, "legal": {"cards": ["green-5"], "keep": True}},
            ),
            Step(
                {"seat": 0, "keep": True},
                _("This time you keep it for later. Your turn ends."),
                {"turn": 1, "counts": [4, 2, 4]},
            ),
        ),
    ),
    Example(
        id="forgotten-call",
        ruleset="clash-classic",
        title=_("The forgotten call and the catch"),
        about=_("How three seconds cost two cards, and how to call in time."),
        setup={
            "hands": [
                ["green-1", "green-2", "yellow-3"],
                ["green-4", "blue-6"],
                ["green-9", "green-3", "blue-1", "red-1"],
            ],
            "draw": ["green-7", "red-5", "blue-9", "yellow-5"],
            "discard": ["green-8"],
            "turn": 1,
        },
        steps=(
            Step(None, _("It is the turn of Fox, who holds two cards."), {"turn": 1, "counts": [3, 2, 4]}),
            Step(
                {"seat": 1, "play": "green-4"},
                _(
                    "Fox plays one and forgets to call the last card. For three seconds nobody "
                    "else may play or draw, and Fox may be caught."
                ),
                {"window": {"last_card": 1}, "counts": [3, 1, 4]},
            ),
            Step(
                {"seat": 0, "catch": 1},
                _("You press Catch, and Fox draws two cards."),
                {"window": None, "counts": [3, 3, 4], "banners": ["caught"], "turn": 2},
            ),
            Step({"seat": 2, "play": "green-9"}, _("The window is closed, and Owl plays on."), {"turn": 0}),
            Step(
                {"seat": 0, "play": "green-1"},
                _("You play a green 1. Two cards are left in your hand."),
                {"turn": 1, "counts": [2, 3, 3]},
            ),
            Step({"seat": 1, "play": "green-7"}, _("Fox plays one of the cards just drawn."), {"turn": 2}),
            Step({"seat": 2, "play": "green-3"}, _("Owl plays a green 3."), {"turn": 0, "counts": [2, 2, 2]}),
            Step(
                {"seat": 0, "play": "green-2", "announce": True},
                _(
                    "Before you play, you press “Last card!”. The call goes along with the "
                    "card, and nobody can catch you."
                ),
                {"window": None, "banners": ["announced"], "counts": [1, 2, 2]},
            ),
        ),
    ),
)
