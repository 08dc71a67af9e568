"""Options that several commands share, with the same wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of all random numbers."
)
seats_option = click.option("--seats", type=click.IntRange(1, 64), help="How many play, if --players says who.")
preset_option = click.option("--preset", metavar="TITLE", help="Set the options of a preset.")
settings_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules."
)
workers_option = click.option(
    "--workers", "-w", type=click.IntRange(0, 1024), default=0, help="Processes; one per core if not given."
)
cluster_option = click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")


def variant_option(over: str = "it") -> Callable[[F], F]:
    """The option `--variant`.  `over` names, in its help, what the variant is laid over."""
    about = f"Lay a variant over {over}; repeatable."
    return click.option("--variant", "-v", "variants", multiple=True, metavar="FILE", help=about)


def rule_options(command: F) -> F:
    """The options of commands on one game: `--option`, `--preset`, `--players`, `--variant`."""
    players = click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play.")
    return _all(command, settings_option, preset_option, players, variant_option())


def options_of_two(command: F) -> F:
    """The options of commands on two games: options, presets and variants for both, for A and for B."""
    return _all(
        command,
        click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of both."),
        click.option("--option-a", "--a", "-a", "options_a", multiple=True, metavar="NAME=VALUE", help="… of A only."),
        click.option("--option-b", "--b", "-b", "options_b", multiple=True, metavar="NAME=VALUE", help="… of B only."),
        click.option("--preset", metavar="TITLE", help="Set the options of a preset in both."),
        click.option("--preset-a", metavar="TITLE", help="Set the options of a preset in A."),
        click.option("--preset-b", metavar="TITLE", help="Set the options of a preset in B."),
        variant_option("both"),
        click.option(
            "--variant-a", "variants_a", multiple=True, metavar="FILE", help="Lay a variant over A; repeatable."
        ),
        click.option(
            "--variant-b", "variants_b", multiple=True, metavar="FILE", help="Lay a variant over B; repeatable."
        ),
    )


def _all(command: F, *options: Callable[[F], F]) -> F:
    """Add these options to a command, in this order."""
    for option in reversed(options):
        command = option(command)
    return command
