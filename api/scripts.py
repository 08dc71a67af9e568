"""`hoyle.solve`, `convert` and `import_records`: scripted games solved, and turned into other forms and back."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal

from ..cli.terminal.console import shown_path
from ..dsl.codes.reporting import ScriptError
from ..dsl.source.diagnostics import Diagnostic
from ..interchange.exporting import written
from ..interchange.formats import FORMATS, WRITTEN, format_of, records, records_in
from ..interchange.importing import ImportSettings, imported, joined
from ..interchange.record import RecordedGame
from ..interpreter.analysis.opened import judgement
from ..interpreter.engine import State
from ..interpreter.game import Game, GameError
from ..interpreter.game.errors import game_error
from ..interpreter.notation.files import Read, games, parse_script, read_script
from ..interpreter.notation.json_form import write_json
from ..interpreter.notation.model import VERSION, Script, ScriptedGame
from ..interpreter.notation.writer import write_game, write_text
from ..interpreter.opening.opened import OpenedGame
from ..interpreter.opening.rulesets import Rulesets
from ..interpreter.program import OVER, PC
from ..interpreter.records import Choice
from ..interpreter.replay.events import Acted, Began, Branched, Failed, Returned
from ..interpreter.replay.replayer import Replay
from ..interpreter.search.solve import Solver, TooLarge
from ..interpreter.wasm import Uncompilable
from .opening import OptionValues, spelled
from .results import CellValue, Report, report
from .running import NO_WASMTIME

AnyScript = str | Path | Script | Game
"""A scripted game: the path of a file, the text of a script (several lines), a script that was read, or a game that is
being played."""
ScriptForm = Literal["play", "json", "egn", "pbn"]


def games_of(script: AnyScript) -> tuple[Path, Iterable[Read]]:
    """The games of a script one by one, each read or with what is wrong with it; and the folder of its rules."""
    if isinstance(script, Game):
        script = script.to_script()
    if isinstance(script, Script):
        return Path(), script.games
    if isinstance(script, str) and "\n" in script:
        found, problems = parse_script(script)
        return Path(), (problems,) if found is None else found.games
    path = Path(script)
    return path.parent, games(path, shown_path(str(script)))


# ------------------------------------------------------------------------------------------------------------- solve


@dataclass(frozen=True)
class SolvedOption:
    """An option, and what it is worth to the side of the player asked, in points until the deal ends."""

    choice: str
    value: float


@dataclass(frozen=True)
class SolvedStep:
    """A choice of the best line of play."""

    player: str
    choice: str


@dataclass(frozen=True)
class SolveResult(Report):
    """The exact value of every choice with all cards known, best first, and the best line of play."""

    player: str
    options: tuple[SolvedOption, ...]
    line: tuple[SolvedStep, ...]
    nodes: int
    choice: int = 0
    """The number of the choice solved, if the script ends with its deal; otherwise 0."""
    solve: int = 1
    title: str = ""

    @property
    def best(self) -> tuple[str, ...]:
        """The choices that are best."""
        return tuple(one.choice for one in self.options if one.value == self.options[0].value)

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each option."""
        return [{"player": self.player, "choice": one.choice, "value": one.value} for one in self.options]

    def lines(self) -> Iterator[str]:
        """The values and the best line as text."""
        from ..cli.formats.solution import plain_lines

        return plain_lines(self.title, self._data)


class CannotSolve(ValueError):
    """There is no answer: the game is over there, its rules cannot be compiled, or too much of the deal is left.

    `what` says so without advice, and `advice` names the argument to change, if one would help.
    """

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(f"{what} ({advice})" if advice else what)
        self.what, self.advice = what, advice


def solve(
    script: AnyScript, *, at: int | None = None, seconds: float = 60.0, memory: int = 256, ascii: bool = False
) -> SolveResult:
    """Find the exact value of every choice with all cards known (schemas/solve.schema.json).

        hoyle.solve("evening.play", at=12).best
        hoyle.solve(game)                       # a `hoyle.Game`: the question that is open

    at        solve what this choice of the first game answered, counted from 1; without it, where the game ends;
              a script that ends with its deal is solved at the first card of its tricks
    seconds   after which time the search gives up
    memory    the most memory for the table of positions, in MB; the answer is the same with any
    ascii     write suits as letters

    A value is what the side of the player gains until the deal ends, less the mean of what the others gain; with more
    than two sides, it is what the side can be sure of.  Raises `CannotSolve`, `GameError` for a mistake in the script,
    and `Fault`.
    """
    if isinstance(script, Game) and at is None:
        with _explained():
            return _solved(script.rules.title, script.rules.opened, script.state, seconds, memory)
    return solve_first(*games_of(script), at=at, seconds=seconds, memory=memory, ascii=ascii)


def solve_first(
    folder: Path,
    found: Iterable[Read],
    *,
    at: int | None = None,
    seconds: float = 60.0,
    memory: int = 256,
    ascii: bool = False,
) -> SolveResult:
    """Solve the first of some games, whose rules are named from `folder`; see `solve`."""
    first = next(iter(found), None)
    if first is None:
        raise CannotSolve("there is no game in this script")
    if not isinstance(first, ScriptedGame):
        raise GameError(*first)
    with _explained():
        opened = Rulesets(ascii=ascii).for_script(first, folder)
        title = first.title.text if first.title is not None else opened.engine.program.title
        state, number = _reached(first, opened, at)
        return _solved(title, opened, state, seconds, memory, number)


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
    except TooLarge as error:
        raise CannotSolve(str(error), "`seconds` gives it longer; `at` names a later choice") from None


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
    """Where the program is in a state."""
    pc = state.values[PC]
    assert isinstance(pc, int)
    return pc


def _solved(title: str, opened: OpenedGame, state: State, seconds: float, memory: int, number: int = 0) -> SolveResult:
    words, engine = opened.words, opened.engine
    if program_counter(state) <= OVER:
        raise CannotSolve("the game is over there", "`at` names a choice")
    found = Solver(engine.program, memory=memory << 20).solve(state, seconds=seconds)

    def label(here: State, option: tuple[int, ...]) -> str:
        question = engine.question(here)
        assert question is not None
        return words.label(question.alternatives[option[0]], option[1:])

    judged = judgement(found)
    options = [{"choice": label(state, one.option), "value": one.value.value} for one in judged.options]
    line, here = list[dict[str, str]](), state
    for player, option in found.line:
        line.append({"player": words.player(player), "choice": label(here, option)})
        here = engine.apply(here, Choice(option[0], option[1:]))
    nodes = sum(one.nodes for one in found.values)
    data = {"solve": 1, "player": words.player(found.player), "options": options, "line": line, "nodes": nodes}
    return report(SolveResult, data | ({"choice": number} if number else {}), title=title)


# ----------------------------------------------------------------------------------------------- convert and import


@dataclass(frozen=True)
class Converted:
    """A script in another form: its text, and what could not be kept."""

    text: str
    form: ScriptForm
    warnings: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        return self.text


def convert(script: AnyScript, to: ScriptForm | None = None) -> Converted:
    """Write a scripted game in another form: `play` (text), `json`, or `egn` and `pbn` for other programs.

        hoyle.convert("evening.play", "pbn").text

    Without `to`, text becomes JSON and JSON becomes text.  Nothing is lost between these two.  Raises `GameError` for a
    script that cannot be read, or a game that the format has no words for; `ValueError` for another form.
    """
    if to not in (None, "play", "json", *WRITTEN):
        raise ValueError(f"a script is converted to play, json, egn or pbn, not {to!r}")
    near = Path(script).parent if isinstance(script, str | Path) and "\n" not in str(script) else None
    whole = _whole(script)
    if to in WRITTEN:
        text, problems = written(whole, to, Rulesets(), near)
        if text is None:
            raise GameError(*problems)
        return Converted(text, to, problems)
    source = whole.end.source.text.lstrip()
    form: ScriptForm = to or ("play" if source.startswith(("{", "[")) else "json")
    return Converted(write_json(whole) if form == "json" else write_text(whole), form)


def _whole(script: AnyScript) -> Script:
    """A script as a whole.  Raises `GameError`."""
    if isinstance(script, Game):
        script = script.to_script()
    if isinstance(script, Script):
        return script
    if isinstance(script, str) and "\n" in script:
        return parsed(script)
    found, problems = read_script(Path(script), shown_path(str(script)))
    if found is None:
        raise GameError(*problems)
    return found


def parsed(data: str | bytes, name: str = "<script>") -> Script:
    """The script that a text or the bytes of a file are.  Raises `GameError`."""
    found, problems = parse_script(data, name)
    if found is None:
        raise GameError(*problems)
    return found


@dataclass(frozen=True)
class ImportedGames:
    """Games of other programs as a script: its text, the games, what could not be kept, and whether all could be read.

    It is true if every record was read.
    """

    text: str
    games: tuple[ScriptedGame, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return not any(one.severity == "error" for one in self.diagnostics)


@dataclass
class RecordReader:
    """Reads records and turns them into the games of one script, one by one."""

    ruleset: str = ""
    variants: tuple[str, ...] = ()
    options: OptionValues = field(default_factory=dict[str, "str | int | bool"])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    """What was found to be wrong, or could not be kept, since it was last emptied."""

    def pieces(self, sources: Iterable[tuple[Path | BinaryIO, str, str]]) -> Iterator[tuple[ScriptedGame, str]]:
        """Each game with its part of the text.  `sources`: a file, its name in messages, and its format."""
        rulesets, head = Rulesets(), [f"hoyle play {VERSION}"]
        options = tuple((name, str(value)) for name, value in self.options.items())
        wishes = ImportSettings(self.ruleset, self.variants, options, Path())
        for file, name, format in sources:
            for record in joined(self._records(file, name, format)):
                game, problems = imported(record, format, rulesets, wishes)
                self.diagnostics += problems
                if game is not None:
                    yield game, "\n".join([*head, "", *write_game(game)]) + "\n"
                    head = []

    def _records(self, file: Path | BinaryIO, name: str, format: str) -> Iterator[RecordedGame]:
        found = records(file, format, name) if isinstance(file, Path) else records_in(file, format, name)
        for record, problems in found:
            self.diagnostics += problems
            if record is not None:
                yield record


def import_records(
    *files: str | Path,
    form: Literal["egn", "pbn", "ptn"] | None = None,
    ruleset: str = "",
    variants: Iterable[str] = (),
    options: OptionValues | None = None,
) -> ImportedGames:
    """Read games recorded by other programs: EGN (euchre), PBN (bridge and games like it), PTN (Trickster's tests).

        script = hoyle.import_records("evening.pbn").text

    files     paths; or, with `form`, the text of a record (several lines)
    form      the format; without it, the ending of the file's name says it
    ruleset, variants, options   the rules; what they leave open is taken from the record, or else the usual ones

    Mistakes and what cannot be kept are in `diagnostics`; nothing is replaced by something else without a word there.
    The games are not checked: `hoyle.replay` says whether they follow the rules.  Raises `ValueError` if the format is
    not known.
    """
    sources: list[tuple[Path | BinaryIO, str, str]] = []
    for one in files:
        text = "\n" in str(one)
        format = form or (None if text else format_of(str(one)))
        if format not in FORMATS:
            what = "a text" if text else f"`{one}`"
            raise ValueError(
                f"the format of {what} does not follow from its name; `form` is one of {', '.join(FORMATS)}"
            )
        sources.append(
            (BytesIO(str(one).encode("utf-8", "surrogatepass")), "<text>", format)
            if text
            else (Path(one), shown_path(str(one)), format)
        )
    reader = RecordReader(ruleset, tuple(variants), spelled(options))
    made = list(reader.pieces(sources))
    return ImportedGames("".join(text for _, text in made), tuple(game for game, _ in made), tuple(reader.diagnostics))
