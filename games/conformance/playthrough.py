"""Playthroughs: whole matches played at random and written down as scenarios.

Every card is named in the setup, and the cards are chosen so that nothing is ever shuffled after
it: what must hold then follows from the rules alone. Among the moves are attempts that are refused,
time-outs, catches and seats that a computer takes over.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.conformance.acts import name_of_act, read_act
from games.conformance.playthrough_writing import written_act, written_deal, written_expectation
from games.conformance.reading import Json, Scenario
from games.conformance.setups import Setup, read_deal, read_setup
from games.engine import (
    RULESETS,
    Action,
    Announce,
    CallReturn,
    Card,
    Catch,
    ChooseColor,
    Color,
    Draw,
    Event,
    Keep,
    LastCard,
    Match,
    Play,
    Refusal,
    Refused,
    Replaced,
    Seat,
    SeatKind,
    Timeout,
    WindowCloses,
    apply,
    clock_actions,
    legal_actions,
    set_down,
)

_DEALS_TRIED = 60
"""So many deals are tried for a round that ends without a shuffle and has all that it should."""
_LONGEST_ROUND = 400
"""Steps after which a round is given up."""
_ATTEMPTS = 0.1
"""How often a step tries something that is refused."""
_LEAVING = 0.04
"""How often, before each step, a person leaves; once a round."""
_COMING_BACK = 0.5
"""How often a person who left is back for the next round."""
_FORFEITS = 0.3
"""How often the last round may leave fewer than two people."""
_FEWEST_PEOPLE = 2
_WEIGHTS: dict[type[Action], float] = {
    Play: 12.0,
    Draw: 1.0,
    Keep: 1.0,
    ChooseColor: 4.0,
    Announce: 2.0,
    Catch: 2.0,
    CallReturn: 3.0,
    Timeout: 0.4,
    WindowCloses: 2.0,
}
"""How likely the kinds of actions are, where several are possible."""
_TO_BE_SHOWN = frozenset({"refused", "timeout", "replaced"})


class ShuffleNeeded(Exception):
    """What must hold would depend on chance."""


def no_shuffle(size: int) -> Sequence[int]:
    """The chance of playthroughs: there is none, but for a single card."""
    if size > 1:
        raise ShuffleNeeded
    return range(size)


def playthrough(ruleset: str, *, players: int, seed: int, rounds: int = 1, teams: bool = False) -> Scenario:
    """A match of so many rounds; the same arguments make the same scenario.

    In teams the match is played to as many losses as the rounds allow.

    Raises:
        ValueError: the rule set does not seat so many.
    """
    facts = RULESETS[ruleset]
    length = facts.default_team_length if teams else facts.default_length
    facts.require(seats=players, teams=teams, length=length or facts.default_length)
    story = _Story(ruleset, players, rounds, Random(seed), teams=teams)
    while story.goes_on:
        story.play_round()
    seats = "teams" if teams else "players"
    return Scenario(f"playthrough-{ruleset}-{players}-{seats}-{seed}", ruleset, story.setup, tuple(story.steps))


class _Story:
    """A match so far: its setup, its steps, and how it stands."""

    def __init__(self, ruleset: str, players: int, rounds: int, random: Random, *, teams: bool) -> None:
        self.setup: Json = {}
        self.steps: list[Json] = []
        self.goes_on = True
        self._rules = RULESETS[ruleset].rules
        self._ruleset = ruleset
        self._players = players
        self._random = random
        self._rounds_left = rounds
        self._deck = self._rules.deck(self._choose)
        self._match: Match | None = None
        self._around: Json = {
            "dealer": random.randrange(players),
            "seats": ["person"] * players,
            "length": {"losses": (rounds + 1) // 2} if teams else {"rounds": rounds},
            **({"teams": True} if teams else {}),
        }

    def _choose(self, size: int) -> Sequence[int]:
        """The chance with which the cards of a setup are chosen."""
        return self._random.sample(range(size), size)

    def play_round(self) -> None:
        """Play a round, with a deal that ends it without a shuffle and shows all kinds of steps."""
        self._rounds_left -= 1
        best = self._try_round()
        for _ in range(_DEALS_TRIED):
            if best.is_whole:
                break
            best = max(best, self._try_round(), key=lambda tried: tried.worth)
        if self._match is None:
            self.setup = best.setup
        self._match = best.match
        self.steps += best.written_steps()
        self.goes_on = best.is_finished and best.match.result is None and self._rounds_left > 0

    def _try_round(self) -> "_Round":
        """A round with cards just dealt, which need no shuffle to begin."""
        while True:
            cards = [self._deck[place] for place in self._choose(len(self._deck))]
            try:
                begun = self._begin_round(written_deal(self._rules.deal(cards, self._players)))
            except ShuffleNeeded:
                continue
            begun.play()
            return begun

    def _begin_round(self, written: Json) -> "_Round":
        before = self._match
        if before is None:
            setup = {**written, **self._around}
            match, _ = _set_down(self._ruleset, read_setup(setup))
            first = _Step({}, None, match, ())
        else:
            setup = {**written, "seats": [self._next_kind(kind) for kind in before.kinds]}
            match, events = _set_down(self._ruleset, read_deal(setup, before))
            first = _Step({"deal": setup}, None, match, events)
        return _Round(setup, first, self._random, self._deck, last=self._rounds_left == 0)

    def _next_kind(self, kind: SeatKind) -> str:
        back = kind is SeatKind.REPLACEMENT and self._random.random() < _COMING_BACK
        return str(SeatKind.PERSON if back else kind)


class _Step(NamedTuple):
    """A step: the act, why it was refused, how the match stands then, and what happened."""

    act: Json
    refused: Refusal | None
    match: Match
    events: tuple[Event, ...]


class _Round:
    """A round being played at random."""

    def __init__(self, setup: Json, first: _Step, random: Random, deck: tuple[Card, ...], *, last: bool) -> None:
        self.setup = setup
        self.match = first.match
        self._steps = [first]
        self._random = random
        self._faces = sorted({face for held in deck for face in _faces(held)}, key=lambda face: face.number)
        self._may_forfeit = last and self._happens(_FORFEITS)
        self._to_be_shown = set(_TO_BE_SHOWN if self._may_leave() else _TO_BE_SHOWN - {"replaced"})
        self._shown: set[str] = set()

    @property
    def is_finished(self) -> bool:
        """Whether the round came to its end."""
        return self.match.round.result is not None

    @property
    def is_whole(self) -> bool:
        """Whether the round came to its end and nothing is missing in it."""
        return self.is_finished and self._to_be_shown <= self._shown

    @property
    def worth(self) -> tuple[bool, int]:
        """Which of two rounds to prefer."""
        return self.is_finished, -len(self._to_be_shown - self._shown)

    def written_steps(self) -> Iterator[Json]:
        """The steps as a scenario has them, each with all that must hold."""
        for act, refused, match, events in self._steps:
            code: Json = {} if refused is None else {"refused": str(refused)}
            yield {**act, **code, "expect": written_expectation(match, events)}

    def play(self) -> None:
        """Play to the end, or until only a shuffle could go on."""
        while not self.is_finished and len(self._steps) < _LONGEST_ROUND:
            if self._happens(_ATTEMPTS):
                self._try_in_vain()
            elif not self._go_on():
                return
        self._try_in_vain()

    def _happens(self, chance: float) -> bool:
        return self._random.random() < chance

    def _may_leave(self) -> bool:
        """Whether one more person may leave."""
        return self._may_forfeit or self.match.kinds.count(SeatKind.PERSON) > _FEWEST_PEOPLE

    def _note(self, step: _Step) -> None:
        self._steps.append(step)
        self.match = step.match
        self._shown |= set(step.act) if step.refused is None else {"refused"}
        if isinstance(step.match.window, LastCard):
            self._to_be_shown.add("catch")

    def _go_on(self) -> bool:
        """Carry out one of the possible actions; whether there was one that needs no shuffle."""
        options = self._options()
        while options:
            [chosen] = self._random.choices(range(len(options)), [weight for weight, _, _ in options])
            _, actor, action = options.pop(chosen)
            if self._carry_out(written_act(actor, action)):
                return True
        return False

    def _options(self) -> list[tuple[float, Seat | None, Action]]:
        """What may be done, each with its weight and its seat."""
        match = self.match
        if "replaced" not in self._shown and self._may_leave() and self._happens(_LEAVING):
            people = [Seat(seat) for seat, kind in enumerate(match.kinds) if kind is SeatKind.PERSON]
            return [(1.0, None, Replaced(self._random.choice(people)))]
        options: list[tuple[float, Seat | None, Action]] = []
        for seat in map(Seat, range(len(match.kinds))):
            legal = legal_actions(match, seat)
            plays = sum(isinstance(action, Play) for action in legal)
            for action in legal:
                share = plays if isinstance(action, Play) else 1
                options.append((_WEIGHTS[type(action)] / share, seat, action))
        return options + [(_WEIGHTS[type(action)], None, action) for action in clock_actions(match)]

    def _carry_out(self, act: Json) -> bool:
        """Carry out an act as a scenario does; False if it needs a shuffle."""
        actor, action = read_act(self.match, name_of_act(act) or "", act)
        try:
            match, events = apply(self.match, actor, action, no_shuffle)
        except ShuffleNeeded:
            return False
        self._note(_Step(act, None, match, events))
        return True

    def _try_in_vain(self) -> None:
        """Try something that the rules refuse, if it is soon found."""
        for _ in range(8):
            act = written_act(*self._any_attempt())
            actor, action = read_act(self.match, name_of_act(act) or "", act)
            try:
                apply(self.match, actor, action, no_shuffle)
            except Refused as refused:
                self._note(_Step(act, refused.code, self.match, ()))
                return
            except ShuffleNeeded:
                continue

    def _any_attempt(self) -> tuple[Seat | None, Action]:
        """Something that somebody may think of."""
        random, match = self._random, self.match
        seats = [Seat(seat) for seat in range(len(match.kinds))]
        seat = match.turn if match.turn is not None and self._happens(0.5) else random.choice(seats)
        colors = sorted({face.color for face in self._faces if face.color is not None})
        others: list[Action] = [
            Announce(),
            Catch(random.choice(seats)),
            ChooseColor(random.choice(colors)),
            CallReturn(call=self._happens(0.5)),
            Timeout(seat),
        ]
        if RULESETS[match.ruleset].rules.has_draw_pile:
            others += [Draw(), Keep()]
        action = self._any_play(seat, colors) if self._happens(0.6) else random.choice(others)
        return (None if isinstance(action, Timeout) else seat), action

    def _any_play(self, seat: Seat, colors: list[Color]) -> Play:
        held = [held.card.face for held in self.match.round.hands[seat]]
        wilds = [face for face in held if face.color is None]
        faces = wilds if wilds and self._happens(0.4) else held if held and self._happens(0.8) else self._faces
        face = self._random.choice(faces)
        return Play(face, self._random.choice([None, Color.BLACK, *colors]) if face.color is None else None)


def _faces(lying: Card) -> tuple[Card, ...]:
    return (lying.face,) if lying.down is None else (lying.face, lying.down)


def _set_down(ruleset: str, setup: Setup) -> tuple[Match, tuple[Event, ...]]:
    return set_down(ruleset, setup.position, setup.standing, no_shuffle)
