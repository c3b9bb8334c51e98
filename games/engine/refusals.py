"""Why an action is refused. The codes are those of the scenario files and of the wire."""

from enum import StrEnum


class Refusal(StrEnum):
    """The named reasons. Where several fit, the first in this order is given."""

    ROUND_OVER = "round_over"
    WINDOW_OPEN = "window_open"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_HAND = "not_in_hand"
    ALREADY_DRAWN = "already_drawn"
    NOTHING_DRAWN = "nothing_drawn"
    ONLY_DRAWN_CARD = "only_drawn_card"
    COLOR_REQUIRED = "color_required"
    BAD_COLOR = "bad_color"
    MUST_ANSWER = "must_answer"
    NOT_PLAYABLE = "not_playable"
    HOLDS_COLOR = "holds_color"
    NOTHING_TO_ANNOUNCE = "nothing_to_announce"
    NOTHING_TO_CATCH = "nothing_to_catch"
    MUST_LEAD_GREEN = "must_lead_green"
    CANNOT_LEAD = "cannot_lead"
    MUST_FOLLOW = "must_follow"
    NO_RETURN = "no_return"


class Refused(Exception):
    """The action is not legal now; nothing has changed."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.value)
        self.code = code
