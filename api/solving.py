"""`hoyle.solve`: the exact value of every choice with all cards known, or its mean over draws of the unknown cards."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from ..dsl.codes.reporting import ScriptError
from ..interpreter.analysis.judge import estimate
from ..interpreter.analysis.opened import judgement
from ..interpreter.arguments import numbers_checked
from ..interpreter.engine import Fault, State
from ..interpreter.errors import NoAnswer, game_error
from ..interpreter.game import Game, GameError
from ..interpreter.notation.files import Read
from ..interpreter.notation.model import ScriptedGame
from ..interpreter.opening.opened import OpenedGame, title_of
from ..interpreter.opening.rulesets import Rulesets
from ..interpreter.program import OVER, PC
from ..interpreter.program.program import ZoneInfo
from ..interpreter.records import Choice
from ..interpreter.replay.events import Acted, Began, Branched, Failed, Returned
from ..interpreter.replay.replayer import Replay
from ..interpreter.search.exact import ValueBounds
from ..interpreter.search.solve import Solver, TooLarge
from ..interpreter.search.tricks.course import FEWEST_TRICKS
from ..interpreter.wasm import Uncompilable
from ..interpreter.wasm.search.liveness import live_slots
from .results import CellValue, Report, report
from .running import NO_WASMTIME
from .scripts import AnyScript, games_of

SolveProgress = Callable[[int, int], None]
"""Is told now and then how much is solved, and of how much: choices, or draws of the unknown cards."""
OTHER_SEEDS = 2
"""With so many other seeds it is tried whether a script leaves cards to chance."""


@dataclass(frozen=True)
class SolvedOption:
    """An option, and what it is worth to the side of the player asked, in points until the deal ends.

    `low` and `high`: where the value lies.  They are the value itself if it is exact, a 95 % interval if it is a mean
    over draws of the unknown cards, and bounds that are certain if the search was stopped (None: nothing is known).
    """

    choice: str
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class SolvedStep:
    """A choice of the best line of play."""

    player: str
    choice: str


@dataclass(frozen=True)
class SolveResult(Report):
    """The value of every choice with all cards known, best first, and the best line of play.

    `exact`: whether the values are exact.  Otherwise they are means over `worlds` draws of the unknown cards, or, if
    `worlds` is 0, the search was stopped, and what is known are bounds; then there is no line.  `drawn`: whether the
    script leaves cards to chance.
    """

    player: str
    options: tuple[SolvedOption, ...]
    line: tuple[SolvedStep, ...]
    nodes: int
    exact: bool = True
    worlds: int = 0
    drawn: bool = False
    choice: int = 0
    """The number of the choice solved, if the script ends with its deal; otherwise 0."""
    solve: int = 2
    title: str = ""

    @property
    def best(self) -> tuple[str, ...]:
        """The choices that are best."""
        return tuple(one.choice for one in self.options if one.value == self.options[0].value)

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each option."""
        return [
            {"player": self.player, "choice": one.choice, "value": one.value, "low": one.low, "high": one.high}
            for one in self.options
        ]

    def lines(self) -> Iterator[str]:
        """The values and the best line as text."""
        from ..cli.formats.solution import plain_lines

        return plain_lines(self.title, self._data)


class CannotSolve(NoAnswer):
    """There is no answer: the game is over there, its rules cannot be compiled, or too much of the deal is left.

    `what` says so without advice, and `advice` names the argument to change, if one would help.  `so_far`: the bounds
    that are known of the values, if the time was too short.
    """

    def __init__(self, what: str, advice: str = "", so_far: SolveResult | None = None) -> None:
        super().__init__(f"{what} ({advice})" if advice else what)
        self.what, self.advice, self.so_far = what, advice, so_far


@numbers_checked()
def solve(
    script: AnyScript,
    *,
    at: int | None = None,
    seconds: float = 60.0,
    memory: int = 256,
    worlds: int = 0,
    ascii: bool = False,
    progress: SolveProgress | None = None,
) -> SolveResult:
    """Find the exact value of every choice with all cards known (schemas/solve.schema.json).

        hoyle.solve("evening.play", at=12).best
        hoyle.solve(game)                       # a `hoyle.Game`: the question that is open
        hoyle.solve("hand.play", worlds=100)    # some cards are not named: the mean over 100 draws of them

    at        solve what this choice of the first game answered, counted from 1; without it, where the game ends;
              a script that ends with its deal is solved at the first card of its tricks
    seconds   after which time the search gives up
    memory    the most memory for the table of positions, in MB; the answer is the same with any
    worlds    draw the cards that the script does not name so many times, solve each exactly, and give the means with
              95 % intervals; draws in which the script cannot be played are left out; a `hoyle.Game` has none
    ascii     write suits as letters
    progress  is called with how much is solved, and of how much

    A value is what the side of the player gains until the deal ends, less the mean of what the others gain; with more
    than two sides, it is what the side can be sure of.  After Ctrl-C the report has the bounds that are known.  Raises
    `CannotSolve`, `GameError` for a mistake in the script, and `Fault` where the rules break down in a continuation.
    """
    if isinstance(script, Game) and at is None and not worlds:
        run = _Solving(script.rules.title, script.rules.opened, seconds, memory, progress)
        with _explained():
            return run.exactly(script.state)
    return solve_first(
        *games_of(script), at=at, seconds=seconds, memory=memory, worlds=worlds, ascii=ascii, progress=progress
    )


def solve_first(
    folder: Path,
    found: Iterable[Read],
    *,
    at: int | None = None,
    seconds: float = 60.0,
    memory: int = 256,
    worlds: int = 0,
    ascii: bool = False,
    progress: SolveProgress | None = None,
) -> SolveResult:
    """Solve the first of some games, whose rules are named from `folder`; see `solve`."""
    first = next(iter(found), None)
    if first is None:
        raise CannotSolve("there is no game in this script")
    if not isinstance(first, ScriptedGame):
        raise GameError(*first)
    with _explained():
        opened = Rulesets(ascii=ascii).for_script(first, folder)
        title = title_of(first, opened)
        state, number = _reached(first, opened, at)
        if program_counter(state) <= OVER:
            raise CannotSolve("the game is over there", "`at` names a choice")
        run = _Solving(title, opened, seconds, memory, progress, number)
        run.drawn = any(run.differs(first, at, state, n) for n in range(1, OTHER_SEEDS + 1))
        if worlds and run.drawn:
            return run.on_average(_draws(first, opened, at, worlds), worlds)
        return run.exactly(state)


@contextmanager
def _explained() -> Generator[None]:
    """Turn what the solver raises into `CannotSolve`, and mistakes of a script into `GameError`."""
    try:
        yield
    except ScriptError as error:
        raise game_error(error) from None
    except Uncompilable as error:
        raise CannotSolve(f"this game cannot be solved: {error.what}") from None
    except ModuleNotFoundError as error:
        if error.name != "wasmtime":
            raise
        raise CannotSolve("nothing can be solved", NO_WASMTIME) from None


def _draws(first: ScriptedGame, opened: OpenedGame, at: int | None, worlds: int) -> Iterator[State]:
    """The states that the script reaches with other draws of the cards that it does not name.  Draws in which it cannot
    be played are left out.
    """
    for n in range(worlds):
        try:
            yield _reached(_with_seed(first, n), opened, at)[0]
        except ScriptError:
            continue


def _with_seed(game: ScriptedGame, more: int) -> ScriptedGame:
    return replace(game, seed=(game.seed or 0) + more)


def _reached(game: ScriptedGame, opened: OpenedGame, at: int | None) -> tuple[State, int]:
    """The state to be solved, and the number of the choice made in it if the script ends with its deal (else 0).

    The deal that the rules begin after the last choice is not part of the script: then it is the state in which the
    first card of the deal was played to a trick (in a game without tricks, that of the last choice).  Raises
    `ScriptError` and `CannotSolve`.
    """
    state, number, kept = State([]), 0, list[State]()
    asks = opened.engine.program.asks
    begun, tricks, deal_over = (state, 0), False, False
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
                to_trick = asks[~program_counter(state)].trick is not None
                if not (to_trick and tricks):
                    begun = state, number
                tricks = to_trick
                state, deal_over = event.state, event.next_deal >= 0
            case Failed(diagnostic):
                raise ScriptError(diagnostic)
            case _:
                pass
    if at is not None and number < at:
        raise CannotSolve(f"there are {number} choices in this game, and not {at}")
    return begun if at is None and number and (deal_over or program_counter(state) <= OVER) else (state, 0)


def program_counter(state: State) -> int:
    """The block at which a state continues; below 0: its question, or the end of the game."""
    pc = state.values[PC]
    assert isinstance(pc, int)
    return pc


class _Solving:
    """Solves states of one game, and writes the report."""

    def __init__(
        self, title: str, opened: OpenedGame, seconds: float, memory: int, progress: SolveProgress | None,
        number: int = 0,
    ) -> None:  # fmt: skip
        self.title, self.opened, self.number, self.progress = title, opened, number, progress
        self.end = monotonic() + seconds
        self.solver = Solver(opened.engine.program, memory=memory << 20)
        self.drawn = False
        self.known: tuple[ValueBounds, ...] = ()

    def differs(self, game: ScriptedGame, at: int | None, state: State, more: int) -> bool:
        """Whether the script reaches other cards with another seed, and they may matter."""
        try:
            other, _ = _reached(_with_seed(game, more), self.opened, at)
        except ScriptError:
            return True
        program = self.opened.engine.program
        ask = ~program_counter(state)

        def differ(zone: ZoneInfo) -> bool:
            own = range(zone.base, zone.base + zone.count)
            return any(state.values[slot] != other.values[slot] for slot in own)

        rules, tricks = program.asks[ask].trick, self.solver.tricks
        if rules is not None and not differ(program.zones[rules.hand]) and tricks is not None:
            cards = tricks.reader.cards_left(state.values, ask)
            if cards < FEWEST_TRICKS or tricks.takes(state):  # nothing more is drawn
                return False
        live = live_slots(program)[ask]
        return any(differ(zone) for zone in program.zones if zone.base in live)

    def exactly(self, state: State) -> SolveResult:
        """The exact values; after Ctrl-C the bounds that are known.  Raises `CannotSolve`."""
        if program_counter(state) <= OVER:
            raise CannotSolve("the game is over there", "`at` names a choice")
        try:
            found = self.solver.solve(state, seconds=self.end - monotonic(), progress=self._reached)
        except TooLarge as error:
            advice = "`seconds` gives it longer; `at` names a later choice"
            what = f"{error}{self._slowly(state)}"
            raise CannotSolve(what, advice, self._bounds(state) if self.known else None) from None
        except KeyboardInterrupt:
            if not self.known:
                raise
            return self._bounds(state)
        judged = judgement(found)
        options = [self._option(state, one.option, *(one.value.value,) * 3) for one in judged.options]
        line, here, engine = list[dict[str, str]](), state, self.opened.engine
        for player, option in found.line:
            line.append({"player": self.opened.words.player(player), "choice": self._label(here, option)})
            here = engine.apply(here, Choice(option[0], option[1:]))
        return self._report(state, options, line, sum(one.nodes for one in found.values))

    def _slowly(self, state: State) -> str:
        """Why a position in the middle of tricks is searched by the rules alone, which is slower; "" if it is not."""
        tricks = self.solver.tricks
        refusal = "" if tricks is None else tricks.refusal(state)
        if not refusal or self.opened.engine.program.asks[~program_counter(state)].trick is None:
            return ""
        return f"; every card is played by the rules here, because {refusal}"

    def on_average(self, states: Iterable[State], worlds: int) -> SolveResult:
        """The means over states that the player who chooses may be in, but for those from which the rules break down.
        Raises `CannotSolve`, and `Fault` if they do so from all of them.
        """
        rows: list[dict[str, float]] = []
        nodes, first, fault = 0, None, None
        try:
            for state in states:
                left = self.end - monotonic()
                if left <= 0:
                    raise TooLarge
                try:
                    found = self.solver.solve(state, seconds=left, line=False)
                except Fault as error:  # other draws may be played on
                    fault = error
                    continue
                nodes += sum(one.nodes for one in found.values)
                first = first or state
                rows.append({self._label(state, one.option): one.value for one in found.values})
                if rows[-1].keys() != rows[0].keys():
                    raise CannotSolve("what may be chosen differs from draw to draw: name the cards of that hand")
                if self.progress is not None:
                    self.progress(len(rows), worlds)
        except TooLarge:
            if not rows:
                raise CannotSolve(
                    "too much is left of this deal to be solved once", "`seconds` gives it longer"
                ) from None
        except KeyboardInterrupt:
            if not rows:
                raise
        if first is None and fault is not None:
            raise fault
        if first is None:
            raise CannotSolve("the script could not be played with any of these draws", "`worlds` draws more often")
        means = {label: estimate([row[label] for row in rows]) for label in rows[0]}
        options: list[dict[str, str | float | None]] = [
            {"choice": label, "value": one.value, "low": one.low, "high": one.high}
            for label, one in sorted(means.items(), key=lambda item: -item[1].value)
        ]
        return self._report(first, options, [], nodes, worlds=len(rows))

    def _reached(self, known: tuple[ValueBounds, ...]) -> None:
        self.known = known
        if self.progress is not None:
            self.progress(sum(one.low is not None and one.low == one.high for one in known), len(known))

    def _bounds(self, state: State) -> SolveResult:
        """What is known of the values of a state that is not solved."""
        known = [one for one in self.known if one.low is not None]
        order = sorted(known, key=lambda one: (-(one.low or 0), -(one.high or 0)))
        order += [one for one in self.known if one.low is None]
        options = [
            self._option(state, one.option, one.low if one.low == one.high else None, one.low, one.high)
            for one in order
        ]
        return self._report(state, options, [], 0, exact=False)

    def _label(self, state: State, option: tuple[int, ...]) -> str:
        question = self.opened.engine.question(state)
        assert question is not None
        return self.opened.words.label(question.alternatives[option[0]], option[1:])

    def _option(
        self, state: State, option: tuple[int, ...], value: float | None, low: float | None, high: float | None
    ) -> dict[str, str | float | None]:
        return {"choice": self._label(state, option), "value": value, "low": low, "high": high}

    def _report(
        self, state: State, options: list[dict[str, str | float | None]], line: list[dict[str, str]], nodes: int, *,
        exact: bool = True, worlds: int = 0,
    ) -> SolveResult:  # fmt: skip
        question = self.opened.engine.question(state)
        assert question is not None
        data = {
            "solve": 2, "player": self.opened.words.player(question.player), "options": options, "line": line,
            "nodes": nodes, "exact": exact and not worlds, "worlds": worlds, "drawn": self.drawn,
        }  # fmt: skip
        return report(SolveResult, data | ({"choice": self.number} if self.number else {}), title=self.title)
