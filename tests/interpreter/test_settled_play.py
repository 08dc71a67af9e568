"""Static analysis agrees with play: partially evaluated rules play like the original, and values stay in their computed
ranges.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.dsl import checked as c
from hoyle.dsl.loading import load
from hoyle.dsl.operations import Interval, hull
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.intervals import ExpressionRanges
from hoyle.dsl.settle.values import values_of
from hoyle.dsl.source.span import Source
from hoyle.dsl.traversal import everything
from hoyle.interpreter.engine import Engine, Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.lowering.settings import SettingsError, option_word, settle
from hoyle.interpreter.program import FIRST_FREE, Program
from hoyle.interpreter.wasm.ranges import ProgramRanges

ROOT = Path(__file__).resolve().parents[2]
RULESETS = sorted(path.stem for path in (ROOT / "rulesets").glob("*.hoyle"))
MOST_CHOICES = 80
GIVEN = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))


def of_ones_own(name: str) -> c.CheckedGame:
    """A game that a test may change: it is loaded from a text, so it is not shared."""
    path = ROOT / "rulesets" / f"{name}.hoyle"
    game = load(Source(str(path), path.read_text(encoding="utf-8"))).game
    assert game is not None
    return game


@cache
def shared(name: str) -> c.CheckedGame:
    """A shared game, which no test may change."""
    game = load(name).game
    assert game is not None
    return game


def chosen(game: c.CheckedGame, random: Random) -> tuple[dict[str, int | str | bool], int] | None:
    """Random options and a random number of players.  None if they are incompatible."""
    options = {
        option.name: option_word(option, random.choice(values_of(option)))
        for option in game.options
        if random.random() < 0.5
    }
    low, high, _ = game.players
    players = random.randint(low, high)
    try:
        settle(game, options, players, None)
        lower(game, options, players)
    except SettingsError:
        return None
    return options, players


def fold(game: c.CheckedGame, options: dict[str, int | str | bool], players: int) -> c.CheckedGame:
    """Partially evaluate every phase, define and incident for these settings, and return the game."""
    made = settle(game, options, players, None)
    folding = FoldingContext(made.values, players)
    bodies: list[tuple[c.PhaseSymbol, tuple[c.Stmt, ...], tuple[c.Row, ...]]] = [
        (phase, folding.block(phase.body), folding.kept(phase.rows))
        for phase in (game.main, *game.phases)
        if not phase.table
    ]
    defines = [
        (define, folding.expr(define.body)) for define in game.defines if define.body is not None and not define.lets
    ]
    for phase, body, rows in bodies:
        object.__setattr__(phase, "body", body)  # sealed, but this game is the test's own
        object.__setattr__(phase, "rows", rows)
    for define, value in defines:
        object.__setattr__(define, "body", value)
    incidents = tuple(replace(rule, body=folding.block(rule.body)) for rule in game.incidents)
    return replace(game, incidents=incidents)


def _number(value: int | tuple[int, ...]) -> int:
    assert isinstance(value, int)
    return value


def played(program: Program, seed: int) -> list[object]:
    """Play a random game.  Return every question with its options, and the variables at the end."""
    engine, random = Engine(program), Random(seed)
    found: list[object] = []
    try:
        state = engine.start(seed=seed)
        for _ in range(MOST_CHOICES):
            question = engine.question(state)
            if question is None:
                break
            options = sorted(question.options(), key=lambda option: option.label)[:50]
            found.append((question.player, [option.label for option in options]))
            state = engine.apply(state, random.choice(options).choice)
            for info in program.variables:
                found.append((info.name, state.values[info.base : info.base + info.count]))
    except Fault as fault:
        found.append(fault.code)
    return found


@pytest.mark.parametrize("name", RULESETS)
@GIVEN
@given(seed=st.integers(0, 10**6))
def test_partially_evaluated_rules_play_like_the_original(name: str, seed: int) -> None:
    """The partial evaluator may remove only what cannot happen."""
    random = Random(seed)
    setting = chosen(shared(name), random)
    if setting is None:
        return
    options, players = setting
    plain = lower(shared(name), options, players)
    folded = lower(fold(of_ones_own(name), options, players), options, players)
    assert played(folded, seed) == played(plain, seed)


@cache
def ranges_of(name: str) -> dict[str, Interval]:
    """The ranges of numbers that are only assigned, never changed by `add`: the union of the ranges of all assigned
    values.
    """
    game = shared(name)
    ranges = ExpressionRanges(game)
    known: dict[str, Interval] = {}
    added: set[str] = set()
    for statement in everything(game):
        if isinstance(statement, c.Assign) and isinstance(statement.target, c.VariableSymbol):
            target = statement.target
            if statement.op != "set" or target.type.kind != "number":
                added.add(target.name)
            else:
                found = ranges.of(statement.value)
                known[target.name] = hull(known.get(target.name, found), found)
    return {name: found for name, found in known.items() if name not in added}


@pytest.mark.parametrize("name", RULESETS)
@GIVEN
@given(seed=st.integers(0, 10**6))
def test_values_stay_in_their_ranges(name: str, seed: int) -> None:
    """Every slot stays in the range of the program, and an assigned number in the range of its values."""
    random = Random(seed)
    setting = chosen(shared(name), random)
    if setting is None:
        return
    program, known = lower(shared(name), *setting), ranges_of(name)
    ranges = ProgramRanges(program).slots
    engine = Engine(program)
    state = engine.start(seed=seed)
    for _ in range(MOST_CHOICES):
        for slot, value in enumerate(state.values):
            if slot >= FIRST_FREE and isinstance(value, int):
                low, high = ranges[slot]
                assert low <= value <= high, (slot, value)
        for info in program.variables:
            if info.name in known:
                first = _number(program.initial[info.base])
                low, high = hull(known[info.name], (first, first))
                assert all(low <= _number(v) <= high for v in state.values[info.base : info.base + info.count]), (
                    info.name
                )
        question = engine.question(state)
        if question is None:
            break
        try:
            state = engine.apply(state, random.choice(list(islice(question.choices(), 50))))
        except Fault:
            break
