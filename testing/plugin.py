"""A plugin of pytest: every game of a script is a test, which fails at the first mistake in the replay.

pytest finds it wherever Hoyle is installed.  It does nothing until a file's name ends in `.play`, or in `.json` and its
text begins as a script does.  `-p no:hoyle` switches it off.  With `--hoyle-exact` (or `hoyle_exact = true` in the ini
file), games that were recorded under other rules fail; otherwise they give a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

if TYPE_CHECKING:
    from ..dsl.source.diagnostics import Diagnostic
    from ..interpreter.notation.model import ScriptedGame
    from ..interpreter.opening.rulesets import Rulesets

SUFFIXES = (".play", ".json")
COVERAGE = "hoyle_coverage"
"""The name of the plugin that counts what the scripts reach."""
_LAST = 15
"""How many lines of the transcript a failure shows."""


class OtherRules(UserWarning):
    """A game was recorded under rules that are not those of the replay."""


class ReplayFailed(Exception):
    """A game does not go as its script says: the diagnostics, and the last lines of the transcript before."""

    def __init__(self, problems: tuple[Diagnostic, ...], before: tuple[str, ...] = ()) -> None:
        super().__init__(str(problems[0]))
        self.problems = problems
        self.before = before


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that begin with `--hoyle-`, and the setting `hoyle_exact` of the ini file."""
    group = parser.getgroup("hoyle", "scripted card games")
    help = "fail scripted games that were recorded under other rules"
    group.addoption("--hoyle-exact", action="store_true", default=None, help=help)
    parser.addini("hoyle_exact", help, type="bool", default=False)
    group.addoption("--hoyle-cover", action="store_true", help="say which rules no scripted game reaches")
    group.addoption(
        "--hoyle-cover-to", action="append", metavar="FILE", help="write that to a file: .json, .html or .info (LCOV)"
    )
    group.addoption(
        "--hoyle-fail-under", type=float, metavar="PERCENT", help="fail if scripted games reach fewer of the rules"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Count what the scripts reach, if one of these options asks for it."""
    wanted = ("hoyle_cover", "hoyle_cover_to", "hoyle_fail_under")
    if any(config.getoption(name, None) not in (None, False) for name in wanted):
        from .coverage import CoveragePlugin

        config.pluginmanager.register(CoveragePlugin(config), COVERAGE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a `.play` file, and a `.json` file if it is a script."""
    if file_path.suffix not in SUFFIXES:
        return None
    from ..interpreter.notation.files import is_script

    if not is_script(file_path):
        return None
    return PlayFile.from_parent(parent, path=file_path)


class PlayFile(pytest.File):
    """A script: one test for each of its games, and one for each game that cannot be read."""

    def collect(self) -> Iterator[pytest.Item]:
        """The tests for its games, in order."""
        from ..interpreter.notation.files import games
        from ..interpreter.notation.model import ScriptedGame
        from ..interpreter.opening.rulesets import Rulesets

        rulesets = Rulesets()
        for number, game in enumerate(games(self.path, _shown(self.path, self.config)), 1):
            if isinstance(game, ScriptedGame):
                title = game.title.text if game.title is not None else game.ruleset.text
                fields = {"name": f"{number}: {title}", "game": game, "rulesets": rulesets}
                yield PlayGame.from_parent(self, **fields)
            else:
                fields = {"name": f"line {game[0].span.line}", "problems": game}
                yield PlayMistake.from_parent(self, **fields)


def _shown(path: Path, config: pytest.Config) -> str:
    """The path of a file as pytest shows it, relative to the folder in which it runs."""
    try:
        return str(path.relative_to(config.invocation_params.dir))
    except ValueError:
        return str(path)


class _ScriptItem(pytest.Item):
    """A test that fails with diagnostics."""

    line = 1
    funcargs: ClassVar[dict[str, Any]] = {}
    """A script uses no fixtures, but other plugins (pytest-lsp 1.0) expect every test to have these."""

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place of the test."""
        return self.path, self.line - 1, f"{self.path.name}: {self.name}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The diagnostics as `hoyle replay` shows them, and what happened before."""
        if not isinstance(excinfo.value, ReplayFailed):
            return super().repr_failure(excinfo, style)
        from ..cli.terminal.console import OutputStyle
        from ..cli.terminal.diagnostics import render

        lines = [render(problem, OutputStyle()).rstrip() for problem in excinfo.value.problems]
        if excinfo.value.before:  # after the mistake: pytest's summary and reports show the first line
            lines += ["", "what happened before:", *(f"  {line}" for line in excinfo.value.before)]
        return "\n".join(lines)


class PlayMistake(_ScriptItem):
    """A test for a game that cannot be read."""

    def __init__(self, *, problems: tuple[Diagnostic, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.problems = problems
        self.line = problems[0].span.line

    def runtest(self) -> None:
        """Fail with the diagnostics."""
        raise ReplayFailed(self.problems)


class PlayGame(_ScriptItem):
    """A test that replays a game."""

    def __init__(self, *, game: ScriptedGame, rulesets: Rulesets, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        self.rulesets = rulesets
        self.line = game.span.line

    def runtest(self) -> None:
        """Replay the game; if that fails, replay it again with records, to show what happened."""
        from ..dsl.codes.reporting import ScriptError
        from ..interpreter.replay.events import Failed
        from ..interpreter.replay.replayer import Replay

        exact = self.config.getoption("hoyle_exact", None)
        exact = self.config.getini("hoyle_exact") if exact is None else exact
        try:
            opened = self.rulesets.for_script(self.game, self.path.parent, exact=bool(exact))
        except ScriptError as error:
            raise ReplayFailed((error.diagnostic,)) from None
        for warning in opened.warnings:
            warnings.warn(OtherRules(f"{warning}: {warning.help}"), stacklevel=1)
        last = Replay(self.game, opened).checked()
        counting = self.config.pluginmanager.get_plugin(COVERAGE)
        if counting is not None:
            counting.add(self.game, opened)
        if isinstance(last, Failed):
            raise ReplayFailed((last.diagnostic,), self.before(opened))

    def before(self, opened: Any) -> tuple[str, ...]:
        """The last lines of the transcript before the failure."""
        from io import StringIO

        from ..cli.terminal.console import console_for
        from ..cli.terminal.render import Renderer
        from ..interpreter.replay.events import Acted, Began, Failed
        from ..interpreter.replay.replayer import Replay
        from ..interpreter.story.transcript import Transcript

        out = StringIO()
        renderer, transcript = Renderer(console_for(out)), Transcript(opened.words)
        for event in Replay(self.game, opened):
            if isinstance(event, Began | Acted | Failed):
                renderer.items(transcript.read(event.records))
        renderer.items(transcript.rest())
        return tuple(out.getvalue().splitlines()[-_LAST:])
