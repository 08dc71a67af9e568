"""The trace of a game: what was chosen and what chance gave, in order, in a form from which parts can be left out.

A trace is played leniently.  A choice that is not possible is skipped.  A card that cannot come, or that the trace does
not name, is replaced by the first card in the pile.  So any part of a trace is a valid trace, and a choice means the
same under other options as long as its line is still in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ..engine import Dice, Question
from ..program import Program
from ..records import Choice, Where
from .draws import ChanceOutcome, Echo, StepOutcomes
from .ground import Ground
from .watched import BrokenInvariant, Invariants, WatchedGame


@dataclass(frozen=True, slots=True)
class TracedChoice:
    """A choice: the place of its answer in the rule file, and the values of its names."""

    place: tuple[str, int]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TracedIncident:
    """An incident, by its title and the player it is about (-1: no player)."""

    title: str
    player: int


@dataclass(frozen=True, slots=True)
class TracedDraw:
    """What chance gave, by the names of zones.  It comes before the choices that follow it."""

    draws: tuple[tuple[str, str, int, int], ...]
    """For each draw: its purpose, the zone (empty: none), the owner, the value."""


TraceEvent = TracedChoice | TracedIncident | TracedDraw
GameTrace = tuple[TraceEvent, ...]


def trace_of(program: Program, steps: list[StepOutcomes]) -> GameTrace:
    """The trace of a game that was played."""
    found: list[TraceEvent] = []
    for step in steps:
        if isinstance(step.action, Choice):
            alternative = program.asks[step.ask].alternatives[step.action.alternative]
            found.append(TracedChoice(_place(program, alternative.place), step.action.values))
        elif step.action is not None:
            entry = program.incidents[step.action]
            found.append(TracedIncident(entry.title, entry.player))
        if step.draws:
            found.append(TracedDraw(tuple(_named(program, draw) for draw in step.draws)))
    return tuple(found)


def choices(trace: GameTrace) -> int:
    """How many choices and incidents a trace has."""
    return sum(not isinstance(event, TracedDraw) for event in trace)


def _place(program: Program, place: int) -> tuple[str, int]:
    span = program.places[place]
    return span.source.name, span.start


def _named(program: Program, draw: ChanceOutcome) -> tuple[str, str, int, int]:
    if draw.target is None:
        return draw.purpose, "", -1, draw.value
    return draw.purpose, program.zones[draw.target.zone].name, draw.target.owner, draw.value


class TracedChance:
    """Chance that follows a trace; where the trace gives nothing, it takes the first candidate."""

    def __init__(self, program: Program) -> None:
        self.zones = {zone.name: number for number, zone in enumerate(program.zones)}
        self.echo = Echo(())

    def load(self, drawn: TracedDraw | None) -> None:
        """Take the next draws of the trace; unused earlier ones are forgotten."""
        draws = [
            ChanceOutcome(purpose, Where(self.zones[zone], owner) if zone else None, value)
            for purpose, zone, owner, value in (drawn.draws if drawn is not None else ())
            if not zone or zone in self.zones
        ]
        self.echo = Echo(tuple(draws))

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The card that the trace names; otherwise the first card that the trace does not name for another place."""
        found = self.echo.card(pile, target, bag)
        if found is not None:
            return found
        named = {draw.value for draw in self.echo.left if not draw.purpose}
        return next((card for card in bag if card not in named), bag[0])

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """The player that the trace names; otherwise the first."""
        found = self.echo.player(purpose, candidates)
        return candidates[0] if found is None else found


def play(
    ground: Ground, trace: GameTrace, invariants: Invariants, most: int
) -> tuple[BrokenInvariant | None, WatchedGame]:
    """Play a trace, at most `most` steps of it.  Returns what went wrong, and the game so far."""
    chance = TracedChance(ground.program)
    game = WatchedGame(ground, invariants, Dice(0), chance)
    alternatives = _alternatives(ground.program)
    at = 0
    if trace and isinstance(trace[0], TracedDraw):
        chance.load(trace[0])
        at = 1
    broken = game.start()
    while broken is None and game.question is not None and len(game.steps) <= most:
        at, move = _next(trace, at, game.question, alternatives, ground.program)
        if move is None:
            break
        after = trace[at] if at < len(trace) else None
        chance.load(after if isinstance(after, TracedDraw) else None)
        broken = game.declare(move) if isinstance(move, int) else game.take(move)
    return broken, game


def _alternatives(program: Program) -> dict[tuple[int, tuple[str, int]], int]:
    """For each question, its answers by their places in the rule file."""
    return {
        (number, _place(program, alternative.place)): i
        for number, ask in enumerate(program.asks)
        for i, alternative in enumerate(ask.alternatives)
    }


def _next(
    trace: GameTrace,
    at: int,
    question: Question,
    alternatives: dict[tuple[int, tuple[str, int]], int],
    program: Program,
) -> tuple[int, Choice | int | None]:
    """The next item of the trace that is possible here, and the position after it."""
    for i in range(at, len(trace)):
        match trace[i]:
            case TracedChoice(place, values):
                number = alternatives.get((question.ask, place))
                if number is not None and question.legal(choice := Choice(number, values)):
                    return i + 1, choice
            case TracedIncident(title, player):
                for incident in question.incidents:
                    entry = program.incidents[incident]
                    if (entry.title, entry.player) == (title, player):
                        return i + 1, incident
            case TracedDraw():
                pass
    return len(trace), None


def deals(trace: GameTrace) -> Iterator[tuple[int, int]]:
    """The first and the last position of each deal in a trace: the cards that are dealt and what is done with them."""
    starts = [i for i, event in enumerate(trace) if isinstance(event, TracedDraw) and len(event.draws) > _A_DEAL]
    yield from pairwise((*starts, len(trace)))


_A_DEAL = 3
"""More draws than this at once are a deal."""
