"""`hoyle show`: shows a game in brief, with the current options and the origin of each value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...arguments.common import preset_option, settings_option, variant_option
from ...arguments.inputs import pairs, rule_file, source_of
from ...terminal.console import console_for, echo, fitted, is_terminal, json_text, visible, write_exact
from ...terminal.diagnostics import echo_diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ....dsl.checked import CheckedGame
    from ....dsl.loading import LoadedGame
    from ...formats.brief import Brief, TextTable


@click.command()
@click.argument("ruleset")
@settings_option
@preset_option
@click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play.")
@variant_option()
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@click.option("--settled", is_flag=True, help="Print the rule file with the options filled in.")
@click.pass_context
def show(
    ctx: click.Context, ruleset: str, options: tuple[str, ...], preset: str | None, players: int | None,
    variants: tuple[str, ...], as_json: bool, settled: bool,
) -> None:  # fmt: skip
    """Show a game in brief: players, deck, zones, options, phases.

    RULESET is the name of a ruleset, a rule file, or - for standard input. Every option is shown with its value and
    where the value comes from: its default, a variant, a preset, or this command line. With --settled, the rule file
    is printed without its options: the chosen values and the number of players are filled in, and lines that can then
    never be reached are left out. The printed file plays like the whole file with these options.

    \b
    Exit code: 0  all is well
               1  the rules have errors
               2  the command was used wrongly, including an unknown option or a value it cannot have
    """
    from ...formats.brief import brief

    if settled and as_json:
        raise click.UsageError("--settled prints a rule file, so it cannot be combined with --json")
    chosen = pairs(options, "--option")
    game = load_argument(ruleset, variants).game
    if game is None:
        ctx.exit(1)
    shown = brief(game, chosen, preset, players)
    if settled:
        write_exact(_settled(game, chosen, preset, players))
    elif as_json:
        write_exact(json_text(shown.data()))
    elif is_terminal():
        _print_tables(shown)
    else:
        _print_lines(shown)


def _settled(game: CheckedGame, options: Mapping[str, str], preset: str | None, players: int | None) -> str:
    """The rule file of a game with its options worked in.  The options must already have been checked."""
    from ....dsl.settle.folding import FoldingContext
    from ....dsl.settle.settled import settled_text
    from ....interpreter.lowering import settle

    chosen = settle(game, options, players, preset)
    return settled_text(game, FoldingContext(dict(chosen.values), chosen.players))


def load_argument(ruleset: str, variants: tuple[str, ...] = ()) -> LoadedGame:
    """Load the game that an argument names.

    Its mistakes go to standard error.  Raises `click.UsageError` if there is none."""
    from ....dsl.loading import LoadedGame, load

    one = rule_file(ruleset)
    over = [rule_file(variant).path or "-" for variant in variants]
    if "-" in over:
        raise click.UsageError("a variant cannot come from standard input")
    what, problems = (one.path, ()) if one.path is not None else source_of(one)
    loaded = load(what, over) if what is not None else LoadedGame(None, problems)
    if loaded.game is None:
        echo_diagnostics(one for one in loaded.diagnostics if one.severity == "error")
    return loaded


def _print_lines(shown: Brief) -> None:
    """Print plain lines, for files and other programs."""
    width = max(len(name) for name, _ in shown.facts)
    echo(visible(shown.title))
    for name, text in shown.facts:
        echo(f"{name + ':':<{width + 1}}  {visible(text)}")
    for table in shown.tables:
        echo(f"\n{table.title}")
        for line in _columns(table):
            echo(f"  {line}".rstrip())


def _columns(table: TextTable) -> list[str]:
    rows = [table.columns, *table.rows]
    widths = [max(len(visible(row[i])) for row in rows) for i in range(len(table.columns))]
    return ["  ".join(f"{visible(cell):<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]


def _narrow(table: TextTable, width: int) -> bool:
    """Whether words would have to be broken to fit the table into `width`."""
    rows = [table.columns, *table.rows]
    longest = [
        max((len(word) for row in rows for word in row[i].split()), default=0) for i in range(len(table.columns))
    ]
    longest[0] = max(len(row[0]) for row in rows)
    return sum(longest) + 2 * len(longest) + 2 > width


def _stacked(table: TextTable) -> Iterator[str]:
    """The rows of a table one below another, each cell with the name of its column."""
    yield table.title
    for first, *rest in table.rows:
        yield f"  {visible(first)}"
        for name, cell in zip(table.columns[1:], rest, strict=True):
            if cell:
                yield f"      {name}: {visible(cell)}"
    yield ""


def _print_tables(shown: Brief) -> None:
    """Print tables, for a terminal."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    from ...formats.brief import BETWEEN

    console = console_for()
    console.print(Text(visible(shown.title), "bold"))
    grid = RichTable.grid(padding=(0, 2))
    for name, text in shown.facts:
        grid.add_row(Text(name, "dim"), Text(visible(text)))
    console.print(grid)
    for table in shown.tables:
        if _narrow(table, console.width):
            for line in _stacked(table):
                for piece in fitted(line):
                    echo(piece)
            continue
        rich = RichTable(
            *table.columns, title=table.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD
        )
        for column in rich.columns:
            column.overflow = "fold"
        rich.columns[0].no_wrap = True
        for row in table.rows:
            rich.add_row(*(Text(visible(cell).replace(BETWEEN, "\n")) for cell in row))
        console.print(rich)
