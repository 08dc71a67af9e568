"""What can fire in a rule file, and what did: statements, tricks, phases, rows, answers, incidents, endings; and what
can be computed: defines, rows of `values` and of the ranking, checks.

What can fire is read from the checked game, so the list also has lines that no tried setting uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...dsl import checked as c
from ...dsl.source.span import Span
from ...dsl.traversal import blocks
from ..batch.report import rules, shortened
from ..engine import State
from ..lowering.settings import SettingValue, option_word
from ..program import OVER, PC, Mark, Noted, Place, Program
from ..records import AnyRecord, Chosen, Declared
from ..traversal import nodes_within
from .ground import Ground
from .settings import tried_values
from .watched import WatchedGame

Key = tuple[str, str, int]
"""The kind of a rule, its file, and its first character."""


@dataclass(frozen=True, slots=True)
class CoverageRule:
    """A part of the rule file that can fire."""

    kind: str
    span: Span
    text: str

    @property
    def key(self) -> Key:
        """The key under which it is counted."""
        return (self.kind, self.span.source.name, self.span.start)


def universe(game: c.CheckedGame) -> tuple[CoverageRule, ...]:
    """Everything that can fire in a game, in the order of its file."""
    found: dict[Key, CoverageRule] = {}
    for rule in _rules(game):
        if rule.span.text:
            found.setdefault(rule.key, rule)
    return tuple(sorted(found.values(), key=in_order))


def in_order(rule: CoverageRule) -> tuple[str, int, str]:
    """The sort key of a rule: its file and place."""
    return rule.span.source.name, rule.span.start, rule.kind


def readings(game: c.CheckedGame) -> Iterator[tuple[CoverageRule, tuple[str, SettingValue]]]:
    """The values of options, each with the name of its option.  Options that may be any number in a range are
    left out.
    """
    for option in game.options:
        if option.node is None or (option.type.kind == "number" and option.values is None):
            continue
        own = option.node.values
        values = tried_values(option)
        for value in sorted(values) if option.values is None else option.values:
            word, shown = option_word(option, value), option.word(value)
            span = next((line.span for line in own if line.value.span.text == shown), option.node.span)
            yield CoverageRule("option value", span, f"{option.name} = {shown}"), (option.name, word)


def _rules(game: c.CheckedGame) -> Iterator[CoverageRule]:
    for define in game.defines:
        if not define.rows:
            yield _rule("define", define.span)
        for row in define.rows:
            yield _rule("row", row.span)
    for values in game.values:
        for row in values.rows:
            yield _rule("values row", row.span)
    for row in game.ranking.rows if game.ranking is not None else ():
        yield _rule("ranking row", row.span)
    for check in game.always:
        yield _rule("check", check.span)
    for phase in (game.main, *game.phases):
        for check in phase.afters:
            yield _rule("check", check.span)
        if phase is not game.main and not phase.table:
            yield _rule("phase", phase.span)
        yield from _inside(phase.body)
        for row in phase.rows:
            yield _rule("row", row.span)
            yield from _inside(row.actions)
    for incident in game.incidents:
        yield _rule("incident", incident.span)
        yield from _inside(incident.body)


def _inside(body: tuple[c.Stmt, ...]) -> Iterator[CoverageRule]:
    for statement in body:
        match statement:
            case c.Assign(target=target):
                if isinstance(target, c.VariableSymbol):
                    yield _rule("statement", statement.span)
            case c.PlayTrick():
                yield _rule("trick", statement.span)
            case c.Over():
                yield _rule("ending", statement.span)
            case c.Choose(_, choices):
                for choice in choices:
                    text = "…".join(choice.texts).strip()
                    yield CoverageRule("choice", choice.span, shortened(choice.span.text) or text)
                    yield from _inside(choice.body)
                continue
            case c.Let() | c.CallPhase() | c.Nothing() | c.Stop() | c.Again() | c.TurnedRound():  # none is counted
                pass
            case c.Cut():  # nor is this: no card changes its zone
                pass
            case c.If() | c.Repeat() | c.For() | c.Together():
                pass
            case _:
                yield _rule("statement", statement.span)
        for block in blocks(statement):
            yield from _inside(block)


def _rule(kind: str, span: Span) -> CoverageRule:
    return CoverageRule(kind, span, shortened(span.text))


def kinds(program: Program) -> dict[Place, str]:
    """The kinds of the places at which more than statements is counted."""
    marks = {"row": "row", "begin": "phase", "trick": "trick"}
    found: dict[Place, str] = {}
    for node in nodes_within((program.blocks, program.procedures, program.functions, program.asks)):
        if isinstance(node, Mark) and node.what in marks:
            found[node.place] = marks[node.what]
        elif isinstance(node, Noted):
            found.update((place, node.what) for place in node.places if place >= 0)
    return found


def live_rules(program: Program) -> set[Key]:
    """The rules that are part of a program, so that they can fire in its games."""
    places = [(rule.kind, rule.place) for rule in rules(program)]
    places += [("choice", one.place) for ask in program.asks for one in ask.alternatives]
    places += [("incident", entry.place) for entry in program.incidents]
    places += [("ending", ending.place) for ending in program.endings]
    places += [(kind, place) for place, kind in kinds(program).items()]
    places += program.settled
    found: set[Key] = set()
    for kind, place in places:
        span = program.places[place]
        found.add((kind, span.source.name, span.start))
    return found


class Coverage:
    """What fired in the games of one program.  `harvest` returns the counts and starts again from 0."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        program = ground.program
        self.kinds = kinds(program)
        self.counts: dict[Key, int] = {}

    def add(self, game: WatchedGame) -> None:
        """Add a game that was played."""
        self.take(game.records)
        self.ended(game.state)

    def take(self, records: Iterable[AnyRecord]) -> None:
        """Add what was chosen and declared."""
        program = self.ground.program
        for record in records:
            if isinstance(record, Chosen):
                self._count("choice", program.asks[record.ask].alternatives[record.choice.alternative].place)
            elif isinstance(record, Declared):
                self._count("incident", program.incidents[record.incident].place)

    def ended(self, state: State) -> None:
        """Add where a game stands at last, and what is known of it from its settings alone.

        A game that broke before its first question has no state.
        """
        if not state.values:
            return
        program, pc = self.ground.program, state.values[PC]
        assert isinstance(pc, int)
        if 0 <= OVER - pc < len(program.endings):  # else the game goes on, or was cut
            self._count("ending", program.endings[OVER - pc].place)
        for kind, place in program.settled:
            self._count(kind, place)

    def _count(self, kind: str, place: int, times: int = 1) -> None:
        span = self.ground.program.places[place]
        key = (kind, span.source.name, span.start)
        self.counts[key] = self.counts.get(key, 0) + times

    def harvest(self) -> dict[Key, int]:
        """How often each rule fired since the last harvest."""
        for counts in self.ground.counts:
            for place, times in enumerate(counts):
                if times:
                    self._count(self.kinds.get(place, "statement"), place, times)
            counts[:] = [0] * len(counts)
        found, self.counts = self.counts, {}
        return found
