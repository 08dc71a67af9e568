"""Solves a scripted game from its current position: one run of `hoyle solve`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...dsl.codes.reporting import ScriptError
from ...dsl.source.diagnostics import Diagnostic
from ...interpreter.analysis.opened import judgement
from ...interpreter.engine import Fault, State
from ...interpreter.notation.model import ScriptedGame
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.opening.rulesets import Rulesets
from ...interpreter.program import OVER, PC
from ...interpreter.records import Choice
from ...interpreter.replay.events import Acted, Began, Branched, Failed, Returned
from ...interpreter.replay.replayer import Replay
from ...interpreter.search.solve import Solution, Solver, TooLarge
from ...interpreter.wasm import Uncompilable
from ..terminal.console import console_for, echo, visible
from ..terminal.diagnostics import print_diagnostics
from ..terminal.pieces import CARDS
from ..terminal.render import Renderer

if TYPE_CHECKING:
    from ...interpreter.notation.files import Read

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NoSolution:
    """The reason why there is no answer: diagnostics of the script, or one line."""

    problems: tuple[Diagnostic, ...] = ()
    message: str = ""

    def show(self) -> None:
        """Print the reason."""
        if self.problems:
            print_diagnostics(console_for(), self.problems)
        if self.message:
            echo(f"hoyle: {visible(self.message)}", err=True)


@dataclass(frozen=True, slots=True)
class SolvedQuestion:
    """A solved question: the player, the options with their values, best first, and the best line (player, label)."""

    title: str
    player: str
    values: tuple[tuple[str, float], ...]
    line: tuple[tuple[str, str], ...]
    nodes: int
    ascii: bool

    def show(self) -> None:
        """Print the answer in words."""
        out = Renderer(console_for(), ascii=self.ascii)
        out.print(visible(self.title), "bold")
        out.print(f"{visible(self.player)} chooses, all cards known:")
        for label, value in self.values:
            out.line((f"  {value:>+7.2f} ", "dim"), (label, CARDS))
        out.print("Best line", "bold")
        for player, label in self.line:
            out.line((f"  {visible(player)}: ", ""), (label, CARDS))
        out.print("Points gained by the end of the deal, less what the other sides gain on average.", "dim")

    def data(self) -> Data:
        """The answer as data."""
        values = [{"choice": label, "value": value} for label, value in self.values]
        line = [{"player": player, "choice": label} for player, label in self.line]
        return {"solve": 1, "player": self.player, "options": values, "line": line, "nodes": self.nodes}


def solved_in(
    folder: Path, games: Iterable[Read], at: int | None, seconds: float, *, ascii: bool
) -> SolvedQuestion | NoSolution:
    """The answer to a question of the first game: the one at its end, or the one that choice `at` answered."""
    game = next(iter(games), None)
    if game is None:
        return NoSolution(message="there is no game in this script")
    if not isinstance(game, ScriptedGame):
        return NoSolution(game)
    try:
        opened = Rulesets(ascii=ascii).for_script(game, folder)
        state = _reached(game, opened, at)
        if isinstance(state, NoSolution):
            return state
        found = Solver(opened.engine.program).solve(state, seconds=seconds)
        return _answer(game, opened, state, found, ascii)
    except ScriptError as error:
        return NoSolution((error.diagnostic,))
    except Uncompilable as error:
        return NoSolution(message=f"this game cannot be solved: {error.what}")
    except TooLarge as error:
        return NoSolution(message=f"{error} (--seconds gives it longer; --at names a later choice)")
    except Fault as fault:
        return NoSolution(message=f"the rules break down while it is solved: {fault.message} ({fault.span})")


def _reached(game: ScriptedGame, opened: OpenedGame, at: int | None) -> State | NoSolution:
    """The state to be solved."""
    state, number, kept = State([]), 0, list[State]()
    for event in Replay(game, opened):
        match event:
            case Began():
                state = event.state
            case Branched():
                kept.append(state)
            case Returned():
                state = kept.pop()
            case Acted():
                number += 1
                if number == at:
                    break
                state = event.state
            case Failed(diagnostic):
                return NoSolution((diagnostic,))
            case _:
                pass
    if at is not None and number < at:
        return NoSolution(message=f"there are {number} choices in this game, and not {at}")
    pc = state.values[PC]
    assert isinstance(pc, int)
    return NoSolution(message="the game is over there; --at names a choice") if pc <= OVER else state


def _answer(game: ScriptedGame, opened: OpenedGame, state: State, found: Solution, ascii: bool) -> SolvedQuestion:
    words, engine = opened.words, opened.engine

    def label(here: State, option: tuple[int, ...]) -> str:
        question = engine.question(here)
        assert question is not None
        return words.label(question.alternatives[option[0]], option[1:])

    judged = judgement(found)
    values = tuple((label(state, one.option), one.value.value) for one in judged.options)
    line, here = list[tuple[str, str]](), state
    for player, option in found.line:
        line.append((words.player(player), label(here, option)))
        here = engine.apply(here, Choice(option[0], option[1:]))
    title = game.title.text if game.title is not None else engine.program.title
    nodes = sum(one.nodes for one in found.values)
    return SolvedQuestion(title, words.player(found.player), values, tuple(line), nodes, ascii)
