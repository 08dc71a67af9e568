"""`hoyle tree`: prints the rule tree of a ruleset as an outline or as JSON, and converts JSON back to a rule file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import click

from ...arguments.inputs import rule_file, source_of
from ...terminal.console import echo, shown_path, visible, write_exact
from ...terminal.diagnostics import echo_diagnostics

if TYPE_CHECKING:
    from ....dsl.source.span import Source
    from ....dsl.syntax import nodes as n

_SHORT = 60


@click.command()
@click.argument("ruleset", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON (schemas/tree.schema.json).")
@click.option("--spans", is_flag=True, help="Give the place of every node.")
@click.option("--flat", is_flag=True, help="The whole game, with a variant laid over its base.")
@click.option("--from", "origin", metavar="FILE", help="Read a tree from JSON and print it as a rule file.")
@click.pass_context
def tree(ctx: click.Context, ruleset: str | None, as_json: bool, spans: bool, flat: bool, origin: str | None) -> None:
    """Print the rule tree of a ruleset, or read one back.

    RULESET is the name of a ruleset, a rule file, or - for standard input. --from FILE (or - for standard input)
    reads what --json prints, and prints the rule file that says the same.

    \b
    Exit code: 0  all is well
               1  the rules have errors, or FILE is no rule tree
               2  the command was used wrongly
    """
    if (ruleset is None) == (origin is None):
        raise click.UsageError("name a ruleset, or a file with --from, and not both")
    if origin is not None:
        if as_json or spans or flat:
            raise click.UsageError("--from prints a rule file; it goes with no other option")
        _print_back(ctx, origin)
        return
    found = _tree(str(ruleset), flat)
    if found is None:
        ctx.exit(1)
    if as_json:
        from ....dsl.syntax.tree.json_form import write_json

        write_exact(write_json(found, spans=spans))
        return
    for line in outline(found, spans=spans):
        echo(line)


def _tree(ruleset: str, flat: bool) -> n.RuleFile | None:
    """The tree of a ruleset without errors.  Otherwise None, and its mistakes go to standard error."""
    from ....dsl.loading import load
    from ....dsl.syntax.parser import parse

    one = rule_file(ruleset)
    source, problems = source_of(one)
    if source is None:
        echo_diagnostics(problems)
        return None
    loaded = load(one.path if one.path is not None else source)
    if loaded.game is None:
        echo_diagnostics(one for one in loaded.diagnostics if one.severity == "error")
        return None
    return loaded.game.tree if flat else parse(source)[0]


def _print_back(ctx: click.Context, origin: str) -> None:
    from ....dsl.syntax.printer.declarations import print_tree
    from ....dsl.syntax.tree.text import read_json

    source = _json_source(origin)
    if source is None:
        ctx.exit(1)
    found, problems = read_json(source)
    if found is None:
        echo_diagnostics(problems)
        ctx.exit(1)
    write_exact(print_tree(found))


def _json_source(origin: str) -> Source | None:
    from ...arguments.inputs import json_input

    source, problems = source_of(json_input(origin))
    echo_diagnostics(problems)
    return source


def outline(node: n.Node, *, spans: bool = False) -> Iterator[str]:
    """A tree as an indented outline: one line for each node with its words and numbers, and its child nodes below."""
    from ....dsl.shapes.shape import QUOTED, TextShape, slots
    from ....dsl.syntax import nodes as n

    open_: list[tuple[int, str, n.Node]] = [(0, "", node)]
    while open_:
        depth, label, here = open_.pop()
        words: list[str] = []
        below: list[tuple[int, str, n.Node]] = []
        for slot in slots(type(here)):
            value: Any = getattr(here, slot.name)
            if value is None or (not slot.required and value == slot.default):
                continue
            if isinstance(value, n.Name):
                words.append(value.text)
            elif isinstance(value, n.Node):
                below.append((depth + 1, f"{slot.name}: ", value))
            elif isinstance(value, tuple):
                items = cast("tuple[n.Node | str, ...]", value)
                words += [f'"{_cut(item)}"' for item in items if isinstance(item, str)]
                below += [(depth + 1, f"{slot.name}: ", item) for item in items if isinstance(item, n.Node)]
            elif isinstance(value, bool):
                words += [slot.name.replace("_", " ")] * value
            else:
                words.append(f'"{_cut(value)}"' if slot.shape == TextShape(QUOTED) else _cut(value))
        if len({label for _, label, _ in below}) == 1 and len(below) > 1:
            below = [(deeper, "", inner) for deeper, _, inner in below]  # a single list needs no name
        where = f"  @ {shown_path(here.span.source.name)}:{here.span.line}:{here.span.column}" if spans else ""
        yield "  " * depth + label + " ".join([type(here).__name__, *words]) + where
        open_ += reversed(below)


def _cut(value: object) -> str:
    text = visible(str(value))
    return text if len(text) <= _SHORT else text[: _SHORT - 3] + "..."
