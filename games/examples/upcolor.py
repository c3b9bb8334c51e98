"""Examples of Up-color."""

from django.utils.translation import gettext_lazy as _

from games.examples.example import Example, Step

EXAMPLES = (
    Example(
        id="run-with-return",
        ruleset="upcolor",
        title=_("A run of Up-color with a return"),
        about=_("Lead, follow, pass, and take the trick back."),
        setup={
            "hands": [
                ["green", "green", "red", "yellow", "violet"],
                ["yellow", "blue", "red", "red", "black"],
                ["blue", "violet", "yellow", "red", "blue"],
            ],
            "captured": [0, 0, 0],
            "turn": 0,
        },
        steps=(
            Step(
                None,
                _("You lead. You hold a green, so you must lead a green."),
                {"turn": 0, "legal": {"cards": ["green"]}},
            ),
            Step(
                {"seat": 0, "play": "green"},
                _("After green comes yellow: Fox holds one and must play it."),
                {"turn": 1, "trick": ["green"], "legal": {"cards": ["yellow"]}},
            ),
            Step(
                {"seat": 1, "play": "yellow"},
                _("Fox follows. Now Owl needs a blue."),
                {"turn": 2, "trick": ["green", "yellow"]},
            ),
            Step(
                {"seat": 2, "play": "blue"},
                _("Owl follows, and the run comes round to you. You must play your red."),
                {"turn": 0, "legal": {"cards": ["red"]}},
            ),
            Step(
                {"seat": 0, "play": "red"},
                _("Fox has no violet and passes by itself. It is the turn of Owl."),
                {"turn": 2, "trick_owner": 0},
            ),
            Step(
                {"seat": 2, "play": "violet"},
                _(
                    "Owl plays a violet, which ends the trick. Before Owl collects it, whoever "
                    "holds a green may call a return."
                ),
                {"turn": None, "window": {"return": True}, "trick_owner": 2},
            ),
            Step(
                {"seat": 0, "return": True},
                _("You call: Base green. Return! The others do not see it before the three seconds are over."),
                {"window": {"return": True}},
            ),
            Step(
                {"window": "closes"},
                _(
                    "Yours is the only call. Your green is laid on top, play turns the other "
                    "way, and Owl has to follow with yellow."
                ),
                {
                    "turn": 2,
                    "direction": -1,
                    "banners": ["return"],
                    "trick": ["green", "yellow", "blue", "red", "violet", "green"],
                },
            ),
            Step({"seat": 2, "play": "yellow"}, _("Owl plays yellow."), {"turn": 1}),
            Step({"seat": 1, "play": "blue"}, _("Fox plays blue. You have no red left and pass."), {"turn": 2}),
            Step(
                {"seat": 2, "play": "red"},
                _("Owl plays red; Fox has no violet. It is your turn, with one."),
                {"turn": 0, "legal": {"cards": ["violet"]}},
            ),
            Step(
                {"seat": 0, "play": "violet"},
                _("Your violet ends the trick. Once more a return could be called, but no green is left."),
                {"turn": None, "window": {"return": True}, "trick_owner": 0},
            ),
            Step(
                {"window": "closes"},
                _("All ten cards are yours: ten points. Play is clockwise again, and you lead."),
                {"turn": 0, "captured": [10, 0, 0], "direction": 1},
            ),
        ),
    ),
)
