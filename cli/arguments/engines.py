"""The executor of a batch: the Python engine, or a WebAssembly module made from the same program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..terminal.console import echo, visible

if TYPE_CHECKING:
    from ...interpreter.program import Program

F = TypeVar("F", bound=Callable[..., Any])
ENGINES = ("python", "wasm")
NO_WASMTIME = "the package `wasmtime` is not installed (pip install wasmtime)"
"""The reason if it is missing.  It is installed with hoyle, except where it has no native library."""

PLAYS = "Who plays: Python, or WebAssembly (random players). The games are the same. "
LOOKS = "wasm: each choice is also made in a WebAssembly module, and must give the same. "


def engine_option(about: str) -> Callable[[F], F]:
    """The option `--engine` of a command that plays many games.  `about` is the beginning of its help."""
    return click.option("--engine", type=click.Choice(ENGINES), help=about + "Default: WebAssembly where possible.")


def in_module(
    engine: str | None, programs: Sequence[Program], names: tuple[str, ...] = (), *, other: str = "",
    code: Callable[[Program], object] | None = None,
) -> bool:  # fmt: skip
    """Whether games are played inside modules.  `names` are the players.

    `other` names an option that needs Python, if it was given.  `code` compiles a program, if not for whole games.  If
    `--engine` is not given and a program cannot be compiled, prints the reason.  Raises `click.UsageError` if
    WebAssembly is requested but not available, and exits if a module cannot hold these rules."""
    if engine == "python":
        return False
    others = sorted({name for name in names if name != "random"})
    why = ""
    if others:
        why = f"`{visible(others[0])}` is a player written in Python"
    elif other:
        why = f"{other} wants the Python engine"
    elif find_spec("wasmtime") is None:
        why = NO_WASMTIME
    if why:
        if engine is None:
            return False
        raise click.UsageError(f"--engine wasm cannot be used: {why}")
    from ...interpreter.batch.modules import code_of
    from ...interpreter.wasm import Uncompilable

    for program in programs:
        try:
            (code or code_of)(program)
        except Uncompilable as error:
            message = visible(error.message_for(program))
            break
    else:
        return True
    if engine is None:
        echo(f"hoyle: {message}; played by the Python engine", err=True)
        return False
    echo(f"hoyle: {message}", err=True)
    raise click.exceptions.Exit(1)
