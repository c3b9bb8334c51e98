"""Examples at the tables of Color Duel."""

from django.utils.translation import gettext_lazy as _

from games.examples.example import Example, Step

EXAMPLES = (
    Example(
        id="four-draw-twos",
        ruleset="duel-classic",
        title=_("Four +2 in a row"),
        about=_("How a stack grows at the Classic table, and who takes it."),
        setup={
            "hands": [
                ["red-draw-two", "blue-4", "green-6"],
                ["blue-draw-two", "red-1", "yellow-2"],
                ["green-draw-two", "red-3", "blue-5"],
                ["yellow-draw-two", "red-8", "green-0"],
            ],
            "draw": [
                "blue-1",
                "blue-2",
                "red-2",
                "green-3",
                "yellow-4",
                "red-5",
                "green-7",
                "yellow-8",
                "blue-9",
                "red-6",
            ],
            "discard": ["red-9"],
            "turn": 0,
        },
        steps=(
            Step(None, _("Four players, and it is your turn. You hold a red +2."), {"turn": 0}),
            Step(
                {"seat": 0, "play": "red-draw-two"},
                _("You play it. Nobody draws yet: two cards wait for Fox, who must answer with a +2 or take them."),
                {
                    "turn": 1,
                    "pending": {"cards": 2, "last": "draw-two"},
                    "legal": {"cards": ["blue-draw-two"], "draw": True},
                },
            ),
            Step(
                {"seat": 1, "play": "blue-draw-two"},
                _("Fox answers with a blue +2; the color does not matter. Now four cards wait for Owl."),
                {"turn": 2, "pending": {"cards": 4, "last": "draw-two"}, "banners": ["stacked"]},
            ),
            Step(
                {"seat": 2, "play": "green-draw-two"},
                _("Owl answers too: six for Bear."),
                {"turn": 3, "pending": {"cards": 6, "last": "draw-two"}},
            ),
            Step(
                {"seat": 3, "play": "yellow-draw-two"},
                _("And Bear as well: +8, and it has come back to you. You have no +2 left."),
                {"turn": 0, "pending": {"cards": 8, "last": "draw-two"}, "legal": {"cards": [], "draw": True}},
            ),
            Step(
                {"seat": 0, "draw": True},
                _("You take the whole stack of eight cards. That ends your turn."),
                {"turn": 1, "pending": None, "counts": [10, 2, 2, 2]},
            ),
            Step(
                {"seat": 1, "play": "yellow-2"},
                _("Fox goes on with the top card and its yellow as usual."),
                {"turn": 2, "active": "yellow"},
            ),
        ),
    ),
    Example(
        id="four-on-two",
        ruleset="duel-siege",
        title=_("A Wild +4 on a +2 at Siege"),
        about=_("Ranks of penalty cards, and the Shield that answers them all."),
        setup={
            "hands": [
                ["green-draw-two", "blue-shield", "red-4", "yellow-7"],
                ["red-draw-two", "red-1", "yellow-2"],
                ["wild-draw-four", "red-3", "green-5"],
            ],
            "draw": ["blue-1", "blue-2", "red-2", "green-3", "yellow-4", "red-5", "green-7"],
            "discard": ["red-9"],
            "turn": 1,
        },
        steps=(
            Step(None, _("Three players at Siege. It is the turn of Fox. You hold a +2 and a Shield."), {"turn": 1}),
            Step(
                {"seat": 1, "play": "red-draw-two"},
                _("Fox plays a +2. At Siege a card of equal or higher rank answers, and a Wild +4 ranks above a +2."),
                {"turn": 2, "pending": {"cards": 2, "last": "draw-two"}, "legal": {"cards": ["wild-draw-four"]}},
            ),
            Step(
                {"seat": 2, "play": "wild-draw-four", "color": "green"},
                _(
                    "Owl answers with a Wild +4 and chooses green. Two and four make six. Your "
                    "+2 ranks lower and no longer answers."
                ),
                {
                    "turn": 0,
                    "pending": {"cards": 6, "last": "wild-draw-four"},
                    "banners": ["stacked"],
                    "legal": {"cards": ["blue-shield"]},
                },
            ),
            Step(
                {"seat": 0, "play": "blue-shield"},
                _("Your Shield answers any stack: it is gone, nobody draws, and blue is active."),
                {"turn": 1, "pending": None, "active": "blue", "counts": [3, 2, 2]},
            ),
            Step(
                {"seat": 1, "draw": True},
                _("Fox has nothing blue and draws a card: it fits."),
                {"turn": 1, "legal": {"cards": ["blue-1"]}},
            ),
            Step({"seat": 1, "play": "blue-1"}, _("Fox plays it, and the table is calm again."), {"turn": 2}),
        ),
    ),
    Example(
        id="fuse-with-two",
        ruleset="duel-classic",
        title=_("The fuse with two players"),
        about=_("Who lights it is hit, if both play on."),
        setup={
            "hands": [["red-bomb", "red-2", "blue-4", "green-6"], ["red-4", "red-5", "yellow-2", "blue-7"]],
            "draw": ["blue-1", "red-8", "green-3", "yellow-4", "blue-2"],
            "discard": ["red-9"],
            "turn": 0,
        },
        steps=(
            Step(None, _("Two players at the Classic table. You hold a red Bomb."), {"turn": 0}),
            Step(
                {"seat": 0, "play": "red-bomb"},
                _("You play it and light a fuse of three. The pass right after the lighting does not count."),
                {"turn": 1, "fuse": {"left": 3, "size": 4}, "banners": ["bomb_lit"]},
            ),
            Step(
                {"seat": 1, "play": "red-4"},
                _("Fox plays: the first pass that counts. Two are left."),
                {"turn": 0, "fuse": {"left": 2, "size": 4}},
            ),
            Step(
                {"seat": 0, "play": "red-2"},
                _("You play: the second. One is left."),
                {"turn": 1, "fuse": {"left": 1, "size": 4}},
            ),
            Step(
                {"seat": 1, "play": "red-5"},
                _("Fox plays, and the third pass brings the turn to you: you draw four cards. Then you play as usual."),
                {"turn": 0, "fuse": None, "banners": ["boom"], "counts": [6, 2]},
            ),
            Step(
                {"seat": 0, "play": "red-8"}, _("One of the four fits, and you play it."), {"turn": 1, "top": "red-8"}
            ),
        ),
    ),
    Example(
        id="fuse-with-three",
        ruleset="duel-classic",
        title=_("The fuse with three players"),
        about=_("The player after the one who lit it is hit, if everybody plays on."),
        setup={
            "hands": [
                ["red-bomb", "red-2", "blue-4", "green-6"],
                ["red-4", "yellow-2", "blue-7"],
                ["red-5", "green-1", "blue-8"],
            ],
            "draw": ["blue-1", "blue-2", "green-3", "red-0", "yellow-5"],
            "discard": ["red-9"],
            "turn": 0,
        },
        steps=(
            Step(None, _("Three players. You hold a red Bomb."), {"turn": 0}),
            Step(
                {"seat": 0, "play": "red-bomb"},
                _("You light the fuse. The board says whom it reaches if everybody plays on: Fox."),
                {"turn": 1, "fuse": {"left": 3, "size": 4}},
            ),
            Step(
                {"seat": 1, "play": "red-4"},
                _("Fox plays. Two passes are left."),
                {"turn": 2, "fuse": {"left": 2, "size": 4}},
            ),
            Step(
                {"seat": 2, "play": "red-5"}, _("Owl plays. One is left."), {"turn": 0, "fuse": {"left": 1, "size": 4}}
            ),
            Step(
                {"seat": 0, "play": "red-2"},
                _("You play, and as the turn comes to Fox the bomb goes off: Fox draws four cards."),
                {"turn": 1, "banners": ["boom"], "counts": [2, 6, 2], "fuse": None},
            ),
            Step({"seat": 1, "play": "red-0"}, _("Fox is still on turn and plays one of them."), {"turn": 2}),
        ),
    ),
    Example(
        id="fuse-with-four",
        ruleset="duel-classic",
        title=_("The fuse with four players"),
        about=_("How a Skip moves the end of the fuse."),
        setup={
            "hands": [
                ["red-bomb", "red-2", "blue-4", "green-6"],
                ["red-4", "yellow-2", "blue-7"],
                ["red-skip", "green-1", "blue-8"],
                ["red-5", "yellow-9", "green-2"],
            ],
            "draw": ["blue-1", "blue-2", "green-3", "red-0", "yellow-5"],
            "discard": ["red-9"],
            "turn": 0,
        },
        steps=(
            Step(None, _("Four players. You hold a red Bomb."), {"turn": 0}),
            Step(
                {"seat": 0, "play": "red-bomb"},
                _(
                    "You light the fuse. If everybody plays on, the third pass brings it back "
                    "to you, as the board says."
                ),
                {"turn": 1, "fuse": {"left": 3, "size": 4}},
            ),
            Step(
                {"seat": 1, "play": "red-4"},
                _("Fox plays. Two passes are left."),
                {"turn": 2, "fuse": {"left": 2, "size": 4}},
            ),
            Step(
                {"seat": 2, "play": "red-skip"},
                _(
                    "Owl plays a Skip. That is one pass like any other, but Bear loses the turn"
                    " and it comes to you early."
                ),
                {"turn": 0, "fuse": {"left": 1, "size": 4}},
            ),
            Step(
                {"seat": 0, "play": "red-2"},
                _("You play, and the last pass brings the turn to Fox, who draws four cards instead of you."),
                {"turn": 1, "banners": ["boom"], "counts": [2, 6, 2, 3]},
            ),
            Step({"seat": 1, "play": "red-0"}, _("Then Fox plays as usual."), {"turn": 2}),
        ),
    ),
    Example(
        id="stack-at-midnight",
        ruleset="duel-daynight",
        title=_("The clock that turns a +1 stack to night"),
        about=_("A stack outlives the turning of the table, its answers do not."),
        setup={
            "hands": [
                ["red-clock/blue-2", "green-draw-one/red-7", "yellow-5/green-flip", "blue-8/yellow-1"],
                ["red-4/blue-5", "blue-draw-one/green-skip-everyone", "yellow-9/red-draw-five"],
                ["red-draw-one/blue-9", "green-3/red-2", "yellow-2/blue-draw-five", "blue-1/green-4"],
            ],
            "draw": ["green-5/yellow-3", "red-8/blue-7", "yellow-7/green-1", "blue-6/red-6"],
            "discard": ["red-9/green-8"],
            "turn": 0,
        },
        steps=(
            Step(
                None,
                _(
                    "Day & Night with three players, by day. Small cards at the seats show the "
                    "night faces of the others."
                ),
                {"turn": 0, "side": "day"},
            ),
            Step(
                {"seat": 0, "play": "red-clock"},
                _("You play the Midnight Clock: after three passes the table will turn."),
                {"turn": 1, "clock": {"left": 3}, "banners": ["clock_started"]},
            ),
            Step({"seat": 1, "play": "red-4"}, _("Fox plays a red 4."), {"turn": 2, "clock": {"left": 2}}),
            Step(
                {"seat": 2, "play": "red-draw-one"},
                _("Owl plays a +1: one card waits for you. Only a +1 answers a +1."),
                {
                    "turn": 0,
                    "clock": {"left": 1},
                    "pending": {"cards": 1, "last": "draw-one"},
                    "legal": {"cards": ["green-draw-one"]},
                },
            ),
            Step(
                {"seat": 0, "play": "green-draw-one"},
                _(
                    "You answer: two cards for Fox. But with that pass the clock strikes, and "
                    "the table turns to night. The blue +1 of Fox shows another face now, and "
                    "nothing answers the stack."
                ),
                {
                    "turn": 1,
                    "side": "night",
                    "banners": ["stacked", "midnight"],
                    "pending": {"cards": 2, "last": "draw-one"},
                    "legal": {"cards": [], "draw": True},
                },
            ),
            Step(
                {"seat": 1, "draw": True},
                _("Fox can only take the two cards."),
                {"turn": 2, "pending": None, "counts": [2, 4, 3]},
            ),
            Step(
                {"seat": 2, "play": "red-2"},
                _("Owl goes on by night, in the color of the new top card."),
                {"turn": 0, "side": "night", "active": "red"},
            ),
        ),
    ),
)
