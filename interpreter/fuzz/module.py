"""Compares the WebAssembly module of the rules with the engine at every choice: an invariant of random games.

A module cannot be told what chance gives.  If chance is decided from outside, each step is compared separately: both
executors make it from the same state, with the generator in that state.  If the game draws its own random numbers, the
module plays along from step to step, and the two states are compared where the game is checked closely.  If they
differ, the steps since they last agreed are compared one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from ..engine import Fault, State
from ..engine.engine import Slots
from ..program import Program
from ..records import Choice, Where
from ..text.parse import Words
from ..wasm import Machine, ModuleError, Uncompilable
from .draws import StepOutcomes
from .invariants import MOST_OPTIONS
from .watched import InvariantResult, Invariants, WatchedGame, invariants_of


def module(game: WatchedGame) -> InvariantResult:
    """The WebAssembly module of the rules makes the same step from the same state, and offers the same options."""
    step = game.steps[-1]
    try:
        machine = game.ground.machine
        if game.sample > 1 and game.chance is None:
            found = _followed(game, machine)
        else:
            found = _step(game, game.before, step, machine)
            if found is None and game.question is not None:
                machine.put(game.state.values)
                found = _question(game, machine)
    except Uncompilable as error:
        return error.message_for(game.program)
    except ModuleError as error:
        found = str(error)
    except ValueError as error:
        found = f"the module cannot go on from here: {error}"
    if isinstance(found, str) and step.ask >= 0:
        return found, game.program.places[game.program.asks[step.ask].place]
    return found


def _followed(game: WatchedGame, machine: Machine) -> InvariantResult:
    """Let the module make the last step from its own state; compare the states where the game is checked closely."""
    step, number = game.steps[-1], len(game.steps)
    game.states.append(game.before)
    if game.stopped or (step.action is not None and machine.ask != step.ask):
        game.close = True  # the engine stops here, or the module diverged some steps ago
    else:
        try:
            _move(game, step, machine)
        except (Fault, ValueError):
            game.close = True
    if not game.close:
        return None
    states, first = game.states, game.agreed
    game.states, game.agreed = [], number
    if not game.stopped and machine.state == game.state.values:
        return _question(game, machine)
    for i, before in enumerate(states):
        at = game.steps[first + i]
        found = _step(game, before, at, machine)
        if found is not None:
            place = game.program.places[game.program.asks[at.ask].place] if at.ask >= 0 else None
            return (found, place) if isinstance(found, str) and place is not None else found
    if game.question is None:
        return None
    machine.put(game.state.values)
    return _question(game, machine)


def _step(game: WatchedGame, before: State, step: StepOutcomes, machine: Machine) -> InvariantResult:
    """Compare one step that both executors make from the state before it."""
    engine = _made(lambda: _in_engine(game, before, step))
    inside = _made(lambda: _in_module(game, before, step, machine))
    if isinstance(engine, Fault) and isinstance(inside, Fault):
        if (engine.code, engine.message, engine.span) == (inside.code, inside.message, inside.span):
            return None
        return f"the module stops with `{inside.message}`, the engine with `{engine.message}`", engine.span
    if isinstance(engine, Fault):
        return f"only the engine stops: {engine.message}", engine.span
    if isinstance(inside, Fault):
        return f"only the module stops: {inside.message}", inside.span
    return _difference(game.program, game.engine.words, engine, inside)


def _made(step: Callable[[], Slots]) -> Slots | Fault:
    """The state after a step, or the fault that it raises."""
    try:
        return step()
    except Fault as fault:
        return fault


def _in_engine(game: WatchedGame, before: State, step: StepOutcomes) -> Slots:
    match step.action:
        case None:
            return game.engine.start(seed=game.seed, index=game.index).values
        case Choice(alternative, chosen):
            values = before.values.copy()
            game.engine.take(values, step.ask, (alternative, *chosen))
            return values
        case incident:
            return game.engine.declare(before, incident).values


def _in_module(game: WatchedGame, before: State, step: StepOutcomes, machine: Machine) -> Slots:
    if step.action is not None:
        machine.put(before.values)
    _move(game, step, machine)
    return machine.state


def _move(game: WatchedGame, step: StepOutcomes, machine: Machine) -> None:
    """Let the module make a step from its current state."""
    match step.action:
        case None:
            machine.start(game.seed, game.index)
        case Choice(alternative, chosen):
            machine.place((alternative, *chosen), step.ask)
            game.ground.stepper.step(0)
        case incident:
            machine.declare(incident)


def _question(game: WatchedGame, machine: Machine) -> InvariantResult:
    """Compare the open question, if there is one."""
    question = game.question
    if question is None:
        return None
    if machine.ask != question.ask or machine.player != question.player:
        return "the module asks something else"
    try:
        options = machine.options(most=MOST_OPTIONS)
    except Fault as fault:
        return f"the module cannot tell the options: {fault.message}", fault.span
    if machine.written() != game.engine.compiled.written(game.state.values):
        return "the module writes other lines on the table", question.span
    offered = [(choice.alternative, *choice.values) for choice in islice(question.choices(), MOST_OPTIONS)]
    return None if options == offered else ("the module offers other options", question.span)


def _difference(program: Program, words: Words, engine: Slots, inside: Slots) -> str | None:
    """The first slot that differs between a state of the engine and one of the module, in words."""
    at = next((i for i, (a, b) in enumerate(zip(engine, inside, strict=True)) if a != b), None)
    if at is None:
        return None
    for number, zone in enumerate(program.zones):
        if zone.base <= at < zone.base + zone.count:
            where = words.where(Where(number, at - zone.base if zone.owner is not None else -1))
            return f"{where} is another in the module than in the engine"
    for info in program.variables:
        if info.base <= at < info.base + info.count:
            return f"`{info.name}` is {inside[at]} in the module, {engine[at]} in the engine"
    return f"the module goes on elsewhere than the engine: slot {at} is {inside[at]}, {engine[at]}"


MODULE: Invariants = invariants_of({"module": module}, every=True, stopped=True)
"""The invariant to be added where the module makes each choice too."""
