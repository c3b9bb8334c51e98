"""A table laid out card by card, played on, and looked at: what the rule tests are written with."""

from collections.abc import Sequence

import pytest

from games.engine import (
    Action,
    Announce,
    Card,
    Catch,
    ChooseColor,
    Color,
    Deal,
    Draw,
    Event,
    Keep,
    Length,
    Match,
    Play,
    Position,
    Refused,
    Replaced,
    Returned,
    Seat,
    SeatKind,
    Standing,
    Timeout,
    WindowCloses,
    apply,
    banner,
    canonical,
    card,
    encode,
    legal_actions,
    set_down,
    view,
)

PILE = "yellow-1 yellow-2 yellow-3 yellow-4 yellow-5 yellow-6 yellow-7 yellow-8"


def in_order(size: int) -> Sequence[int]:
    """A chance that shuffles nothing."""
    return range(size)


def cards(written: str) -> tuple[Card, ...]:
    """Cards written one after the other."""
    return tuple(card(code) for code in written.split())


class Table:
    """A match being played in a test.

    Hands and piles are written as card codes, the draw pile's top card first, the discard pile's
    last.
    """

    def __init__(
        self,
        ruleset: str,
        *hands: str,
        discard: str = "red-9",
        draw: str = PILE,
        turn: int = 0,
        dealer: int | None = None,
        kinds: str = "",
        length: Length | None = None,
        totals: Sequence[int] = (),
        rounds_played: int = 0,
        **more: object,
    ) -> None:
        seats = len(hands)
        position = Position(
            hands=tuple(cards(hand) for hand in hands),
            draw=cards(draw),
            discard=() if more.get("opening") else cards(discard),
            turn=Seat(turn),
            dealer=Seat((turn - 1) % seats if dealer is None else dealer),
            kinds=tuple(SeatKind(kind) for kind in kinds.split()) or (SeatKind.PERSON,) * seats,
            **more,  # type: ignore[arg-type]
        )
        standing = Standing(
            length=length or Length(rounds=1),
            totals=tuple(totals) or (0,) * seats,
            rounds_played=rounds_played,
        )
        self.match, self.events = set_down(ruleset, position, standing, in_order)

    def act(self, seat: int | None, action: Action) -> "Table":
        """Carry out an action; it must be legal."""
        actor = None if seat is None else Seat(seat)
        self.match, self.events = apply(self.match, actor, action, in_order)
        return self

    def refuses(self, seat: int | None, action: Action) -> str:
        """The code of the refusal; the match must be as before."""
        before = encode(self.match)
        with pytest.raises(Refused) as refused:
            self.act(seat, action)
        assert encode(self.match) == before
        return refused.value.code.value

    def a_play(self, seat: int, code: str, color: str | None, call: bool) -> Action:
        """The play in its canonical form."""
        face = card(code)
        own = view(self.match, Seat(seat))
        serials = [held.serial for held in own.hand if held.card is face]
        serial = own.drawn if own.drawn in serials else min(serials, default=None)
        play = Play(face, None if color is None else Color(color), call, serial)
        return canonical(self.match, Seat(seat), play)

    def play(self, seat: int, code: str, color: str | None = None, *, call: bool = False) -> "Table":
        return self.act(seat, self.a_play(seat, code, color, call))

    def refuses_play(self, seat: int, code: str, color: str | None = None) -> str:
        return self.refuses(seat, self.a_play(seat, code, color, False))

    def draw(self, seat: int) -> "Table":
        return self.act(seat, Draw())

    def keep(self, seat: int) -> "Table":
        return self.act(seat, Keep())

    def choose(self, seat: int, color: str) -> "Table":
        return self.act(seat, ChooseColor(Color(color)))

    def call(self, seat: int) -> "Table":
        return self.act(seat, Announce())

    def catch(self, seat: int, caught: int) -> "Table":
        return self.act(seat, Catch(Seat(caught)))

    def time_out(self, seat: int) -> "Table":
        return self.act(None, Timeout(Seat(seat)))

    def close_window(self) -> "Table":
        return self.act(None, WindowCloses())

    def replace(self, seat: int) -> "Table":
        return self.act(None, Replaced(Seat(seat)))

    def come_back(self, seat: int) -> "Table":
        return self.act(None, Returned(Seat(seat)))

    def deal(self) -> "Table":
        return self.act(None, Deal())

    @property
    def turn(self) -> int | None:
        return self.match.turn

    @property
    def open_window(self) -> object:
        window = self.match.window
        return None if window is None else getattr(window, "seat", True)

    @property
    def banners(self) -> list[str]:
        return [code for event in self.events if (code := banner(event)) is not None]

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of a kind in the last step."""
        return [event for event in self.events if isinstance(event, kind)]

    def hand(self, seat: int) -> str:
        """The seat's hand, sorted by code."""
        return " ".join(sorted(held.card.code for held in view(self.match, Seat(seat)).hand))

    @property
    def counts(self) -> tuple[int, ...]:
        return view(self.match, Seat(0)).counts

    def shows(self, name: str) -> object:
        """A field of the family's part of the view; cards by their codes."""
        shown = getattr(view(self.match, Seat(0)).family, name)
        return shown.code if isinstance(shown, Card) else shown

    def playable(self, seat: int) -> str:
        """The faces that the seat may play, sorted by code."""
        legal = legal_actions(self.match, Seat(seat))
        return " ".join(sorted({action.card.code for action in legal if isinstance(action, Play)}))

    def may(self, seat: int, action: Action) -> bool:
        return action in legal_actions(self.match, Seat(seat))

    @property
    def points(self) -> tuple[int, ...]:
        return self.match.round.points  # type: ignore[no-any-return]

    @property
    def round(self) -> tuple[tuple[int, ...], str] | None:
        """Winners and reason of the finished round."""
        result = self.match.round.result
        return None if result is None else (result.winners, str(result.reason))

    @property
    def result(self) -> tuple[tuple[int, ...], str] | None:
        """Winners and reason of the finished match."""
        result = self.match.result
        return None if result is None else (result.winners, str(result.reason))

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The finished match's groups of equal seats, best first."""
        assert self.match.result is not None
        return self.match.result.ranking


def lines(match: Match) -> list[tuple[int, str, int]]:
    """The score sheet of the round."""
    return [(line.seat, str(line.kind), line.points) for line in match.round.lines]
