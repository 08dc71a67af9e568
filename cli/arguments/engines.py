"""The executor of a batch: the Python engine, or a WebAssembly module made from the same program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
ENGINES = ("python", "wasm")
PLAYS = "Who plays: Python, or WebAssembly (random players). The games are the same. "
LOOKS = "wasm: each choice is also made in a WebAssembly module, and must give the same. "


def engine_option(about: str) -> Callable[[F], F]:
    """The option `--engine` of a command that plays many games.  `about` is the beginning of its help."""
    return click.option("--engine", type=click.Choice(ENGINES), help=about + "Default: WebAssembly where possible.")
