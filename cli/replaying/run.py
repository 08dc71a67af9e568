"""One run of `hoyle replay`: it shows every game, or writes it for programs, and counts the results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...dsl.codes.reporting import ScriptError
from ...interpreter.notation.files import between_games
from ...interpreter.notation.model import ScriptedGame, StartPosition
from ...interpreter.notation.writer import write_step
from ...interpreter.opening.opened import OpenedGame, title_of
from ...interpreter.opening.rulesets import Rulesets
from ...interpreter.replay.events import Acted, Began, Branched, Commented, Ended, Failed, ReplayEvent, Returned
from ...interpreter.replay.hidden import has_hidden
from ...interpreter.replay.replayer import Replay
from ...interpreter.story.items import line_data
from ...interpreter.story.transcript import Transcript
from ..formats.replay_json import JsonReport, diagnostic_data
from ..terminal.console import console_for, count, echo
from ..terminal.diagnostics import print_diagnostics
from ..terminal.render import Renderer

if TYPE_CHECKING:
    from ...dsl.source.diagnostics import Diagnostic
    from ...interpreter.fuzz.scripted import ScriptCoverage
    from ...interpreter.notation.files import Read

Data = dict[str, Any]


@dataclass
class _Tally:
    """The results so far."""

    scripts: int = 0
    games: int = 0
    expectations: int = 0
    failed: int = 0
    """How many of these games do not go as their scripts say."""
    unread: int = 0
    """How many games, and files without games, cannot be read; they are none of `games`."""
    stray: int = 0
    """How many times something wrong stands between two games."""
    reports: list[Data] = field(default_factory=list[Data])
    """The data for JUnit, whose report begins with the sums."""


class ScriptRun:
    """Plays scripts one after another.  A game is not kept in memory; only its result is, if JUnit needs it."""

    def __init__(self, *, form: str, quiet: bool, ascii: bool, exact: bool, several: bool) -> None:
        self.form = form
        self.structured = form != "text"
        self.quiet = quiet or self.structured
        self.ascii = ascii
        self.exact = exact
        self.several = several
        self.tally = _Tally()
        self.rulesets = Rulesets(ascii=ascii)
        self.out = Renderer(console_for(), ascii=ascii)
        self.json = JsonReport(ascii=ascii) if form == "json" else None
        self.covered: ScriptCoverage | None = None
        """What the games reach, if that is counted."""

    def script(self, shown: str, folder: Path, games: Iterable[Read]) -> None:
        """Replay every game of one file."""
        self.tally.scripts += 1
        report: Data = {"file": shown, "games": [], "errors": []}
        if self.form == "junit":
            self.tally.reports.append(report)
        if self.json is not None:
            self.json.script(shown)
        if self.several and not self.quiet:
            self.out.gap()
            self.out.print(shown, "bold reverse")
        held: ScriptedGame | None = None
        number = 0
        for game in games:  # read one game ahead, to know whether there are several
            if not isinstance(game, ScriptedGame):
                stray = between_games(game)
                self.tally.stray += stray
                self.tally.unread += not stray
                errors = self.json.errors if self.json is not None else report["errors"]
                between = {"stray": stray} if self.form == "junit" else {}
                errors += [diagnostic_data(problem) | between for problem in game]
                self._complain(game)
                continue
            if held is not None:
                number += 1
                self._game(held, folder, report, number)
            held = game
        if held is not None:
            self._game(held, folder, report, number + 1 if number else 0)

    def _game(self, game: ScriptedGame, folder: Path, report: Data, number: int) -> None:
        self.tally.games += 1
        found: Data = {"ruleset": game.ruleset.text, "place": f"{game.span.source.name}:{game.span.line}", "events": []}
        began = perf_counter()
        if self.form == "junit":
            report["games"].append(found)
        if game.title is not None:
            found["title"] = game.title.text
        try:
            opened = self.rulesets.for_script(game, folder, exact=self.exact)
        except ScriptError as error:
            self._failed(error.diagnostic, found)
            if self.json is not None:
                self.json.game(found)
            return
        if not self.quiet:
            title = title_of(game, opened)
            self.out.gap()
            self.out.print(f"Game {number}: {title}" if number else title, "bold")
        self._complain(opened.warnings)
        found["warnings"] = [diagnostic_data(warning) for warning in opened.warnings]
        self._play(game, opened, found)
        if self.covered is not None:
            self.covered.add(game, opened)
        if self.form == "junit":
            found["seconds"] = perf_counter() - began
        if self.json is not None:
            self.json.game(found)

    def _play(self, game: ScriptedGame, opened: OpenedGame, found: Data) -> None:
        if self.quiet and self.form != "json":
            last = Replay(game, opened).checked()
            if isinstance(last, Failed):
                self._failed(last.diagnostic, found)
            else:
                self._ended(last, opened, found, game)
            return
        transcripts = [Transcript(opened.words, reasons=True)]
        for event in Replay(game, opened):
            transcript = transcripts[-1]
            if isinstance(event, Began) and not event.records:
                transcript.begin_at(event.state.values)
            note = _note(event)
            records = (
                event.scripted
                if isinstance(event, Began | Acted)
                else event.records
                if isinstance(event, Failed)
                else ()
            )
            items = transcript.read(records, note)
            if isinstance(event, Commented | Branched):
                items += transcript.pause()
            elif isinstance(event, Failed | Ended | Returned):
                items += transcript.rest()
            if self.json is not None:
                found["events"] += map(line_data, items)
            match event:
                case Branched():
                    transcripts.append(transcript.copy())
                    entry = {"item": "branched", "title": event.step.title.text if event.step.title else ""}
                case Returned():
                    transcripts.pop()
                    entry = {"item": "returned"}
                case _:
                    entry = None
            if self.json is not None and entry is not None:
                found["events"].append(entry)
            if not self.quiet:
                self.out.items(items)
                self._side_line(event, game, len(transcripts) - 1)
            match event:
                case Failed():
                    self._failed(event.diagnostic, found)
                case Ended():
                    self._ended(event, opened, found, game)
                case _:
                    pass

    def _side_line(self, event: object, game: ScriptedGame, depth: int) -> None:
        """Show an event that is not part of the game itself: a comment, the start or end of a side line, a position."""
        match event:
            case Began():
                for step in game.steps:
                    if isinstance(step, StartPosition):
                        names = frozenset(name.casefold() for name in game.names)
                        for line in write_step(step, names):
                            self.out.print(line, "italic")
            case Commented():
                self.out.print(f"# {event.text}", "dim")
            case Branched():
                title = f": {event.step.title.text}" if event.step.title is not None else ""
                self.out.gap()
                self.out.print(f"{'>' * depth} What if{title}", "bold magenta")
            case Returned():
                self.out.print(
                    f"{'<' * (depth + 1)} Back in the game" if not depth else f"{'<' * (depth + 1)} Back", "magenta"
                )
                self.out.gap()
            case _:
                pass

    def _ended(self, event: Ended, opened: OpenedGame, found: Data, game: ScriptedGame) -> None:
        self.tally.expectations += event.expectations
        found |= {"ok": True, "expectations": event.expectations, "choices": event.choices, "over": bool(event.result)}
        found["drawn"] = event.drawn
        if self.structured:
            return
        if not self.quiet:
            if event.result is not None:
                self.out.standings(opened.words, event.result)
            self.out.gap()
            if event.drawn:
                named = "1 card or player" if event.drawn == 1 else f"{event.drawn} cards or players"
                self.out.print(f"{named} the script does not name: drawn by chance (seed {game.seed or 0})", "dim")
        held = event.expectations
        how = {0: "nothing was expected", 1: "the one expectation holds"}.get(held, f"all {held} expectations hold")
        self.out.print(f"{found['place']}: {how}" if self.quiet and self.several else how, "bold green")

    def _failed(self, diagnostic: Diagnostic, found: Data) -> None:
        self.tally.failed += 1
        found |= {"ok": False, "error": diagnostic_data(diagnostic)}
        if not self.quiet:
            self.out.gap()
        self._complain((diagnostic,))

    def _complain(self, problems: tuple[Diagnostic, ...]) -> None:
        """Print diagnostics to the same console as the transcript, so that both are in order."""
        if not self.structured:
            print_diagnostics(self.out.console, problems)

    def end(self) -> int:
        """Print the last lines.  Returns the exit code."""
        tally = self.tally
        wrong = tally.failed + tally.unread + tally.stray
        if self.json is not None:
            self.json.end(ok=not wrong, expectations=tally.expectations)
        elif self.form == "junit":
            from ..formats.junit import report

            echo(report(tally.reports))
        elif self.several or tally.games + tally.unread > 1:
            self.out.gap()
            bad = f", {tally.failed} of them with mistakes" if tally.failed else ""
            bad += f", and {tally.unread} more that cannot be read" if tally.unread else ""
            bad += f", and {count(tally.stray, 'line')} too many between them" if tally.stray else ""
            text = f"{count(tally.scripts, 'script')}, {count(tally.games, 'game')}{bad}: "
            self.out.print(text + f"{count(tally.expectations, 'expectation')} held", "bold")
        return 1 if wrong else 0


def _note(event: ReplayEvent) -> str:
    """The remark beside a choice."""
    if not isinstance(event, Acted):
        return ""
    if event.step is None:
        return "the only choice"
    return "drawn by chance: the script does not say" if has_hidden((event.step,)) else ""
