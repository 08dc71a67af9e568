"""What a `Game` raises where it cannot do what it was asked: an error with a code, in the words of the rules.

    GameError            anything of these
      RulesError         there are no such rules, or they have mistakes, or the options do not fit them
      UnknownName        a word that means nothing in this game: a zone, a variable, a player, a card
      IllegalChoice      a choice that cannot be made here; `reasons` are the rules against it

An error of the rule file that shows only in play is a `Fault` (`interpreter/faults.py`), whoever plays.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...dsl.codes.scripts import ScriptError
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import NOWHERE, Span

T = TypeVar("T")


class GameError(ValueError):
    """Something asked of a game cannot be done.

    `diagnostics` say what and why, the first of them most to the point; `code` and `message` are those of the first.
    `hoyle explain CODE` explains a code."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(text_of(one) for one in diagnostics))
        self.diagnostics: tuple[Diagnostic, ...] = diagnostics

    @property
    def code(self) -> str:
        """The code of the error: `E1052`."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """What cannot be done, on one line."""
        return self.diagnostics[0].message

    @property
    def reasons(self) -> tuple[str, ...]:
        """What stands against it, each in the words of a rule, with the lines of the document the rule cites."""
        return tuple(text for _, text in self.diagnostics[0].notes)

    @property
    def places(self) -> tuple[Span, ...]:
        """For each of `reasons` the place of the rule."""
        return tuple(span for span, _ in self.diagnostics[0].notes)


class RulesError(GameError):
    """The rules cannot be played: there are none of that name, they have mistakes, or the settings do not fit them."""


class UnknownName(GameError, LookupError):
    """A word that means nothing in this game."""


class IllegalChoice(GameError):
    """A choice that cannot be made here."""


def text_of(diagnostic: Diagnostic) -> str:
    """A diagnostic in a few lines: what, why, and what to do about it."""
    lines = [f"{diagnostic.code}: {diagnostic.message}"]
    lines += [f"  because {text}{_place(span)}" for span, text in diagnostic.notes]
    lines += [f"  {diagnostic.help}"] if diagnostic.help else []
    return "\n".join(lines)


def _place(span: Span) -> str:
    return "" if span.source is NOWHERE.source else f" ({Path(span.source.name).name}:{span.line})"


_NAMES = frozenset(("E1035", "E1040", "E1045", "E1048", "E1054", "E1066", "E1068"))
"""Codes of words that mean nothing."""


def raised(error: ScriptError) -> GameError:
    """The error a program gets for one that would stop a script."""
    return (UnknownName if error.diagnostic.code in _NAMES else GameError)(error.diagnostic)


def translated(do: Callable[[], T]) -> T:
    """What `do` gives; a `ScriptError` of it becomes a `GameError`."""
    try:
        return do()
    except ScriptError as error:
        raise raised(error) from None
