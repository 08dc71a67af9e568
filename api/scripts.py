"""`hoyle.convert` and `import_records`: scripted games turned into other forms and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal

from ..cli.terminal.console import shown_path
from ..dsl.source.diagnostics import Diagnostic
from ..interchange.exporting import written
from ..interchange.formats import FORMATS, WRITTEN, format_of, records, records_in
from ..interchange.importing import ImportSettings, imported, joined
from ..interchange.record import RecordedGame
from ..interpreter.errors import wrong
from ..interpreter.game import Game, GameError
from ..interpreter.notation.files import Read, games, parse_script, read_script
from ..interpreter.notation.json_form import write_json
from ..interpreter.notation.model import VERSION, Script, ScriptedGame, SpannedText
from ..interpreter.notation.writer import write_game, write_text
from ..interpreter.opening.finding import at_home_in, renamed, without_ending
from ..interpreter.opening.options import given_options
from ..interpreter.opening.rulesets import Rulesets
from .opening import OptionValues

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
    if not isinstance(script, str | Path):  # people err
        raise wrong(f"a script is a file, a text, or a game, not {script!r}")
    path = Path(script)
    return path.parent, games(path, shown_path(str(script)))


# ----------------------------------------------------------------------------------------------- convert and import


@dataclass(frozen=True)
class Converted:
    """A script in another form: its text, and what could not be kept."""

    text: str
    form: ScriptForm
    warnings: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        return self.text


def convert(script: AnyScript, to: ScriptForm | None = None, *, folder: str | Path | None = None) -> Converted:
    """Write a scripted game in another form: `play` (text), `json`, or `egn` and `pbn` for other programs.

        hoyle.convert("evening.play", "pbn").text

    Without `to`, text becomes JSON and JSON becomes text.  Nothing is lost between these two.  `folder`: where the
    result will lie, if that is not where the script is: it names the same rules from there.  Raises `GameError` for a
    script that cannot be read, a game that the format has no words for, or another form; `ValueError` if no path leads
    from the folder to the rules (between two drives).
    """
    if to not in (None, "play", "json", *WRITTEN):
        raise wrong(f"a script is converted to play, json, egn or pbn, not {to!r}")
    near = Path(script).parent if isinstance(script, str | Path) and "\n" not in str(script) else None
    whole = _whole(script)
    if folder is not None:
        moved = (at_home_in(Path(folder), game, near or Path()) for game in whole.games)
        whole, near = replace(whole, games=tuple(moved)), Path(folder)
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
    folder: Path = field(default_factory=Path)
    """Where the script will lie: it names its rules from there."""
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    """What was found to be wrong, or could not be kept, since it was last emptied."""

    def pieces(self, sources: Iterable[tuple[Path | BinaryIO, str, str]]) -> Iterator[tuple[ScriptedGame, str]]:
        """Each game with its part of the text.  `sources`: a file, its name in messages, and its format."""
        rulesets, head = Rulesets(), [f"hoyle play {VERSION}"]
        options = tuple((name, str(value)) for name, value in self.options.items())
        variants = tuple(map(without_ending, self.variants))
        wishes = ImportSettings(without_ending(self.ruleset), variants, options, Path())
        for file, name, format in sources:
            for record in joined(self._records(file, name, format)):
                game, problems = imported(record, format, rulesets, wishes)
                self.diagnostics += problems
                if game is not None:
                    game = at_home_in(self.folder, game, Path())
                    yield game, "\n".join([*head, "", *write_game(game)]) + "\n"
                    head = []

    def _records(self, file: Path | BinaryIO, name: str, format: str) -> Iterator[RecordedGame]:
        found = records(file, format, name) if isinstance(file, Path) else records_in(file, format, name)
        near = file.parent if isinstance(file, Path) else Path()
        for record, problems in found:
            self.diagnostics += problems
            if record is not None:
                yield _from_here(record, near)


def _from_here(record: RecordedGame, near: Path) -> RecordedGame:
    """A record in the folder `near`, with its rules named from the current folder."""

    def here(said: SpannedText) -> SpannedText:
        return SpannedText(renamed(said.text, near, Path()), said.span)

    ruleset = here(record.ruleset) if record.ruleset is not None else None
    return replace(record, ruleset=ruleset, variants=tuple(map(here, record.variants)))


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
    The games are not checked: `hoyle.replay` says whether they follow the rules.  Raises `GameError` if the format is
    not known.
    """
    sources: list[tuple[Path | BinaryIO, str, str]] = []
    for one in files:
        text = "\n" in str(one)
        format = form or (None if text else format_of(str(one)))
        if format not in FORMATS:
            what = "a text" if text else f"`{one}`"
            raise wrong(f"the format of {what} does not follow from its name; `form` is one of {', '.join(FORMATS)}")
        sources.append(
            (BytesIO(str(one).encode("utf-8", "surrogatepass")), "<text>", format)
            if text
            else (Path(one), shown_path(str(one)), format)
        )
    reader = RecordReader(ruleset, tuple(variants), given_options(options))
    made = list(reader.pieces(sources))
    return ImportedGames("".join(text for _, text in made), tuple(game for game, _ in made), tuple(reader.diagnostics))
