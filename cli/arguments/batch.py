"""What commands that play many games share: the formats of reports and the players of the command line."""

from __future__ import annotations

import click

from ..terminal.console import visible

FORMATS = ("text", "json", "csv", "html")
MOST_PLAYERS = 64


def players_in(given: str | None) -> str | int | None:
    """What `--players` says: names, or how many play.  Raises `click.UsageError` for a number that cannot be."""
    said = (given or "").strip()
    if not said.isdecimal():
        return given
    count = int(said) if len(said) < 4 else 0
    if not 1 <= count <= MOST_PLAYERS:
        raise click.UsageError(f"--players: from 1 to {MOST_PLAYERS} can play, not {visible(said)}")
    return count
