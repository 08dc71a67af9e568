"""`hoyle rulebook`: writes the rulebook of a game from its rule file; or the card that says how it is played here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.chosen import game_of, settled
from ...arguments.common import rule_options
from ...arguments.inputs import rule_file
from ...terminal.console import echo, reading_width, visible, write_exact

if TYPE_CHECKING:
    from ....dsl.difference import ComparedGame
    from ....dsl.rulebook.document import RulebookDocument

FORMATS = ("text", "md", "html")


@click.command()
@click.argument("ruleset")
@rule_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to write it.")
@click.option("--card", is_flag=True, help="Only how it is played here: what is chosen, other rules, numbers.")
@click.pass_context
def rulebook(
    ctx: click.Context, ruleset: str, options: tuple[str, ...], preset: str | None, players: int | None,
    variants: tuple[str, ...], form: str, card: bool,
) -> None:  # fmt: skip
    """Write the rulebook of a game from its rule file.

    RULESET is the name of a ruleset, a rule file, or - for standard input. The chosen options and, with --players,
    the number of players are filled in; rules that cannot apply then are left out.

    \b
    Exit code: 0  all is well
               1  the rules have errors
               2  the command was used wrongly
    """
    from ....dsl.difference import ComparedGame
    from ....dsl.rulebook.context import RulebookSettings
    from ....dsl.rulebook.sections import rulebook as written

    game = game_of(ctx, ruleset, variants)
    chosen = RulebookSettings(settled(game, options, preset, players).values, players)
    print_document(_card(ctx, ruleset, variants, ComparedGame(game, chosen)) if card else written(game, chosen), form)


def print_document(document: RulebookDocument, form: str) -> None:
    """Print a document in this form.  As text it is as wide as the terminal, within limits."""
    if form == "md":
        from ....dsl.rulebook.markdown import markdown

        write_exact(markdown(document))
    elif form == "html":
        from ...pages.rulebook import html

        write_exact(html(document))
    else:
        from ....dsl.rulebook.plain import plain

        for text in plain(document, reading_width()).splitlines():
            echo(visible(text))


def _card(ctx: click.Context, ruleset: str, variants: tuple[str, ...], here: ComparedGame) -> RulebookDocument:
    """The card: it compares the published game below all variants with the game as it is played here."""
    from ....dsl.difference import ComparedGame, differences
    from ....dsl.rulebook.card import house_card
    from ....dsl.rulebook.context import RulebookSettings

    below, titles = lineage(ruleset)
    base = game_of(ctx, below)
    titles += [title for variant in variants for title in reversed(lineage(variant)[1])]
    usual = ComparedGame(base, RulebookSettings({o: o.default for o in base.options}, here.chosen.players))
    return house_card(usual, here, titles, differences(usual, here))


def lineage(ruleset: str) -> tuple[str, list[str]]:
    """The ruleset below all variants of a rule file, and the titles of these variants from the bottom up."""
    from ....dsl.loading import find_ruleset
    from ....dsl.rule_files import read_source
    from ....dsl.syntax import nodes as n
    from ....dsl.syntax.parser import parse

    titles: list[str] = []
    at: Path | None = rule_file(ruleset).path
    while at is not None and len(titles) < 20:
        source, _ = read_source(at)
        tree = parse(source)[0] if source is not None else None
        variant = next((d for d in tree.declarations if isinstance(d, n.Variant)), None) if tree is not None else None
        if variant is None:
            return str(at), titles[::-1]
        titles.append(variant.title)
        base = variant.base.text
        at = find_ruleset(base, at.parent) or find_ruleset(base, at.parent.parent)
    return ruleset, titles[::-1]
