"""What of a rule file can fire, and what did: statements, tricks, phases, rows, answers, incidents, endings.

What can fire is read from the checked game, so that a line no setting that was tried has use for is listed too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...dsl import core as c
from ...dsl.source import Span
from ..batch.playout import statements
from ..batch.report import shortened
from ..program import OVER, PC, Mark
from ..records import Chosen, Declared, GameOver
from .watched import Ground, Watched

Key = tuple[str, str, int]
"""The kind of a rule, its file, and its first character."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that can fire."""

    kind: str
    span: Span
    text: str

    @property
    def key(self) -> Key:
        """What it is counted under."""
        return (self.kind, self.span.source.name, self.span.start)


def universe(game: c.Game) -> tuple[Rule, ...]:
    """Everything that can fire in a game, in the order of its file."""
    found: dict[Key, Rule] = {}
    for rule in _rules(game):
        if rule.span.text:
            found.setdefault(rule.key, rule)
    return tuple(sorted(found.values(), key=lambda rule: (rule.span.source.name, rule.span.start, rule.kind)))


def _rules(game: c.Game) -> Iterator[Rule]:
    for phase in (game.main, *game.phases):
        if phase is not game.main and not phase.table:
            yield _rule("phase", phase.span)
        yield from _inside(phase.body)
        for row in phase.rows:
            yield _rule("row", row.span)
            yield from _inside(row.actions)
    for incident in game.incidents:
        yield _rule("incident", incident.span)
        yield from _inside(incident.body)


def _inside(body: tuple[c.Stmt, ...]) -> Iterator[Rule]:
    for statement in body:
        match statement:
            case c.Assign(target=target):
                if isinstance(target, c.VariableSymbol):
                    yield _rule("statement", statement.span)
            case c.Gather() | c.Shuffle() | c.Deal() | c.Move() | c.Show():
                yield _rule("statement", statement.span)
            case c.PlayTrick():
                yield _rule("trick", statement.span)
            case c.Over():
                yield _rule("ending", statement.span)
            case c.If(_, then, otherwise):
                yield from _inside(then)
                yield from _inside(otherwise)
            case c.Repeat(_, _, inner, otherwise):
                yield from _inside(inner)
                yield from _inside(otherwise)
            case c.For():
                yield from _inside(statement.body)
            case c.Choose(_, choices):
                for choice in choices:
                    text = "…".join(choice.texts).strip()
                    yield Rule("choice", choice.span, shortened(choice.span.text) or text)
                    yield from _inside(choice.body)
            case c.Together(choosers):
                yield from _inside(choosers)
            case _:
                pass


def _rule(kind: str, span: Span) -> Rule:
    return Rule(kind, span, shortened(span.text))


class Coverage:
    """What fired in the games of one program; `harvest` gives it and begins anew."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        program = ground.program
        marks = {"row": "row", "begin": "phase", "trick": "trick"}
        self.kinds = {
            node.place: marks[node.what]
            for node in statements(program)
            if isinstance(node, Mark) and node.what in marks
        }  # fmt: skip
        self.counts: dict[Key, int] = {}

    def add(self, game: Watched) -> None:
        """A game that was played."""
        program = self.ground.program
        for record in game.records:
            if isinstance(record, Chosen):
                self._count("choice", program.asks[record.ask].alternatives[record.choice.alternative].place)
            elif isinstance(record, Declared):
                self._count("incident", program.incidents[record.incident].place)
        if game.records and isinstance(game.records[-1], GameOver):
            pc = game.state.values[PC]
            assert isinstance(pc, int)
            if 0 <= OVER - pc < len(program.endings):  # else it was cut
                self._count("ending", program.endings[OVER - pc].place)

    def _count(self, kind: str, place: int, times: int = 1) -> None:
        span = self.ground.program.places[place]
        key = (kind, span.source.name, span.start)
        self.counts[key] = self.counts.get(key, 0) + times

    def harvest(self) -> dict[Key, int]:
        """How often each rule fired since the last harvest."""
        counts = self.ground.counts
        for place, times in enumerate(counts):
            if times:
                self._count(self.kinds.get(place, "statement"), place, times)
        counts[:] = [0] * len(counts)
        found, self.counts = self.counts, {}
        return found
