"""Finds the shortest game that still shows a failure.

First it tries other games of the same rules, which may show the failure sooner.  Then it sets options and the number of
players back to their defaults; leaves out whole deals, then groups of choices, which it halves until they are single
choices (Zeller's *ddmin*); and deals cards in the order of the deck where that makes no difference.  A game shows the
same failure if the same invariant breaks at the same place of the rules.  Nothing is random, so shrinking twice gives
the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...dsl.checked import CheckedGame
from ..engine import Dice
from ..faults import KINDS
from ..lowering import Settings, SettingsError, SettingValue, lower, settle
from ..program import Program
from .ground import Ground
from .invariants import INVARIANTS
from .module import MODULE
from .strategies import STRATEGIES, Strategy
from .trace import GameTrace, TracedChoice, TracedDraw, choices, deals, play, trace_of
from .watched import BrokenInvariant, Invariants, WatchedGame

EFFORT = 60_000
"""How many choices are made in total while looking for a shorter game."""
_OTHERS = 0.4
"""The share of the effort that is spent on other games."""
_MOST_GAMES = 400
_ENDLESS = KINDS["endless"]
"""The code of a loop that does not end."""
_GOING_ROUND = 4_000
"""What stopping an endless game costs, in choices that could have been made in that time."""


@dataclass(frozen=True)
class FoundFailure:
    """A failure: the program and the trace that show it, and what is wrong."""

    program: Program
    trace: GameTrace
    broken: BrokenInvariant


@dataclass
class Shrinker:
    """Makes one failure smaller.  `left` is the remaining effort, in choices."""

    game: CheckedGame
    best: FoundFailure
    programs: Sequence[Program] = ()
    """Programs of other settings that may show the same failure sooner."""
    left: int = EFFORT
    tell: Callable[[int], None] = lambda choices: None
    """Called with the number of choices of the shortest game, whenever a shorter one is found."""
    usual: Settings = field(init=False)
    grounds: dict[tuple[object, int], Ground] = field(init=False, default_factory=dict[tuple[object, int], Ground])

    def __post_init__(self) -> None:
        self.usual = settle(self.game)

    def run(self) -> FoundFailure:
        """Return the smallest failure found."""
        self._normal()
        self._other_games(int(self.left * _OTHERS))
        self._plainer()
        before = None
        while before != self.best.trace and self.left > 0:
            before = self.best.trace
            self._without(list(deals(self.best.trace))[::-1])
            self._stretches()
            self._simpler()
        return self.best

    # -------------------------------------------------------------------------------------------------- trying games

    @property
    def invariants(self) -> Invariants:
        """The invariants that must be checked to see this failure."""
        return tuple(one for one in (*INVARIANTS, *MODULE) if one.name == self.best.broken.invariant)

    def ground(self, program: Program) -> Ground:
        """A program ready to be played; it is made once."""
        key = (tuple(program.options.items()), program.players)
        if key not in self.grounds:
            self.grounds[key] = Ground(program)
        return self.grounds[key]

    def _try(self, trace: GameTrace, program: Program | None = None) -> bool:
        """Play a trace.  Returns whether it shows the same failure and became the new best."""
        program = program or self.best.program
        most = len(self.best.trace)
        broken, game = play(self.ground(program), trace, self.invariants, most)
        self._spend(game, broken)
        return self._take(broken, game, program)

    def _spend(self, game: WatchedGame, broken: BrokenInvariant | None) -> None:
        """Subtract the cost of a game.  A game that was stopped in an endless loop cost much more than its choices."""
        self.left -= len(game.steps) + (_GOING_ROUND if broken is not None and broken.code == _ENDLESS else 0)

    def _take(self, broken: BrokenInvariant | None, game: WatchedGame, program: Program) -> bool:
        if broken is None or broken.key != self.best.broken.key:
            return False
        found = FoundFailure(program, trace_of(program, game.steps), broken)
        if self._measure(found) >= self._measure(self.best):
            return False
        self.best = found
        self.tell(choices(found.trace))
        return True

    def _measure(self, found: FoundFailure) -> tuple[int, int, tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """What is to be minimised: choices, settings that are not defaults, cards out of order, values named."""
        usual = self.usual.words()
        odd = sum(usual.get(name) != value for name, value in found.program.options.items())
        odd += found.program.players != self.usual.players
        cards = tuple(draw[3] for event in found.trace if isinstance(event, TracedDraw) for draw in event.draws)
        return choices(found.trace), odd, cards, tuple(e.values for e in found.trace if isinstance(e, TracedChoice))

    # --------------------------------------------------------------------------------------------------------- ways

    def _normal(self) -> None:
        """Replace the trace by the one that its own play gives.  If that does not show the failure, no part of it
        will.
        """
        broken, game = play(self.ground(self.best.program), self.best.trace, self.invariants, len(self.best.trace))
        if broken is None or broken.key != self.best.broken.key:
            self.left = 0
            return
        self.best = FoundFailure(self.best.program, trace_of(self.best.program, game.steps), broken)

    def _other_games(self, effort: int) -> None:
        """Try random games; each is given up as soon as it is not shorter than the best."""
        until = self.left - effort
        for number in range(_MOST_GAMES):
            most = choices(self.best.trace)
            if self.left <= max(until, 0) or most <= 1:
                return
            own = number % 2 == 0 or not self.programs
            ground = self.ground(self.best.program if own else self.programs[number // 2 % len(self.programs)])
            game = WatchedGame(ground, self.invariants, Dice(number, 1))
            strategy = Strategy(Dice(number, 2), STRATEGIES[number % len(STRATEGIES)])
            broken = game.start(seed=number)
            while broken is None and game.question is not None and len(game.steps) < most:
                incident = strategy.incident(game.question)
                broken = game.declare(incident) if incident is not None else game.take(strategy.choose(game.question))
            self._spend(game, broken)
            if broken is not None and broken.key == self.best.broken.key:
                self._try(trace_of(ground.program, game.steps), ground.program)

    def _plainer(self) -> None:
        """Set options back to their defaults one by one, and the number of players."""
        usual = self.usual.words()
        for name, value in tuple(self.best.program.options.items()):
            if usual[name] != value:
                self._with({**self.best.program.options, name: usual[name]}, self.best.program.players)
        if self.best.program.players != self.usual.players:
            self._with(self.best.program.options, self.usual.players)

    def _with(self, options: Mapping[str, SettingValue], players: int) -> None:
        if self.left <= 0:
            return
        try:
            program = lower(self.game, options, players)
        except SettingsError:
            return
        self._try(self.best.trace, program)

    def _without(self, parts: list[tuple[int, int]]) -> None:
        """Try to leave out parts of the trace, from its end on."""
        for start, end in parts:
            trace = self.best.trace
            if end <= len(trace) and self.left > 0:
                self._try(trace[:start] + trace[end:])

    def _stretches(self) -> None:
        """Leave out sections: half of the trace, then quarters, and so on down to single events."""
        length = max(1, len(self.best.trace) // 2)
        while length >= 1:
            end = len(self.best.trace)
            while end > 0 and self.left > 0:
                trace = self.best.trace
                end = min(end, len(trace))
                start = max(0, end - length)
                self._try(trace[:start] + trace[end:])
                end = start
            length //= 2

    def _simpler(self) -> None:
        """Try to name no cards, or only the first or the last of a deal."""
        for i in range(len(self.best.trace) - 1, -1, -1):
            event = self.best.trace[i] if i < len(self.best.trace) else None
            if not isinstance(event, TracedDraw):
                continue
            half = len(event.draws) // 2
            for draws in ((), event.draws[:half], event.draws[half:]):
                if self.left > 0 and self._try((*self.best.trace[:i], TracedDraw(draws), *self.best.trace[i + 1 :])):
                    break
