"""`hoyle check`: reports every mistake in some rule files, with its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.inputs import Input, dependent_rules, documents_in, pairs, rule_files, source_of
from ...terminal.console import echo, is_terminal, json_text, look, visible, write_exact
from ...terminal.diagnostics import render, summary
from ...version import version

if TYPE_CHECKING:
    from ....dsl.loading import LoadedGame
    from ....dsl.source.diagnostics import Diagnostic
    from ....dsl.source.span import Source

FORMATS = ("text", "json", "github", "sarif")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--quiet", "-q", is_flag=True, help="Show errors only, and no summary.")
@click.option("--no-play", is_flag=True, help="Do not play the short run of games.")
@click.option("--no-cache", is_flag=True, help="Play it even if the same rules passed it before.")
@click.option("--dependents", is_flag=True, help="Check the rule files below this folder that build on a FILE, too.")
@click.option("--thorough", is_flag=True, help="Play random games for a minute, and tell what never came up.")
@click.option("--notes/--no-notes", default=None, help="Note what never came up (default: of one file, in a terminal).")
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
    no_cache: bool,
    dependents: bool,
    thorough: bool,
    notes: bool | None,
    sources: tuple[str, ...],
) -> None:
    """Check rule files and show every mistake with its place.

    FILE is a rule file, a folder (all *.hoyle files in it), the name of a ruleset that ships with hoyle, or - for
    standard input. The lines that the rules cite are looked up in their document: the file given with --source, or a
    file of that name beside the rule file or in a folder of HOYLE_SOURCES. It is no mistake if a document is not
    found.

    If a file has no errors, a short run of games is played, always the same games: by players who choose at random,
    with every number of players, every preset and every value of every option, and by players who learn to play well,
    with the defaults; whatever stops a game is reported too.
    Rules that passed are remembered in your cache folder and not played again. --no-play skips the run, --thorough
    plays for a minute more for each file. Of which lines nothing came up in the run is a note, shown of a single file
    in a terminal, and elsewhere with --notes; it is no mistake.

    \b
    Exit code: 0  no errors
               1  a file has errors (with --strict: or warnings), or cannot be read
               2  the command was used wrongly
    """
    from ....api.checking import Play, diagnostics_of

    if thorough and no_play:
        raise click.UsageError("--thorough plays games and --no-play plays none: give one of them")
    if notes and no_play:
        raise click.UsageError("--notes tells of games and --no-play plays none: give one of them")
    inputs = rule_files(files, rulesets=True)
    inputs += dependent_rules(inputs) if dependents else []
    script = next((visible(one.name) for one in inputs if one.name.endswith(".play")), None)
    if script is not None:
        raise click.UsageError(
            f"`{script}` is a scripted game; `hoyle replay {script}` plays it and checks what it expects"
        )
    documents, here = documents_in(pairs(sources, "--source")), look()
    found: list[Diagnostic] = []
    problem = ""
    if notes is None:  # calm: neither hooks nor build servers are told, nor whoever checks a folder
        notes = form == "text" and len(inputs) == 1 and is_terminal() and not (quiet or thorough)
    rules = [_rules(one) for one in inputs]
    play = Play(short=not no_play, cached=not no_cache, long=thorough, notes=notes)
    try:
        for one in diagnostics_of(rules, play=play, strict=strict, sources=documents):
            if quiet and one.severity != "error":
                continue
            found.append(one)
            if form == "text":
                echo(render(one, here), nl=False)
    except ValueError as error:
        from ....interpreter.errors import UnknownDocument  # only now: it loads more than a check needs

        if not isinstance(error, UnknownDocument):
            raise
        problem = f"--source: {error.message}"
    _print_end(form, found, [one.name for one in inputs], quiet)
    if problem:
        raise click.UsageError(visible(problem))
    ctx.exit(1 if any(one.severity == "error" for one in found) else 0)


def _print_end(form: str, found: list[Diagnostic], names: list[str], quiet: bool) -> None:
    """Print the summary, or the report for programs, after all files were checked."""
    match form:
        case "json":
            from ....api.checking import check_report

            write_exact(json_text(check_report(tuple(found), names).data()))
        case "sarif":
            from ...formats.diagnostics import sarif_report

            write_exact(sarif_report(found, version()))
        case "github":
            from ...formats.diagnostics import github_report

            for line in github_report(found):
                echo(line)
        case _:
            if not quiet:
                echo(summary(found, names))


def _rules(one: Input) -> Path | Source | LoadedGame:
    """The rules of an input; for standard input that cannot be read, what is wrong with it."""
    if one.path is not None:
        return one.path
    from ....dsl.loading import LoadedGame

    source, problems = source_of(one)
    return LoadedGame(None, problems) if source is None else source
