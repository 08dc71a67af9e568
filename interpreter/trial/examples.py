"""Tries the examples of a rule file.

The examples with the same settings are the branches of one game, which begins with the number of the example in a
variable of its own.  What an expectation finds is heard from the records: a failed one sets another such variable.  An
example that comes to a question stops there, and its answers are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...dsl import checked as c
from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import NOWHERE, Span
from ...dsl.types import FLAG, NUMBER, PLAYER, Type
from ..engine.engine import Engine
from ..engine.state import State, number_in
from ..faults import Fault
from ..fuzz.settings import option_word
from ..lowering import SettingsError, lower
from ..program import CUT, OVER, PC
from ..records import AnyRecord, Assigned, Listener
from ..text.format import bits
from ..text.parse import Words

_ExampleSettings = tuple[int | None, tuple[tuple[c.OptionSymbol, int], ...]]
_EXAMPLE, _FAILURE, _NUMBER, _WINNER = "!example", "!failure", "!number", "!winner"
"""The variables of the examples: no author can use these names."""
_TIMES = 6
"""So many times each is tried, with other cards where it leaves them to chance."""
_MOST_SHOWN = 6
"""So many answers are shown at most."""


@dataclass(frozen=True, slots=True)
class _Unlike:
    """An expectation that does not hold, and what was found in its place."""

    span: Span
    found: str


def broken_examples(game: c.CheckedGame) -> tuple[Diagnostic, ...]:
    """What is reported of the examples of a game: each that does not hold, once."""
    together: dict[_ExampleSettings, list[c.ExampleRule]] = defaultdict(list)
    for example in game.examples:
        together[example.players, example.settings].append(example)
    found = [one for (players, settings), rules in together.items() for one in _tried(game, players, settings, rules)]
    return tuple(sorted(found, key=lambda one: one.span.start))


def _tried(
    game: c.CheckedGame, players: int | None, settings: Sequence[tuple[c.OptionSymbol, int]], rules: list[c.ExampleRule]
) -> Iterator[Diagnostic]:
    tables = _ExampleTables(game, rules)
    options = {option.name: option_word(option, value, game.suits) for option, value in settings}
    try:
        engine = Engine(lower(tables.game, options, players, unchecked=tables.unchecked))
    except SettingsError as error:
        for example in rules:
            yield _report(example, example.span, f": {error}")
        return
    for number, example in enumerate(rules):
        failed = tables.failed(engine, number, example)
        if failed is not None:
            yield _report(example, failed.span, failed.found)


def _report(example: c.ExampleRule, span: Span, found: str) -> Diagnostic:
    which = "this example" if example.title is None else f"the example “{example.title}”"
    return report("E1307", span, which=which, found=found)


class _ExampleTables:
    """The game whose `main` is the examples."""

    def __init__(self, game: c.CheckedGame, rules: list[c.ExampleRule]) -> None:
        self._example = c.VariableSymbol(_EXAMPLE, NOWHERE, NUMBER)
        self._failure = c.VariableSymbol(_FAILURE, NOWHERE, NUMBER)
        self._number = c.VariableSymbol(_NUMBER, NOWHERE, NUMBER)
        self._seats = c.VariableSymbol("!seats", NOWHERE, NUMBER, owner="player")
        self._winners: list[c.VariableSymbol] = []
        self.rules = rules
        branches = tuple(self._branch(number, example) for number, example in enumerate(rules))
        end = c.Over("player", ((True, self._seats),), "shared", span=rules[0].span)
        main = c.PhaseSymbol("main", game.main.span, body=(*branches, end))
        added = (self._example, self._failure, self._number, self._seats, *self._winners)
        self.game = replace(
            game,
            main=main,
            phases=(*game.phases, game.main),
            variables=(*game.variables, *added),
            always=(),
            incidents=(),
            written=(),
        )
        self.unchecked = frozenset(after.span for phase in (game.main, *game.phases) for after in phase.afters)

    def _branch(self, number: int, example: c.ExampleRule) -> c.Stmt:
        body: list[c.Stmt] = []
        if example.player is not None:
            body.append(c.Let(example.player, c.Lit(0, type=PLAYER, span=example.span), span=example.span))
        if example.end is not None and example.end.winner is not None:
            winner = c.VariableSymbol(f"{_WINNER}{number}", NOWHERE, example.end.winner.type)
            self._winners.append(winner)
            body.append(c.Assign(winner, None, False, "set", example.end.winner, span=example.span))
        for i, one in enumerate(example.body):
            body.append(self._expectation(i, one) if isinstance(one, c.Expected) else one)
        body.append(c.Assign(self._example, None, False, "add", _number(1), span=example.span))
        at = c.VariableRef(self._example, None, type=NUMBER, span=example.span)
        chosen = c.Op("=", (at, _number(number)), type=FLAG, span=example.span)
        return c.If(chosen, (*body, c.Over("player", ((True, self._seats),), "shared", span=example.span)), ())

    def _expectation(self, number: int, expected: c.Expected) -> c.Stmt:
        stated = (
            ()
            if expected.number is None
            else (c.Assign(self._number, None, False, "set", expected.number, span=expected.span),)
        )
        failure = c.Assign(self._failure, None, False, "set", _number(number + 1), span=expected.span)
        return c.If(expected.condition, (), (*stated, failure), span=expected.span)

    def failed(self, engine: Engine, number: int, example: c.ExampleRule) -> _Unlike | None:
        """The first expectation of an example that does not hold; None if all do, whatever chance does."""
        return next((failed for seed in range(_TIMES) if (failed := self._failed(engine, number, example, seed))), None)

    def _failed(self, engine: Engine, number: int, example: c.ExampleRule, seed: int) -> _Unlike | None:
        names = [one.name for one in engine.program.variables]
        stated: list[Assigned] = []

        def hear(record: AnyRecord, _: object) -> None:
            if isinstance(record, Assigned) and names[record.variable] in (_FAILURE, _NUMBER):
                stated.append(record)

        try:
            state, unlike = _answered(engine, _began(engine, number, seed, hear), example, hear)
        except Fault as fault:
            return _Unlike(example.span, f": {fault.message}")
        for i, record in enumerate(stated):
            if names[record.variable] == _FAILURE:
                number_stated = i > 0 and names[stated[i - 1].variable] == _NUMBER
                return _Unlike(
                    example.body[record.value - 1].span, f": it is {stated[i - 1].value}" if number_stated else ""
                )
        return unlike or _ended(engine, state, number, example)


def _began(engine: Engine, number: int, seed: int, listener: Listener) -> State:
    """The state to which the statements of an example lead: the end, or the first question.  Raises `Fault`."""
    values = engine.fresh(seed, 0)
    values[next(one.base for one in engine.program.variables if one.name == _EXAMPLE)] = number
    engine.compiled.run(values, None, listener)
    return State(values)


def _answered(engine: Engine, state: State, example: c.ExampleRule, listener: Listener) -> tuple[State, _Unlike | None]:
    """The state after the answers that are given, and the first expected answer that is not offered, or that is, but
    should not be.
    """
    words = Words(engine.program)
    for one in example.answers:
        question = engine.question(state)
        if question is None:
            return state, _Unlike(one.span, ": nobody is asked anything")
        found = words.choices(question.alternatives, one.label, question.pool)
        legal = next((choice for choice in found if question.legal(choice)), None)
        if (legal is None) != (one.what == "refused"):
            labels = [option.label for option, _ in zip(question.options(words), range(_MOST_SHOWN), strict=False)]
            return state, _Unlike(one.span, f": it may be {', '.join(f'`{label}`' for label in labels)}")
        if one.what == "given" and legal is not None:
            state = engine.apply(state, legal, listener=listener)
    return state, None


def _ended(engine: Engine, state: State, number: int, example: c.ExampleRule) -> _Unlike | None:
    """Whether the end is another than the expected one."""
    program, pc = engine.program, number_in(state.values[PC])
    if pc > OVER:
        if example.end is not None:
            return _Unlike(example.end.span, ": the game goes on")
        if any(isinstance(line, c.Expected) for line in example.body):
            return _Unlike(example.span, ": somebody is asked before everything that it expects is reached")
        return None
    ours = pc != CUT and program.places[program.endings[OVER - pc].place] == example.span
    if example.end is None:
        return None if ours else _Unlike(example.span, ": the game is over")
    if ours:
        return _Unlike(example.end.span, ": the game is not over")
    result = engine.result(state)
    variable = next((one for one in program.variables if one.name == f"{_WINNER}{number}"), None)
    if variable is None or result is None:
        return None
    value, kind = number_in(state.values[variable.base]), variable.type
    wanted = tuple(bits(value)) if kind.kind == "set" else (value,)
    owner = (kind.element or kind).kind
    won = tuple(result.winners)
    if owner != result.owner:
        won = tuple(p for t in won for p in program.teams[t]) if owner == "player" else ()
    if sorted(won) == sorted(wanted):
        return None
    return _Unlike(example.end.span, f": {' and '.join(map(Words(program).player, sorted(won))) or 'nobody'} won")


def _number(value: int) -> c.Expr:
    return c.Lit(value, type=Type("number", low=value, high=value), span=NOWHERE)
