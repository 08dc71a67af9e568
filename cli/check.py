"""`hoyle check`: every mistake of some rule files, with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .console import echo, look, shown_path, write_exact
from .diagnostics_view import render, summary
from .inputs import Input, pairs, rule_files, source_of

if TYPE_CHECKING:
    from ..dsl.diagnostics import Diagnostic

FORMATS = ("text", "json", "github", "sarif")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--quiet", "-q", is_flag=True, help="Show errors only, and no summary.")
@click.option(
    "--source", "sources", multiple=True, metavar="NAME=PATH", help="Where a document is that the rules cite."
)
@click.pass_context
def check(
    ctx: click.Context, files: tuple[str, ...], form: str, strict: bool, quiet: bool, sources: tuple[str, ...]
) -> None:
    """Check rule files and show every mistake with its place.

    FILE is a rule file, a folder (all *.hoyle files in it), the name of a ruleset that ships with hoyle, or - for
    standard input.

    \b
    Exit code: 0  no errors
               1  a file has errors (with --strict: or warnings), or cannot be read
               2  the command was used wrongly
    """
    documents = _documents(sources)
    inputs = rule_files(files, rulesets=True)
    found: list[Diagnostic] = []
    here = look()
    for diagnostic in _check_all(inputs, documents, strict):
        if quiet and diagnostic.severity != "error":
            continue
        found.append(diagnostic)
        if form == "text":
            echo(render(diagnostic, here), nl=False)
    _finish(form, found, [one.name for one in inputs], quiet)
    ctx.exit(1 if any(diagnostic.severity == "error" for diagnostic in found) else 0)


def _finish(form: str, found: Sequence[Diagnostic], names: Sequence[str], quiet: bool) -> None:
    """What is said when everything has been checked."""
    match form:
        case "json":
            from .reports import json_report

            write_exact(json_report(found, names))
        case "sarif":
            from .reports import sarif_report
            from .version import version

            write_exact(sarif_report(found, version()))
        case "github":
            from .reports import github_report

            for line in github_report(found):
                echo(line)
        case _:
            if not quiet:
                echo(summary(found, names))


def _documents(sources: Sequence[str]) -> dict[str, Path]:
    documents = {name: Path(path) for name, path in pairs(sources, "--source").items()}
    for name, path in documents.items():
        if not path.is_file():
            raise click.UsageError(f"--source {name}: there is no file `{shown_path(str(path))}`")
    return documents


def _check_all(inputs: Sequence[Input], documents: dict[str, Path], strict: bool) -> Iterator[Diagnostic]:
    """What is wrong, file by file; what several share (a variant its base) is said once."""
    seen: set[tuple[str, int, int, str, str]] = set()
    for one in inputs:
        for diagnostic in _check(one, documents):
            span = diagnostic.span
            what = (shown_path(span.source.name), span.start, span.end, diagnostic.code, diagnostic.message)
            if what in seen:
                continue
            seen.add(what)
            if strict and diagnostic.severity == "warning":
                diagnostic = replace(diagnostic, severity="error")
            yield diagnostic


def _check(one: Input, documents: dict[str, Path]) -> tuple[Diagnostic, ...]:
    from ..dsl.loading import load

    if one.path is not None:
        return load(one.path).diagnostics
    source, problems = source_of(one)
    return problems if source is None else load(source).diagnostics
