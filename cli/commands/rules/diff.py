"""`hoyle diff`: describes in sentences how two games differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...arguments.chosen import Json, game_of, print_json, settled
from ...arguments.common import options_of_two
from ...terminal.console import echo, folded, visible

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame
    from ....dsl.difference import ComparedGame, Difference

VERSION = 1
"""The version of the JSON form."""


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@options_of_two
@click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play both.")
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@click.pass_context
def diff(
    ctx: click.Context, a: str, b: str | None, options: tuple[str, ...],
    options_a: tuple[str, ...], options_b: tuple[str, ...],
    preset: str | None, preset_a: str | None, preset_b: str | None, variants: tuple[str, ...],
    variants_a: tuple[str, ...], variants_b: tuple[str, ...], players: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Describe in sentences how two games differ.

    A and B are rulesets, variants or rule files; without B, A is compared with itself under other options or variants
    (--option-b NAME=VALUE, --variant-b FILE).

    \b
    Exit code: 0  all is well, whether they differ or not
               1  the rules of one have errors
               2  the command was used wrongly
    """
    from ....dsl.difference import ComparedGame, differences
    from ....dsl.rulebook.context import RulebookSettings

    def side(name: str, over: tuple[str, ...], own: tuple[str, ...], its: str | None, which: str) -> ComparedGame:
        game = game_of(ctx, name, (*variants, *over))
        chosen = settled(game, (*options, *own), preset if its is None else its, players, f"--option-{which}")
        return ComparedGame(game, RulebookSettings(chosen.values, players))

    one = side(a, variants_a, options_a, preset_a, "a")
    other = side(b if b is not None else a, variants_b, options_b, preset_b, "b")
    changes = differences(one, other)
    if as_json:
        print_json(data(one.game, other.game, changes))
    else:
        for text in report_lines(one.game, other.game, changes):
            for each in folded(visible(text)):
                echo(each)


def report_lines(one: CheckedGame, other: CheckedGame, changes: tuple[Difference, ...]) -> list[str]:
    """The differences as lines: first the parts that are written differently, then those that differ only in effect."""
    if one.title == other.title:
        out = [f"{one.title}, in two ways of playing it"]
    else:
        out = [f"{other.title}, compared with {one.title}"]
    if not changes:
        return [*out, "", "They do not differ."]
    direct = [change for change in changes if change.how != "in effect"]
    for change in direct:
        out += ["", *_change(change)]
    effects = [change for change in changes if change.how == "in effect"]
    if effects:
        out += ["", "What that comes to elsewhere:"]
    for change in effects:
        out += ["", *_change(change)]
    return out


def _change(change: Difference) -> list[str]:
    out = [change.sentence]
    if change.how == "set":
        return out
    out += [f"  - {'  ' * depth}{text}" for depth, text in change.gone]
    out += [f"  + {'  ' * depth}{text}" for depth, text in change.new]
    return out


def data(one: CheckedGame, other: CheckedGame, changes: tuple[Difference, ...]) -> Json:
    """The differences as JSON: schemas/diff.schema.json."""
    found: list[Json] = [
        {
            "area": change.area,
            "how": change.how,
            "name": change.name,
            "sentence": change.sentence,
            "before": list(change.before),
            "after": list(change.after),
        }
        for change in changes
    ]
    return {"diff": VERSION, "a": one.title, "b": other.title, "changes": found}
