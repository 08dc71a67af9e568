"""Functions for tools on a rule file: the game named on the command line, with its options and number of players
settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ..commands.rules.show import load_argument
from ..terminal.console import visible
from .inputs import pairs

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame
    from ...interpreter.lowering import Settings


def game_of(ctx: click.Context, ruleset: str, variants: tuple[str, ...] = ()) -> CheckedGame:
    """The game that an argument names.  If its rules have errors, prints them and exits with code 1."""
    game = load_argument(ruleset, variants).game
    if game is None:
        ctx.exit(1)
    return game


def settled(game: CheckedGame, options: Sequence[str], preset: str | None, players: int | None) -> Settings:
    """The settings of a command line.  Raises `click.UsageError` with everything that is wrong with them."""
    from ...interpreter.lowering import SettingsError, settle

    try:
        return settle(game, pairs(options, "--option"), players, preset)
    except SettingsError as error:
        messages = [one.message + (f"; {one.help}" if one.help else "") for one in error.problems]
        raise click.UsageError("\n       ".join(visible(one) for one in messages)) from None
