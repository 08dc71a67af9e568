"""Shows scripted games: as one seat sees them, step by step on a terminal, or as a page (`hoyle replay --as …`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...interpreter.story.items import line_data
from ..formats.replay_json import Data, JsonReport, diagnostic_data
from ..terminal.console import console_for, count, echo, is_terminal, visible

if TYPE_CHECKING:
    from ...api.judging import Judges, OpenHands
    from ...dsl.source.diagnostics import Diagnostic
    from ...interpreter.analysis.script import JudgedChoice
    from ...interpreter.notation.files import Read
    from ...interpreter.notation.model import ScriptedGame
    from ...interpreter.opening.opened import OpenedGame
    from ...interpreter.story.scripted.frames import Animation


class WatchRun:
    """One run of the command with `--as`, `--step` or `--html`."""

    def __init__(
        self,
        seat: str | None,
        *,
        step: bool,
        html: str | None,
        quiet: bool,
        ascii: bool,
        exact: bool,
        json: bool,
        analyse: bool = False,
    ) -> None:
        from ...interpreter.opening.rulesets import Rulesets
        from ..terminal.render import Renderer

        if step and (html is not None or quiet):
            raise click.UsageError("--step shows games on the terminal; leave out --html and --quiet")
        if step and not (is_terminal(sys.stdin) and is_terminal()):
            raise click.UsageError("--step needs a terminal; leave it out to have plain lines")
        self.seat = seat
        self.step = step
        self.html = html
        self.quiet = quiet or html is not None or json
        self.json = JsonReport(ascii=ascii) if json else None
        self.expectations = 0
        self.ascii = ascii
        self.exact = exact
        self.rulesets: Rulesets = Rulesets(ascii=ascii and html is None)
        self.out: Renderer = Renderer(console_for(), ascii=ascii)
        self.animations: list[tuple[str, Animation]] = []
        self.analyse = analyse
        self.judges: Judges | None = None
        self.open_hands: OpenHands | None = None
        self.judged: list[list[JudgedChoice]] = []
        """The judgements of the choices of each animation."""
        self.unshown: list[Diagnostic] = []
        """What is wrong with games that cannot be shown."""
        self.failed = False

    def run(self, scripts: Iterable[tuple[str, Path, Iterator[Read]]]) -> int:
        """Show the games of some scripts.  Each is its name, its folder and its games.  Returns the exit code."""
        for shown, folder, games in scripts:
            if self.step and shown == "<stdin>":
                raise click.UsageError("--step takes keys from standard input, so the script must come from a file")
            if self.json is not None:
                self.json.script(shown)
            for game in games:
                if isinstance(game, tuple):
                    problems = self._complain(game, plain=all(one.code == "E1001" for one in game))
                    if self.json is not None:
                        self.json.errors += map(diagnostic_data, problems)
                    stays = self._unreadable(problems)
                else:
                    stays = self._game(game, folder, shown)
                if not stays:
                    return 0  # the viewer has left
        if self.html is not None and self.animations:
            self._page(self.html)
        elif self.html is not None:
            echo(f"hoyle: {visible(self.html)} is not written: no game can be shown", err=True)
        if self.json is not None:
            self.json.end(ok=not self.failed, expectations=self.expectations)
        return 1 if self.failed else 0

    def _game(self, game: ScriptedGame, folder: Path, shown: str) -> bool:
        """Show one game.  Returns False if the viewer has left."""
        from ...dsl.codes.reporting import ScriptError
        from ...interpreter.opening.opened import title_of
        from ...interpreter.story.scripted.frames import animate

        try:
            opened = self.rulesets.for_script(game, folder, exact=self.exact)
        except ScriptError as error:
            (problem,) = self._complain((error.diagnostic,), plain=True)
            if self.json is not None:
                self.json.game({**_head(game), "events": [], "ok": False, "error": diagnostic_data(problem)})
            return self._unreadable([problem])
        warnings = self._complain(opened.warnings)
        viewer = self._viewer(opened, shown)
        title = title_of(game, opened, viewer)
        if not self.step and self.html is None:
            self._tell(game, opened, viewer, title, warnings)
            return True
        made = animate(game, opened, viewer)
        self.animations.append((title, made))
        if self.analyse:
            self.judged.append(self._judged(game, opened))
        stays = True
        if self.step:
            from ..terminal.stepping import Screen

            stays = Screen(self.out.console, made, visible(title), ascii=self.ascii).run()
        if made.failure is not None:
            self._complain((made.failure,))
        return stays

    def _unreadable(self, problems: list[Diagnostic]) -> bool:
        """Show on a screen, or keep for the page, what is wrong with a game that cannot be shown.  Returns False if the
        viewer has left.
        """
        self.unshown += problems
        if not self.step:
            return True
        from ..terminal.stepping import show_problems

        return show_problems(self.out.console, problems)

    def _judged(self, game: ScriptedGame, opened: OpenedGame) -> list[JudgedChoice]:
        """The judgement of every choice.  If the game cannot be judged: empty, and the reason is printed."""
        from ...api.judging import CannotJudge, Judges, OpenHands
        from ...interpreter.analysis.judge import EFFORTS
        from ...interpreter.analysis.script import ScriptAnalysis
        from ...interpreter.engine import Fault

        try:
            self.judges = self.judges or Judges(EFFORTS["quick"], open=False)
            self.open_hands = self.open_hands or OpenHands()
            program = opened.engine.program
            judge, solving = self.judges.of(program), self.open_hands.of(program)
            return list(ScriptAnalysis(game, opened, judge, solving=solving))
        except CannotJudge as error:
            echo(f"hoyle: {visible(error.message)}", err=True)
        except Fault as fault:
            echo(f"hoyle: the rules break down while a choice is judged: {visible(fault.message)}", err=True)
        self.failed = True
        return []

    def _viewer(self, opened: OpenedGame, shown: str) -> int | None:
        """The seat of `--as`.  Raises `click.UsageError` if no player has this name."""
        if self.seat is None:
            return None
        seat = opened.words.read_player(self.seat)
        if seat is None:
            known = ", ".join(map(visible, opened.words.seats))
            raise click.UsageError(f"--as: nobody is called `{visible(self.seat)}` in {shown}; there are {known}")
        return seat

    def _tell(
        self, game: ScriptedGame, opened: OpenedGame, viewer: int | None, title: str, warnings: list[Diagnostic]
    ) -> None:
        """Show a game without stopping, in lines or as JSON."""
        from ...interpreter.replay.events import Acted, Began, Ended, Failed
        from ...interpreter.replay.replayer import Replay
        from ...interpreter.story.scripted.seat import seen_by
        from ...interpreter.story.transcript import Transcript
        from ..terminal.render import table_view

        transcript = Transcript(opened.words, viewer, reasons=True)
        events: list[Data] = []
        found: Data = {**_head(game), "events": events, "warnings": [*map(diagnostic_data, warnings)]}
        if viewer is not None:
            found["as"] = opened.words.player(viewer)
        if not self.quiet:
            self.out.gap()
            self.out.print(title if viewer is None else f"{title}, as {opened.words.player(viewer)} sees it", "bold")
        for event in seen_by(viewer, Replay(game, opened)):
            records = event.records if isinstance(event, Failed) else ()
            if isinstance(event, Began | Acted):  # a deal that the rules begin behind the last choice is left out
                records = event.scripted
            items = transcript.read(records) if records else []
            items += transcript.rest() if isinstance(event, Failed | Ended) else []
            if not self.quiet:
                self.out.items(items)
            if self.json is not None:
                events += map(line_data, items)
            match event:
                case Began(records, state) if not records:
                    transcript.begin_at(state.values)
                    if viewer is None or self.quiet:
                        continue
                    for name, cards in table_view(opened.words, opened.engine.view(state, viewer)):
                        self.out.print(f"{name}: {cards}")
                case Failed(diagnostic):
                    (problem,) = self._complain((diagnostic,))
                    found |= {"ok": False, "error": diagnostic_data(problem)}
                case Ended(expectations, choices, drawn, result=result):
                    self.expectations += expectations
                    found |= {"ok": True, "expectations": expectations, "choices": choices, "over": bool(result)}
                    found["drawn"] = drawn
                    if self.json is not None:
                        continue
                    if result is not None and not self.quiet:
                        self.out.standings(opened.words, result)
                    self.out.gap()
                    self.out.print(f"{count(expectations, 'expectation')} held", "bold green")
                case _:
                    pass
        if self.json is not None:
            self.json.game(found)

    def _complain(self, problems: tuple[Diagnostic, ...], *, plain: bool = False) -> list[Diagnostic]:
        """Show mistakes, and return those that may be shown.  A seat sees only the place of an error.

        `plain`: show the full message even to a seat, because it is about a whole file or the head of a game."""
        from ...interpreter.story.scripted.seat import place_and_code
        from ..terminal.diagnostics import print_diagnostics

        self.failed = self.failed or any(problem.severity == "error" for problem in problems)
        plain = plain or self.seat is None
        shown = [one if plain or one.severity != "error" else place_and_code(one) for one in problems]
        if self.json is None:
            print_diagnostics(self.out.console, shown)
        return shown

    def _page(self, html: str) -> None:
        """Write the page completely or not at all."""
        from ..pages.viewer.page import page

        text = page(self.animations, self.judged, self.unshown)
        if html == "-":
            from ..terminal.console import write_exact

            write_exact(text)
            return
        from ..arguments.writing import write_file

        write_file(Path(html), text.encode("utf-8"))
        pictures = sum(len(made.pictures) for _, made in self.animations)
        echo(f"{visible(html)}: {count(len(self.animations), 'game')}, {count(pictures, 'picture')}")


def _head(game: ScriptedGame) -> Data:
    """The data that identify a game."""
    return {"ruleset": game.ruleset.text, "place": f"{game.span.source.name}:{game.span.line}"}
