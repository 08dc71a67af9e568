"""`hoyle replay`: plays scripted games by their rules, shows them, and reports whether all expectations hold.

Exit codes: 0 all expectations of all scripts hold, 1 something in a script is wrong, 2 the command was used wrongly.
"""

from __future__ import annotations

import sys

import click

from ...arguments.scripts import dependent_scripts, read_script, script_files
from ...arguments.writing import check_target
from ...terminal.console import shows_suits, visible


@click.command()
@click.argument("scripts", nargs=-1, required=True, metavar="SCRIPT...")
@click.option("--quiet", "-q", is_flag=True, help="Only report the result.")
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--as", "seat", metavar="NAME", help="Show what this player sees, and nothing else.")
@click.option("--step", is_flag=True, help="Show the table step by step, with keys; needs a terminal.")
@click.option("--html", metavar="FILE", help="Write a page that shows the games, to be opened in a browser.")
@click.option("--analyse", is_flag=True, help="With --html: show on the page what each choice was worth.")
@click.option("--exact", is_flag=True, help="Refuse games that were recorded under other rules.")
@click.option(
    "--with", "others", multiple=True, metavar="RULES|NAME=VALUE",
    help="Say where the games go differently under another ruleset or with other options; repeatable.",
)  # fmt: skip
@click.option("--cover", is_flag=True, help="Say which rules, rows and answers no script reaches.")
@click.option(
    "--cover-to", "cover_to", multiple=True, metavar="FILE",
    help="Write that to a file: .json, .html (beside the rules), .info (LCOV); repeatable.",
)  # fmt: skip
@click.option(
    "--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT", help="Fail if fewer of the rules are reached."
)
@click.option(
    "--dependents", is_flag=True,
    help="The arguments are files that changed, rules too: replay all scripts below this folder that depend on them.",
)  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json", "junit"]), default="text", show_default=True)
def replay(
    scripts: tuple[str, ...], quiet: bool, ascii_: bool, seat: str | None, step: bool, html: str | None, analyse: bool,
    exact: bool, others: tuple[str, ...], cover: bool, cover_to: tuple[str, ...], fail_under: float | None,
    dependents: bool, form: str,
) -> None:  # fmt: skip
    """Replay scripted games by the rules and show them.

    SCRIPT is a script (.play, or .json), a folder of such files, the name of a script that ships with hoyle (without
    .play), or - for standard input. A game is shown to its end, or to the first step that does not happen as the
    script says. With --as NAME only what this player sees is shown: no cards of others, no comments, no side lines, and
    only the place of a mistake.

    With --with, only the first line is shown at which a game goes differently under the other rules: --with RULESET
    (a name or a rule file, by its path from here), --with VARIANT (a .hoyle file), --with OPTION=VALUE.

    With --cover, every game is replayed once more by code that counts: which statements, rows of tables, answers,
    endings, checks and values of options some script reaches, by file and in all, and which none does.

    \b
    Exit code: 0  every expectation holds (--with: no game goes differently)
               1  something in a script is wrong (--with: a game goes differently; --fail-under: less is reached)
               2  the command was used wrongly
               74  the page cannot be written
    """
    from ...replaying.run import ScriptRun

    files = dependent_scripts(scripts) if dependents else [path for name in scripts for path in script_files(name)]
    if analyse and (html is None or seat is not None):
        raise click.UsageError("--analyse goes with --html, and without --as: it tells what everybody held")
    if html is not None:
        check_target(html, (".html", ".htm"), files, "--html")
    ascii_ = ascii_ or not shows_suits()
    covering = cover or bool(cover_to) or fail_under is not None
    if covering and (others or seat is not None or step or html is not None):
        raise click.UsageError("--cover goes with a plain replay; leave out --with, --as, --step and --html")
    if others:
        if form != "text":
            raise click.UsageError("--with goes with --format text")
        if seat is not None or step or html is not None:
            raise click.UsageError("--with shows where games part; leave out --as, --step and --html")
        from ...replaying.other_rules import OtherRulesReplay

        comparison = OtherRulesReplay(*_others(others), ascii=ascii_)
        for name in files:
            comparison.script(*read_script(name))
        sys.exit(comparison.end())
    if seat is not None or step or html is not None:
        if form == "junit" or (form == "json" and (step or html is not None)):
            raise click.UsageError("--step and --html go with --format text, --as with text and json")
        from ...replaying.watch import WatchRun

        watch = WatchRun(
            seat, step=step, html=html, quiet=quiet, ascii=ascii_, exact=exact, json=form == "json", analyse=analyse
        )
        sys.exit(watch.run(map(read_script, files)))
    run = ScriptRun(form=form, quiet=quiet, ascii=ascii_, exact=exact, several=len(files) > 1)
    if not covering:
        for name in files:
            run.script(*read_script(name, places=False))
        sys.exit(run.end())
    from ....api.covering import ScriptCoverage
    from ...replaying.covering import check_targets, written

    check_targets(cover_to, files)
    run.covered = ScriptCoverage()
    for name in files:
        run.script(*read_script(name))
    code = run.end()
    sys.exit(written(run.covered, cover_to, fail_under, shown=form == "text") or code)


def _others(given: tuple[str, ...]) -> tuple[str | None, dict[str, str]]:
    """The ruleset and the options in `--with`."""
    from ...arguments.inputs import rule_file

    ruleset: str | None = None
    options: dict[str, str] = {}
    for one in given:
        name, mark, value = (part.strip() for part in one.partition("="))
        if mark and name and value:
            if name in options:
                raise click.BadParameter(f"`{visible(name)}` is set twice", param_hint="--with")
            options[name] = value
        elif mark or not name:
            raise click.BadParameter(f"`{visible(one)}` is not of the form NAME=VALUE", param_hint="--with")
        elif ruleset is not None:
            raise click.BadParameter(
                f"`{visible(ruleset)}` and `{visible(name)}` are two rulesets", param_hint="--with"
            )
        else:
            ruleset = name
    if ruleset is not None and ("/" in ruleset or "\\" in ruleset or ruleset.endswith(".hoyle")):
        rule_file(ruleset)
    return ruleset, options
