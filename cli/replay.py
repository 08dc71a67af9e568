"""`hoyle replay`: plays scripted games by the rules, shows them, and says whether all was as expected.

Exit codes: 0 all expectations of all scripts hold, 1 something in a script is wrong, 2 the command was used wrongly.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .console import console_for, count, echo, shown_path, shows_suits

if TYPE_CHECKING:
    from ..dsl.diagnostics import Diagnostic
    from ..dsl.source import Span
    from ..interpreter.script.events import Ended
    from ..interpreter.script.model import Game
    from ..interpreter.script.setup import Rulesets, Table
    from .render import Renderer

SUFFIX = ".play"


@dataclass
class _Tally:
    """What came out so far."""

    scripts: int = 0
    games: int = 0
    expectations: int = 0
    failed: int = 0
    reports: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


@click.command()
@click.argument("scripts", nargs=-1, required=True, metavar="SCRIPT...")
@click.option("--quiet", "-q", is_flag=True, help="Only say how it ends.")
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def replay(scripts: tuple[str, ...], quiet: bool, ascii_: bool, form: str) -> None:
    """Replay scripted games by the rules and show them.

    SCRIPT is a .play file (text or JSON), a folder of such files, or - for standard input.  A game is shown up to its
    end, or up to the first thing that is not as the script says.

    \b
    Exit code: 0  every expectation holds
               1  something in a script is wrong
               2  the command was used wrongly
    """
    files = [path for name in scripts for path in _files(name)]
    run = _Run(quiet=quiet, ascii=ascii_ or not shows_suits(), json=form == "json", several=len(files) > 1)
    for path in files:
        run.script(path)
    run.summary()
    if run.tally.failed:
        sys.exit(1)


def _files(name: str) -> list[str]:
    """The scripts a name stands for: a folder's, in order of their names."""
    try:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            found = sorted(str(path) for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
            if not found:
                raise click.UsageError(f"there are no *{SUFFIX} files in the folder {name}")
            return found
    except (OSError, ValueError):
        pass
    return [name]


class _Run:
    """One run of the command: prints as it goes (or collects, for JSON) and keeps the tally."""

    def __init__(self, *, quiet: bool, ascii: bool, json: bool, several: bool) -> None:
        from ..interpreter.script.setup import Rulesets
        from .render import Renderer

        self.quiet = quiet or json
        self.ascii = ascii
        self.json = json
        self.several = several
        self.tally = _Tally()
        self.rulesets: Rulesets = Rulesets(ascii=ascii)
        self.out: Renderer = Renderer(console_for(), ascii=ascii)

    def script(self, name: str) -> None:
        """Every game of one file."""
        from ..interpreter.script.files import LARGEST, parse_script, read_script

        self.tally.scripts += 1
        if name == "-":
            shown, folder = "<stdin>", Path()
            script, problems = parse_script(_standard_input(LARGEST), shown)
        else:
            shown, folder = shown_path(name), Path(name).parent
            script, problems = read_script(Path(name), shown)
        report: dict[str, Any] = {"file": shown, "games": [], "errors": []}
        self.tally.reports.append(report)
        if self.several and not self.quiet:
            self.out.gap()
            self.out.print(shown, "bold reverse")
        if script is None:
            self.tally.failed += 1
            report["errors"] = [_data(problem) for problem in problems]
            self._complain(problems)
            return
        for number, game in enumerate(script.games, 1):
            self._game(game, folder, report, number if len(script.games) > 1 else 0)

    def _game(self, game: Game, folder: Path, report: dict[str, Any], number: int) -> None:
        from ..interpreter.script.codes import ScriptError

        self.tally.games += 1
        found: dict[str, Any] = {"ruleset": game.ruleset.text, "place": _shown(game.span), "events": []}
        report["games"].append(found)
        if game.title is not None:
            found["title"] = game.title.text
        try:
            table = self.rulesets.table(game, folder)
        except ScriptError as error:
            self._failed(error.diagnostic, found)
            return
        if not self.quiet:
            title = game.title.text if game.title is not None else table.engine.program.title
            self.out.gap()
            self.out.print(f"Game {number}: {title}" if number else title, "bold")
        self._complain(table.warnings)
        found["warnings"] = [_data(warning) for warning in table.warnings]
        self._play(game, table, found)

    def _play(self, game: Game, table: Table, found: dict[str, Any]) -> None:
        from ..interpreter.script.events import Acted, Began, Ended, Failed, Noted
        from ..interpreter.script.replay import Replay
        from ..interpreter.transcript import Transcript

        transcript = Transcript(table.words)
        for event in Replay(game, table):
            note = "the only choice" if isinstance(event, Acted) and event.step is None else ""
            items = transcript.read(event.records, note) if isinstance(event, Began | Acted | Failed) else []
            if isinstance(event, Noted | Failed | Ended):
                items += transcript.pause() if isinstance(event, Noted) else transcript.rest()
            found["events"] += [{"item": type(item).__name__.lower(), **asdict(item)} for item in items]
            if not self.quiet:
                self.out.items(items)
            match event:
                case Noted():
                    if not self.quiet:
                        self.out.print(f"# {event.text}", "dim")
                case Failed():
                    self._failed(event.diagnostic, found)
                case Ended():
                    self._ended(event, table, found, game.seed or 0)
                case _:
                    pass

    def _ended(self, event: Ended, table: Table, found: dict[str, Any], seed: int) -> None:
        self.tally.expectations += event.expectations
        found |= {"ok": True, "expectations": event.expectations, "choices": event.choices, "over": bool(event.result)}
        found["drawn"] = event.drawn
        if self.json:
            return
        if not self.quiet:
            if event.result is not None:
                self.out.standings(table.words, event.result)
            self.out.gap()
            if event.drawn:
                named = "1 card or player" if event.drawn == 1 else f"{event.drawn} cards or players"
                self.out.print(f"{named} the script does not name: drawn by chance (seed {seed})", "dim")
        held = event.expectations
        how = {0: "nothing was expected", 1: "the one expectation holds"}.get(held, f"all {held} expectations hold")
        self.out.print(f"{found['place']}: {how}" if self.quiet and self.several else how, "bold green")

    def _failed(self, diagnostic: Diagnostic, found: dict[str, Any]) -> None:
        self.tally.failed += 1
        found |= {"ok": False, "error": _data(diagnostic)}
        if not self.quiet:
            self.out.gap()
        self._complain((diagnostic,))

    def _complain(self, problems: tuple[Diagnostic, ...]) -> None:
        """Show diagnostics where the transcript stands, so that both are read in their order."""
        if self.json:
            return
        from .diagnostics_view import print_diagnostics

        print_diagnostics(self.out.console, problems)

    def summary(self) -> None:
        """The last lines."""
        tally = self.tally
        if self.json:
            import json

            data = {"ok": not tally.failed, "expectations": tally.expectations, "scripts": tally.reports}
            echo(json.dumps(data, ensure_ascii=self.ascii, indent=2))
        elif self.several or tally.games > 1:
            self.out.gap()
            bad = f", {tally.failed} with mistakes" if tally.failed else ""
            text = f"{count(tally.scripts, 'script')}, {count(tally.games, 'game')}{bad}: "
            self.out.print(text + f"{count(tally.expectations, 'expectation')} held", "bold")


def _standard_input(most: int) -> bytes:
    """Standard input to its end, but hardly more than a script may have."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  # there may be none: `<&-`
        return b""
    return sys.stdin.buffer.read(most + 1)


def _shown(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def _data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic for programs."""
    notes = [{"text": text, **_place(span)} for span, text in diagnostic.notes]
    shown = {"code": diagnostic.code, "severity": diagnostic.severity, "message": diagnostic.message}
    return {**shown, "help": diagnostic.help, **_place(diagnostic.span), "notes": notes}


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.source.name, "line": span.line, "column": span.column}
