"""How a command calls the functions of `api`: the rules its arguments name, and the exit code for what goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

import click

from ...dsl.source.reading import reason_of
from ..terminal.console import echo, fitted, folded, shown_path, visible
from .exits import INTERRUPTED, NO_OUTPUT
from .inputs import rule_file, source_of

if TYPE_CHECKING:
    from ...dsl.source.diagnostics import Diagnostic
    from ...dsl.source.span import Source
    from ...interpreter.errors import GameError


class Interruptible(Protocol):
    """A report of games: Ctrl-C may have cut it short."""

    @property
    def interrupted(self) -> bool:
        """Whether it did."""
        ...

    @property
    def note(self) -> str:
        """What is to be said beside the report; empty if nothing is."""
        ...


R = TypeVar("R", bound=Interruptible)
_SETTINGS = ("E1033", "E1034")
"""The codes of settings that do not fit the rules: the command was used wrongly."""


def rules_of(argument: str) -> str | Path | Source:
    """The rules that an argument names: the path of a file, a ruleset's name, or the text of standard input.

    Raises `click.UsageError` if there are none, and exits with code 1 if standard input cannot be read."""
    one = rule_file(argument)
    if one.path is not None:
        return one.path if one.name == argument else argument
    source, problems = source_of(one)
    if source is None:
        _complain(problems)
        sys.exit(1)
    return source


def variants_of(arguments: tuple[str, ...]) -> list[str | Path]:
    """The variants that arguments name.  Raises `click.UsageError`."""
    if "-" in arguments:
        raise click.UsageError("a variant cannot come from standard input")
    found = [rules_of(argument) for argument in arguments]
    return [one for one in found if isinstance(one, str | Path)]


@contextmanager
def calling() -> Generator[None]:
    """Turn what a function of `api` raises into messages and exit codes.

    Rules with mistakes: the mistakes and exit code 1.  Settings, players or other arguments that do not fit: exit code
    2.  Games that could not be played to their end, or not at all: exit code 1.  A file that cannot be written: 74."""
    from ...interpreter.errors import CannotPlay, CannotWrite, GameError, RulesError, UnusableFolder

    try:
        yield
    except RulesError as error:
        if error.code not in _SETTINGS:
            _complain(error.diagnostics)
            sys.exit(1)
        raise click.UsageError(said(error)) from None
    except UnusableFolder as error:
        if error.unwritten:
            echo(f"hoyle: {visible(error.message)}", err=True)
            sys.exit(NO_OUTPUT)
        raise click.UsageError(f"--record: {visible(error.message)}") from None
    except CannotPlay as error:
        if error.rules:
            echo(f"hoyle: {visible(error.message)}", err=True)
            sys.exit(1)
        raise click.UsageError(visible(error.message)) from None
    except CannotWrite as error:
        echo(f"hoyle: {visible(error.message)}", err=True)
        sys.exit(NO_OUTPUT)
    except OSError as error:  # a file that an argument names
        why = reason_of(error, "it cannot be read")
        raise click.UsageError(f"`{shown_path(str(error.filename))}`: {why}") from None
    except GameError as error:
        raise click.UsageError(said(error)) from None
    except ValueError as error:
        raise click.UsageError(visible(str(error))) from None


def said(error: GameError) -> str:
    """An error in the lines of a message about the command, which has no codes."""
    return "\n".join(visible(one.message + (f" ({one.help})" if one.help else "")) for one in error.diagnostics)


def outcome(call: Callable[[], R]) -> tuple[R, int]:
    """The report that a function gives, and the exit code for it: 0, 1 if a game stopped, 130 after Ctrl-C.

    Says which game stopped and why."""
    from ...api.running import GamesStopped

    with calling():
        try:
            result = call()
        except GamesStopped as stop:
            echo(f"hoyle: {visible(str(stop))}", err=True)
            return cast("R", stop.result), 1
    if result.note:
        echo(f"hoyle: {visible(result.note)}", err=True)
    return result, INTERRUPTED if result.interrupted else 0


def tell_interrupted(code: int, games: int, asked: int) -> None:
    """Say how much was played, if it was interrupted."""
    if code == INTERRUPTED:
        echo(f"interrupted after {games:,} of {asked:,} games", err=True)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each within the width of the terminal."""
    for line in lines:
        for piece in fitted(line):
            echo(piece)


def folded_lines(lines: Iterable[str]) -> None:
    """Print running text, wrapped where it is easy to read."""
    for text in lines:
        for each in folded(visible(text)):
            echo(each)


def _complain(problems: Iterable[Diagnostic]) -> None:
    from ..terminal.diagnostics import echo_diagnostics

    echo_diagnostics(problems)
