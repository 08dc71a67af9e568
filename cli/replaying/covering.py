"""`hoyle replay --cover`: what the replayed games reach, printed and written to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...api.covering import CoverResult, cover_report
from ..arguments.writing import check_target, write_file
from ..terminal.console import echo, visible

if TYPE_CHECKING:
    from ...interpreter.fuzz.scripted import ScriptCoverage

ENDINGS = (".json", ".html", ".info")
"""The endings of files for a report: JSON, a page, and LCOV."""


def check_targets(targets: tuple[str, ...], inputs: list[str]) -> None:
    """Check before the first game that reports can be written.  Raises `click.BadParameter`."""
    for target in targets:
        if Path(target).suffix not in ENDINGS:
            known = ", ".join(ENDINGS)
            raise click.BadParameter(f"`{visible(target)}` ends in none of {known}", param_hint="--cover-to")
        check_target(target, ENDINGS, inputs, "--cover-to")


def written(covered: ScriptCoverage, targets: tuple[str, ...], least: float | None, *, shown: bool) -> int:
    """Print the report and write it to files.  Returns the exit code: 1 if less is reached than asked for."""
    report = cover_report(covered)
    if shown:
        echo()
        for line in report.lines():
            echo(line)
    for target in targets:
        write_file(Path(target), text_of(report, target).encode("utf-8"))
    if least is not None and report.percent < least:
        echo(f"hoyle: {report.percent:.1f} % of the rules are reached, and {least:g} % are wanted", err=True)
        return 1
    return 0


def text_of(report: CoverResult, target: str) -> str:
    """The report in the form that the ending of a file names."""
    match Path(target).suffix:
        case ".json":
            return report.to_json()
        case ".html":
            return report.html()
        case _:
            return report.lcov()
