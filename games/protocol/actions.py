"""From a page's act to an action of the engine."""

from typing import assert_never

from games.engine import Announce, CallReturn, Catch, ChooseColor, Color, Draw, Keep, Play, Seat, View
from games.engine.actions import SeatAction
from games.protocol.handles import Handles
from games.protocol.messages import (
    AnnounceAct,
    CatchAct,
    ChooseAct,
    DrawAct,
    KeepAct,
    PlayAct,
    PlayersAct,
    ReturnAct,
)


class NotInHand(Exception):
    """The handle names no card of the hand."""


def action_of(act: PlayersAct, view: View, handles: Handles) -> SeatAction:
    """The action that a seat's act asks for, given what the seat sees. Raises NotInHand."""
    match act:
        case PlayAct():
            color = None if act.color is None else Color(act.color)
            for held in view.hand:
                if handles.of(view.seat, held.serial) == act.card:
                    return Play(held.card, color, act.announce, held.serial)
            raise NotInHand
        case DrawAct():
            return Draw()
        case KeepAct():
            return Keep()
        case ChooseAct():
            return ChooseColor(Color(act.color))
        case AnnounceAct():
            return Announce()
        case CatchAct():
            return Catch(Seat(act.seat))
        case ReturnAct():
            return CallReturn(act.call)
        case _:
            assert_never(act)
