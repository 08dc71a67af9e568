"""`hoyle check`: reports every mistake in some rule files, with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.inputs import Input, pairs, rule_files, source_folders, source_of
from ...terminal.console import echo, look, shown_path, visible, write_exact
from ...terminal.diagnostics import render, summary

if TYPE_CHECKING:
    from ....dsl.source.diagnostics import Diagnostic
    from ....dsl.source.span import Source

FORMATS = ("text", "json", "github", "sarif")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--quiet", "-q", is_flag=True, help="Show errors only, and no summary.")
@click.option("--no-play", is_flag=True, help="Do not play the short run of games.")
@click.option(
    "--source", "-s", "sources", multiple=True, metavar="NAME=PATH", help="The file of a document that the rules cite."
)
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    form: str,
    strict: bool,
    quiet: bool,
    no_play: bool,
    sources: tuple[str, ...],
) -> None:
    """Check rule files and show every mistake with its place.

    FILE is a rule file, a folder (all *.hoyle files in it), the name of a ruleset that ships with hoyle, or - for
    standard input. The lines that the rules cite are looked up in their document: the file given with --source, or a
    file of that name beside the rule file or in a folder of HOYLE_SOURCES. It is no mistake if a document is not
    found.

    If a file has no errors, a short run of games is played, always the same games, by players who choose at random;
    whatever stops a game is reported too. --no-play skips this.

    \b
    Exit code: 0  no errors
               1  a file has errors (with --strict: or warnings), or cannot be read
               2  the command was used wrongly
    """
    documents = _documents(sources)
    inputs = rule_files(files, rulesets=True)
    found: list[Diagnostic] = []
    named: set[str] = set()
    script = next((visible(one.name) for one in inputs if one.name.endswith(".play")), None)
    if script is not None:
        raise click.UsageError(
            f"`{script}` is a scripted game; `hoyle replay {script}` plays it and checks what it expects"
        )
    here = look()
    for diagnostic in _check_all(inputs, documents, strict, named, play=not no_play):
        if quiet and diagnostic.severity != "error":
            continue
        found.append(diagnostic)
        if form == "text":
            echo(render(diagnostic, here), nl=False)
    _finish(form, found, [one.name for one in inputs], quiet)
    for name in sorted(documents.keys() - named):
        there = ", ".join(f"`{one}`" for one in sorted(named)) or "none"
        raise click.UsageError(f"--source {visible(name)}: the rules name no such document; they name {there}")
    ctx.exit(1 if any(diagnostic.severity == "error" for diagnostic in found) else 0)


def _finish(form: str, found: Sequence[Diagnostic], names: Sequence[str], quiet: bool) -> None:
    """Print the summary after all files were checked."""
    match form:
        case "json":
            from ...formats.diagnostics import json_report

            write_exact(json_report(found, names))
        case "sarif":
            from ...formats.diagnostics import sarif_report
            from ...version import version

            write_exact(sarif_report(found, version()))
        case "github":
            from ...formats.diagnostics import github_report

            for line in github_report(found):
                echo(line)
        case _:
            if not quiet:
                echo(summary(found, names))


def _documents(sources: Sequence[str]) -> dict[str, Path]:
    documents = {name: Path(path) for name, path in pairs(sources, "--source").items()}
    for name, path in documents.items():
        try:
            path.open("rb").close()
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", None) or str(error)).lower()
            raise click.UsageError(f"--source {visible(name)}: `{shown_path(str(path))}`: {why}") from None
    return documents


def _check_all(
    inputs: Sequence[Input], documents: dict[str, Path], strict: bool, named: set[str], *, play: bool
) -> Iterator[Diagnostic]:
    """The mistakes, file by file.  A mistake in a file that several share (the base of variants) is reported once.

    Adds to `named` the documents that the rules name."""
    seen: set[tuple[str, int, int, str, str]] = set()
    for one in inputs:
        for diagnostic in _check(one, documents, named, play=play):
            span = diagnostic.span
            what = (shown_path(span.source.name), span.start, span.end, diagnostic.code, diagnostic.message)
            if what in seen:
                continue
            seen.add(what)
            if strict and diagnostic.severity == "warning":
                diagnostic = replace(diagnostic, severity="error")
            yield diagnostic


def _check(one: Input, documents: dict[str, Path], named: set[str], *, play: bool) -> tuple[Diagnostic, ...]:
    from ....dsl.loading import load

    what: Path | Source | None = one.path
    if what is None:
        what, problems = source_of(one)
        if what is None:
            return problems
    loaded = load(what, documents=documents, folders=source_folders())
    named.update(loaded.documents)
    if loaded.game is None or not play:
        return loaded.diagnostics
    from ....interpreter.trial.report import found_in_play

    return (*loaded.diagnostics, *found_in_play(loaded.game))
