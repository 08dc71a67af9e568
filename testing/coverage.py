"""`pytest --hoyle-cover`: which rules the scripts among the tests do not reach.

Under pytest-xdist each worker counts by itself, and the controller adds up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..interpreter.fuzz.scripted import ScriptCoverage
    from ..interpreter.notation.model import ScriptedGame
    from ..interpreter.opening.opened import OpenedGame

_SENT = "hoyle_cover"
"""The name under which a worker sends what it counted."""


class CoveragePlugin:
    """Counts what the replayed games reach, and reports it at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.targets: list[str] = config.getoption("hoyle_cover_to", None) or []
        self.least: float | None = config.getoption("hoyle_fail_under", None)
        self._covered: ScriptCoverage | None = None

    @property
    def covered(self) -> ScriptCoverage:
        """What was counted so far."""
        if self._covered is None:
            from ..interpreter.fuzz.scripted import ScriptCoverage

            self._covered = ScriptCoverage()
        return self._covered

    def add(self, game: ScriptedGame, opened: OpenedGame) -> None:
        """Count what a game reaches."""
        self.covered.add(game, opened)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A worker of pytest-xdist has ended: add what it counted."""
        sent = getattr(node, "workeroutput", {}).get(_SENT)
        if sent is not None:
            self.covered.merge(sent)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """In a worker, send what was counted; otherwise fail if too little is reached."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[_SENT] = self.covered.data()
        elif self.least is not None and self._percent() < self.least and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _percent(self) -> float:
        from ..api.covering import cover_report

        return cover_report(self.covered).percent

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the report and write it to files."""
        from pathlib import Path

        from ..api.covering import cover_report
        from ..cli.replaying.covering import text_of

        report = cover_report(self.covered)
        terminalreporter.section("what the scripts reach")
        for line in report.lines():
            terminalreporter.write_line(line)
        for target in self.targets:
            Path(target).write_text(text_of(report, target), encoding="utf-8")
        if self.least is not None and report.percent < self.least:
            said = f"{report.percent:.1f} % of the rules are reached, and {self.least:g} % are wanted"
            terminalreporter.write_line(said, red=True)
